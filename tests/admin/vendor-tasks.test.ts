import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventConfig, eventTeam } from '#db/schema/events.ts'
import { eventTasks, taskFiles } from '#db/schema/tasks.ts'
import { NOT_FOUND } from '#src/contract/failure.ts'
import type { Page } from '#src/contract/page.ts'
import type { VendorTask } from '#src/contract/task-answer.ts'
import { aTask, aTemplate, aVendor } from '#tests/event-tasks/task-rows.ts'
import { problemOf } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { storePerson } from './event-part-api.ts'
import { auditOf, libraryApi } from './library-api.ts'

let opened: TestDb
let api: Awaited<ReturnType<typeof libraryApi>>
beforeAll(async () => {
  opened = await testDb()
  api = await libraryApi(opened.db)
})
afterAll(() => opened.close())

const tasksOf = (eventId: string) => opened.db.select().from(eventTasks).where(eq(eventTasks.eventId, eventId))

test('templates give each vendor and team member one task, a second press gives none, and newcomers get them too', async () => {
  const { db } = opened
  const eventId = await storeEvent(db)
  const [first, second] = [await aVendor(db, eventId), await aVendor(db, eventId)]
  const ada = await storePerson(db, 'Ada Quill')
  await db.insert(eventTeam).values({ eventId, teamLibraryId: ada, displayOrder: 1 })
  const templateIds = [await aTemplate(db), await aTemplate(db, { assigneeType: 'team', title: 'Book the travel' })]
  const give = () => api.take('POST', `events/${eventId}/tasks/from-templates`, { templateIds })
  expect(await give()).toEqual({ added: 3, all: 3 })
  expect(await give()).toEqual({ added: 0, all: 3 })
  expect((await auditOf(db, eventId)).map(({ action }) => action)).toEqual(['event.tasks.give'])
  await db.update(eventTasks).set({ title: 'Name two speakers' }).where(eq(eventTasks.assigneeId, first))
  const third = await aVendor(db)
  const fourth = await aVendor(db)
  await api.take('POST', `events/${eventId}/vendors`, { vendorLibraryIds: [third, fourth] })
  const ofVendors = (await tasksOf(eventId)).filter(({ assigneeType }) => assigneeType === 'vendor')
  expect(ofVendors.map(({ assigneeId }) => assigneeId).toSorted()).toEqual([first, second, third, fourth].toSorted())
  expect(ofVendors.every(({ state, kind, dueDays }) => state === 'open' && kind === 'text' && dueDays === -14)).toBe(
    true,
  )
  const unknown = { templateIds: ['00000000-0000-4000-8000-000000000000'] }
  const refused = await api.send('POST', `events/${eventId}/tasks/from-templates`, unknown)
  expect(await problemOf(refused)).toMatchObject({ status: 404, detail: NOT_FOUND.taskTemplate })
})

test('a vendor that is added while templates are given has each task once', async () => {
  const { db } = opened
  const eventId = await storeEvent(db)
  const [first, second] = [await aVendor(db, eventId), await aVendor(db)]
  const templateIds = [await aTemplate(db)]
  const give = () => api.send('POST', `events/${eventId}/tasks/from-templates`, { templateIds })
  const add = () => api.send('POST', `events/${eventId}/vendors`, { vendorLibraryIds: [second] })
  const answers = await Promise.all([give(), add(), give(), add(), give()])
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
  expect((await tasksOf(eventId)).map(({ assigneeId }) => assigneeId).toSorted()).toEqual([first, second].toSorted())
})

test('the task of a template is not given to a vendor who has it already', async () => {
  const { db } = opened
  const eventId = await storeEvent(db)
  const [first, second] = [await aVendor(db, eventId), await aVendor(db, eventId)]
  await api.take('POST', `events/${eventId}/tasks/from-templates`, { templateIds: [await aTemplate(db)] })
  const task = (await tasksOf(eventId)).find(({ assigneeId }) => assigneeId === first)
  const form = { title: 'Ship', assigneeType: 'vendor', assigneeId: second, dueDays: 0 }
  const content = { kind: 'text', help: null, options: [], isRequired: true, version: 1 }
  const answer = await api.send('PATCH', `events/${eventId}/tasks/${task?.id}`, { ...form, ...content })
  expect(await problemOf(answer)).toMatchObject({ status: 400, errors: [{ field: 'assigneeId' }] })
})

