import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { Temporal } from 'temporal-polyfill'
import type { Db } from '#db/client.ts'
import { eventConfig, eventTeam, eventVendors } from '#db/schema/events.ts'
import { teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import { type Assignee, type EventTask, type EventTasks, NO_LONGER_LISTED } from '#src/contract/event-task.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'

/** The tasks of an event and everybody who can be given one. Throws `not_found` for the event. */
export async function readEventTasks(db: Db, eventId: string): Promise<EventTasks> {
  const [event] = await db.select({ id: eventConfig.id }).from(eventConfig).where(eq(eventConfig.id, eventId))
  if (!event) throw new Failure('not_found', NOT_FOUND.event)
  return { items: await listTasks(db, eventId), assignees: await listAssignees(db, eventId) }
}

/** The tasks of an event, the first due first. */
export function listTasks(db: Db, eventId: string): Promise<EventTask[]> {
  return selectTasks(db, eq(eventTasks.eventId, eventId))
}

/** Throws `not_found`. */
export async function readTask(db: Db, taskId: string): Promise<EventTask & { eventId: string }> {
  const [task] = await selectTasks(db, eq(eventTasks.id, taskId))
  if (!task) throw new Failure('not_found', NOT_FOUND.task)
  return task
}

async function selectTasks(db: Db, which: SQL): Promise<(EventTask & { eventId: string })[]> {
  const rows = await db
    .select({
      task: eventTasks,
      eventDate: eventConfig.eventDate,
      assigneeName: sql<string>`coalesce(${teamLibrary.fullName}, ${vendorLibrary.vendorName}, ${NO_LONGER_LISTED})`,
    })
    .from(eventTasks)
    .innerJoin(eventConfig, eq(eventConfig.id, eventTasks.eventId))
    .leftJoin(teamLibrary, and(eq(eventTasks.assigneeType, 'team'), eq(teamLibrary.id, eventTasks.assigneeId)))
    .leftJoin(vendorLibrary, and(eq(eventTasks.assigneeType, 'vendor'), eq(vendorLibrary.id, eventTasks.assigneeId)))
    .where(which)
    .orderBy(asc(eventTasks.dueDays), asc(eventTasks.createdAt), asc(eventTasks.id))
  return rows.map(({ task, eventDate, assigneeName }) => {
    const { id, eventId, title, assigneeType, assigneeId, dueDays, kind, state, version, doneAt } = task
    const fields = { id, eventId, title, assigneeType, assigneeId, dueDays, kind, state, version }
    const dueOn = Temporal.PlainDate.from(eventDate).add({ days: fields.dueDays }).toString()
    return { ...fields, assigneeName, dueOn, doneAt: doneAt?.getTime() ?? null }
  })
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
