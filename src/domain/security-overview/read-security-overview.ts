import { and, count, desc, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { linkTokens, profiles, users } from '#db/schema/accounts.ts'
import { eventConfig } from '#db/schema/events.ts'
import { checkStates } from '#db/schema/operations.ts'
import { auditLog } from '#db/schema/site.ts'
import type { Instant } from '#src/contract/instant.ts'
import type {
  AccountLock,
  Counted,
  SecurityOverview,
  SharedPreview,
  TestSummary,
} from '#src/contract/security-overview.ts'
import { listAddressBans } from '../accounts/bans.ts'
import { listUsers } from '../accounts/list-users.ts'
import { rolesOfUser, toRoles } from '../accounts/person.ts'
import { actorName, readUsernames } from '../audit/actor-names.ts'
import { AUDIT } from '../checks/state/record-checks.ts'
import { countLiveLinks } from '../links/live-links.ts'
import { isAlive } from '../links/shared-link.ts'
import { readAttemptSpans } from '../security/attempt-spans.ts'
import { listRoleHolders } from './list-role-holders.ts'

/** Lines of each list. The screen is to be read at a glance; every list has a screen of its own. */
const MOST = 10

/** What an administrator knows of the site's security. `sessionId` is the reader's own session, which is marked. */
export async function readSecurityOverview(
  db: Db,
  { now, sessionId }: { now: Instant; sessionId: string | null },
): Promise<SecurityOverview> {
  const addresses = await listAddressBans(db, { limit: MOST, isOver: false }, now)
  const people = await listUsers(db, { limit: MOST, state: 'banned' }, now)
  return {
    at: now,
    ...(await readAttemptSpans(db, now)),
    locks: await listLocks(db, now),
    addressBans: addresses.items,
    bannedPeople: people.items.flatMap(({ id, username, ban }) => (ban ? [{ id, username, ban }] : [])),
    hasMoreBans: addresses.nextCursor !== null || people.nextCursor !== null,
    holders: await listRoleHolders(db, { now, sessionId }),
    links: await countLiveLinks(db, now),
    previews: await listPreviews(db, now),
    auditHead: await readAuditHead(db),
    auditVerifiedAt: await readVerifiedAt(db),
    test: await readTestSummary(db, now),
  }
}

/** Accounts that are locked, the longest first; people with a role before all others. */
async function listLocks(db: Db, now: Instant): Promise<AccountLock[]> {
  const { id, failedSignIns, failedCodes, lockedUntil, codesLockedUntil, deletedAt } = users
  const moment = new Date(now)
  const roles = rolesOfUser()
  const isLocked = or(gt(lockedUntil, moment), gt(codesLockedUntil, moment))
  const rows = await db
    .select({ id, username: profiles.username, roles, failedSignIns, failedCodes, lockedUntil, codesLockedUntil })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, id))
    .where(and(isLocked, isNull(deletedAt)))
    .orderBy(sql`${roles} is null`, sql`greatest(${lockedUntil}, ${codesLockedUntil}) desc`)
    .limit(MOST)
  return rows.flatMap((row) => {
    const who = { userId: row.id, username: row.username, roles: toRoles(row.roles) }
    const both = [
      { what: 'passwords', failures: row.failedSignIns, until: row.lockedUntil },
      { what: 'codes', failures: row.failedCodes, until: row.codesLockedUntil },
    ] as const
    return both.flatMap(({ until, ...lock }) =>
      until && until.getTime() > now ? [{ ...who, ...lock, until: until.getTime() }] : [],
    )
  })
}

/** Shared previews that still open, the oldest first: each is a page that anyone with its link can read. */
async function listPreviews(db: Db, now: Instant): Promise<Counted<SharedPreview>> {
  const { payload, createdAt, expiresAt, purpose, subjectId } = linkTokens
  const rows = await db
    .select({ payload, createdAt, expiresAt, eventId: eventConfig.id, eventName: eventConfig.eventName })
    .from(linkTokens)
    .innerJoin(eventConfig, sql`${eventConfig.id} = case when ${purpose} = 'event-preview' then ${subjectId}::uuid end`)
    .where(and(eq(purpose, 'event-preview'), isAlive(now)))
    .orderBy(createdAt, linkTokens.hash)
    .limit(MOST)
  // Written by `issueSharedLink` alone.
  const links = rows.map((row) => ({ ...row, ...(row.payload as Pick<SharedPreview, 'id' | 'note' | 'by'>) }))
  const names = await readUsernames(
    db,
    links.map(({ by }) => by),
  )
  const items = links.map(({ id, eventId, eventName, note, by, createdAt: made, expiresAt: ends }) => {
    return {
      id,
      eventId,
      eventName,
      note,
      by: actorName(names, by),
      createdAt: made.getTime(),
      expiresAt: ends.getTime(),
    }
  })
  return { items, total: await db.$count(linkTokens, and(eq(purpose, 'event-preview'), isAlive(now))) }
}

/** The newest entry of the audit log. Its hash, kept elsewhere, proves later that nothing before it was changed. */
async function readAuditHead(db: Db): Promise<SecurityOverview['auditHead']> {
  const { id, at, hash } = auditLog
  const [row] = await db.select({ id, at, hash }).from(auditLog).where(isNotNull(hash)).orderBy(desc(id)).limit(1)
  return row?.hash ? { id: row.id, at: row.at.getTime(), hash: row.hash } : null
}

/** When the security test last verified the log. */
async function readVerifiedAt(db: Db): Promise<Instant | null> {
  const [row] = await db.select({ at: checkStates.lastPassAt }).from(checkStates).where(eq(checkStates.key, AUDIT))
  return row?.at?.getTime() ?? null
}

/** How the checks of the security test ended; a check that is muted is left out. Null before they ever ran. */
async function readTestSummary(db: Db, now: Instant): Promise<TestSummary | null> {
  const { state, lastRunAt, mutedUntil } = checkStates
  const rows = await db
    .select({ state, checks: count(), lastRunAt: sql<Date>`max(${lastRunAt})`.mapWith(lastRunAt) })
    .from(checkStates)
    .where(or(isNull(mutedUntil), lte(mutedUntil, new Date(now))))
    .groupBy(state)
  if (rows.length === 0) return null
  const summary = { pass: 0, warn: 0, fail: 0, unknown: 0 }
  for (const row of rows) summary[row.state] = row.checks
  return { ...summary, lastRunAt: Math.max(...rows.map((row) => row.lastRunAt.getTime())) }
}
