import { and, asc, eq, gte, lte, min, ne, notInArray, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { mailPlanMarks, plannedMails } from '#db/schema/workflows.ts'
import type { Instant } from '#src/contract/instant.ts'
import { MAIL_REASON } from '#src/contract/mail-reason.ts'
import { MOST_DAYS } from '#src/contract/mail-rule.ts'
import { DEFAULT_TIME_ZONE } from '#src/contract/time-zone.ts'
import { addDays, dayIn } from '#src/contract/wall-clock.ts'
import { type Advancing, advance } from './advance.ts'
import { noDayCounts } from './day-counts.ts'
import { ACCOUNTS, ORDERS, type Scope, storedScope } from './scope.ts'

/** The mark for all events that may have mails, for the accounts and for the orders. */
const EVERYTHING = 'everything'
/** Days after an event in which it may have mails: those after a task that is due after it, their weekend and late window. */
const LONGEST_AFTER = 2 * MOST_DAYS + 10
/** With fewer milliseconds left than this, no further event is begun. */
const SHORTEST_TURN = 700
/** Of so many marked events the ids are read at once. */
const AT_ONCE = 20

type Running = Omit<Advancing, 'sendNow' | 'counts'> & {
  /** Milliseconds left for this run; the next one goes on from there. */
  timeLeft: () => number
}

/** How many events a run planned, counting the accounts and the orders as one each, how many mails it sent, and how many events failed. */
export type PlannedRun = { events: number; sent: number; faulty: number }

/**
 * Plans again what is marked, and hands over what is due, one event after the other, until there is nothing or the time is over. An
 * event that fails keeps its mark and holds up no other. (security MP3)
 */
export async function planMarked(db: Db, running: Running): Promise<PlannedRun> {
  const run: PlannedRun = { events: 0, sent: 0, faulty: 0 }
  const done: Scope[] = []
  const counts = noDayCounts()
  let next: Scope[] = []
  while (running.timeLeft() >= SHORTEST_TURN) {
    if (next.length === 0) {
      await expandMarks(db, running.now)
      next = await nextMarked(db, done)
    }
    const scope = next.shift() ?? (await nextDue(db, done, running.now))
    if (scope === undefined) break
    done.push(scope)
    try {
      run.sent += (await advance(db, scope, { ...running, counts })).sent
      run.events += 1
    } catch (fault) {
      run.faulty += 1
      running.onFault(fault)
    }
  }
  return run
}

/** True if something is marked: something was written that mails may follow from. */
export async function isMarked(db: Db): Promise<boolean> {
  const [mark] = await db.select({ id: mailPlanMarks.id }).from(mailPlanMarks).limit(1)
  return mark !== undefined
}

/** Marks everything, so that a change which nothing marks, such as the end of a ban, is noticed within a day. */
export async function markEverything(db: Db): Promise<void> {
  await db.insert(mailPlanMarks).values({ scope: EVERYTHING })
}

/**
 * True for events that may have mails: an early bird price can end long before its event, so that none is too far ahead. Each dry run
 * takes the same events in the same order, that of their days and ids, because the limit for a person and day depends on it.
 */
export const mayHaveMails = (now: Instant) =>
  gte(eventConfig.eventDate, addDays(dayIn(DEFAULT_TIME_ZONE, now), -LONGEST_AFTER))

/** Replaces a mark of everything by one for each event that may have mails. */
async function expandMarks(db: Db, now: Instant): Promise<void> {
  await db.execute(sql`
    with gone as (delete from ${mailPlanMarks} where scope = ${EVERYTHING} returning id),
      wanted as (
        select unnest(array[${ACCOUNTS}, ${ORDERS}]) as scope, null::date as day
        union all select id::text, event_date from ${eventConfig} where ${mayHaveMails(now)}
        union all select distinct event_id::text, null::date from planned_mails
          where state in ('planned', 'held') and event_id is not null)
    insert into mail_plan_marks (scope) select scope from wanted where exists (select from gone)
      group by scope order by min(day) nulls first, scope`)
}

/** The events that were marked first. */
async function nextMarked(db: Db, done: readonly Scope[]): Promise<Scope[]> {
  const { scope, id } = mailPlanMarks
  const rows = await db
    .select({ scope })
    .from(mailPlanMarks)
    .where(and(ne(scope, EVERYTHING), done.length > 0 ? notInArray(scope, [...done]) : undefined))
    .groupBy(scope)
    .orderBy(asc(min(id)))
    .limit(AT_ONCE)
  return rows.map((row) => row.scope)
}

/** The event with the mail that has been due longest, or that is over without having been sent. A paused one is not waited for. */
async function nextDue(db: Db, done: readonly Scope[], now: Instant): Promise<Scope | undefined> {
  const { dueAt, lateAt, state, reason } = plannedMails
  const at = new Date(now)
  const isOver = and(eq(state, 'held'), or(lte(lateAt, at), ne(reason, MAIL_REASON.paused)))
  const [next] = await db
    .select({ scope: storedScope })
    .from(plannedMails)
    .where(
      and(
        lte(dueAt, at),
        or(eq(state, 'planned'), isOver),
        done.length > 0 ? notInArray(storedScope, [...done]) : undefined,
      ),
    )
    .orderBy(asc(dueAt))
    .limit(1)
  return next?.scope
}
