import { CONTENT_CHECKS, type ContentCheckKey, type Finding, type FindingSubject } from '#src/contract/content-check.ts'
import { checkLinks, type LinkFacts } from './check-links.ts'
import { checkPictures } from './check-texts.ts'
import { type CheckedSubject, type Content, toSubjects } from './content.ts'

/**
 * What looks at content: everything about the subjects that `isWhole` names, and the links alone of all others, whose texts are what
 * they were.
 */
export type ContentCheck = (
  content: Content,
  facts: LinkFacts,
  isWhole?: (subject: FindingSubject) => boolean,
) => Finding[]

/** What is plainly broken in content, without the word lists that a judgement of its wording needs. */
export const findErrors: ContentCheck = (content, facts, isWhole = () => true) =>
  inOrder(content, (one) => [...checkLinks(one, facts), ...(isWhole(one.subject) ? checkPictures(one) : [])]).filter(
    ({ level }) => level === 'error',
  )

const ORDER = Object.keys(CONTENT_CHECKS) as ContentCheckKey[]

/** The findings of all subjects, errors first, each once. */
export function inOrder(content: Content, check: (one: CheckedSubject) => Finding[]): Finding[] {
  const findings = toSubjects(content).flatMap(check)
  const distinct = new Map(findings.map((finding) => [`${finding.href} ${finding.text}`, finding]))
  return [...distinct.values()].toSorted((a, b) => ORDER.indexOf(a.key) - ORDER.indexOf(b.key))
}
