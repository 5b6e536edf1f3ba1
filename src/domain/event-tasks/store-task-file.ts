import { and, count, eq, notExists, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventTasks, taskFiles, taskSubmissions } from '#db/schema/tasks.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { MOST_UPLOAD_BYTES } from '#src/contract/medium.ts'
import { FILE_SENTENCE, TASK_OVER, type TaskFile } from '#src/contract/task-answer.ts'
import { STALE } from '#src/contract/versioned.ts'
import { encodeImage, imageFormat } from '../media/store-image.ts'
import { isAssignedTo, type TaskAssignee } from './answer-task.ts'

/** Files of one task, those that were handed in before among them. */
const MOST_FILES = 20

type Upload = { id: string; taskId: string; name: string; bytes: Uint8Array; assignee: TaskAssignee }

/**
 * Stores a file for a task of an assignee, once for each id; it is handed in by `answerTask`. Images are re-encoded; what a file
 * is, its bytes say and not its name. Files of the task that were never handed in make room. Throws `not_found` for a task that
 * is not theirs or asks for no file, `conflict` for one that is over, and `too_large`, `unsupported_media_type` or `invalid` for
 * the file. (security VT1, VT3)
 */
export async function storeTaskFile(db: Db, { id, taskId, name, bytes, assignee }: Upload): Promise<TaskFile> {
  const isIt = and(eq(eventTasks.id, taskId), isAssignedTo(assignee))
  const [asked] = await db.select({ kind: eventTasks.kind }).from(eventTasks).where(isIt)
  if (asked?.kind !== 'file' && asked?.kind !== 'image') throw new Failure('not_found', NOT_FOUND.task)
  const file = asked.kind === 'image' ? await readImage(name, bytes) : checkFile(name, bytes)
  return db.transaction(async (tx) => {
    const [task] = await tx.select({ state: eventTasks.state }).from(eventTasks).where(isIt).for('no key update')
    if (!task) throw new Failure('not_found', NOT_FOUND.task)
    if (task.state === 'done' || task.state === 'waived') throw new Failure('conflict', TASK_OVER)
    const [stored] = await tx.select({ taskId: taskFiles.taskId }).from(taskFiles).where(eq(taskFiles.id, id))
    if (stored && stored.taskId !== taskId) throw new Failure('conflict', STALE)
    if (!stored) {
      await makeRoom(tx, taskId)
      await tx.insert(taskFiles).values({ id, taskId, ...file })
    }
    return { id, name: file.name, contentType: file.contentType, size: file.bytes.length }
  })
}

type Checked = { name: string; contentType: string; bytes: Uint8Array }

/** Re-encoded, so that nothing of the file itself is kept. (security XS5) */
async function readImage(name: string, bytes: Uint8Array): Promise<Checked> {
  const { data, contentType } = await encodeImage(bytes)
  return { name: `${name.replace(/\.[^.]*$/, '').slice(0, 190) || 'image'}.webp`, contentType, bytes: data }
}

async function makeRoom(tx: Db, taskId: string): Promise<void> {
  const isOfTask = eq(taskFiles.taskId, taskId)
  const [stored] = await tx.select({ count: count() }).from(taskFiles).where(isOfTask)
  if ((stored?.count ?? 0) < MOST_FILES) return
  const { value, taskId: of } = taskSubmissions
  const handedIn = tx
    .select({ id: taskSubmissions.id })
    .from(taskSubmissions)
    .where(and(eq(of, taskId), sql`${value} ->> 'fileId' = ${taskFiles.id}::text`))
  const gone = await tx
    .delete(taskFiles)
    .where(and(isOfTask, notExists(handedIn)))
    .returning({ id: taskFiles.id })
  if (gone.length === 0) throw new Failure('conflict', FILE_SENTENCE.tooMany)
}

function checkFile(name: string, bytes: Uint8Array): Checked {
  if (bytes.length > MOST_UPLOAD_BYTES) throw new Failure('too_large', FILE_SENTENCE.tooLarge)
  const contentType = contentTypeOf(bytes)
  if (contentType === undefined) throw new Failure('unsupported_media_type', FILE_SENTENCE.wrongType)
  const ends = ENDINGS[contentType] ?? []
  const isNamedSo = ends.some((end) => name.toLowerCase().endsWith(`.${end}`))
  return { name: isNamedSo ? name : `${name.slice(-190)}.${ends[0]}`, contentType, bytes }
}

const OFFICE = {
  'word/document.xml': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'xl/workbook.xml': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'ppt/presentation.xml': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
} as const
/** How the name of a file of each kind may end. Another name gets the first of them, so that no saved file can be run. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'text/plain': ['txt', 'csv'],
  [OFFICE['word/document.xml']]: ['docx'],
  [OFFICE['xl/workbook.xml']]: ['xlsx'],
  [OFFICE['ppt/presentation.xml']]: ['pptx'],
}
/** Characters that no text has. */
const NO_TEXT = /[^\P{Cc}\t\n\r]/u

/** What a file is by its bytes; undefined for anything that is not taken, also for an Office file with macros. */
export function contentTypeOf(bytes: Uint8Array): string | undefined {
  const image = imageFormat(bytes)
  if (image !== undefined) return image === 'avif' ? undefined : `image/${image}`
  const raw = Buffer.from(bytes).toString('latin1')
  if (raw.startsWith('%PDF-')) return 'application/pdf'
  if (raw.startsWith('PK\x03\x04')) return officeType(raw)
  return isText(bytes) ? 'text/plain' : undefined
}

/** The names of the files in a ZIP are not compressed. */
function officeType(raw: string): string | undefined {
  if (!raw.includes('[Content_Types].xml') || /vbaProject|activeX/i.test(raw)) return undefined
  return Object.entries(OFFICE).find(([part]) => raw.includes(part))?.[1]
}

function isText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.length > 0 && !NO_TEXT.test(text)
  } catch {
    return false
  }
}
