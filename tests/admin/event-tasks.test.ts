import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventConfig, eventTeam, eventVendors } from '#db/schema/events.ts'
import { teamLibrary } from '#db/schema/libraries.ts'
import { type Assignee, type EventTask, NO_LONGER_LISTED, NOT_IN_LINEUP } from '#src/contract/event-task.ts'
import type { Page } from '#src/contract/page.ts'
import { TASK_STATE_REFUSED } from '#src/contract/task-answer.ts'
import { type Changed, STALE } from '#src/contract/versioned.ts'
import { NOON, problemOf } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { eventsApi } from './event-api.ts'
import { storePerson, storeVendor } from './event-part-api.ts'

let opened: TestDb
let api: Awaited<ReturnType<typeof eventsApi>>
beforeAll(async () => {
  opened = await testDb()
  api = await eventsApi(opened.db)
})
afterAll(() => opened.close())

/** An event on January 21, 2027, with Ada in its team and Gauge among its vendors. */
async function anEvent() {
  const eventId = await storeEvent(opened.db)
  const ada = await storePerson(opened.db, 'Ada Quill')
  const gauge = await storeVendor(opened.db, 'Gauge & Co')
  await opened.db.insert(eventTeam).values({ eventId, teamLibraryId: ada, displayOrder: 1 })
  await opened.db.insert(eventVendors).values({ eventId, vendorLibraryId: gauge, displayOrder: 1 })
  const input = (changes: object = {}) => ({
    id: randomUUID(),
    title: 'Ship the samples',
    assigneeType: 'vendor',
    assigneeId: gauge,
    dueDays: -7,
    ...{ kind: 'acknowledgement', help: null, options: [], isRequired: true },
    ...changes,
  })
  return { eventId, ada, gauge, input }
}

const add = async (eventId: string, input: object) =>
  (await api.ask<Changed<EventTask>>(201, 'POST', `${eventId}/tasks`, input)).item
const list = (eventId: string) => api.ask<Page<EventTask>>(200, 'GET', `${eventId}/tasks`)

test('a task is due as many days from the event as it says, and moves with it', async () => {
  const { eventId, ada, gauge, input } = await anEvent()
  await add(eventId, input({ title: 'Clear the hall', assigneeType: 'team', assigneeId: ada, dueDays: 1 }))
  await add(eventId, input())
  const { items } = await list(eventId)
  const assignees = await api.ask<Assignee[]>(200, 'GET', `${eventId}/tasks/assignees`)
  expect(items.map(({ title, dueOn, assigneeName }) => [title, dueOn, assigneeName])).toEqual([
    ['Ship the samples', '2027-01-14', 'Gauge & Co'],
    ['Clear the hall', '2027-01-22', 'Ada Quill'],
  ])
  expect(assignees).toEqual([
    { type: 'team', id: ada, name: 'Ada Quill', hasEmail: false },
    { type: 'vendor', id: gauge, name: 'Gauge & Co', hasEmail: false },
  ])
  await opened.db.update(eventConfig).set({ eventDate: '2027-03-04' }).where(eq(eventConfig.id, eventId))
  expect((await list(eventId)).items.map(({ dueOn }) => dueOn)).toEqual(['2027-02-25', '2027-03-05'])
})

test('a task is marked as done and reopened, each time from the version that was seen', async () => {
  const { eventId, input } = await anEvent()
  const { id } = await add(eventId, input())
  const setState = (act: string, version: number) => api.send('POST', `${eventId}/tasks/${id}/state`, { act, version })
  expect(await (await setState('done', 1)).json()).toMatchObject({ item: { doneAt: NOON, version: 2 } })
  expect(await problemOf(await setState('reopen', 1))).toMatchObject({ status: 409, detail: STALE })
  expect(await problemOf(await setState('done', 2))).toMatchObject({ status: 409, detail: TASK_STATE_REFUSED })
  expect(await (await setState('reopen', 2)).json()).toMatchObject({ item: { doneAt: null, version: 3 } })
})

test('a task is given to nobody but the team and the vendors of its event', async () => {
  const { eventId, input } = await anEvent()
  const other = await anEvent()
  const refused = { status: 400, errors: [{ field: 'assigneeId', message: NOT_IN_LINEUP }] }
  const strange = input({ assigneeId: other.gauge })
  expect(await problemOf(await api.send('POST', `${eventId}/tasks`, strange))).toMatchObject(refused)
  const { id: _id, ...fields } = strange
  const { id } = await add(eventId, input())
  const change = await api.send('PATCH', `${eventId}/tasks/${id}`, { ...fields, version: 1 })
  expect(await problemOf(change)).toMatchObject(refused)
})

test('somebody who has left keeps the task until it is given to another', async () => {
  const { eventId, ada, gauge, input } = await anEvent()
  const { id: _id, ...fields } = input({ assigneeType: 'team', assigneeId: ada })
  const { id } = await add(eventId, { id: randomUUID(), ...fields })
  await opened.db.delete(eventTeam).where(eq(eventTeam.teamLibraryId, ada))
  await opened.db.delete(teamLibrary).where(eq(teamLibrary.id, ada))
  expect((await list(eventId)).items).toMatchObject([{ assigneeName: NO_LONGER_LISTED }])
  const patch = (change: object) => api.send('PATCH', `${eventId}/tasks/${id}`, change)
  expect((await patch({ ...fields, title: 'Ship two samples', version: 1 })).status).toBe(200)
  const handedOver = await patch({ ...fields, assigneeType: 'vendor', assigneeId: gauge, version: 2 })
  expect(await handedOver.json()).toMatchObject({ item: { assigneeName: 'Gauge & Co' } })
})

test('a task is reached through its own event alone', async () => {
  const { eventId, input } = await anEvent()
  const other = await storeEvent(opened.db)
  const { id } = await add(eventId, input())
  for (const answer of [
    await api.send('POST', `${other}/tasks/${id}/state`, { act: 'done', version: 1 }),
    await api.send('DELETE', `${other}/tasks/${id}?version=1`),
    await api.send('GET', `${randomUUID()}/tasks`),
    await api.send('POST', `${randomUUID()}/tasks`, input()),
  ])
    expect((await problemOf(answer)).status).toBe(404)
  expect((await api.send('DELETE', `${eventId}/tasks/${id}?version=1`)).status).toBe(200)
  expect((await list(eventId)).items).toEqual([])
})
