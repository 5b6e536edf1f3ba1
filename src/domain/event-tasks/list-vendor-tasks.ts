import { and, asc, count, eq, gte, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { comesAfter } from '#db/keyset.ts'
import { eventConfig } from '#db/schema/events.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { nudges } from '#db/schema/partners.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import { matchesWords } from '#db/search.ts'
import { csvFile, MOST_CSV, type MostCsv } from '#src/contract/csv.ts'
import { NO_LONGER_LISTED, TASK_KIND_WORDS, TASK_STATE_WORDS } from '#src/contract/event-task.ts'
import type { Instant, PlainDay } from '#src/contract/instant.ts'
import { type Page, toPage } from '#src/contract/page.ts'
import { STATES_OF, type VendorTask, type VendorTasksFilter, type VendorTasksQuery } from '#src/contract/task-answer.ts'
import { DEFAULT_TIME_ZONE } from '#src/contract/time-zone.ts'
import { addDays, dayIn } from '#src/contract/wall-clock.ts'

/** Events that were longer ago are left out: what is missing there is of no use any longer. */
const DAYS_BACK = 30

const { id, dueDays, state, title, kind, isRequired } = eventTasks
const { eventDate, eventName, eventTimezone: timeZone } = eventConfig
type Place = [PlainDay, string, number, string]

/** The tasks of vendors at events from a month ago on, by event and due day. */
export async function listVendorTasks(db: Db, ask: VendorTasksQuery, now: Instant): Promise<Page<VendorTask>> {
  const { limit, cursor, ...filter } = ask
  const named = await findNamed(db, filter.q, now)
  const rows = await readVendorTasks(db, { ...filter, named }, { now, after: cursor, limit: limit + 1 })
  return toPage(rows, { limit, toItem: toVendorTask, getPlace: placeOf })
}

/** How many of these tasks wait for a review. */
export async function countSubmittedTasks(db: Db, now: Instant): Promise<number> {
  const isListed = and(gte(eventDate, firstDay(now)), eq(eventTasks.assigneeType, 'vendor'), eq(state, 'submitted'))
  const [row] = await db
    .select({ tasks: count() })
    .from(eventTasks)
    .innerJoin(eventConfig, eq(eventTasks.eventId, eventConfig.id))
    .where(isListed)
  return row?.tasks ?? 0
}

const placeOf = (row: Row): Place => [row.eventDate, row.eventId, row.dueDays, row.id]

/** More vendors or events than these are not looked for at once. */
const MOST_NAMED = 200
type Named = { vendors: string[]; events: string[] } | undefined

const firstDay = (now: Instant): PlainDay => addDays(dayIn(DEFAULT_TIME_ZONE, now), -DAYS_BACK)

/** The vendors and the events that a search names; undefined for a search without words. */
async function findNamed(db: Db, q: string, now: Instant): Promise<Named> {
  const { vendorName, contactName, contactEmail, tags } = vendorLibrary
  const { eventSlug, city, state: region, venueName } = eventConfig
  const isVendor = matchesWords([vendorName, contactName, contactEmail, tags], q)
  const isEvent = matchesWords([eventName, eventSlug, city, region, venueName], q)
  if (!isVendor || !isEvent) return undefined
  const vendors = await db.select({ id: vendorLibrary.id }).from(vendorLibrary).where(isVendor).limit(MOST_NAMED)
  const events = await db
    .select({ id: eventConfig.id })
    .from(eventConfig)
    .where(and(isEvent, gte(eventDate, firstDay(now))))
    .limit(MOST_NAMED)
  return { vendors: vendors.map((one) => one.id), events: events.map((one) => one.id) }
}

const isOneOf = (column: AnyPgColumn, ids: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...ids])}::uuid[])`

/** The events that are named, and those with a task of a vendor who is. */
function isOfNamed(db: Db, { vendors, events }: NonNullable<Named>): SQL | undefined {
  const theirs = db
    .select({ id: eventTasks.eventId })
    .from(eventTasks)
    .where(and(eq(eventTasks.assigneeType, 'vendor'), isOneOf(eventTasks.assigneeId, vendors)))
  return or(isOneOf(eventConfig.id, events), inArray(eventConfig.id, theirs))
}

type Wanted = Omit<VendorTasksFilter, 'q'> & { named: Named }
type Part = { now: Instant; after: Place | undefined; limit: number }

/** Event by event: no more tasks of one are read than are shown. */
function readVendorTasks(db: Db, { named, ...filter }: Wanted, { now, after, limit }: Part): Promise<Row[]> {
  const since = firstDay(now)
  const isAsked = and(
    eq(eventTasks.eventId, eventConfig.id),
    eq(eventTasks.assigneeType, 'vendor'),
    inArray(state, [...STATES_OF[filter.state]]),
    named && or(isOneOf(eventTasks.assigneeId, named.vendors), isOneOf(eventConfig.id, named.events)),
    after && comesAfter([eventDate, eventConfig.id, dueDays, id], after),
  )
  const tasks = db
    .select({ id, vendorId: eventTasks.assigneeId, title, kind, isRequired, state, dueDays })
    .from(eventTasks)
    .where(isAsked)
    .orderBy(asc(dueDays), asc(id))
    .limit(limit)
    .as('tasks')
  const name = db
    .select({ name: vendorLibrary.vendorName })
    .from(vendorLibrary)
    .where(eq(vendorLibrary.id, tasks.vendorId))
  const vendorName = sql<string>`coalesce((${name}), ${NO_LONGER_LISTED})`
  const nudgedAt = sql<number | null>`(select (extract(epoch from max(n.created_at)) * 1000)::float8 from ${nudges} n
    where n.subject = 'vendor:' || ${tasks.vendorId})`
  return (
    db
      .select({
        nudgedAt,
        ...{
          id: tasks.id,
          eventId: eventConfig.id,
          eventName,
          eventDate,
          timeZone,
          vendorId: tasks.vendorId,
          vendorName,
        },
        ...{
          title: tasks.title,
          kind: tasks.kind,
          isRequired: tasks.isRequired,
          state: tasks.state,
          dueDays: tasks.dueDays,
        },
      })
      .from(eventConfig)
      .crossJoinLateral(tasks)
      .where(
        and(
          gte(eventDate, after?.[0] ?? since),
          gte(eventDate, since),
          filter.event === undefined ? undefined : eq(eventConfig.id, filter.event),
          named && isOfNamed(db, named),
        ),
      )
      // No date and no id is null. The index has them the other way round, and is read backwards for exactly this order.
      .orderBy(sql`${eventDate} nulls first`, sql`${eventConfig.id} nulls first`, asc(tasks.dueDays), asc(tasks.id))
      .limit(limit)
  )
}

type Row = Omit<VendorTask, 'dueOn'> & { dueDays: number }

function toVendorTask({ dueDays: days, ...row }: Row): VendorTask {
  return { ...row, dueOn: addDays(row.eventDate, days) }
}

/** The same tasks as a CSV file, in pieces. */
export async function* vendorTaskCsv(
  db: Db,
  filter: VendorTasksFilter,
  now: Instant,
  most: MostCsv = MOST_CSV,
): AsyncGenerator<string> {
  const wanted = { ...filter, named: await findNamed(db, filter.q, now) }
  yield* csvFile<Row>({
    columns: [
      ['Event', ({ eventName: name }) => name],
      ['Event day', ({ eventDate: day }) => day],
      ['Vendor', ({ vendorName }) => vendorName],
      ['Task', (row) => row.title],
      ['Kind', (row) => TASK_KIND_WORDS[row.kind]],
      ['Required', (row) => (row.isRequired ? 'Yes' : 'No')],
      ['Due', (row) => toVendorTask(row).dueOn],
      ['State', (row) => TASK_STATE_WORDS[row.state]],
    ],
    read: (limit, last) => readVendorTasks(db, wanted, { now, after: last && placeOf(last), limit }),
    howToContinue: ({ eventName: name }) =>
      `Search for one event at a time and export its tasks, beginning with ${name}.`,
    most,
  })
}
