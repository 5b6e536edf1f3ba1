import { and, asc, between, count, eq, gte, inArray, isNotNull, lte, ne, notInArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { logisticsPeople } from '#db/schema/logistics.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import { mailRules, plannedMails } from '#db/schema/workflows.ts'
import type { CalendarEntry, CalendarLayer } from '#src/contract/event-calendar.ts'
import { formatClock } from '#src/contract/event-dates.ts'
import { FALLBACK } from '#src/contract/fallback-copy.ts'
import type { PlainDay } from '#src/contract/instant.ts'
import { LOGISTICS_SECTIONS } from '#src/contract/logistics-sections.ts'
import { plural } from '#src/contract/plural.ts'
import { addDays } from '#src/contract/wall-clock.ts'
import { nameAssignee } from '../event-tasks/read-tasks.ts'

/** Most entries that are shown of a layer. */
const MOST_ENTRIES = 500
/** The longest time between an early bird deadline and its event that the calendar searches, in days. */
const LONGEST_EARLY_BIRD = 366
/** A task is due at most so long before or after its event. */
const LONGEST_TASK = 90

type Days = { from: PlainDay; to: PlainDay }
type Read = (db: Db, days: Days) => Promise<CalendarEntry[]>

/** What these layers have on these days, by day. */
export async function readEntries(
  db: Db,
  { layers, ...days }: Days & { layers: readonly CalendarLayer[] },
): Promise<{ entries: CalendarEntry[]; isCut: boolean }> {
  const read: CalendarEntry[][] = []
  for (const layer of layers) read.push(await READS[layer](db, days))
  const entries = read.flatMap((some) => some.slice(0, MOST_ENTRIES))
  return {
    entries: entries.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)),
    isCut: read.some((some) => some.length > MOST_ENTRIES),
  }
}

const { id, eventName, eventDate, eventTimeStart, eventTimeEnd, earlyBirdDeadline, isPublished, status } = eventConfig
/** Pages of events that are called off, and of drafts, have no phases. */
const isOpen = and(eq(isPublished, true), notInArray(status, ['cancelled', 'postponed']))

const READS: Readonly<Record<CalendarLayer, Read>> = {
  boundaries: async (db, { from, to }) => {
    const rows = await listOpen(db, { from, to })
    return rows.flatMap((event) => [
      toEntry('boundaries', event, 'Workshop starts', formatClock(event.eventTimeStart ?? FALLBACK.timeStart)),
      toEntry('boundaries', event, 'Workshop ends', formatClock(event.eventTimeEnd ?? FALLBACK.timeEnd)),
    ])
  },
  deadlines: async (db, { from, to }) => {
    const rows = await listOpen(db, { from, to: addDays(to, LONGEST_EARLY_BIRD) })
    const isHere = (day: PlainDay | null): day is PlainDay => day !== null && day >= from && day <= to
    const open = rows.flatMap((event) => [
      ...(isHere(event.earlyBirdDeadline)
        ? [toEntry('deadlines', { ...event, eventDate: event.earlyBirdDeadline }, 'Early bird ends', 'end of day')]
        : []),
      ...(isHere(event.eventDate)
        ? [toEntry('deadlines', event, 'Registration closes', formatClock(event.eventTimeStart ?? FALLBACK.timeStart))]
        : []),
    ])
    return [...open, ...(await readFreezes(db, { from, to }))]
  },
  mails: readMails,
  tasks: readTasks,
}

/** A published event that takes place within these days, or whose early bird price ends within them. */
function listOpen(db: Db, { from, to }: Days) {
  return db
    .select({ id, eventName, eventDate, eventTimeStart, eventTimeEnd, earlyBirdDeadline })
    .from(eventConfig)
    .where(and(isOpen, between(eventDate, from, to)))
    .orderBy(asc(eventDate), asc(id))
    .limit(MOST_ENTRIES + 1)
}

/** The days before an event on which sections of the logistics form freeze, with their names. */
const FREEZES = [...Map.groupBy(LOGISTICS_SECTIONS, ({ freeze }) => `${freeze.days} ${freeze.at}`).values()].flatMap(
  (sections) => sections.slice(0, 1).map(({ freeze }) => ({ freeze, titles: sections.map(({ title }) => title) })),
)
const EARLIEST_FREEZE = Math.max(...FREEZES.map(({ freeze }) => freeze.days))

