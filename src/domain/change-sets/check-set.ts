import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { changeSets } from '#db/schema/change-sets.ts'
import { CHECKS_STOPPED, canEdit, type SetChecks, WARNINGS_UNREAD } from '#src/contract/change-set.ts'
import type { SubjectType } from '#src/contract/change-subject.ts'
import {
  type SubjectType as CheckedType,
  CONTENT_CHECKS,
  type Finding,
  type FindingSubject,
  findingId,
  hasErrors,
} from '#src/contract/content-check.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { isSame } from '#src/contract/versioned.ts'
import type { ContentCheck } from '../content-checks/find-errors.ts'
import { readContent, readLinkFacts } from '../content-checks/read-content.ts'
import { isRollback, lockSet, readItems, type SetRow } from './change-set.ts'
import { readOverlay } from './set-preview.ts'

/** What looks at the content, for which site, and when. */
export type Checking = { check: ContentCheck; siteUrl: string; now: Instant }

/** How change sets name what the checks name otherwise. An agenda is no record of a set, but has to agree with its event. */
const TYPES: Partial<Record<CheckedType, SubjectType>> = {
  event: 'event',
  agenda: 'event',
  vendor: 'vendor',
  team: 'team_member',
  location: 'location',
  menu: 'menu-item',
  block: 'content_block',
  page: 'content_page',
  copy: 'site_copy',
}

/**
 * What the checks find in the site as the set would leave it: everything about its records, and of the rest the links that it
 * breaks. A finding of a record leads to its form in the set. (decision 0068)
 */
export async function findInSet(tx: Db, setId: string, { check, siteUrl, now }: Checking): Promise<Finding[]> {
  const items = await readItems(tx, setId)
  const overlay = await readOverlay(tx, setId)
  const itemOf = ({ type, id }: FindingSubject) =>
    items.find(({ subjectType, subjectId }) => subjectType === TYPES[type] && subjectId === id)
  const isWhole = (subject: FindingSubject) => itemOf(subject) !== undefined
  const found = check(await readContent(tx, now, overlay), await readLinkFacts(tx, siteUrl, { overlay }), isWhole)
  const live = check(await readContent(tx, now), await readLinkFacts(tx, siteUrl), () => false)
  const known = new Set(live.map(findingId))
  return found
    .filter((finding) => isWhole(finding.subject) || !known.has(findingId(finding)))
    .map((finding) => {
      const item = finding.subject.type === 'agenda' ? undefined : itemOf(finding.subject)
      if (!item) return finding
      const hash = finding.field === null ? '' : `#${finding.field}`
      return { ...finding, href: `/admin/content-studio/${setId}?edit=${item.id}${hash}` }
    })
}

/** Runs the checks over a set and keeps what they find with it. A set that is published, and one that takes another back, are not checked. */
export async function checkSet(db: Db, id: string, checking: Checking): Promise<SetChecks> {
  return db.transaction(async (tx) => {
    const set = await lockSet(tx, id)
    if (!isChecked(set)) return storedChecks(set)
    const findings = await findInSet(tx, id, checking)
    await keepFindings(tx, set, findings, checking.now)
    return { findings, checkedAt: checking.now }
  })
}

/**
 * Stores findings with a set. The version of the set stays the same, because nobody has changed it. Its warnings remain marked as read
 * until there is a new one.
 */
export async function keepFindings(tx: Db, set: SetRow, findings: Finding[], now: Instant): Promise<void> {
  const warningsReadBy = isRead(findings, storedChecks(set).findings) ? set.warningsReadBy : null
  const kept = { findings, checkedAt: new Date(now), warningsReadBy }
  await tx.update(changeSets).set(kept).where(eq(changeSets.id, set.id))
}

/** True if every warning is among those that were shown. */
function isRead(findings: readonly Finding[], shown: readonly Finding[]): boolean {
  const known = new Set(shown.map(findingId))
  return findings.every((one) => one.level === 'error' || known.has(findingId(one)))
}

const isChecked = (set: SetRow) => (canEdit(set.state) || set.state === 'scheduled') && !isRollback(set)

/** What was found when the checks last ran. A finding of a check that is no longer there is left out. */
export function storedChecks({ findings, checkedAt }: Pick<SetRow, 'findings' | 'checkedAt'>): SetChecks {
  const known = findings.filter(({ key }) => Object.hasOwn(CONTENT_CHECKS, key)) as Finding[]
  return { findings: known, checkedAt: checkedAt?.getTime() ?? null }
}

/**
 * Makes sure that a set may go live: the checks run again, errors stop it, and every warning must be among those that were shown
 * at `readAt`. Resolves with whether there are warnings, which the caller keeps as read. Throws `conflict`; anything new that was found is
 * then kept with the set. Throws `not_found`.
 */
export async function requireChecked(db: Db, id: string, readAt: Instant | null, checking: Checking): Promise<boolean> {
  const refusal = await db.transaction(async (tx) => {
    const set = await lockSet(tx, id)
    if (!isChecked(set)) return null
    const findings = await findInSet(tx, id, checking)
    const stored = storedChecks(set)
    if (!isSame(findings, stored.findings)) await keepFindings(tx, set, findings, checking.now)
    if (hasErrors(findings)) return explainErrors(findings)
    if (findings.length === 0) return null
    return isRead(findings, stored.checkedAt === readAt ? stored.findings : []) ? READ : WARNINGS_UNREAD
  })
  if (refusal !== null && refusal !== READ) throw new Failure('conflict', refusal)
  return refusal === READ
}

const READ = 'read'

/** The first error in its own words, and how many others there are. */
export function explainErrors(findings: readonly Finding[]): string {
  const errors = findings.filter(({ level }) => level === 'error')
  const [first] = errors
  const more = errors.length > 1 ? ` There are ${errors.length - 1} more.` : ''
  return `${CHECKS_STOPPED} ${first ? `${first.subject.label}: ${first.text}` : ''}${more}`
}
