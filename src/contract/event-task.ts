import { z } from 'zod'
import type { Instant, PlainDay } from './instant.ts'
import { entryVersion, nameText } from './library.ts'
import { plural } from './plural.ts'
import { optionalText, text } from './text.ts'
import { startOfDayAfter } from './wall-clock.ts'

/** Who does a task: somebody of the event's team, or one of its vendors. */
type AssigneeType = 'team' | 'vendor'

/** What has to be handed in for a task. */
export const TASK_KINDS = ['file', 'image', 'text', 'choice', 'acknowledgement', 'form'] as const
export type TaskKind = (typeof TASK_KINDS)[number]

/** What people read of each kind. */
export const TASK_KIND_WORDS = {
  file: 'File',
  image: 'Image',
  text: 'Text',
  choice: 'Choice',
  acknowledgement: 'Acknowledgement',
  form: 'Form',
} as const satisfies Record<TaskKind, string>

/**
 * `submitted` waits for a decision of an administrator, who accepts it (`done`) or returns it with a note (`returned`). `waived` is
 * no longer asked for. Reminders go out only for what is open or returned.
 */
export const TASK_STATES = ['open', 'submitted', 'returned', 'done', 'waived'] as const
export type TaskState = (typeof TASK_STATES)[number]

/** What people read of each state. */
export const TASK_STATE_WORDS = {
  open: 'Open',
  submitted: 'Submitted',
  returned: 'Returned',
  done: 'Done',
  waived: 'Waived',
} as const satisfies Record<TaskState, string>

/** The furthest that a task is due from the event's day, in days. */
const MOST_TASK_DAYS = 90

/** `7 days before the event`. */
export function sayDueDays(days: number): string {
  if (days === 0) return 'On the day of the event'
  return `${plural(Math.abs(days), 'day')} ${days < 0 ? 'before' : 'after'} the event`
}

/** Refuses somebody who is neither in the event's team nor one of its vendors. */
export const NOT_IN_LINEUP = 'Choose someone from the team or the vendors of this event'

/** Refuses a task of a template for somebody who has it already. */
export const ALREADY_GIVEN = 'This vendor or person already has this task'

/** What is shown for somebody who is no longer in the library. */
export const NO_LONGER_LISTED = 'No longer in the library'

const MOST_OPTIONS = 20
const LONGEST_OPTION = 200

/** Lines as they are typed: empty ones are left out. */
const lines = z
  .array(text(0, LONGEST_OPTION, 'A line'))
  .max(200)
  .transform((typed) => typed.map((line) => line.trim()).filter((line) => line !== ''))
  .refine((kept) => kept.length <= MOST_OPTIONS, `At most ${MOST_OPTIONS} lines`)
  .refine((kept) => new Set(kept).size === kept.length, 'Each line can appear only once')

/** What a task asks for, in a template and in an event. */
export const taskContent = {
  title: nameText(200, 'Title'),
  kind: z.enum(TASK_KINDS),
  /** Days from the event's day: -7 is a week before. */
  dueDays: z
    .number('Enter a number of days')
    .int('Enter a whole number of days')
    .min(-MOST_TASK_DAYS, `At most ${MOST_TASK_DAYS} days before`)
    .max(MOST_TASK_DAYS, `At most ${MOST_TASK_DAYS} days after`),
  /** Plain text with paragraphs. */
  help: optionalText(2000, 'Help'),
  /** What can be chosen, or the questions of a form. Other kinds keep none. */
  options: lines,
  isRequired: z.boolean(),
}

type Content = { kind: TaskKind; options: string[] }

/** What the options of a kind are called; undefined for a kind that has none. */
export function optionsLabel(kind: TaskKind): 'Options' | 'Questions' | undefined {
  if (kind === 'choice') return 'Options'
  return kind === 'form' ? 'Questions' : undefined
}

/** Completes a schema of tasks: a choice has two options or more, a form a question or more, and other kinds have neither. */
export function withOptions<Schema extends z.ZodType<Content>>(schema: Schema) {
  return schema.transform((task, context): z.output<Schema> => {
    const least = task.kind === 'choice' ? 2 : 1
    const label = optionsLabel(task.kind)
    if (label === undefined) return { ...task, options: [] }
    if (task.options.length >= least) return task
    const message = least === 2 ? 'Enter at least two options' : 'Enter at least one question'
    context.addIssue({ code: 'custom', path: ['options'], message })
    return z.NEVER
  })
}

const assignee = {
  assigneeType: z.enum(['team', 'vendor'], NOT_IN_LINEUP),
  /** An entry of the team or vendor library. */
  assigneeId: z.uuid(NOT_IN_LINEUP),
}

/** The form of one task. */
export const eventTaskFields = withOptions(z.strictObject({ ...taskContent, ...assignee }))
export type EventTaskFields = z.output<typeof eventTaskFields>

/** `POST /api/admin/events/:id/tasks`. The form chooses the id, so that a double click makes one. */
export const newEventTask = withOptions(
  z.strictObject({
    id: z.uuid(),
    ...{ ...taskContent, ...assignee },
    kind: taskContent.kind.default('acknowledgement'),
    options: lines.default([]),
    isRequired: taskContent.isRequired.default(true),
  }),
)
export type NewEventTask = z.output<typeof newEventTask>

/** `PATCH …/tasks/:taskId`: the whole form again, with the version it was filled from. */
export const eventTaskChange = withOptions(
  z
    .strictObject({ ...taskContent, ...assignee })
    .required()
    .extend({ version: entryVersion }),
)
export type EventTaskChange = z.output<typeof eventTaskChange>

/** Why a task is waived, or what has to be different in what was handed in. */
const noteText = (label: string) => nameText(1000, label)

/**
 * `POST …/tasks/:taskId/state`. `done` accepts what was handed in, if anything was; `return` gives it back with a note that is
 * mailed to the person who handed it in; `waive` asks for it no longer; `reopen` asks again.
 */
export const eventTaskState = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('done'), version: entryVersion }),
  z.strictObject({ act: z.literal('reopen'), version: entryVersion }),
  z.strictObject({ act: z.literal('return'), note: noteText('Note'), version: entryVersion }),
  z.strictObject({ act: z.literal('waive'), note: noteText('Reason'), version: entryVersion }),
])
export type EventTaskState = z.output<typeof eventTaskState>

/** `POST …/tasks/from-templates`. */
export const tasksFromTemplates = z.strictObject({
  templateIds: z.array(z.uuid()).min(1, 'Choose a template').max(50, 'Choose at most 50 templates at a time'),
})
/** How many tasks were added, and how many the vendors and people of the event have of these templates altogether. */
export type GivenTasks = { added: number; all: number }

/** Something that a person of the team or a vendor has to do for an event. */
export type EventTask = Omit<NewEventTask, 'id'> & {
  id: string
  eventId: string
  assigneeName: string
  /** The template that it was made from; null for one that was typed in. */
  templateId: string | null
  /** The event's day and `dueDays`: it moves with the event. */
  dueOn: PlainDay
  state: TaskState
  /** Why it is waived, or why what was handed in was returned. */
  note: string | null
  doneAt: Instant | null
  version: number
}

/** Whether the day on which a task is due is over where its event takes place. */
export const isPastDue = ({ dueOn }: Pick<EventTask, 'dueOn'>, timeZone: string, now: Instant): boolean =>
  startOfDayAfter(dueOn, timeZone) <= now

/** Somebody who can be given a task of an event. */
export type Assignee = {
  type: AssigneeType
  id: string
  name: string
  /** False for somebody without an email address, whom no reminder reaches. */
  hasEmail: boolean
}
