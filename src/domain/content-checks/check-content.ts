import { CONTENT_CHECKS, type ContentCheckKey, type Finding } from '#src/contract/content-check.ts'
import { checkFacts } from './check-facts.ts'
import { checkLinks, type LinkFacts } from './check-links.ts'
import { checkHeadings, checkLengths, checkPictures, checkWording } from './check-texts.ts'
import { type Content, toSubjects } from './content.ts'

/** The checks in the order in which findings are shown: errors first. */
const ORDER = Object.keys(CONTENT_CHECKS) as ContentCheckKey[]

/**
 * Everything that the checks find in content, errors first, each finding once. It looks at the content alone: what links to other
 * sites lead to was found out before. (decision 0065)
 */
export function checkContent(content: Content, facts: LinkFacts): Finding[] {
  const findings = toSubjects(content).flatMap((one) => [
    ...checkLinks(one, facts),
    ...checkPictures(one),
    ...checkFacts(one),
    ...checkHeadings(one),
    ...checkLengths(one),
    ...checkWording(one),
  ])
  const distinct = new Map(findings.map((finding) => [`${finding.href} ${finding.text}`, finding]))
  return [...distinct.values()].toSorted((a, b) => ORDER.indexOf(a.key) - ORDER.indexOf(b.key))
}
