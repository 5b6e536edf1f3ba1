import { and, between, count, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { plannedMails } from '#db/schema/workflows.ts'
import type { Instant } from '#src/contract/instant.ts'
import { MAIL_REASON } from '#src/contract/mail-reason.ts'
import { dayKey, occasionsOf, type PlanInput, type StoredMail, type WantedMail } from './occasions.ts'
import { takesTurn } from './plan.ts'

const DAY = 86_400_000
/** How much more is read once the events of a pass turn out to be at different times. */
const AHEAD = 30 * DAY
/** No mail that may still be sent was due longer ago than this. */
const LONGEST_LATE = 10 * DAY
/** No mail is due later than this. */
const END = Date.UTC(9999, 11, 31)
/** More people than this are not kept. */
const MOST_PEOPLE = 5_000

/**
 * How many mails people get on which day, of all events. They are kept from one event of a pass to the next: to count them again for
 * each event takes time that grows with the square of the events.
 */
export type DayCounts = {
  /** The turn of this planner after which they hold. Any other planner takes a turn of its own. */
  turn: bigint | undefined
  /** Between which due times mails are counted. */
  from: Instant
  until: Instant
  /** By person, then by `dayKey`. */
  people: Map<string, Map<string, number>>
}

export const noDayCounts = (): DayCounts => ({ turn: undefined, from: Infinity, until: -Infinity, people: new Map() })

const answer = z.object({ rows: z.tuple([z.object({ turn: z.coerce.bigint() })]) })

/**
 * Waits until no other planner is at work and takes a turn, until the transaction ends. `counts` are emptied if another planner had
 * the turn before, or if the last one failed.
 */
export async function takeTurn(tx: Db, counts: DayCounts): Promise<bigint> {
  const taken = await tx.execute(sql`
    with alone as materialized (select pg_advisory_xact_lock(hashtextextended('mail_plan', 0)))
    select nextval('mail_plan_turns')::text as turn from alone`)
  const { turn } = answer.parse(taken).rows[0]
  if (counts.turn !== turn - 1n || counts.people.size > MOST_PEOPLE) Object.assign(counts, noDayCounts())
  counts.turn = undefined
  return turn
}

/**
 * The days of everybody from now on, for a run over many events that stores nothing: with `keepCounts`, what it plans for one event
 * counts for the next.
 */
export async function countEverybody(db: Db, now: Instant): Promise<DayCounts> {
  const counts = { ...noDayCounts(), from: now - LONGEST_LATE, until: END }
  await read(db, counts)
  return counts
}

/** How many mails of other events the people of this one get or got, by `dayKey`, on the days of the mails still to be sent. */
export async function countOthers(db: Db, counts: DayCounts, input: PlanInput): Promise<Map<string, number>> {
  const open = input.rules.flatMap((rule) => occasionsOf(rule, input)).filter(({ time }) => time.lateAt > input.now)
  if (open.length === 0) return new Map()
  const keys = new Set(open.map((one) => one.recipientKey))
  const [from, until] = open.reduce(
    ([first, last], { time }) => [Math.min(first, time.dueAt), Math.max(last, time.dueAt)],
    [Infinity, -Infinity],
  )
  // The same day may begin a day earlier or later in the zone of another event.
  await load(db, counts, { keys, from: from - 2 * DAY, until: until + 2 * DAY })
  const others = new Map([...keys].flatMap((key) => [...(counts.people.get(key) ?? [])]))
  for (const mail of input.stored) if (isCounted(mail, counts)) add(others, dayKey(mail), -1)
  return others
}

/** Makes up for what a plan has changed: for one that is now committed, after its turn. */
export function keepCounts(
  counts: DayCounts,
  turn: bigint | undefined,
  { stored, changed }: { stored: readonly StoredMail[]; changed: readonly WantedMail[] },
): void {
  const before = new Map(stored.map((mail) => [mail.id, mail]))
  const count = (mail: WantedMail | undefined, by: 1 | -1) => {
    const days = mail && isCounted(mail, counts) ? counts.people.get(mail.recipientKey) : undefined
    if (mail && days) add(days, dayKey(mail), by)
  }
  for (const mail of changed) {
    count(mail.id === null ? undefined : before.get(mail.id), -1)
    count(mail, 1)
  }
  counts.turn = turn
}

const isCounted = (mail: WantedMail, { from, until }: DayCounts) =>
  (mail.state === 'sent' || takesTurn(mail)) && mail.dueAt >= from && mail.dueAt <= until

const add = (days: Map<string, number>, key: string, by: number) => days.set(key, (days.get(key) ?? 0) + by)

type Wanted = { keys: ReadonlySet<string>; from: Instant; until: Instant }

/** Reads the days of those people who are not counted yet; of all of them, where times are asked for that nobody was counted for. */
async function load(db: Db, counts: DayCounts, { keys, from, until }: Wanted): Promise<void> {
  if (from < counts.from || until > counts.until) {
    const more = counts.people.size > 0 ? AHEAD : 0
    counts.from = Math.min(counts.from, from - more)
    counts.until = Math.max(counts.until, until + more)
    counts.people.clear()
  }
  const unknown = [...keys].filter((key) => !counts.people.has(key))
  if (unknown.length === 0) return
  for (const key of unknown) counts.people.set(key, new Map())
  await read(db, counts, unknown)
}

/** Reads the days of these people, or of everybody. */
async function read(db: Db, counts: DayCounts, keys?: readonly string[]): Promise<void> {
  const { recipientKey, dueAt, zone, state, reason } = plannedMails
  const day = sql<string>`(${dueAt} at time zone ${zone})::date::text`
  const rows = await db
    .select({ recipientKey, day, count: count() })
    .from(plannedMails)
    .where(
      and(
        keys && sql`${recipientKey} = any(${sql.param(keys)}::text[])`,
        between(dueAt, new Date(counts.from), new Date(counts.until)),
        inArray(state, ['planned', 'held', 'sent']),
        sql`${reason} is distinct from ${MAIL_REASON.paused}`,
      ),
    )
    .groupBy(recipientKey, day)
  for (const row of rows) {
    const days = counts.people.get(row.recipientKey) ?? new Map<string, number>()
    counts.people.set(row.recipientKey, days.set(`${row.recipientKey} ${row.day}`, row.count))
  }
}
