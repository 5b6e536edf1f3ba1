import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { bytea, createdAt, id, instant, updatedAt } from './columns.ts'
import { eventConfig } from './events.ts'

/** A task that events are given for everybody of a kind: for each vendor, or each person of the team. */
export const taskTemplates = pgTable(
  'task_templates',
  {
    id: id(),
    title: text().notNull(),
    kind: text({ enum: ['file', 'image', 'text', 'choice', 'acknowledgement', 'form'] }).notNull(),
    assigneeType: text({ enum: ['team', 'vendor'] }).notNull(),
    /** Days from the event's day: -7 is a week before. */
    dueDays: integer().notNull(),
    /** Plain text with paragraphs. */
    help: text(),
    /** What can be chosen, or the questions of a form; empty for every other kind. */
    options: jsonb().$type<string[]>().notNull().default([]),
    isRequired: boolean().notNull().default(true),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('task_templates_title').on(sql`lower(${t.title})`, t.id),
    check('task_template_title_length', sql`char_length(${t.title}) between 1 and 200`),
    check('task_template_kind_known', sql`${t.kind} in ('file', 'image', 'text', 'choice', 'acknowledgement', 'form')`),
    check('task_template_assignee_known', sql`${t.assigneeType} in ('team', 'vendor')`),
    check('task_template_due_bounds', sql`${t.dueDays} between -90 and 90`),
    check('task_template_help_length', sql`char_length(${t.help}) <= 2000`),
  ],
)

/** Something that a person of the team or a vendor has to do for an event. Its due day moves with the event. */
export const eventTasks = pgTable(
  'event_tasks',
  {
    id: id(),
    eventId: uuid()
      .notNull()
      .references(() => eventConfig.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    assigneeType: text({ enum: ['team', 'vendor'] }).notNull(),
    /** An entry of the team or vendor library. */
    assigneeId: uuid().notNull(),
    /** Days from the event's day: -7 is a week before. */
    dueDays: integer().notNull(),
    /** The template that it was made from; null for one that somebody typed in. It has no foreign key, so that it can be restored. */
    templateId: uuid(),
    /** What has to be handed in. The text, options and kind are the event's own copy of the template's. */
    kind: text({ enum: ['file', 'image', 'text', 'choice', 'acknowledgement', 'form'] })
      .notNull()
      .default('acknowledgement'),
    help: text(),
    options: jsonb().$type<string[]>().notNull().default([]),
    isRequired: boolean().notNull().default(true),
    state: text({ enum: ['open', 'submitted', 'returned', 'done', 'waived'] })
      .notNull()
      .default('open'),
    /** Why it is waived, or why what was handed in was returned. */
    note: text(),
    /** When nothing was left to do: it was accepted, marked as done, or waived. */
    doneAt: instant(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('event_tasks_event').on(t.eventId, t.dueDays),
    index('event_tasks_assignee').on(t.assigneeType, t.assigneeId),
    unique('event_tasks_once').on(t.eventId, t.templateId, t.assigneeType, t.assigneeId),
    index('event_tasks_state').on(t.state, t.eventId),
    index('event_tasks_template').on(t.templateId, t.eventId),
    check('event_task_kind_known', sql`${t.kind} in ('file', 'image', 'text', 'choice', 'acknowledgement', 'form')`),
    check('event_task_state_known', sql`${t.state} in ('open', 'submitted', 'returned', 'done', 'waived')`),
    check('event_task_done_when', sql`(${t.state} in ('done', 'waived')) = (${t.doneAt} is not null)`),
    check('event_task_help_length', sql`char_length(${t.help}) <= 2000`),
    check('event_task_note_length', sql`char_length(${t.note}) <= 1000`),
    check('event_task_title_length', sql`char_length(${t.title}) between 1 and 200`),
    check('event_task_assignee_known', sql`${t.assigneeType} in ('team', 'vendor')`),
    check('event_task_due_bounds', sql`${t.dueDays} between -90 and 90`),
  ],
)

/** A file that was handed in for a task. Only administrators and the person who sent it can load it, as an attachment. */
export const taskFiles = pgTable(
  'task_files',
  {
    id: id(),
    taskId: uuid()
      .notNull()
      .references(() => eventTasks.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    contentType: text().notNull(),
    bytes: bytea().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('task_files_task').on(t.taskId),
    check('task_file_name_length', sql`char_length(${t.name}) between 1 and 200`),
    check('task_file_size', sql`octet_length(${t.bytes}) <= 2097152`),
  ],
)

/** What was handed in for a task, each time. The state of the task follows the newest. */
export const taskSubmissions = pgTable(
  'task_submissions',
  {
    id: id(),
    taskId: uuid()
      .notNull()
      .references(() => eventTasks.id, { onDelete: 'cascade' }),
    /** `contact:{id}`, `logistics:{id}` of a person of an event, or the id of an administrator who entered it. */
    submittedBy: text().notNull(),
    /** By the kind of the task: a text, a choice, answers, the id of a file or an image, or true. */
    value: jsonb().notNull(),
    state: text({ enum: ['submitted', 'returned', 'accepted'] })
      .notNull()
      .default('submitted'),
    /** Why it was returned. */
    note: text(),
    decidedBy: text(),
    decidedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    index('task_submissions_task').on(t.taskId, t.createdAt.desc()),
    index('task_submissions_waiting').on(t.createdAt).where(sql`${t.state} = 'submitted'`),
    check('task_submission_state_known', sql`${t.state} in ('submitted', 'returned', 'accepted')`),
    check('task_submission_note_length', sql`char_length(${t.note}) <= 1000`),
  ],
)
