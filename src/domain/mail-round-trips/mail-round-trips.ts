import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { mailRoundTrips } from '#db/schema/deliveries.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import {
  ALREADY_RECEIVED,
  type MailRoundTrip,
  ROUND_TRIP_HEADER,
  type RoundTripResults,
  type RoundTripState,
  roundTripResults,
  WRONG_SOURCE,
} from '#src/contract/mail-round-trip.ts'
import { actorName, readUsernames } from '../audit/actor-names.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { maskEmail } from '../outbox/templates/account-letters.ts'
import { roundTripLetter } from '../outbox/templates/check-letters.ts'
import { LIMITS } from '../security/limits.ts'
import { takeAttempt } from '../security/take-attempt.ts'

const DAY = 86_400_000
/** How long a source is waited for, and how long what was judged is kept. */
const WAITS = 7 * DAY
const KEPT = 90 * DAY
const MOST_SHOWN = 20

/**
 * Sends a marked mail to an address and waits for its source. Throws `rate_limited` after five in an hour. The audit log has the
 * address in its short form.
 */
export async function startRoundTrip(db: Db, to: string, { actor, site, now }: CommandContext): Promise<MailRoundTrip> {
  const token = randomUUID()
  const id = await db.transaction(async (tx) => {
    await takeAttempt(tx, actor.id, LIMITS.roundTrips, now)
    await enqueueMail(tx, { to, id: token, ...roundTripLetter(site, token) })
    const [row] = await tx
      .insert(mailRoundTrips)
      .values({ token, outboxId: token, askedBy: actor.id, createdAt: new Date(now) })
      .returning({ id: mailRoundTrips.id })
    if (!row) throw new Error('A round trip was not stored')
    const subject = { subjectType: 'mail_round_trip', subjectId: row.id }
    await recordAudit(tx, actor, { action: 'mail.round_trip', ...subject, after: { recipient: maskEmail(to) } })
    return row.id
  })
  return readRoundTrip(db, id, now)
}

const MARK = new RegExp(`^${ROUND_TRIP_HEADER}:[ \\t]*([\\w-]{36})[ \\t]*\\r?$`, 'im')
/** Characters in which the headers of a mail must end. */
const MOST_HEADERS = 64 * 1024

/** The mark of a source, from its headers alone. */
function readMark(source: string): string | undefined {
  const start = source.slice(0, MOST_HEADERS)
  const end = /\r?\n\r?\n/.exec(start)
  return end ? MARK.exec(start.slice(0, end.index))?.[1]?.toLowerCase() : undefined
}

/**
 * Takes the source that an admin has pasted, to be judged. Throws `not_found`, `conflict` if it is already there, and `invalid` if
 * it is that of another mail.
 */
export async function giveSource(
  db: Db,
  id: string,
  source: string,
  { actor, now }: CommandContext,
): Promise<MailRoundTrip> {
  const trip = await readRoundTrip(db, id, now)
  if (readMark(source) !== trip.token) throw new Failure('invalid', WRONG_SOURCE, { field: 'source' })
  await db.transaction(async (tx) => {
    if (!(await storeSource(tx, trip.token, source, now))) throw new Failure('conflict', ALREADY_RECEIVED)
    await recordAudit(tx, actor, { action: 'mail.give_source', subjectType: 'mail_round_trip', subjectId: id })
  })
  return readRoundTrip(db, id, now)
}

/** Takes a source that a provider has posted. Throws `not_found` unless a mail with its mark is waited for. */
export async function receiveSource(db: Db, source: string, now: Instant): Promise<void> {
  const token = readMark(source)
  const isTaken = token !== undefined && (await storeSource(db, token, source, now))
  if (!isTaken) throw new Failure('not_found', NOT_FOUND.roundTrip)
}

/** False if no mail with this mark is waited for. What PostgreSQL cannot store is left out. */
async function storeSource(db: Db, token: string, source: string, now: Instant): Promise<boolean> {
  const isAwaited = and(isNull(mailRoundTrips.receivedAt), gt(mailRoundTrips.createdAt, new Date(now - WAITS)))
  const taken = await db
    .update(mailRoundTrips)
    .set({ source: source.toWellFormed().replaceAll('\0', ''), receivedAt: new Date(now) })
    .where(and(eq(mailRoundTrips.token, token), isAwaited))
    .returning({ id: mailRoundTrips.id })
  return taken.length > 0
}

