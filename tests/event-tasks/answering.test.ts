import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventConfig } from '#db/schema/events.ts'
import { outbox } from '#db/schema/security.ts'
import { eventTasks, taskFiles, taskSubmissions } from '#db/schema/tasks.ts'
import type { EventTaskState } from '#src/contract/event-task.ts'
import { NOT_FOUND } from '#src/contract/failure.ts'
import { FILE_SENTENCE, TASK_CHANGED, TASK_OVER, type TaskAnswer } from '#src/contract/task-answer.ts'
import { answerTask, type TaskAssignee } from '#src/domain/event-tasks/answer-task.ts'
import { changeTaskState } from '#src/domain/event-tasks/change-task-state.ts'
import { listAssignedTasks } from '#src/domain/event-tasks/list-assigned-tasks.ts'
import { readOwnTaskFile, readTaskDetail } from '#src/domain/event-tasks/read-submissions.ts'
import { contentTypeOf, storeTaskFile } from '#src/domain/event-tasks/store-task-file.ts'
import { auditOf } from '#tests/admin/library-api.ts'
import { NOON, SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { aTask, aVendor } from './task-rows.ts'

let open: TestDb
beforeAll(async () => {
  open = await testDb()
})
afterAll(() => open.close())

type Given = { taskId: string; assignee: TaskAssignee; contact: { id: string } }
const answer = ({ taskId, assignee, contact }: Given, value: TaskAnswer, submissionId: string = randomUUID()) =>
  answerTask(open.db, { taskId, submissionId, assignee, by: { id: `contact:${contact.id}` }, value, now: NOON })
const stateOf = async (taskId: string) => (await open.db.select().from(eventTasks).where(eq(eventTasks.id, taskId)))[0]
const decide = ({ eventId, taskId }: { eventId: string; taskId: string }, change: EventTaskState) =>
  changeTaskState(open.db, { eventId, taskId }, change, {
    actor: { id: 'editor' },
    site: { siteUrl: SITE_URL, siteName: 'Uptime' },
    now: NOON,
  })
const TEXT = { kind: 'text', text: 'Our new logo is blue.' } as const

describe('an answer', () => {
  test('waits for a decision, is written down once however often it is sent, and its words are in no audit entry (VT2)', async () => {
    const task = await aTask(open.db, { kind: 'text' })
    const submissionId = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => answer(task, TEXT, submissionId)))
    expect(answers).toEqual(Array(5).fill({ id: task.taskId, state: 'submitted' }))
    expect(await stateOf(task.taskId)).toMatchObject({ state: 'submitted', version: 2 })
    const entries = await auditOf(open.db, task.taskId)
    expect(entries).toMatchObject([{ action: 'event_task.answer', actor: `contact:${task.contact.id}` }])
    expect(JSON.stringify(entries)).not.toContain('blue')
    const { submissions } = await readTaskDetail(open.db, task)
    expect(submissions).toMatchObject([{ by: 'Ada Quill (vendor)', answer: TEXT, state: 'submitted' }])
  })

  test('that only confirms something is done at once, and nothing more can be handed in', async () => {
    const task = await aTask(open.db, { kind: 'acknowledgement' })
    const confirmed = { kind: 'acknowledgement', isConfirmed: true } as const
    const submissionId = randomUUID()
    expect(await answer(task, confirmed, submissionId)).toMatchObject({ state: 'done' })
    expect(await answer(task, confirmed, submissionId)).toMatchObject({ state: 'done' })
    await expect(answer(task, confirmed)).rejects.toMatchObject({ kind: 'conflict', message: TASK_OVER })
  })

  test.each<[string, object, TaskAnswer]>([
    ['of another kind', { kind: 'choice', options: ['Yes', 'No'] }, TEXT],
    ['that is none of the options', { kind: 'choice', options: ['Yes', 'No'] }, { kind: 'choice', choice: 'Maybe' }],
    ['to fewer questions', { kind: 'form', options: ['Who?', 'When?'] }, { kind: 'form', answers: ['Ada'] }],
  ])('%s is refused', async (_, fields, value) => {
    const task = await aTask(open.db, fields)
    await expect(answer(task, value)).rejects.toMatchObject({ kind: 'invalid', message: TASK_CHANGED })
    expect(await stateOf(task.taskId)).toMatchObject({ state: 'open', version: 1 })
  })

  test('to the task of another vendor, or of an event that is not published, is not found (VT1)', async () => {
    const [mine, theirs] = [await aTask(open.db, { kind: 'text' }), await aTask(open.db, { kind: 'text' })]
    const missing = { kind: 'not_found', message: NOT_FOUND.task }
    await expect(answer({ ...theirs, assignee: mine.assignee }, TEXT)).rejects.toMatchObject(missing)
    await open.db.update(eventConfig).set({ isPublished: false }).where(eq(eventConfig.id, mine.eventId))
    await expect(answer(mine, TEXT)).rejects.toMatchObject(missing)
    expect((await listAssignedTasks(open.db, mine.assignee, { limit: 25 }, NOON)).items).toEqual([])
  })

  test('is returned with a note that is mailed, handed in again and accepted; each time is kept', async () => {
    const task = await aTask(open.db, { kind: 'text' })
    await answer(task, TEXT)
    await decide(task, { act: 'return', note: 'Please send it as a file.', version: 2 })
    const [mail] = await open.db.select().from(outbox).where(eq(outbox.recipient, task.contact.email))
    expect(mail).toMatchObject({ template: 'task-returned', subject: 'Please change what you sent: Send the logo' })
    expect(mail?.textBody).toContain('> Please send it as a file.')
    expect(mail?.textBody).toContain(`${SITE_URL}/vendor-portal`)
    expect(mail?.textBody).not.toContain('blue')
    const [seen] = (await listAssignedTasks(open.db, task.assignee, { limit: 25 }, NOON)).items
    expect(seen).toMatchObject({ state: 'returned', note: 'Please send it as a file.', submission: { answer: TEXT } })
    await answer(task, { kind: 'text', text: 'It is in the folder.' })
    await decide(task, { act: 'done', version: 4 })
    expect(await stateOf(task.taskId)).toMatchObject({ state: 'done', note: null, doneAt: new Date(NOON) })
    const { submissions } = await readTaskDetail(open.db, task)
    expect(submissions.map(({ state }) => state).toSorted()).toEqual(['accepted', 'returned'])
  })

  test('is refused once the task is waived, until it is reopened', async () => {
    const task = await aTask(open.db, { kind: 'text' })
    await decide(task, { act: 'waive', note: 'They bring it.', version: 1 })
    await expect(answer(task, TEXT)).rejects.toMatchObject({ kind: 'conflict', message: TASK_OVER })
    await decide(task, { act: 'reopen', version: 2 })
    expect(await answer(task, TEXT)).toMatchObject({ state: 'submitted' })
  })
})

