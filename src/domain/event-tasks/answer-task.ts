import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { eventTasks, taskFiles, taskSubmissions } from '#db/schema/tasks.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type AnsweredTask, TASK_CHANGED, TASK_OVER, type TaskAnswer } from '#src/contract/task-answer.ts'
import { STALE } from '#src/contract/versioned.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'

/** Whose tasks somebody may see and answer: those of a vendor, or those of a person of the team at one event. */
export type TaskAssignee = { type: 'vendor'; id: string } | { type: 'team'; id: string; eventId: string }

/** True for the tasks of an assignee. A vendor has none at an event that is not published. */
export function isAssignedTo(assignee: TaskAssignee): SQL | undefined {
  const { eventId, assigneeType, assigneeId } = eventTasks
  const isTheirs = and(eq(assigneeType, assignee.type), eq(assigneeId, assignee.id))
  if (assignee.type === 'team') return and(isTheirs, eq(eventId, assignee.eventId))
  const isPublished = sql`exists(select from ${eventConfig} where ${and(eq(eventConfig.id, eventId), eventConfig.isPublished)})`
  return and(isTheirs, isPublished)
}

type Answering = {
  taskId: string
  /** The form chooses it: the same answer sent twice is handed in once. */
  submissionId: string
  assignee: TaskAssignee
  /** `contact:{id}` or `logistics:{id}`, with the caller's address and request. */
  by: Actor
  value: TaskAnswer
  now: Instant
}

type TaskRow = typeof eventTasks.$inferSelect

/**
 * Hands in what a task asks for. An acknowledgement is done at once, everything else waits for a decision. The audit log has the
 * kind, not the words. Throws `not_found` for a task that is not theirs, `invalid` for an answer that does not fit it, and
 * `conflict` for a task that is done or waived. (security VT1, VT2)
 */
export async function answerTask(db: Db, answering: Answering): Promise<AnsweredTask> {
  const { taskId, submissionId, assignee, by, value, now } = answering
  return db.transaction(async (tx) => {
    const isIt = and(eq(eventTasks.id, taskId), isAssignedTo(assignee))
    const [task] = await tx.select().from(eventTasks).where(isIt).for('no key update')
    if (!task) throw new Failure('not_found', NOT_FOUND.task)
    if (await isHandedIn(tx, taskId, submissionId)) return { id: taskId, state: task.state }
    if (task.state === 'done' || task.state === 'waived') throw new Failure('conflict', TASK_OVER)
    await requireFit(tx, task, value)
    const at = new Date(now)
    const isDone = task.kind === 'acknowledgement'
    await tx.insert(taskSubmissions).values({
      ...{ id: submissionId, taskId, submittedBy: by.id, value, createdAt: at },
      ...(isDone && { state: 'accepted', decidedAt: at }),
    })
    const state = isDone ? 'done' : 'submitted'
    const set = { state, note: null, doneAt: isDone ? at : null, version: sql`${eventTasks.version} + 1` } as const
    await tx.update(eventTasks).set(set).where(eq(eventTasks.id, taskId))
    const { eventId, kind } = task
    const after = { eventId, kind, state, submissionId }
    await recordAudit(tx, by, { action: 'event_task.answer', subjectType: 'event_task', subjectId: taskId, after })
    return { id: taskId, state }
  })
}

async function isHandedIn(tx: Db, taskId: string, submissionId: string): Promise<boolean> {
  const { id, taskId: of } = taskSubmissions
  const [stored] = await tx.select({ of }).from(taskSubmissions).where(eq(id, submissionId))
  if (stored && stored.of !== taskId) throw new Failure('conflict', STALE)
  return stored !== undefined
}

async function requireFit(tx: Db, { id, kind, options }: TaskRow, value: TaskAnswer): Promise<void> {
  const refuse = (field: string) => {
    throw new Failure('invalid', TASK_CHANGED, { field: `answer.${field}` })
  }
  if (value.kind !== kind) refuse('kind')
  if (value.kind === 'choice' && !options.includes(value.choice)) refuse('choice')
  if (value.kind === 'form' && value.answers.length !== options.length) refuse('answers')
  if (value.kind !== 'file' && value.kind !== 'image') return
  const isIt = and(eq(taskFiles.id, value.fileId), eq(taskFiles.taskId, id))
  const [file] = await tx.select({ id: taskFiles.id }).from(taskFiles).where(isIt).for('key share')
  if (!file) throw new Failure('invalid', NOT_FOUND.taskFile, { field: 'answer.fileId' })
}

/** What was handed in for these tasks and not decided yet becomes decided. Resolves with it, the newest first. */
export async function decideSubmissions(
  tx: Db,
  taskId: string,
  set: Pick<typeof taskSubmissions.$inferInsert, 'state' | 'note' | 'decidedBy' | 'decidedAt'>,
): Promise<string[]> {
  const isWaiting = and(eq(taskSubmissions.taskId, taskId), inArray(taskSubmissions.state, ['submitted']))
  const { submittedBy, createdAt } = taskSubmissions
  const rows = await tx.update(taskSubmissions).set(set).where(isWaiting).returning({ submittedBy, createdAt })
  return rows.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).map((row) => row.submittedBy)
}
