import { type AnyColumn, and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesAfter } from '#db/keyset.ts'
import { eventConfig, eventTeam, eventVendors } from '#db/schema/events.ts'
import { teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import { type Assignee, type EventTask, NO_LONGER_LISTED } from '#src/contract/event-task.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { type Page, toPage } from '#src/contract/page.ts'
import { type EventTasksQuery, STATES_OF } from '#src/contract/task-answer.ts'
import { addDays } from '#src/contract/wall-clock.ts'

/** Throws `not_found`. */
async function requireEvent(db: Db, eventId: string): Promise<void> {
  const [event] = await db.select({ id: eventConfig.id }).from(eventConfig).where(eq(eventConfig.id, eventId))
  if (!event) throw new Failure('not_found', NOT_FOUND.event)
}

const { id, title, dueDays, state } = eventTasks

/** The tasks of an event by due day and title, a page at a time. Throws `not_found` for the event. */
export async function pageEventTasks(db: Db, eventId: string, ask: EventTasksQuery): Promise<Page<EventTask>> {
  await requireEvent(db, eventId)
  const { limit, cursor, state: filter } = ask
  const isShown = filter && inArray(state, [...STATES_OF[filter]])
  const rows = await selectTasks(db)
    .where(and(eq(eventTasks.eventId, eventId), isShown, cursor && comesAfter([dueDays, title, id], cursor)))
    .orderBy(asc(dueDays), asc(title), asc(id))
    .limit(limit + 1)
  return toPage(rows, { limit, toItem: toTask, getPlace: ({ task }) => [task.dueDays, task.title, task.id] })
}

const MOST_LISTED = 1_000

/** So many tasks of an event: those that have to be done first, and then those that are over. */
export async function listTasks(db: Db, eventId: string, limit = MOST_LISTED): Promise<EventTask[]> {
  const rows = await selectTasks(db)
    .where(eq(eventTasks.eventId, eventId))
    .orderBy(sql`${eventTasks.doneAt} is not null`, asc(dueDays), asc(title), asc(id))
    .limit(limit)
  return rows.map(toTask)
}

/** Throws `not_found`. */
export async function readTask(db: Db, taskId: string): Promise<EventTask> {
  const [row] = await selectTasks(db).where(eq(id, taskId))
  if (!row) throw new Failure('not_found', NOT_FOUND.task)
  return toTask(row)
}

/** The name of an assignee, looked up for the rows that are shown. */
export const nameAssignee = ({ assigneeType, assigneeId }: Record<'assigneeType' | 'assigneeId', AnyColumn>) =>
  sql<string>`coalesce(case ${assigneeType}
    when 'team' then (select ${teamLibrary.fullName} from ${teamLibrary} where ${eq(teamLibrary.id, assigneeId)})
    else (select ${vendorLibrary.vendorName} from ${vendorLibrary} where ${eq(vendorLibrary.id, assigneeId)})
  end, ${NO_LONGER_LISTED})`

function selectTasks(db: Db) {
  return db
    .select({ task: eventTasks, eventDate: eventConfig.eventDate, assigneeName: nameAssignee(eventTasks) })
    .from(eventTasks)
    .innerJoin(eventConfig, eq(eventConfig.id, eventTasks.eventId))
    .$dynamic()
}

type Row = { task: typeof eventTasks.$inferSelect; eventDate: string; assigneeName: string }

function toTask({ task, eventDate, assigneeName }: Row): EventTask {
  const { createdAt: _createdAt, updatedAt: _updatedAt, doneAt, ...fields } = task
  return { ...fields, assigneeName, dueOn: addDays(eventDate, task.dueDays), doneAt: doneAt?.getTime() ?? null }
}

/** Everybody who can be given a task of an event. Throws `not_found` for the event. */
export async function readAssignees(db: Db, eventId: string): Promise<Assignee[]> {
  await requireEvent(db, eventId)
  return listAssignees(db, eventId)
}

/** The team and the vendors of an event, in their order, whether its page shows them or not. */
export async function listAssignees(db: Db, eventId: string): Promise<Assignee[]> {
  const team = await db
    .select({ id: teamLibrary.id, name: teamLibrary.fullName, email: teamLibrary.email })
    .from(eventTeam)
    .innerJoin(teamLibrary, eq(teamLibrary.id, eventTeam.teamLibraryId))
    .where(eq(eventTeam.eventId, eventId))
    .orderBy(asc(eventTeam.displayOrder), asc(eventTeam.id))
  const vendors = await db
    .select({ id: vendorLibrary.id, name: vendorLibrary.vendorName, email: vendorLibrary.contactEmail })
    .from(eventVendors)
    .innerJoin(vendorLibrary, eq(vendorLibrary.id, eventVendors.vendorLibraryId))
    .where(eq(eventVendors.eventId, eventId))
    .orderBy(asc(eventVendors.displayOrder), asc(eventVendors.id))
  const toAssignee =
    (type: Assignee['type']) =>
    ({ id, name, email }: (typeof team)[number]): Assignee => ({ type, id, name, hasEmail: Boolean(email) })
  return [...team.map(toAssignee('team')), ...vendors.map(toAssignee('vendor'))]
}
