import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { eventTasks, taskTemplates } from '#db/schema/tasks.ts'
import type { GivenTasks } from '#src/contract/event-task.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { listAssignees } from './read-tasks.ts'

type NewTask = typeof eventTasks.$inferInsert
const ROWS_AT_ONCE = 500

/**
 * Gives an event the tasks of these templates: one for each vendor, or for each person of the team. A person who has the task of a
 * template gets no second one. Throws `not_found` for the event and for a template.
 */
export async function giveTasks(
  db: Db,
  eventId: string,
  templateIds: readonly string[],
  actor: Actor,
): Promise<GivenTasks> {
  return db.transaction(async (tx) => {
    const isThis = eq(eventConfig.id, eventId)
    const [event] = await tx.select({ id: eventConfig.id }).from(eventConfig).where(isThis).for('key share')
    if (!event) throw new Failure('not_found', NOT_FOUND.event)
    const wanted = [...new Set(templateIds)]
    // In one order, so that two who press at once wait for each other.
    const { id } = taskTemplates
    const templates = await tx.select().from(taskTemplates).where(inArray(id, wanted)).orderBy(asc(id))
    if (templates.length < wanted.length) throw new Failure('not_found', NOT_FOUND.taskTemplate)
    const assignees = await listAssignees(tx, eventId)
    const rows = templates.flatMap(({ id: templateId, assigneeType, ...template }) =>
      assignees
        .filter(({ type }) => type === assigneeType)
        .map(({ id: assigneeId }) => toTask({ ...template, templateId, assigneeType, assigneeId, eventId })),
    )
    return { added: await addTasks(tx, eventId, rows, actor), all: rows.length }
  })
}

/**
 * Gives newcomers of an event the tasks that others of their kind were given from templates, in the words that they have there.
 * In the transaction that adds the newcomers.
 */
export async function giveToNewcomers(
  tx: Db,
  { eventId, type, ids }: { eventId: string; type: 'team' | 'vendor'; ids: readonly string[] },
  actor: Actor,
): Promise<void> {
  const { templateId, assigneeType, createdAt, id } = eventTasks
  const given = await tx
    .selectDistinctOn([templateId])
    .from(eventTasks)
    .where(and(eq(eventTasks.eventId, eventId), eq(assigneeType, type), isNotNull(templateId)))
    .orderBy(asc(templateId), asc(createdAt), asc(id))
  const rows = ids.flatMap((assigneeId) => given.map((task) => toTask({ ...task, assigneeId })))
  await addTasks(tx, eventId, rows, actor)
}

/** A task that nothing has happened to, in the words of a template or of another task. */
function toTask({ eventId, templateId = null, assigneeType, assigneeId, title, dueDays, ...rest }: NewTask): NewTask {
  const { kind, help, options, isRequired } = rest
  return { eventId, templateId, assigneeType, assigneeId, title, dueDays, kind, help, options, isRequired }
}

async function addTasks(tx: Db, eventId: string, rows: readonly NewTask[], actor: Actor): Promise<number> {
  const taskIds: string[] = []
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE)
    const made = await tx.insert(eventTasks).values(some).onConflictDoNothing().returning({ id: eventTasks.id })
    taskIds.push(...made.map(({ id }) => id))
  }
  if (taskIds.length === 0) return 0
  const templateIds = [...new Set(rows.map(({ templateId }) => templateId))]
  const entry = { action: 'event.tasks.give', subjectType: 'event', subjectId: eventId }
  await recordAudit(tx, actor, { ...entry, after: { templateIds, taskIds } })
  return taskIds.length
}
