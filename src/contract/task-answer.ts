import { z } from 'zod'
import type { EventTask, TaskKind, TaskState } from './event-task.ts'
import type { Instant, PlainDay } from './instant.ts'
import { nameText, searchText } from './library.ts'
import { MOST_UPLOAD_BYTES } from './medium.ts'
import { pageFields } from './page.ts'
import { isStorable, text } from './text.ts'

const answerText = (max: number, label: string) =>
  text(1, max, label).refine((value) => value === '' || value.trim() !== '', `${label} is required`)

/** What is handed in for a task, by the kind of the task. */
export const taskAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: answerText(5000, 'Text') }),
  z.strictObject({ kind: z.literal('choice'), choice: text(1, 200, 'Choice') }),
  /** In the order of the questions. */
  z.strictObject({ kind: z.literal('form'), answers: z.array(answerText(2000, 'Answer')).max(20) }),
  z.strictObject({ kind: z.literal('acknowledgement'), isConfirmed: z.literal(true, 'Confirm this first') }),
  /** The id of a file that was uploaded for this task. */
  z.strictObject({ kind: z.literal('file'), fileId: z.uuid() }),
  z.strictObject({ kind: z.literal('image'), fileId: z.uuid() }),
])
export type TaskAnswer = z.output<typeof taskAnswer>

/** `POST …/tasks/:id/answer`. The form chooses the id, so that a double click hands in once. */
export const taskAnswerInput = z.strictObject({ submissionId: z.uuid(), answer: taskAnswer })
/** `POST /api/logistics/tasks/answer`: the same with the link that it is sent by. */
export const linkTaskAnswer = taskAnswerInput.extend({ token: z.string().max(200), taskId: z.uuid() })

/** The longest file in base64. */
const MOST_BASE64 = Math.ceil(MOST_UPLOAD_BYTES / 3) * 4
/** Bytes of a body with a file: the file in base64, and its name. */
export const TASK_UPLOAD_LIMIT = MOST_BASE64 + 4096

/** `POST …/task-files`. The form chooses the id, so that a repeated call stores one file. */
export const taskUpload = z.strictObject({
  id: z.uuid(),
  taskId: z.uuid(),
  name: nameText(200, 'File name'),
  /** The bytes in base64. */
  data: z.base64('This file cannot be read').max(MOST_BASE64, 'The file must be at most 2 MB.'),
})

/** `POST /api/logistics/task-files`: the same with the link that it is sent by. */
export const linkTaskUpload = taskUpload.extend({ token: z.string().max(200) })

/** A file of a task, without its bytes. */
export type TaskFile = { id: string; name: string; contentType: string; size: number }

/** Why a file is refused. */
export const FILE_SENTENCE = {
  tooLarge: 'The file must be at most 2 MB.',
  wrongType: 'The file must be a PDF, a PNG, JPEG or WebP image, a Word, Excel or PowerPoint file, or plain text.',
  tooMany: 'This task already has as many files as it can hold. Ask the organizers to delete it and add it again.',
} as const

/** Refuses an answer to a task that is done or waived. */
export const TASK_OVER = 'This task is already closed. Reload the page to see its state.'
/** Refuses an answer of another kind, or to options and questions that have changed. */
export const TASK_CHANGED = 'This task has changed. Reload the page and answer it again.'
/** Refuses a decision that the state of a task does not allow. */
export const TASK_STATE_REFUSED = "The task's state has changed. Reload the page."

/** What was handed in once. */
export type TaskSubmission = {
  id: string
  at: Instant
  answer: TaskAnswer
  /** Of an answer that is a file or an image. */
  file: TaskFile | null
  state: 'submitted' | 'returned' | 'accepted'
  note: string | null
}

/** A submission with the name of the person who handed it in. */
export type NamedSubmission = TaskSubmission & { by: string }

/** One task with everything that was handed in for it, the newest first. */
export type EventTaskDetail = { task: EventTask; submissions: NamedSubmission[] }