type Row = typeof mailRoundTrips.$inferSelect

function stateOf({ receivedAt, results, createdAt }: Row, now: Instant): RoundTripState {
  if (results !== null) return 'judged'
  if (receivedAt !== null) return 'judging'
  return createdAt.getTime() > now - WAITS ? 'waiting' : 'expired'
}

function toResults(stored: unknown): RoundTripResults | null {
  return stored === null ? null : roundTripResults.parse(stored)
}

async function toTrips(db: Db, rows: Row[], now: Instant): Promise<MailRoundTrip[]> {
  const names = await readUsernames(
    db,
    rows.map(({ askedBy }) => askedBy),
  )
  return rows.map((row) => ({
    id: row.id,
    token: row.token,
    state: stateOf(row, now),
    by: actorName(names, row.askedBy),
    createdAt: row.createdAt.getTime(),
    receivedAt: row.receivedAt?.getTime() ?? null,
    results: toResults(row.results),
  }))
}

/** The last round trips, newest first. */
export async function listRoundTrips(db: Db, now: Instant): Promise<MailRoundTrip[]> {
  const order = [desc(mailRoundTrips.createdAt), desc(mailRoundTrips.id)]
  const rows = await db
    .select()
    .from(mailRoundTrips)
    .orderBy(...order)
    .limit(MOST_SHOWN)
  return toTrips(db, rows, now)
}

/** One round trip. Throws `not_found`. */
export async function readRoundTrip(db: Db, id: string, now: Instant): Promise<MailRoundTrip> {
  const rows = await db.select().from(mailRoundTrips).where(eq(mailRoundTrips.id, id))
  const [trip] = await toTrips(db, rows, now)
  if (!trip) throw new Failure('not_found', NOT_FOUND.roundTrip)
  return trip
}

/** What the last mail that was judged has shown; undefined if there is none. */
export async function readLastJudged(db: Db): Promise<RoundTripResults | undefined> {
  const [row] = await db
    .select({ results: mailRoundTrips.results })
    .from(mailRoundTrips)
    .where(isNotNull(mailRoundTrips.results))
    .orderBy(desc(mailRoundTrips.receivedAt), desc(mailRoundTrips.id))
    .limit(1)
  return toResults(row?.results ?? null) ?? undefined
}

/** The source that has waited longest to be judged; undefined if there is none. */
export async function findSource(db: Db): Promise<{ id: string; source: string; receivedAt: Instant } | undefined> {
  const [row] = await db
    .select()
    .from(mailRoundTrips)
    .where(isNotNull(mailRoundTrips.source))
    .orderBy(asc(mailRoundTrips.receivedAt), asc(mailRoundTrips.id))
    .limit(1)
  const { id, source, receivedAt } = row ?? {}
  return id !== undefined && source && receivedAt ? { id, source, receivedAt: receivedAt.getTime() } : undefined
}

/** Keeps the verdicts and forgets the source. A mail that another worker has judged is left as it is. */
export async function storeResults(db: Db, id: string, results: RoundTripResults): Promise<void> {
  await db
    .update(mailRoundTrips)
    .set({ results, source: null })
    .where(and(eq(mailRoundTrips.id, id), isNotNull(mailRoundTrips.source)))
}

/** Deletes round trips of more than 90 days ago. Resolves with how many. */
export async function pruneRoundTrips(db: Db, now: Instant): Promise<number> {
  const old = lte(mailRoundTrips.createdAt, new Date(now - KEPT))
  return (await db.delete(mailRoundTrips).where(old).returning({ id: mailRoundTrips.id })).length
}

/** True if a source waits to be judged. */
export async function isSourceWaiting(db: Db): Promise<boolean> {
  const [row] = await db.select({ one: sql`1` }).from(mailRoundTrips).where(isNotNull(mailRoundTrips.source)).limit(1)
  return row !== undefined
}
