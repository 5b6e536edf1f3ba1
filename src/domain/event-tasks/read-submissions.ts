import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventTasks, taskFiles, taskSubmissions } from '#db/schema/tasks.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { type EventTaskDetail, type TaskFile, type TaskSubmission, taskAnswer } from '#src/contract/task-answer.ts'
import { actorName, readUsernames } from '../audit/actor-names.ts'
import { isAssignedTo, type TaskAssignee } from './answer-task.ts'
import { requireTask, type TaskOf } from './save-task.ts'

/** The newest submissions that are shown of one task. */
const MOST_SUBMISSIONS = 20

type Row = typeof taskSubmissions.$inferSelect

/** A task with what was handed in for it, and by whom. Throws `not_found`. */
export async function readTaskDetail(db: Db, at: TaskOf): Promise<EventTaskDetail> {
  const task = await requireTask(db, at)
  const rows = await db
    .select()
    .from(taskSubmissions)
    .where(eq(taskSubmissions.taskId, at.taskId))
    .orderBy(desc(taskSubmissions.createdAt), desc(taskSubmissions.id))
    .limit(MOST_SUBMISSIONS)
  const names = await readUsernames(
    db,
    rows.map(({ submittedBy }) => submittedBy),
  )
  const submissions = await toSubmissions(db, rows)
  return {
    task,
    submissions: submissions.map((one, at) => ({ ...one, by: actorName(names, rows[at]?.submittedBy ?? '') })),
  }
}

/** Submissions with the facts of their files, in the same order. */
export async function toSubmissions(db: Db, rows: readonly Row[]): Promise<TaskSubmission[]> {
  const answers = rows.map(({ value }) => taskAnswer.parse(value))
  const ids = answers.flatMap((answer) => ('fileId' in answer ? [answer.fileId] : []))
  const files = await readFileFacts(db, ids)
  return rows.map(({ id, createdAt, state, note }, at) => {
    const answer = answers[at] ?? taskAnswer.parse(undefined)
    const file = 'fileId' in answer ? (files.get(answer.fileId) ?? null) : null
    return { id, at: createdAt.getTime(), answer, file, state, note }
  })
}

async function readFileFacts(db: Db, ids: readonly string[]): Promise<Map<string, TaskFile>> {
  if (ids.length === 0) return new Map()
  const { id, name, contentType, bytes } = taskFiles
  const size = sql<number>`octet_length(${bytes})`
  const rows = await db
    .select({ id, name, contentType, size })
    .from(taskFiles)
    .where(inArray(id, [...ids]))
  return new Map(rows.map((row) => [row.id, row]))
}

/** A file that was handed in, with its bytes. */
export type StoredFile = Omit<TaskFile, 'size'> & { bytes: Uint8Array<ArrayBuffer> }

/** The file of a task for an administrator. Throws `not_found`. */
export function readTaskFile(db: Db, fileId: string): Promise<StoredFile> {
  return readFile(db, fileId, undefined)
}

/** The same for the people whose task it is. Throws `not_found` also for a file of others. (security VT1) */
export function readOwnTaskFile(db: Db, fileId: string, assignee: TaskAssignee): Promise<StoredFile> {
  return readFile(db, fileId, assignee)
}

async function readFile(db: Db, fileId: string, assignee: TaskAssignee | undefined): Promise<StoredFile> {
  const { id, name, contentType, bytes } = taskFiles
  const [file] = await db
    .select({ id, name, contentType, bytes })
    .from(taskFiles)
    .innerJoin(eventTasks, eq(eventTasks.id, taskFiles.taskId))
    .where(and(eq(id, fileId), assignee && isAssignedTo(assignee)))
  if (!file) throw new Failure('not_found', NOT_FOUND.taskFile)
  return { ...file, bytes: new Uint8Array(file.bytes) }
}
