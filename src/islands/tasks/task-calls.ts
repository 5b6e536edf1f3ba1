import { MOST_UPLOAD_BYTES, UPLOAD_TYPES } from '#src/contract/medium.ts'
import type { Page } from '#src/contract/page.ts'
import {
  type AnsweredTask,
  type AssignedTask,
  FILE_SENTENCE,
  type TaskAnswer,
  type TaskFile,
} from '#src/contract/task-answer.ts'
import { ApiError, call } from '../call.ts'

type Upload = { id: string; taskId: string; name: string; data: string }

/** How tasks are handed in by the person whose page this is. */
export type TaskCalls = {
  answer: (taskId: string, sent: { submissionId: string; answer: TaskAnswer }) => Promise<AnsweredTask>
  upload: (sent: Upload) => Promise<TaskFile>
  /** The address of a file that was handed in, where a link can lead to it. */
  fileHref?: (fileId: string) => string
  reload: () => Promise<void>
}

/** Pages that are read at most. Ten have a thousand tasks, more than a vendor has at the events of some months. */
const MOST_PAGES = 10

/** Every task of a list that comes in pages. */
export async function readAllTasks(
  read: (query: { limit: string; cursor?: string }) => Promise<Page<AssignedTask>>,
): Promise<AssignedTask[]> {
  const tasks: AssignedTask[] = []
  let cursor: string | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { items, nextCursor }: Page<AssignedTask> = await read({ limit: '100', ...(cursor && { cursor }) })
    tasks.push(...items)
    if (nextCursor === null) break
    cursor = nextCursor
  }
  return tasks
}

/** A file takes longer than other calls. */
const UPLOAD_TIMEOUT = 120_000

/** Uploads a file for a task. Throws `ApiError`. */
export function uploadTaskFile(address: string, sent: object): Promise<TaskFile> {
  return call<TaskFile>(
    fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(sent),
      signal: AbortSignal.timeout(UPLOAD_TIMEOUT),
    }),
  )
}

type Task = Pick<AssignedTask, 'id' | 'kind'>

/**
 * Hands in what one form sends: an answer, or the chosen file of a task that asks for one. What is sent again because its answer was
 * lost keeps its ids, so that it is stored once; anything else gets new ones. It throws `ApiError`.
 */
export function createHandIn() {
  let last: { key: string; submissionId: string; fileId: string } | undefined
  return async (calls: TaskCalls, task: Task, content: TaskAnswer | File | null): Promise<AnsweredTask> => {
    const key =
      content instanceof File ? `${content.name} ${content.size} ${content.lastModified}` : JSON.stringify(content)
    if (last?.key !== key) last = { key, submissionId: crypto.randomUUID(), fileId: crypto.randomUUID() }
    const { submissionId, fileId } = last
    const isFile = content === null || content instanceof File
    const answer = isFile ? await uploadFile(calls, task, { id: fileId, file: content }) : content
    const answered = await calls.answer(task.id, { submissionId, answer })
    last = undefined
    return answered
  }
}

/** Uploads a chosen file; resolves with the answer that it is. A file that the server would refuse is not sent. */
async function uploadFile(
  { upload }: TaskCalls,
  task: Task,
  { id, file }: { id: string; file: File | null },
): Promise<TaskAnswer> {
  if (file === null || file.size === 0) throw refusal('Choose a file first')
  if (file.size > MOST_UPLOAD_BYTES) throw refusal(FILE_SENTENCE.tooLarge)
  const name = file.name.slice(-200) || 'file'
  const { id: fileId } = await upload({ id, taskId: task.id, name, data: await toBase64(file) })
  return { kind: task.kind === 'image' ? 'image' : 'file', fileId }
}

const refusal = (detail: string) =>
  new ApiError({ status: 400, code: 'invalid', detail, errors: [{ field: 'file', message: detail }] })

function toBase64(file: File): Promise<string> {
  const reader = new FileReader()
  const read = Promise.withResolvers<string>()
  reader.onload = () => read.resolve(String(reader.result).replace(/^[^,]*,/, ''))
  reader.onerror = () => read.reject(refusal('This file cannot be read'))
  reader.readAsDataURL(file)
  return read.promise
}

/** What the file chooser offers. The server judges by the bytes. */
export const acceptOf = (kind: AssignedTask['kind']): string =>
  kind === 'image' ? UPLOAD_TYPES.join(',') : '.pdf,.png,.jpg,.jpeg,.webp,.docx,.xlsx,.pptx,.txt,.csv'
