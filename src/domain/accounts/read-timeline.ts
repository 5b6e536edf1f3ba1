import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { comesBefore, getPlace, toMicros } from '#db/keyset.ts'
import { profiles } from '#db/schema/accounts.ts'
import { authAttempts } from '#db/schema/security.ts'
import { auditLog } from '#db/schema/site.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { type Page, type PageQuery, toCursor } from '#src/contract/page.ts'
import { describeChange, describeFailedAttempt, type TimelineEntry } from '#src/contract/timeline.ts'
import { actorName, readUsernames, type Usernames } from '../audit/actor-names.ts'

/** The positions in both lists: the last change, and the last attempt by time and id. They have no common order. */
type TimelinePlace = readonly [changeId: number, attemptMicros: number, attemptId: number]

const START: TimelinePlace = [Number.MAX_SAFE_INTEGER, 8_000_000_000_000_000, Number.MAX_SAFE_INTEGER]

type Entry = TimelineEntry & { from: 'change' | 'attempt'; place: readonly number[] }

/**
 * What happened to a person and what they did, latest first: the audit log about them and by them, and their failed
 * sign-in attempts. Throws `not_found`.
 */
export async function readTimeline(
  db: Db,
  userId: string,
  ask: PageQuery<TimelinePlace>,
): Promise<Page<TimelineEntry>> {
  const [known] = await db.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, userId))
  if (!known) throw new Failure('not_found', NOT_FOUND.account)
  const place = ask.after ?? START
  const changes = await changesQuery(db, userId, place, ask.limit)
  const attempts = await attemptsQuery(db, userId, place, ask.limit)
  const names = await readUsernames(
    db,
    changes.flatMap(({ actor, subjectId }) => [actor, subjectId]),
  )
  const shown = mergeLatest(
    changes.map((row) => fromChange(row, userId, names)),
    attempts.map(fromAttempt),
    ask.limit,
  )
  return {
    items: shown.map(({ id, at, sentence, isWarning }) => ({ id, at, sentence, isWarning })),
    nextCursor: changes.length + attempts.length > shown.length ? toCursor(placeAfter(shown, place)) : null,
  }
}

/**
 * Changes of an account, of a person's bans, and by them: three questions, each of an index in its order, since an index on
 * two things has no order of both.
 */
export function changesQuery(db: Db, userId: string, [before]: TimelinePlace, limit: number) {
  const { id, subjectType, subjectId, actor } = auditLog
  const ids = (wanted: SQL | undefined) =>
    db
      .select({ id })
      .from(auditLog)
      .where(and(wanted, lt(id, before)))
      .orderBy(desc(id))
      .limit(limit + 1)
  const about = (type: string) => ids(and(eq(subjectType, type), eq(subjectId, userId)))
  const found = unionAll(about('account'), about('user'), ids(eq(actor, userId)))
  return db
    .select()
    .from(auditLog)
    .where(inArray(id, found))
    .orderBy(desc(id))
    .limit(limit + 1)
}

/** Only failed attempts: a successful sign-in is in the audit log. */
export function attemptsQuery(db: Db, userId: string, [, ...before]: TimelinePlace, limit: number) {
  const { at, id } = authAttempts
  const [moment] = getPlace([before[0], ''])
  const isTheirs = and(eq(authAttempts.userId, userId), eq(authAttempts.isSuccess, false))
  return db
    .select({ attempt: authAttempts, micros: toMicros(at) })
    .from(authAttempts)
    .where(and(isTheirs, comesBefore([at, id], [moment, before[1]])))
    .orderBy(sql`${at} desc nulls last`, desc(id))
    .limit(limit + 1)
}

type ChangeRow = typeof auditLog.$inferSelect

function fromChange(row: ChangeRow, userId: string, names: Usernames): Entry {
  const { id, at, action, actor, subjectType, subjectId, before, after } = row
  const isOfAccount = subjectType === 'account' || subjectType === 'user'
  const by = actor === userId || actor === 'anonymous' ? null : actorName(names, actor)
  const to = isOfAccount && subjectId !== userId ? actorName(names, subjectId) : null
  const said = describeChange({ action, before, after, by, to, subjectId })
  return { id: `change-${id}`, at: at.getTime(), ...said, from: 'change', place: [id] }
}

function fromAttempt({ attempt, micros }: { attempt: typeof authAttempts.$inferSelect; micros: number }): Entry {
  const said = describeFailedAttempt(attempt)
  return {
    id: `attempt-${attempt.id}`,
    at: attempt.at.getTime(),
    ...said,
    from: 'attempt',
    place: [micros, attempt.id],
  }
}

/** The latest of both, each list in its own order: what a page ends with is then the place of either. */
function mergeLatest(changes: readonly Entry[], attempts: readonly Entry[], limit: number): Entry[] {
  const merged: Entry[] = []
  for (let [one, other] = [0, 0]; merged.length < limit; ) {
    const [change, attempt] = [changes[one], attempts[other]]
    const next = change && attempt ? (attempt.at > change.at ? attempt : change) : (change ?? attempt)
    if (!next) break
    merged.push(next)
    if (next === change) one += 1
    else other += 1
  }
  return merged
}

function placeAfter(shown: readonly Entry[], [changeId, micros, attemptId]: TimelinePlace): number[] {
  const getLast = (from: Entry['from']) => shown.findLast((entry) => entry.from === from)?.place
  return [...(getLast('change') ?? [changeId]), ...(getLast('attempt') ?? [micros, attemptId])]
}
