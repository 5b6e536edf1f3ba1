import { and, asc, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesAfter } from '#db/keyset.ts'
import { eventConfig } from '#db/schema/events.ts'
import { eventTasks, taskSubmissions } from '#db/schema/tasks.ts'
import { formatDay } from '#src/contract/event-dates.ts'
import { isPastDue } from '#src/contract/event-task.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type Page, toPage } from '#src/contract/page.ts'
import type { AssignedTask, OwnTasksQuery } from '#src/contract/task-answer.ts'
import { DEFAULT_TIME_ZONE } from '#src/contract/time-zone.ts'
import { addDays, dayIn } from '#src/contract/wall-clock.ts'
import { isAssignedTo, type TaskAssignee } from './answer-task.ts'
import { toSubmissions } from './read-submissions.ts'

/** The tasks of events that were longer ago are no longer shown to the people who had them. */
const DAYS_BACK = 60

const dueOn = sql<string>`(${eventConfig.eventDate} + ${eventTasks.dueDays})::text`
const dueDay = sql`(${eventConfig.eventDate} + ${eventTasks.dueDays})`

/** The tasks of an assignee by due day, each with what was handed in last. (security VT1) */
export async function listAssignedTasks(
  db: Db,
  assignee: TaskAssignee,
  { limit, cursor }: OwnTasksQuery,
  now: Instant,
): Promise<Page<AssignedTask>> {
  const since = addDays(dayIn(DEFAULT_TIME_ZONE, now), -DAYS_BACK)
  const { id } = eventTasks
  const { eventName, eventDate, eventTimezone } = eventConfig
  const rows = await db
    .select({ task: eventTasks, eventName, eventTimezone, dueOn })
    .from(eventTasks)
    .innerJoin(eventConfig, eq(eventConfig.id, eventTasks.eventId))
    .where(and(isAssignedTo(assignee), gte(eventDate, since), cursor && comesAfter([dueDay, id], cursor)))
    .orderBy(asc(dueDay), asc(id))
    .limit(limit + 1)
  const last = await readLastSubmissions(
    db,
    rows.map(({ task }) => task.id),
  )
  const toItem = ({ task, dueOn: day, ...event }: (typeof rows)[number]): AssignedTask => {
    const { id, title, kind, help, options, isRequired, state, note, eventId } = task
    const isOverdue = isPastDue({ dueOn: day }, event.eventTimezone, now)
    const fields = { id, title, kind, help, options, isRequired, state, note, eventId, eventName: event.eventName }
    return { ...fields, dueOn: day, due: formatDay(day), isOverdue, submission: last.get(id) ?? null }
  }
  return toPage(rows, { limit, toItem, getPlace: (row) => [row.dueOn, row.task.id] })
}

/** What was handed in last, by task. */
async function readLastSubmissions(db: Db, taskIds: readonly string[]) {
  const { taskId, createdAt, id } = taskSubmissions
  const rows =
    taskIds.length === 0
      ? []
      : await db
          .selectDistinctOn([taskId])
          .from(taskSubmissions)
          .where(inArray(taskId, [...taskIds]))
          .orderBy(asc(taskId), desc(createdAt), desc(id))
  const submissions = await toSubmissions(db, rows)
  return new Map(rows.map((row, at) => [row.taskId, submissions[at]]))
}
