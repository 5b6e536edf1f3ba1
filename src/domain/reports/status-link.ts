import { randomUUID } from 'node:crypto'
import type { Db } from '#db/client.ts'
import type { Instant } from '#src/contract/instant.ts'
import { issueSharedLink } from '../links/shared-link.ts'

const DAY = 86_400_000
/** A link to one's own reports works as long, in milliseconds. */
const STATUS_LINK_LIFE = 180 * DAY

/**
 * The token of a new link to the verified reports of one address. It is about the address, not about a report: a report that
 * gets another address or goes takes nothing with it and gives nothing away.
 */
export function issueStatusToken(tx: Db, emailKey: string, now: Instant): Promise<string> {
  const link = { purpose: 'report-status', subjectId: emailKey, note: '', by: 'mail' } as const
  return issueSharedLink(tx, { ...link, id: randomUUID(), expiresAt: now + STATUS_LINK_LIFE }, now)
}

/** Where the link leads. After the #, where no server, log or referrer sees it. (security TL6) */
export function statusPath(token: string): string {
  return `/feedback#reports=${token}`
}
