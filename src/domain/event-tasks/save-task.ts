import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import {
  ALREADY_GIVEN,
  type EventTask,
  type EventTaskChange,
  type NewEventTask,
  NOT_IN_LINEUP,
} from '#src/contract/event-task.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Changed } from '#src/contract/versioned.ts'
import type { Actor } from '../audit/audit.ts'
import { createVersioned, deleteVersioned, updateVersioned } from '../library/versioned.ts'
import { listAssignees, readTask } from './read-tasks.ts'

/** The tasks of events, for `updateVersioned`. */
export const tasks = { table: eventTasks, subjectType: 'event_task', missing: NOT_FOUND.task, read: readTask }

/** A task of an event, as its address names it. */
export type TaskOf = { eventId: string; taskId: string }

/**
 * Adds a task to an event, once for each id. Throws `not_found` for the event, `invalid` for somebody who is not in its lineup,
 * and `conflict` for an id that is stored with other fields.
 */
export async function createTask(
  db: Db,
  eventId: string,
  task: NewEventTask,
  actor: Actor,
): Promise<Changed<EventTask>> {
  return db.transaction(async (tx) => {
    const isThis = eq(eventConfig.id, eventId)
    const [event] = await tx.select({ id: eventConfig.id }).from(eventConfig).where(isThis).for('key share')
    if (!event) throw new Failure('not_found', NOT_FOUND.event)
    await requireAssignee(tx, eventId, task)
    return createVersioned(tx, tasks, { ...task, eventId }, actor)
  })
}

/**
 * Saves the whole form of a task. Somebody who has left the lineup keeps the task until it is given to another. Throws
 * `not_found`, `invalid` for somebody who is not in the lineup, and `conflict` for a stale version.
 */
export async function updateTask(
  db: Db,
  at: TaskOf,
  { version, ...fields }: EventTaskChange,
  actor: Actor,
): Promise<Changed<EventTask>> {
  const { assigneeType, assigneeId, templateId } = await requireTask(db, at)
  const isSame = assigneeType === fields.assigneeType && assigneeId === fields.assigneeId
  if (!isSame) await requireAssignee(db, at.eventId, fields)
  if (!isSame && templateId !== null) await requireNoTwin(db, at, { ...fields, templateId })
  return updateVersioned(db, tasks, { id: at.taskId, version, fields, actor })
}

/** Deletes a task; the audit log keeps it whole. Throws `not_found`, and `conflict` for a stale version. */
export async function deleteTask(db: Db, at: TaskOf, version: number, actor: Actor): Promise<{ id: string }> {
  await requireTask(db, at)
  const inspect = async (_tx: Db, { title: name }: { title: string }) => ({ name, uses: { count: 0, events: [] } })
  await deleteVersioned(db, tasks, { id: at.taskId, version, actor, inspect })
  return { id: at.taskId }
}

/** A task belongs to the same event for as long as it exists, so this needs no lock. Throws `not_found`. */
export async function requireTask(db: Db, { eventId, taskId }: TaskOf) {
  const task = await readTask(db, taskId)
  if (task.eventId !== eventId) throw new Failure('not_found', NOT_FOUND.task)
  return task
}

type Given = Pick<EventTask, 'assigneeType' | 'assigneeId'> & { templateId: string }

/** A vendor or person has the task of a template once. Throws `invalid`. */
async function requireNoTwin(db: Db, { eventId, taskId }: TaskOf, given: Given): Promise<void> {
  const { id, templateId, assigneeType, assigneeId } = eventTasks
  const isTheirs = and(eq(assigneeType, given.assigneeType), eq(assigneeId, given.assigneeId))
  const isTwin = and(eq(eventTasks.eventId, eventId), eq(templateId, given.templateId), isTheirs, ne(id, taskId))
  const [twin] = await db.select({ id }).from(eventTasks).where(isTwin)
  if (twin) throw new Failure('invalid', ALREADY_GIVEN, { field: 'assigneeId' })
}

async function requireAssignee(
  db: Db,
  eventId: string,
  { assigneeType, assigneeId }: Pick<EventTask, 'assigneeType' | 'assigneeId'>,
): Promise<void> {
  const assignees = await listAssignees(db, eventId)
  if (!assignees.some(({ type, id }) => type === assigneeType && id === assigneeId))
    throw new Failure('invalid', NOT_IN_LINEUP, { field: 'assigneeId' })
}
