import { and, asc, between, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { eventConfig } from '#db/schema/events.ts'
import { calendarFeeds } from '#db/schema/logistics.ts'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import type { EventConfig } from '#src/contract/event.ts'
import type { CalendarFeed, FeedScope, NewCalendarFeed, OwnCalendarFeed } from '#src/contract/event-calendar.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { addDays, dayIn } from '#src/contract/wall-clock.ts'
import { isAdminAt } from '../accounts/person.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { toEventConfig } from '../events/read-event-parts.ts'
import { newToken, toHash } from '../links/link.ts'
import { LIMITS } from '../security/limits.ts'
import { type OnFault, takeAttempt } from '../security/take-attempt.ts'

/** A feed has the events of a year back and two years ahead, and at most so many. */
const [DAYS_BACK, DAYS_AHEAD, MOST_EVENTS] = [365, 730, 2_000]
const LONGEST_PROGRAM = 100
/** What names a program may have besides letters: nothing that a screen or a log would read as anything else. */
const NOT_PRINTABLE = /[^\x20-\x7e]/g

/** The address of one's own calendar, without its token, which nobody can read again. */
export async function readOwnFeed(db: Db, userId: string): Promise<OwnCalendarFeed> {
  const [row] = await db.select().from(calendarFeeds).where(isOpenOf(userId))
  return { feed: row ? toFeed(row) : null }
}

/**
 * Makes a new address, which ends the one before. Its token is in this answer only. Throws `conflict` for an id that was used: its
 * address was shown to somebody.
 */
export async function createFeed(
  db: Db,
  { id, userId, scope }: { id: string; userId: string; scope: FeedScope },
  { actor, site, now }: CommandContext,
): Promise<NewCalendarFeed> {
  const token = newToken()
  const feed = await db.transaction(async (tx) => {
    await lockOwner(tx, userId)
    await tx
      .update(calendarFeeds)
      .set({ endedAt: new Date(now) })
      .where(and(isOpenOf(userId), ne(calendarFeeds.id, id)))
    const values = { id, userId, scope, tokenHash: toHash(token), createdAt: new Date(now) }
    const [row] = await tx.insert(calendarFeeds).values(values).onConflictDoNothing().returning()
    if (!row) throw new Failure('conflict', 'This address already exists.')
    await recordAudit(tx, actor, { ...entryOf('create', row.id), after: { userId, scope } })
    return toFeed(row)
  })
  return { feed, url: `${site.siteUrl}/api/calendar/${token}.ics` }
}

/** Ends one's own address at once. Throws `not_found` if there is none. */
export async function endFeed(db: Db, userId: string, { actor, now }: CommandContext): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx
      .update(calendarFeeds)
      .set({ endedAt: new Date(now) })
      .where(isOpenOf(userId))
      .returning()
    if (!row) throw new Failure('not_found', NOT_FOUND.link)
    await recordAudit(tx, actor, { ...entryOf('end', row.id), before: { userId, scope: row.scope } })
  })
}

type Fetch = { token: string; program: string | undefined }

/**
 * The events that an address shows now: its owner must be an administrator at this moment. Writes down when and by which program it
 * was loaded. Throws `not_found` with the same message if the address is unknown or was ended, or if its owner is no longer an
 * administrator, and `rate_limited` after 30 loads in an hour. (security CF1, CF2, CF3)
 */
export async function loadFeed(
  db: Db,
  { token, program }: Fetch,
  now: Instant,
  onFault?: OnFault,
): Promise<EventConfig[]> {
  const { id, scope, tokenHash, endedAt, userId } = calendarFeeds
  const isAlive = and(eq(tokenHash, toHash(token)), isNull(endedAt), isAdminAt(sql`${userId}`, now))
  const [feed] = await db.select({ id, scope }).from(calendarFeeds).where(isAlive)
  if (!feed) throw new Failure('not_found', LINK_DEAD)
  await takeAttempt(db, feed.id, LIMITS.calendarFeeds, now, onFault)
  const lastProgram = program?.replace(NOT_PRINTABLE, '').slice(0, LONGEST_PROGRAM) || null
  await db
    .update(calendarFeeds)
    .set({ lastFetchedAt: new Date(now), lastProgram })
    .where(eq(id, feed.id))
  const today = dayIn('UTC', now)
  const isNear = between(eventConfig.eventDate, addDays(today, -DAYS_BACK), addDays(today, DAYS_AHEAD))
  const rows = await db
    .select()
    .from(eventConfig)
    .where(and(isNear, feed.scope === 'published' ? eq(eventConfig.isPublished, true) : undefined))
    .orderBy(asc(eventConfig.eventDate), asc(eventConfig.id))
    .limit(MOST_EVENTS)
  return rows.map(toEventConfig)
}

const isOpenOf = (userId: string) => and(eq(calendarFeeds.userId, userId), isNull(calendarFeeds.endedAt))

const entryOf = (verb: 'create' | 'end', subjectId: string) => ({
  action: `calendar_feed.${verb}`,
  subjectType: 'calendar_feed',
  subjectId,
})

/** Two calls at once would otherwise leave two addresses. */
async function lockOwner(tx: Db, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

function toFeed({ scope, createdAt, lastFetchedAt, lastProgram }: typeof calendarFeeds.$inferSelect): CalendarFeed {
  return { scope, createdAt: createdAt.getTime(), lastFetchedAt: lastFetchedAt?.getTime() ?? null, lastProgram }
}