/** A task as the person sees it who has to do it. */
export type AssignedTask = Pick<
  EventTask,
  'id' | 'title' | 'kind' | 'help' | 'options' | 'isRequired' | 'dueOn' | 'state' | 'note'
> & {
  eventId: string
  eventName: string
  /** The due day in words: `Thursday, January 14, 2027`. */
  due: string
  /** True once the day on which it is due is over where the event takes place. */
  isOverdue: boolean
  /** What was handed in last; null before the first time. */
  submission: TaskSubmission | null
}

/** The state of a task after it was answered. */
export type AnsweredTask = { id: string; state: TaskState }

/** `?limit=&cursor=` of one's own tasks. */
export const ownTasksQuery = z.strictObject(pageFields(z.tuple([z.iso.date(), z.uuid()])))
export type OwnTasksQuery = z.output<typeof ownTasksQuery>

/** Which tasks a list shows: what is missing is open or was returned. */
const TASK_FILTERS = ['missing', 'submitted', 'done', 'waived'] as const
export type TaskFilter = (typeof TASK_FILTERS)[number]

/** The states that a filter shows. */
export const STATES_OF: Readonly<Record<TaskFilter, readonly TaskState[]>> = {
  missing: ['open', 'returned'],
  submitted: ['submitted'],
  done: ['done'],
  waived: ['waived'],
}

/** `?state=&limit=&cursor=` of the tasks of one event; without a state, of all of them. */
export const eventTasksQuery = z.strictObject({
  ...pageFields(z.tuple([z.int(), z.string().max(400).refine(isStorable), z.uuid()])),
  state: z.enum(TASK_FILTERS).optional(),
})
export type EventTasksQuery = z.output<typeof eventTasksQuery>

const vendorTaskFilter = {
  state: z.enum(TASK_FILTERS).default('missing'),
  event: z.uuid().optional(),
  /** Beginnings of words of the vendor or of the event. */
  q: searchText,
}

/** `?state=&event=&q=&limit=&cursor=` of the tasks of all vendors. */
export const vendorTasksQuery = z.strictObject({
  ...pageFields(z.tuple([z.iso.date(), z.uuid(), z.int(), z.uuid()])),
  ...vendorTaskFilter,
})
/** The same for a file that contains them all. */
export const vendorTasksExport = z.strictObject(vendorTaskFilter)
export type VendorTasksQuery = z.output<typeof vendorTasksQuery>
export type VendorTasksFilter = z.output<typeof vendorTasksExport>

/** A task of a vendor, in the list of all vendors' tasks. */
export type VendorTask = {
  id: string
  eventId: string
  eventName: string
  eventDate: PlainDay
  /** Of the event, whose days count. */
  timeZone: string
  vendorId: string
  vendorName: string
  title: string
  kind: TaskKind
  isRequired: boolean
  state: TaskState
  dueOn: PlainDay
  /** When the vendor was last reminded by hand; null if it never was. */
  nudgedAt: Instant | null
}

/** Hours after which a vendor can be reminded by hand again. */
export const VENDOR_NUDGE_HOURS = 48
/** Refuses a reminder that would be the second within 48 hours. */
export const VENDOR_NUDGED = `This vendor was reminded within the last ${VENDOR_NUDGE_HOURS} hours.`
/** Refuses a reminder of a vendor from whom nothing is missing. */
export const NOTHING_TO_NUDGE = 'Nothing is missing for upcoming published events.'
/** Refuses a reminder that would reach nobody. */
export const NO_CONTACT = 'No one at this vendor has portal access. Invite a contact first.'

/** `POST /api/admin/vendor-tasks/nudge`. */
export const vendorNudgeInput = z.strictObject({ vendorId: z.uuid() })
/** What became of a reminder: how many contacts were mailed, and when. */
export type VendorNudge = { mails: number; nudgedAt: Instant }
