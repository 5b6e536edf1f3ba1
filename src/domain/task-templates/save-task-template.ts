import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventTasks, taskTemplates } from '#db/schema/tasks.ts'
import { NOT_FOUND } from '#src/contract/failure.ts'
import type { RemovedEntry } from '#src/contract/library.ts'
import type { NewTaskTemplate, TaskTemplate, TaskTemplateChange } from '#src/contract/task-template.ts'
import type { Changed } from '#src/contract/versioned.ts'
import type { Actor } from '../audit/audit.ts'
import { createVersioned, deleteVersioned, updateVersioned } from '../library/versioned.ts'
import { readTaskTemplate, readTaskTemplateUses } from './read-task-templates.ts'

const templates = {
  table: taskTemplates,
  subjectType: 'task_template',
  missing: NOT_FOUND.taskTemplate,
  read: readTaskTemplate,
}

/** Adds a template, once for each id. Throws `conflict` for an id that is stored with other fields. */
export function createTaskTemplate(db: Db, template: NewTaskTemplate, actor: Actor): Promise<Changed<TaskTemplate>> {
  return createVersioned(db, templates, template, actor)
}

/** Saves the whole form. Events keep the tasks they have. Throws `not_found`, and `conflict` for a stale version. */
export function updateTaskTemplate(
  db: Db,
  id: string,
  { version, ...fields }: TaskTemplateChange,
  actor: Actor,
): Promise<Changed<TaskTemplate>> {
  return updateVersioned(db, templates, { id, version, fields, actor })
}

/** Deletes a template; events keep the tasks they have. Throws `not_found`, and `conflict` for a stale version. */
export function deleteTaskTemplate(db: Db, id: string, version: number, actor: Actor): Promise<RemovedEntry> {
  const inspect = async (tx: Db, { title: name }: { title: string }) => {
    const { eventId, templateId } = eventTasks
    const given = await tx.selectDistinct({ eventId }).from(eventTasks).where(eq(templateId, id))
    const kept = { eventIds: given.map((task) => task.eventId) }
    return { name, uses: await readTaskTemplateUses(tx, id), kept }
  }
  return deleteVersioned(db, templates, { id, version, actor, inspect })
}