const PDF = Buffer.from('%PDF-1.7 plan')

describe('a file', () => {
  const upload = ({ taskId, assignee }: Given, bytes: Uint8Array, id: string = randomUUID()) =>
    storeTaskFile(open.db, { id, taskId, name: 'plan.pdf', bytes, assignee })

  test('is stored once, handed in, and read by its vendor alone (VT1)', async () => {
    const task = await aTask(open.db, { kind: 'file' })
    const other = await aTask(open.db, { kind: 'file' })
    const [fileId, again] = [await upload(task, PDF), await upload(task, PDF)].map(({ id }) => id)
    expect(again).not.toBe(fileId)
    expect(await upload(task, PDF, fileId)).toMatchObject({ id: fileId, contentType: 'application/pdf', size: 13 })
    await answer(task, { kind: 'file', fileId: fileId ?? '' })
    await expect(answer(other, { kind: 'file', fileId: fileId ?? '' })).rejects.toMatchObject({ kind: 'invalid' })
    expect((await readOwnTaskFile(open.db, fileId ?? '', task.assignee)).bytes).toEqual(new Uint8Array(PDF))
    await expect(readOwnTaskFile(open.db, fileId ?? '', other.assignee)).rejects.toMatchObject({ kind: 'not_found' })
    await expect(upload({ ...task, assignee: other.assignee }, PDF)).rejects.toMatchObject({ kind: 'not_found' })
  })

  test.each([
    ['run.bat', '@echo off', 'run.bat.txt'],
    ['LIST.CSV', 'a,b', 'LIST.CSV'],
    ['plan.html', '%PDF-1.7 plan', 'plan.html.pdf'],
  ])('named %s is saved as what it is (VT3)', async (name, text, saved) => {
    const { taskId, assignee } = await aTask(open.db, { kind: 'file' })
    const stored = await storeTaskFile(open.db, { id: randomUUID(), taskId, name, bytes: Buffer.from(text), assignee })
    expect(stored.name).toBe(saved)
  })

  test('that was never handed in makes room, and no more than twenty are kept', async () => {
    const task = await aTask(open.db, { kind: 'file' })
    const rows = Array.from({ length: 20 }, () => ({
      ...{ id: randomUUID(), taskId: task.taskId, name: 'a.pdf' },
      ...{ contentType: 'application/pdf', bytes: PDF },
    }))
    await open.db.insert(taskFiles).values(rows)
    const submitted = rows.slice(0, 2).map(({ id }) => ({
      ...{ taskId: task.taskId, submittedBy: 'contact:x', value: { kind: 'file', fileId: id } },
    }))
    await open.db.insert(taskSubmissions).values(submitted)
    await upload(task, PDF)
    expect(await open.db.$count(taskFiles, eq(taskFiles.taskId, task.taskId))).toBe(3)
  })

  test('that is an image is encoded again, and a task for an image takes no other file (VT3)', async () => {
    const task = await aTask(open.db, { kind: 'image' })
    const png = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
    expect(await upload(task, png)).toMatchObject({ name: 'plan.webp', contentType: 'image/webp' })
    await expect(upload(task, PDF)).rejects.toMatchObject({ kind: 'unsupported_media_type' })
  })

  test.each<[string, string | undefined, string]>([
    ['%PDF-1.4', 'application/pdf', 'a PDF'],
    ['Name;Booth\r\nAda;4', 'text/plain', 'text'],
    ['PK\x03\x04..[Content_Types].xml..word/document.xml', expect.stringContaining('wordprocessing'), 'a Word file'],
    ['PK\x03\x04..[Content_Types].xml..xl/workbook.xml..xl/vbaProject.bin', undefined, 'a workbook with macros'],
    ['PK\x03\x04..setup.exe', undefined, 'a ZIP file'],
    ['MZ\x90\x00\x03', undefined, 'a program'],
    ['\x7fELF\x02\x01', undefined, 'another program'],
    ['', undefined, 'nothing'],
  ])('%j is taken as %s: %s (VT3)', (text, type) => {
    expect(contentTypeOf(Buffer.from(text, 'latin1'))).toEqual(type)
  })

  test('of more than 2 MB is refused', async () => {
    const task = await aTask(open.db, { kind: 'file' })
    const large = Buffer.concat([PDF, Buffer.alloc(2 * 1024 * 1024)])
    await expect(upload(task, large)).rejects.toMatchObject({ kind: 'too_large', message: FILE_SENTENCE.tooLarge })
  })
})

test('tasks come by due day, a page at a time, and say when they are overdue', async () => {
  const vendorId = await aVendor(open.db)
  for (const [eventDate, dueDays] of [
    ['2026-11-25', -5],
    ['2026-11-25', -6],
    ['2026-12-05', -14],
  ] as const) {
    const { eventId } = await aTask(open.db, { assigneeId: vendorId, dueDays })
    await open.db.update(eventConfig).set({ eventDate, earlyBirdDeadline: null }).where(eq(eventConfig.id, eventId))
  }
  const assignee = { type: 'vendor', id: vendorId } as const
  const first = await listAssignedTasks(open.db, assignee, { limit: 2 }, NOON)
  expect(first.items.map(({ dueOn, isOverdue }) => [dueOn, isOverdue])).toEqual([
    ['2026-11-19', true],
    ['2026-11-20', false],
  ])
  const cursor: [string, string] = JSON.parse(Buffer.from(first.nextCursor ?? '', 'base64url').toString())
  const rest = await listAssignedTasks(open.db, assignee, { limit: 2, cursor }, NOON)
  expect(rest.items.map(({ dueOn }) => dueOn)).toEqual(['2026-11-21'])
})
