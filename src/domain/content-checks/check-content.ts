import { checkFacts } from './check-facts.ts'
import { checkLinks } from './check-links.ts'
import { checkHeadings, checkLengths, checkPictures } from './check-texts.ts'
import { checkWording } from './check-wording.ts'
import { type ContentCheck, inOrder } from './find-errors.ts'

/**
 * Everything that the checks find in content, errors first, each finding once. It looks at the content alone: what links to other
 * sites lead to was found out before. (decision 0065)
 */
export const checkContent: ContentCheck = (content, facts, isWhole = () => true) =>
  inOrder(content, (one) => [
    ...checkLinks(one, facts),
    ...(isWhole(one.subject)
      ? [...checkPictures(one), ...checkFacts(one), ...checkHeadings(one), ...checkLengths(one), ...checkWording(one)]
      : []),
  ])
