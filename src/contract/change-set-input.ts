import { z } from 'zod'
import { SUBJECT_TYPES } from './change-subject.ts'
import { plainDay } from './event.ts'
import { entryVersion, searchText } from './library.ts'
import { pageFields } from './page.ts'
import { text } from './text.ts'
import { timeZoneSchema } from './time-zone.ts'

const name = text(1, 100, 'Name').refine((given) => given.trim() !== '', 'Name is required')
const note = text(0, 500, 'Note')

/** `POST /api/admin/change-sets`. The form chooses the id, so that a second click makes no second set. */
export const newChangeSet = z.strictObject({ id: z.uuid(), name, note: note.default('') })
export type NewChangeSet = z.output<typeof newChangeSet>

/** `PATCH /:id` */
export const changeSetChange = z.strictObject({ name, note, version: entryVersion })
export type ChangeSetChange = z.output<typeof changeSetChange>

/** The version of a set or item that a step was decided on. */
export const setStep = z.strictObject({ version: entryVersion })

/** `POST /:id/publish`: with the time of the checks whose warnings were read; null where they found none. */
export const publishInput = z.strictObject({ version: entryVersion, readAt: z.int().nullable() })
export type PublishInput = z.output<typeof publishInput>

/** `?state=` of the list, the last changed first. */
export const changeSetQuery = z.strictObject({
  ...pageFields(z.tuple([z.int().positive(), z.uuid()])),
  state: z.enum(['open', 'in_review', 'scheduled', 'missed', 'failed', 'published', 'rolled_back']).optional(),
})
export type ChangeSetQuery = z.output<typeof changeSetQuery>

/** `GET /subjects`: records of one kind that a set can change. */
export const subjectQuery = z.strictObject({ type: z.enum(SUBJECT_TYPES), q: searchText })
export type SubjectQuery = z.output<typeof subjectQuery>

/** `POST /:id/items`: begins the change of one record. */
export const newChangeItem = z.strictObject({
  id: z.uuid(),
  subjectType: z.enum(SUBJECT_TYPES),
  subjectId: text(1, 100, 'Record'),
})
export type NewChangeItem = z.output<typeof newChangeItem>

/**
 * `POST /replacements`: makes a set with every place of a block, or with every text that has some words as they are written. The form
 * chooses the id of the set.
 */
export const replaceInput = z.union([
  z.strictObject({ id: z.uuid(), blockId: z.uuid(), byId: z.uuid() }),
  z.strictObject({ id: z.uuid(), find: text(3, 200, 'The text to find'), by: text(0, 500, 'The new text') }),
])
export type ReplaceInput = z.output<typeof replaceInput>

const value = z.record(z.string(), z.unknown(), 'Fields must be an object')

/** `PUT /:id/items/:itemId`: the whole form of the record. */
export const changeItemInput = z.strictObject({ value, version: entryVersion })
export type ChangeItemInput = z.output<typeof changeItemInput>

/** `POST /:id/items/:itemId/resolve`: for each field that both changed, the value to keep. */
export const resolveInput = z.strictObject({
  choices: z.record(z.string(), z.enum(['mine', 'theirs'])),
  version: entryVersion,
})
export type ResolveInput = z.output<typeof resolveInput>

/** `POST /:id/schedule`: a time on the clock of a zone, and the moment that the editor was shown for it. */
export const scheduleInput = z.strictObject({
  day: plainDay,
  clock: z.string('Enter a time').regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as HH:MM'),
  zone: timeZoneSchema,
  at: z.int(),
  readAt: z.int().nullable(),
  version: entryVersion,
})
export type ScheduleInput = z.output<typeof scheduleInput>

/** `POST /api/change-set-previews`: what a preview link opens, page by page. */
export const setPreviewInput = z.strictObject({ token: z.string().max(200), path: z.string().max(200) })
