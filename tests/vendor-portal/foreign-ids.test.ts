import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { vendorProposals } from '#db/schema/partners.ts'
import { partnersApi } from '#src/api/partners-api.ts'
import { declaredRoutes } from '#src/api/routes.ts'
import { uploadsApi } from '#src/api/uploads-api.ts'
import { readVendorVisit } from '#src/auth/vendor-session.ts'
import { aTask } from '#tests/event-tasks/task-rows.ts'
import { fromOurPage, NOON, SITE_URL, testApi } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { fingerprint } from '#tests/support/fingerprint.ts'
import { portalApi } from './portal-api.ts'

type Ids = { contact: string; task: string; file: string }
type Call = { method: string; path: string; body?: object }

const file = (id: string, taskId: string) => ({ id, taskId, name: 'plan.pdf', data: btoa('%PDF-1.7 plan') })
const answer = (task: string, fileId: string): Call => ({
  method: 'POST',
  path: `/api/vendor/tasks/${task}/answer`,
  body: { submissionId: randomUUID(), answer: { kind: 'file', fileId } },
})

/** Calls of a contact that carry ids, in the path or in the body: with those of one's own, and those that are tried. */
const WITH_IDS: Record<string, (own: Ids, tried: Ids) => Call[]> = {
  'DELETE /api/vendor/contacts/:id': (_own, { contact }) => [
    { method: 'DELETE', path: `/api/vendor/contacts/${contact}` },
  ],
  'POST /api/vendor/tasks/:id/answer': (own, tried) => [
    answer(tried.task, own.file),
    answer(own.task, tried.file),
    answer(tried.task, tried.file),
  ],
  'GET /api/vendor/task-files/:id': (_own, tried) => [{ method: 'GET', path: `/api/vendor/task-files/${tried.file}` }],
  'POST /api/vendor/task-files': (_own, { task }) => [
    { method: 'POST', path: '/api/vendor/task-files', body: file(randomUUID(), task) },
  ],
}
/** Calls that read what belongs to the vendor of the session. */
const READS = [
  'GET /api/vendor/events',
  'GET /api/vendor/contacts',
  'GET /api/vendor/tasks',
  'GET /api/vendor/proposal',
  'GET /api/vendor/statistics',
]
/** Calls that write without an id; tests/vendor-portal/proposals.test.ts tries them beside another vendor's proposal. */
const WRITES = ['PUT /api/vendor/proposal', 'DELETE /api/vendor/proposal', 'POST /api/vendor/media']

let opened: TestDb
let send: (call: Call, cookie: string) => Promise<[number, string]>
let own: Ids & { cookie: string }
let theirs: Ids & { cookie: string }
beforeAll(async () => {
  opened = await testDb()
  const { db } = opened
  const api = await portalApi(db)
  const readVendor = (request: Request) => readVendorVisit(db, request, { siteUrl: SITE_URL, now: NOON })
  const uploads = await testApi({ db, area: uploadsApi, readVendor })
  let callers = 0
  send = async ({ method, path, body }, cookie) => {
    const area = method === 'POST' && path === '/api/vendor/task-files' ? uploads : api.portal
    const headers = { ...fromOurPage, 'Content-Type': 'application/json', Cookie: cookie }
    callers += 1
    const call = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const answered = await area.request(path, call, { ip: `203.0.113.${callers}` })
    return [answered.status, await answered.text()]
  }
  const company = async (word: string) => {
    const eventId = await storeEvent(db, {
      eventSlug: `${word}-day`,
      eventName: `${word} day`,
      eventDate: '2026-12-01',
      earlyBirdDeadline: null,
    })
    const { taskId: task, vendorId } = await aTask(db, { eventId, kind: 'file', title: `${word} task` })
    const { id: contact, cookie } = await api.enter(vendorId, `${word}@vendor.example`, `${word} Ortiz`)
    const colleague = await api.enter(vendorId, `${word}.two@vendor.example`)
    const proposal = { vendorId, contactId: contact, baseVersion: 1, base: { tags: null }, fields: { tags: word } }
    await db.insert(vendorProposals).values(proposal)
    const id = randomUUID()
    const stored = await send({ method: 'POST', path: '/api/vendor/task-files', body: file(id, task) }, cookie)
    expect(stored[0]).toBe(201)
    return { contact: colleague.id, task, file: id, cookie }
  }
  own = await company('plain')
  theirs = await company('secret')
})
afterAll(() => opened.close())

test('every call of a contact is one of these', () => {
  const calls = [...declaredRoutes(partnersApi), ...declaredRoutes(uploadsApi)]
    .filter(({ policy }) => policy === 'vendor')
    .map(({ method, path }) => `${method} ${path}`)
  expect(calls.toSorted()).toEqual([...Object.keys(WITH_IDS), ...READS, ...WRITES].toSorted())
})

test.each(Object.entries(WITH_IDS))(
  '%s answers for another vendor’s row as for a missing one, and changes nothing (VP1)',
  async (_name, toCalls) => {
    const missing = { contact: randomUUID(), task: randomUUID(), file: randomUUID() }
    const before = await fingerprint(opened.db, ['rate_limits'])
    const [foreign, absent] = [toCalls(own, theirs), toCalls(own, missing)]
    for (const [at, call] of foreign.entries()) {
      const answered = await send(call, own.cookie)
      expect(answered).toEqual(await send(absent[at] ?? call, own.cookie))
      expect([400, 404]).toContain(answered[0])
    }
    expect(await fingerprint(opened.db, ['rate_limits'])).toBe(before)
  },
)

test('the same calls work for their owner, so that it is the vendor that they fail for', async () => {
  for (const toCalls of Object.values(WITH_IDS).toReversed())
    for (const call of toCalls(theirs, theirs).slice(0, 1))
      expect((await send(call, theirs.cookie))[0], call.path).toBeLessThan(300)
})

test.each(READS)('%s says nothing of another vendor (VP1)', async (name) => {
  const [method = '', path = ''] = name.split(' ')
  const [status, text] = await send({ method, path }, own.cookie)
  expect([status, /secret/i.test(text)]).toEqual([200, false])
  for (const id of [theirs.contact, theirs.task, theirs.file]) expect(text).not.toContain(id)
})