test.each([
  [{ kind: 'choice', options: ['Yes'] }, 'Enter at least two options'],
  [{ kind: 'form', options: ['  ', ''] }, 'Enter at least one question'],
  [{ kind: 'choice', options: ['Yes', 'Yes'] }, 'Each line can appear only once'],
])('a template with %j is refused: %s', async (fields, message) => {
  const template = { title: 'Lunch', assigneeType: 'vendor', dueDays: -7, help: null, isRequired: true }
  const id = '00000000-0000-4000-8000-0000000000aa'
  const answer = await api.send('POST', 'task-templates', { id, ...template, ...fields })
  expect(await problemOf(answer)).toMatchObject({ status: 400, errors: [{ field: 'options', message }] })
})

test('what is missing of all vendors comes by event, a page at a time and as a CSV file; old events are left out', async () => {
  const { db } = opened
  const old = await aTask(db, { title: 'Long ago' })
  await db
    .update(eventConfig)
    .set({ eventDate: '2026-10-01', earlyBirdDeadline: null })
    .where(eq(eventConfig.id, old.eventId))
  const ids: string[] = []
  for (const [title, state] of [
    ['=cmd()', 'open'],
    ['Returned', 'returned'],
    ['Waiting', 'submitted'],
  ] as const) {
    const { eventId, taskId } = await aTask(db, { title, state })
    await db
      .update(eventConfig)
      .set({ eventDate: '2026-11-30', earlyBirdDeadline: null })
      .where(eq(eventConfig.id, eventId))
    if (state !== 'submitted') ids.push(taskId)
  }
  const first: Page<VendorTask> = await api.take('GET', 'vendor-tasks?limit=1')
  const next: Page<VendorTask> = await api.take('GET', `vendor-tasks?limit=1&cursor=${first.nextCursor}`)
  expect([...first.items, ...next.items].map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  expect(first.items[0]).toMatchObject({ dueOn: '2026-11-23', eventDate: '2026-11-30', timeZone: 'America/Chicago' })
  expect((await api.take('GET', 'vendor-tasks?state=submitted')).items).toMatchObject([{ title: 'Waiting' }])
  const tasks: Page<VendorTask> = await api.take('GET', 'vendor-tasks')
  const wanted = tasks.items[1]
  const vendor = wanted?.vendorName.split(' ')[1] ?? ''
  const found: Page<VendorTask> = await api.take('GET', `vendor-tasks?q=${vendor}`)
  expect(found.items.map(({ id }) => id)).toEqual([wanted?.id])
  await db
    .update(eventConfig)
    .set({ eventName: 'Yellowstone day' })
    .where(eq(eventConfig.id, tasks.items[0]?.eventId ?? ''))
  const ofEvent: Page<VendorTask> = await api.take('GET', 'vendor-tasks?q=yellowst')
  expect(ofEvent.items.map(({ id }) => id)).toEqual([tasks.items[0]?.id])
  expect((await api.take('GET', 'vendor-tasks?q=nobody')).items).toEqual([])
  const part = await (await api.send('GET', 'vendor-tasks/export.csv?q=yellowst')).text()
  expect(part.trim().split('\n')).toHaveLength(2)
  const file = await api.send('GET', 'vendor-tasks/export.csv')
  expect(file.headers.get('Content-Disposition')).toBe('attachment; filename="vendor-tasks-missing-2026-11-20.csv"')
  const text = await file.text()
  expect(text).toContain(`"'=cmd()","Acknowledgement","Yes","2026-11-23","Open"`)
  expect(text).not.toContain('Long ago')
})

test('a file is downloaded and never shown, whatever it is called (VT3)', async () => {
  const { taskId } = await aTask(opened.db, { kind: 'file' })
  const id = '00000000-0000-4000-8000-0000000000ff'
  const name = '"><script>é\'.html'
  await opened.db.insert(taskFiles).values({ id, taskId, name, contentType: 'text/plain', bytes: Buffer.from('<b>') })
  const { headers, status } = await api.send('GET', `task-files/${id}`)
  expect(status).toBe(200)
  expect(headers.get('Content-Type')).toBe('application/octet-stream')
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('Content-Disposition')).toBe(
    `attachment; filename="___script___.html"; filename*=UTF-8''%22%3E%3Cscript%3E%C3%A9%27.html`,
  )
})
