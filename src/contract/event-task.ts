import { z } from 'zod'
import type { Instant, PlainDay } from './instant.ts'
import { entryVersion, nameText } from './library.ts'

/** Who does a task: somebody of the event's team, or one of its vendors. */
type AssigneeType = 'team' | 'vendor'

/** What has to be handed in for a task. */
export const TASK_KINDS = ['file', 'image', 'text', 'choice', 'acknowledgement', 'form'] as const
type TaskKind = (typeof TASK_KINDS)[number]

/**
 * `submitted` waits for a decision of an administrator, who accepts it (`done`) or returns it with a note (`returned`). `waived` is
 * no longer asked for. Reminders go out only for what is open or returned.
 */
export const TASK_STATES = ['open', 'submitted', 'returned', 'done', 'waived'] as const
type TaskState = (typeof TASK_STATES)[number]

/** The furthest that a task is due from the event's day, in days. */
const MOST_TASK_DAYS = 90

/** Refuses somebody who is neither in the event's team nor one of its vendors. */
export const NOT_IN_LINEUP = 'Choose somebody from the team or the vendors of this event'

/** What is shown for somebody who is no longer in the library. */
export const NO_LONGER_LISTED = 'No longer in the library'

const fields = {
  title: nameText(200, 'Title'),
  assigneeType: z.enum(['team', 'vendor'], NOT_IN_LINEUP),
  /** An entry of the team or vendor library. */
  assigneeId: z.uuid(NOT_IN_LINEUP),
  /** Days from the event's day: -7 is a week before. */
  dueDays: z
    .number('Enter a number of days')
    .int('Enter a whole number of days')
    .min(-MOST_TASK_DAYS, `At most ${MOST_TASK_DAYS} days before`)
    .max(MOST_TASK_DAYS, `At most ${MOST_TASK_DAYS} days after`),
}

/** `POST /api/admin/events/:id/tasks`. The form chooses the id, so that a double click makes one. */
export const newEventTask = z.strictObject({ id: z.uuid(), ...fields })
export type NewEventTask = z.output<typeof newEventTask>

/** `PATCH …/tasks/:taskId`: the whole form again, with the version it was filled from. */
export const eventTaskChange = z.strictObject({ ...fields, version: entryVersion })
export type EventTaskChange = z.output<typeof eventTaskChange>

/** `POST …/tasks/:taskId/state` marks a task as done, or reopens it. */
export const eventTaskState = z.strictObject({ isDone: z.boolean(), version: entryVersion })
export type EventTaskState = z.output<typeof eventTaskState>

/** Something that a person of the team or a vendor has to do for an event. */
export type EventTask = Omit<NewEventTask, 'id'> & {
  id: string
  assigneeName: string
  /** The event's day and `dueDays`: it moves with the event. */
  dueOn: PlainDay
  kind: TaskKind
  state: TaskState
  doneAt: Instant | null
  version: number
}

/** Somebody who can be given a task of an event. */
export type Assignee = {
  type: AssigneeType
  id: string
  name: string
  /** False for somebody without an email address, whom no reminder reaches. */
  hasEmail: boolean
}

/** The tasks of one event, the first due first, and the people who can be given one. */
export type EventTasks = { items: EventTask[]; assignees: Assignee[] }
