import { and, asc, eq, gte, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesAfter } from '#db/keyset.ts'
import { eventConfig } from '#db/schema/events.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import { csvFile, MOST_CSV, type MostCsv } from '#src/contract/csv.ts'
import { TASK_KIND_WORDS, TASK_STATE_WORDS } from '#src/contract/event-task.ts'
import type { Instant, PlainDay } from '#src/contract/instant.ts'
import { type Page, toPage } from '#src/contract/page.ts'
import { STATES_OF, type VendorTask, type VendorTasksFilter, type VendorTasksQuery } from '#src/contract/task-answer.ts'
import { DEFAULT_TIME_ZONE } from '#src/contract/time-zone.ts'
import { addDays, dayIn } from '#src/contract/wall-clock.ts'

/** Events that were longer ago are left out: what is missing there is of no use any longer. */
const DAYS_BACK = 30

const { id, dueDays, state, title, kind, isRequired } = eventTasks
const { eventDate, eventName } = eventConfig
const ORDER = [eventDate, eventConfig.id, dueDays, id] as const
type Place = [PlainDay, string, number, string]

/** The tasks of vendors at events from a month ago on, by event and due day. */
export async function listVendorTasks(db: Db, ask: VendorTasksQuery, now: Instant): Promise<Page<VendorTask>> {
  const { limit, cursor, ...filter } = ask
  const rows = await selectVendorTasks(db, filter, { now, after: cursor }).limit(limit + 1)
  return toPage(rows, { limit, toItem: toVendorTask, getPlace: placeOf })
}

const placeOf = (row: Row): Place => [row.eventDate, row.eventId, row.dueDays, row.id]

function selectVendorTasks(
  db: Db,
  filter: VendorTasksFilter,
  { now, after }: { now: Instant; after?: Place | undefined },
) {
  const since = addDays(dayIn(DEFAULT_TIME_ZONE, now), -DAYS_BACK)
  const isAsked = and(
    gte(eventDate, since),
    filter.event === undefined ? undefined : eq(eventConfig.id, filter.event),
    inArray(state, [...STATES_OF[filter.state]]),
    after && comesAfter(ORDER, after),
  )
  const vendor = { vendorId: vendorLibrary.id, vendorName: vendorLibrary.vendorName }
  return db
    .select({ id, eventId: eventConfig.id, eventName, eventDate, ...vendor, title, kind, isRequired, state, dueDays })
    .from(eventConfig)
    .innerJoin(eventTasks, and(eq(eventTasks.eventId, eventConfig.id), eq(eventTasks.assigneeType, 'vendor')))
    .innerJoin(vendorLibrary, eq(vendorLibrary.id, eventTasks.assigneeId))
    .where(isAsked)
    .orderBy(...ORDER.map((column) => asc(column)))
    .$dynamic()
}

type Row = Omit<VendorTask, 'dueOn'> & { dueDays: number }

function toVendorTask({ dueDays: days, ...row }: Row): VendorTask {
  return { ...row, dueOn: addDays(row.eventDate, days) }
}

/** The same tasks as a CSV file, in pieces. */
export function vendorTaskCsv(
  db: Db,
  filter: VendorTasksFilter,
  now: Instant,
  most: MostCsv = MOST_CSV,
): AsyncGenerator<string> {
  return csvFile<Row>({
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
    read: (limit, last) =>
      selectVendorTasks(db, filter, {
        now,
        after: last && [last.eventDate, last.eventId, last.dueDays, last.id],
      }).limit(limit),
    howToContinue: ({ eventName: name }) => `Export the tasks of one event at a time, beginning with ${name}.`,
    most,
  })
}
