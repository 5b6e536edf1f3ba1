import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventConfig } from '#db/schema/events.ts'
import { teamLibrary } from '#db/schema/libraries.ts'
import { logisticsPeople } from '#db/schema/logistics.ts'
import { outbox } from '#db/schema/security.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import { uploadsApi } from '#src/api/uploads-api.ts'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import { NOT_FOUND } from '#src/contract/failure.ts'
import { instantAt } from '#src/contract/wall-clock.ts'
import { changeTaskState } from '#src/domain/event-tasks/change-task-state.ts'
import { revokeLinks } from '#src/domain/logistics/links.ts'
import { advance } from '#src/domain/mail-plan/advance.ts'
import { nextIp } from '#tests/accounts/account-api.ts'
import { auditOf } from '#tests/admin/library-api.ts'
import { advancing, storeRule, storeTeamMember } from '#tests/mail-plan/plan-rows.ts'
import { NOON, problemOf, testApi } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { logisticsApi } from './logistics-api.ts'

let opened: TestDb
let api: Awaited<ReturnType<typeof logisticsApi>>
let uploads: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  opened = await testDb()
  api = await logisticsApi(opened.db, NOON)
  uploads = await testApi({ db: opened.db, area: uploadsApi })
})
afterAll(() => opened.close())

/** A person of the team with a link and a task of this kind. */
async function aMember(eventId: string, kind: 'text' | 'file') {
  const { db } = opened
  const { personId, token, email } = await api.invite(eventId, 'instructor')
  const teamLibraryId = await storeTeamMember(db, eventId, null)
  await db.update(logisticsPeople).set({ teamLibraryId }).where(eq(logisticsPeople.id, personId))
  const taskId = randomUUID()
  const task = {
    id: taskId,
    eventId,
    title: 'Send the slides',
    assigneeType: 'team',
    assigneeId: teamLibraryId,
  } as const
  await db.insert(eventTasks).values({ ...task, kind, dueDays: -7 })
  return { personId, token, taskId, teamLibraryId, email }
}

const answer = (token: string, taskId: string, value: object) =>
  api.call('tasks/answer', { token, taskId, submissionId: randomUUID(), answer: value })
const TEXT = { kind: 'text', text: 'They are in the folder.' }

test('a person of the team sees and answers their own tasks of the event by their link, and no others (VT1)', async () => {
  const eventId = await storeEvent(opened.db)
  const [ada, ben] = [await aMember(eventId, 'text'), await aMember(eventId, 'text')]
  const { token: guest } = await api.invite(eventId, 'speaker')
  const listOf = async (token: string) => (await (await api.call('tasks', { token })).json()).items
  expect((await listOf(ada.token)).map(({ id }: { id: string }) => id)).toEqual([ada.taskId])
  expect(await listOf(guest)).toEqual([])
  for (const refused of [await answer(ben.token, ada.taskId, TEXT), await answer(guest, ada.taskId, TEXT)])
    expect(await problemOf(refused)).toMatchObject({ status: 404, detail: NOT_FOUND.task })
  expect(await (await answer(ada.token, ada.taskId, TEXT)).json()).toEqual({ id: ada.taskId, state: 'submitted' })
  expect(await auditOf(opened.db, ada.taskId)).toMatchObject([{ actor: `logistics:${ada.personId}` }])
  const unknown = 'x'.repeat(43)
  for (const dead of [await api.call('tasks', { token: unknown }), await answer(unknown, ada.taskId, TEXT)])
    expect(await problemOf(dead)).toMatchObject({ status: 404, detail: LINK_DEAD })
})

test('a reminder and a returned task lead to the form, unless the links to it were ended (LG2)', async () => {
  const { db } = opened
  const eventId = await storeEvent(db, { publishedAt: new Date(0) })
  const ada = await aMember(eventId, 'text')
  const { email } = ada
  await db.update(teamLibrary).set({ email }).where(eq(teamLibrary.id, ada.teamLibraryId))
  await storeRule(db, {
    ...{ anchor: 'task-due', audience: 'open-tasks', subject: 'Reminder', body: 'Please.\n\n{{task.page}}' },
    timing: { kind: 'day', days: -1, at: '09:00' },
  })
  const remind = (day: string) => advance(db, eventId, advancing(instantAt(day, '10:00', 'America/Chicago')))
  const bodies = async (template: string) =>
    (
      await db
        .select()
        .from(outbox)
        .where(and(eq(outbox.recipient, email), eq(outbox.template, template)))
    ).map(({ textBody }) => /\/logistics-form\/([\w-]{43})/.exec(textBody)?.[1])
  await remind('2027-01-13')
  const [reminded = ''] = await bodies('event-mail')
  await answer(reminded, ada.taskId, TEXT)
  const change = { act: 'return', note: 'Please send them.', version: 2 } as const
  await changeTaskState(db, { eventId, taskId: ada.taskId }, change, api.context())
  const [returned = ''] = await bodies('task-returned')
  expect((await api.call('tasks', { token: returned })).status).toBe(200)
  await revokeLinks(db, { eventId, personId: ada.personId }, api.context())
  await db.update(eventConfig).set({ eventDate: '2027-02-21' }).where(eq(eventConfig.id, eventId))
  await remind('2027-02-13')
  expect((await bodies('event-mail')).toSorted()).toEqual([reminded, undefined])
})

test('a file is uploaded with the token in the body, for one’s own task alone (VT1, LG1)', async () => {
  const eventId = await storeEvent(opened.db)
  const [ada, ben] = [await aMember(eventId, 'file'), await aMember(eventId, 'file')]
  const data = Buffer.from('%PDF-1.7').toString('base64')
  const send = (token: string) => {
    const file = { id: randomUUID(), taskId: ada.taskId, name: 'slides.pdf', data }
    return uploads.post('/api/logistics/task-files', { token, ...file }, {}, { ip: nextIp() })
  }
  expect((await send(ben.token)).status).toBe(404)
  expect((await send('x'.repeat(43))).status).toBe(404)
  const { id: fileId } = await (await send(ada.token)).json()
  expect((await answer(ada.token, ada.taskId, { kind: 'file', fileId })).status).toBe(200)
})
