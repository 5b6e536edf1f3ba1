import { z } from 'zod'
import { taskContent, withOptions } from './event-task.ts'
import { type Entry, entryVersion, searchText } from './library.ts'

const fields = z.strictObject({ ...taskContent, assigneeType: z.enum(['team', 'vendor']) })

/** The form of a template: a task that events are given for each vendor, or for each person of the team. */
export const taskTemplateFields = withOptions(fields)
export type TaskTemplateFields = z.output<typeof taskTemplateFields>

/** A new template. The form chooses the id, so that a second click or a lost answer makes no second one. */
export const newTaskTemplate = withOptions(fields.extend({ id: z.uuid() }))
export type NewTaskTemplate = z.output<typeof newTaskTemplate>

/** The whole form again, with the version it was filled from. */
export const taskTemplateChange = withOptions(fields.required().extend({ version: entryVersion }))
export type TaskTemplateChange = z.output<typeof taskTemplateChange>

/** A template, in the list and alone. Events that were given its task are its uses. */
export type TaskTemplate = TaskTemplateFields & Entry

/** Checked before saving: does another template have this title? */
export const taskTemplateDuplicateQuery = z.strictObject({ name: searchText, except: z.uuid().optional() })
export type TaskTemplateDuplicateQuery = z.output<typeof taskTemplateDuplicateQuery>