/** When sections of the logistics form can no longer be changed, on the clock of each event that has people. (decision 0058) */
async function readFreezes(db: Db, { from, to }: Days): Promise<CalendarEntry[]> {
  // One look into an index for each event: as a condition of existence, everybody of every event would be read.
  const person = sql`(select 1 from ${logisticsPeople} where ${eq(logisticsPeople.eventId, id)} limit 1)`
  const rows = await db
    .select({ id, eventName, eventDate })
    .from(eventConfig)
    .where(and(between(eventDate, from, addDays(to, EARLIEST_FREEZE)), ne(status, 'cancelled'), isNotNull(person)))
    .orderBy(asc(eventDate), asc(id))
    .limit(MOST_ENTRIES + 1)
  return rows.flatMap((event) =>
    FREEZES.flatMap(({ freeze, titles }) => {
      const day = addDays(event.eventDate, -freeze.days)
      const text = `Logistics closes: ${titles.join(', ')}`
      return day >= from && day <= to
        ? [toEntry('deadlines', { ...event, eventDate: day }, text, formatClock(freeze.at))]
        : []
    }),
  )
}

type Of = { id: string; eventName: string; eventDate: PlainDay }

const toEntry = (layer: CalendarLayer, event: Of, text: string, note: string): CalendarEntry => ({
  ...{ layer, text, note },
  ...{ day: event.eventDate, eventId: event.id, eventName: event.eventName },
})

/** The emails that are planned and not sent yet, by event, workflow and day. */
async function readMails(db: Db, { from, to }: Days): Promise<CalendarEntry[]> {
  const { eventId, ruleId, dueAt, zone, state } = plannedMails
  const day = sql`(${dueAt} at time zone ${zone})::date`
  // A day begins up to 14 hours earlier, and ends up to 12 hours later, than in UTC.
  const [first, last] = [new Date(`${addDays(from, -1)}T00:00Z`), new Date(`${addDays(to, 2)}T00:00Z`)]
  const { title } = mailRules
  const mails = db
    .select({ eventId, text: title, day: sql<PlainDay>`${day}::text`.as('day'), people: count().as('people') })
    .from(plannedMails)
    .innerJoin(mailRules, eq(mailRules.id, ruleId))
    .where(
      and(
        inArray(state, ['planned', 'held']),
        isNotNull(eventId),
        between(dueAt, first, last),
        and(gte(day, sql`${from}::date`), lte(day, sql`${to}::date`)),
      ),
    )
    .groupBy(eventId, ruleId, title, day)
    .orderBy(day, title, eventId)
    .limit(MOST_ENTRIES + 1)
    .as('mails')
  const rows = await db
    .select({ eventId: id, eventName, day: mails.day, text: mails.text, people: mails.people })
    .from(mails)
    .innerJoin(eventConfig, eq(id, mails.eventId))
    .orderBy(mails.day, mails.text, id)
  return rows.map(({ people, ...row }) => ({ ...row, layer: 'mails', note: plural(people, 'recipient') }))
}

/** The tasks that are due and not done yet: event by event, no more of one than are shown. */
async function readTasks(db: Db, { from, to }: Days): Promise<CalendarEntry[]> {
  const { title, assigneeType, assigneeId, dueDays, state } = eventTasks
  const isDue = between(dueDays, sql`${from}::date - ${eventDate}`, sql`${to}::date - ${eventDate}`)
  const isAsked = and(eq(eventTasks.eventId, id), isDue, inArray(state, ['open', 'submitted', 'returned']))
  const tasks = db
    .select({ id: eventTasks.id, title, assigneeType, assigneeId, dueDays })
    .from(eventTasks)
    .where(isAsked)
    .orderBy(asc(dueDays), asc(title), asc(eventTasks.id))
    .limit(MOST_ENTRIES + 1)
    .as('tasks')
  const day = sql`${eventDate} + ${tasks.dueDays}`
  const rows = await db
    .select({
      ...{ eventId: id, eventName },
      day: sql<PlainDay>`(${day})::text`,
      text: tasks.title,
      note: nameAssignee(tasks),
    })
    .from(eventConfig)
    .crossJoinLateral(tasks)
    .where(between(eventDate, addDays(from, -LONGEST_TASK), addDays(to, LONGEST_TASK)))
    .orderBy(day, asc(tasks.title), asc(tasks.id))
    .limit(MOST_ENTRIES + 1)
  return rows.map((row) => ({ ...row, layer: 'tasks' }))
}
