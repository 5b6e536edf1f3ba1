import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadsApi } from '#src/api/uploads-api.ts'
import { readVendorVisit } from '#src/auth/vendor-session.ts'
import { NOT_FOUND } from '#src/contract/failure.ts'
import type { Page } from '#src/contract/page.ts'
import type { AssignedTask } from '#src/contract/task-answer.ts'
import { aTask } from '#tests/event-tasks/task-rows.ts'
import { NOON, problemOf, SITE_URL, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { portalApi } from './portal-api.ts'

let opened: TestDb
let api: Awaited<ReturnType<typeof portalApi>>
let uploads: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  opened = await testDb()
  api = await portalApi(opened.db)
  const readVendor = (request: Request) => readVendorVisit(opened.db, request, { siteUrl: SITE_URL, now: NOON })
  uploads = await testApi({ db: opened.db, area: uploadsApi, readVendor })
})
afterAll(() => opened.close())

const PDF = Buffer.from('%PDF-1.7 plan').toString('base64')
const listOf = async (cookie: string): Promise<Page<AssignedTask>> => (await api.get('tasks', cookie)).json()
const upload = (cookie: string, taskId: string, data = PDF) =>
  uploads.post('/api/vendor/task-files', { id: randomUUID(), taskId, name: 'plan.pdf', data }, { Cookie: cookie })
const answer = (cookie: string, taskId: string, value: object) =>
  api.send(`tasks/${taskId}/answer`, { submissionId: randomUUID(), answer: value }, cookie)

test('a vendor hands in a file, and a task, its answer and its file do not exist for any other (VT1)', async () => {
  const { taskId, vendorId } = await aTask(opened.db, { kind: 'file' })
  const own = await api.enter(vendorId, 'own@tasks.example')
  const other = await api.enter((await api.vendor()).id, 'other@tasks.example')
  const { id: fileId } = await (await upload(own.cookie, taskId)).json()
  const handedIn = { kind: 'file', fileId }
  const calls = [
    (cookie: string, id: string) => upload(cookie, id),
    (cookie: string, id: string) => answer(cookie, id, handedIn),
  ]
  for (const call of calls) {
    expect((await call('', taskId)).status).toBe(401)
    for (const answered of [await call(other.cookie, taskId), await call(own.cookie, randomUUID())])
      expect(await problemOf(answered)).toMatchObject({ status: 404, detail: NOT_FOUND.task })
  }
  expect((await answer(own.cookie, taskId, handedIn)).status).toBe(200)
  const file = await api.get(`task-files/${fileId}`, own.cookie)
  expect([file.status, file.headers.get('Content-Type'), await file.text()]).toEqual([
    200,
    'application/octet-stream',
    '%PDF-1.7 plan',
  ])
  for (const [cookie, status] of [
    [other.cookie, 404],
    ['', 401],
  ] as const)
    expect((await api.get(`task-files/${fileId}`, cookie)).status).toBe(status)
  const seen = await listOf(own.cookie)
  expect(seen.items).toMatchObject([{ id: taskId, state: 'submitted', submission: { file: { name: 'plan.pdf' } } }])
  expect((await listOf(other.cookie)).items).toEqual([])
})

test('a file that is no base64, or is larger than 2 MB, is refused before it is stored', async () => {
  const { taskId, vendorId } = await aTask(opened.db, { kind: 'file' })
  const { cookie } = await api.enter(vendorId, 'large@tasks.example')
  expect((await upload(cookie, taskId, 'not base64!')).status).toBe(400)
  const largest = Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(2 * 1024 * 1024 - 5)])
  expect((await upload(cookie, taskId, largest.toString('base64'))).status).toBe(201)
  const larger = Buffer.concat([largest, Buffer.alloc(9)]).toString('base64')
  expect((await upload(cookie, taskId, larger)).status).toBe(400)
  expect((await upload(cookie, taskId, larger.repeat(2))).status).toBe(413)
})
