import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { teamLibrary } from '#db/schema/libraries.ts'
import { outbox } from '#db/schema/security.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import type { ApiEnv } from '#src/api/context.ts'
import { partnersApi } from '#src/api/partners-api.ts'
import { declaredRoutes } from '#src/api/routes.ts'
import { uploadsApi } from '#src/api/uploads-api.ts'
import { readVendorVisit } from '#src/auth/vendor-session.ts'
import { sendLink } from '#src/domain/logistics/links.ts'
import { addPeople } from '#src/domain/logistics/people.ts'
import { requestPortalLink } from '#src/domain/vendor-contacts/portal-link.ts'
import { readProfile } from '#src/domain/vendor-proposals/save-proposal.ts'
import { nextIp, SITE } from '#tests/accounts/account-api.ts'
import { aTask } from '#tests/event-tasks/task-rows.ts'
import { addEvent } from '#tests/site/event-rows.ts'
import { fromOurPage, NOON, SITE_URL, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { portalApi } from './portal-api.ts'

type Call = { method?: string; path: string; body?: object; cookie?: string }

let opened: TestDb
let api: Awaited<ReturnType<typeof portalApi>>
let send: (call: Call) => Promise<number>
beforeAll(async () => {
  opened = await testDb()
  const { db } = opened
  api = await portalApi(db)
  const area = new Hono<ApiEnv>().route('/', partnersApi).route('/', uploadsApi)
  const readVendor = (request: Request) => readVendorVisit(db, request, { siteUrl: SITE_URL, now: NOON })
  const both = await testApi({ db, area, readVendor, clock: () => NOON })
  send = async ({ method = 'POST', path, body, cookie }) => {
    const headers = {
      ...fromOurPage,
      'Content-Type': 'application/json',
      ...(cookie !== undefined && { Cookie: cookie }),
    }
    const asked = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    return (await both.request(path, asked, { ip: nextIp() })).status
  }
})
afterAll(() => opened.close())

const actor = { id: randomUUID() }
const context = () => ({ actor, site: SITE, now: NOON })
const post = (path: string, body: object, cookie?: string): Call => ({
  path,
  body,
  ...(cookie !== undefined && { cookie }),
})
const PDF = { name: 'plan.pdf', data: btoa('%PDF-1.7 plan') }

async function aContact() {
  const { vendorId, taskId } = await aTask(opened.db, { kind: 'file' })
  const email = `${randomUUID()}@vendor.example`
  return { vendorId, taskId, email, ...(await api.enter(vendorId, email)) }
}

/** Somebody of the team with a task, at an event on this day, and the link to their form. */
async function aPerson(eventDate = '2027-01-21') {
  const { db } = opened
  const eventId = await addEvent(db, randomUUID().slice(0, 8), { eventDate, earlyBirdDeadline: null })
  const email = `${randomUUID()}@team.example`
  const [member] = await db
    .insert(teamLibrary)
    .values({ fullName: 'Ada Quill', title: 'Trainer', bio: 'Ran a mill.', email })
    .returning()
  const teamId = member?.id ?? ''
  const [task] = await db
    .insert(eventTasks)
    .values({ eventId, title: 'Send the slides', kind: 'file', dueDays: -7, assigneeType: 'team', assigneeId: teamId })
    .returning()
  const { ids } = await addPeople(
    db,
    eventId,
    [{ name: 'Ada Quill', email, role: 'host', teamLibraryId: teamId }],
    actor,
  )
  await sendLink(db, { eventId, personId: ids[0] ?? '' }, context())
  const [mail] = await db.select({ text: outbox.textBody }).from(outbox).where(eq(outbox.recipient, email))
  const token = /logistics-form\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
  const save = (section: string, field: string, value: string) =>
    send(post('/api/logistics/save', { token, section, field, value, version: 0 }))
  return { email, token, taskId: task?.id ?? '', save }
}

async function aDelivery(token: string) {
  const crate = { id: randomUUID(), title: 'Crate', pieces: 1, expectedOn: null, expectedAt: null }
  await send(post('/api/logistics/deliveries/add', { token, ...crate }))
  return crate
}

async function aProposal() {
  const { vendorId, cookie } = await aContact()
  const { current, entryVersion } = await readProfile(opened.db, vendorId)
  const body = { ...current, tags: 'valves', entryVersion, version: null }
  return { path: '/api/vendor/proposal', method: 'PUT', body, cookie }
}

/** Every call of a partner that changes something, with what it needs made anew. */
const WRITES: Record<string, () => Promise<Call>> = {
  'POST /api/vendor/sign-in': async () => post('/api/vendor/sign-in', { email: (await aContact()).email }),
  'POST /api/vendor/sign-in/use': async () => {
    const { email } = await aContact()
    await requestPortalLink(opened.db, email, { ...context(), now: NOON + 1 })
    const [token = ''] = await api.tokensTo(email, 'sign-in')
    return post('/api/vendor/sign-in/use', { token })
  },
  'POST /api/vendor/invite/accept': async () => {
    const [{ id }, email] = [await api.vendor(), `${randomUUID()}@vendor.example`]
    await api.invite(id, email)
    const [token = ''] = await api.tokensTo(email, 'invite')
    return post('/api/vendor/invite/accept', { token })
  },
  'POST /api/vendor/sign-out': async () => post('/api/vendor/sign-out', {}, (await aContact()).cookie),
  'DELETE /api/vendor/contacts/:id': async () => {
    const { vendorId, cookie } = await aContact()
    const { id } = await api.enter(vendorId, `${randomUUID()}@vendor.example`)
    return { method: 'DELETE', path: `/api/vendor/contacts/${id}`, cookie }
  },
  'POST /api/vendor/task-files': async () => {
    const { taskId, cookie } = await aContact()
    return post('/api/vendor/task-files', { id: randomUUID(), taskId, ...PDF }, cookie)
  },
  'POST /api/vendor/tasks/:id/answer': async () => {
    const { taskId, cookie } = await aContact()
    const fileId = randomUUID()
    await send(post('/api/vendor/task-files', { id: fileId, taskId, ...PDF }, cookie))
    const body = { submissionId: randomUUID(), answer: { kind: 'file', fileId } }
    return post(`/api/vendor/tasks/${taskId}/answer`, body, cookie)
  },
  'PUT /api/vendor/proposal': aProposal,
  'DELETE /api/vendor/proposal': async () => {
    const proposed = await aProposal()
    await send(proposed)
    return { method: 'DELETE', path: '/api/vendor/proposal?version=1', cookie: proposed.cookie }
  },
  'POST /api/logistics/save': async () => {
    const { token } = await aPerson()
    return post('/api/logistics/save', { token, section: 'badge', field: 'name', value: 'Ada', version: 0 })
  },
  'POST /api/logistics/submit': async () => {
    const { token, save } = await aPerson()
    await save('travel', 'phone', '+1 555 0100')
    await save('travel', 'contact', 'Ray')
    await save('badge', 'name', 'Ada')
    await save('photographs', 'consent', 'yes')
    return post('/api/logistics/submit', { token })
  },
  'POST /api/logistics/request': async () => {
    const { token } = await aPerson('2026-11-20')
    return post('/api/logistics/request', { token, section: 'badge', values: { name: 'Ada' } })
  },
  'POST /api/logistics/remove': async () => {
    const { token, save } = await aPerson()
    await save('badge', 'name', 'Ada')
    return post('/api/logistics/remove', { token, section: null })
  },
  'POST /api/logistics/new-link': async () => post('/api/logistics/new-link', { email: (await aPerson()).email }),
  'POST /api/logistics/deliveries/add': async () => {
    const { token } = await aPerson()
    const crate = { id: randomUUID(), title: 'Crate', pieces: 1, expectedOn: null, expectedAt: null }
    return post('/api/logistics/deliveries/add', { token, ...crate })
  },
  'POST /api/logistics/deliveries/change': async () => {
    const { token } = await aPerson()
    const crate = await aDelivery(token)
    return post('/api/logistics/deliveries/change', { token, ...crate, pieces: 2, version: 1 })
  },
  'POST /api/logistics/deliveries/remove': async () => {
    const { token } = await aPerson()
    const { id } = await aDelivery(token)
    return post('/api/logistics/deliveries/remove', { token, id, version: 1 })
  },
  'POST /api/logistics/task-files': async () => {
    const { token, taskId } = await aPerson()
    return post('/api/logistics/task-files', { token, id: randomUUID(), taskId, ...PDF })
  },
  'POST /api/logistics/tasks/answer': async () => {
    const { token, taskId } = await aPerson()
    const fileId = randomUUID()
    await send(post('/api/logistics/task-files', { token, id: fileId, taskId, ...PDF }))
    const answer = { kind: 'file', fileId }
    return post('/api/logistics/tasks/answer', { token, taskId, submissionId: randomUUID(), answer })
  },
}
/** Calls that change nothing, or what they were sent is named by its content. */
const OTHERS = [
  ...['look', 'caterer', 'revision', 'deliveries', 'tasks'].map((name) => `POST /api/logistics/${name}`),
  'POST /api/vendor/sign-in/look',
  'POST /api/vendor/invite/look',
  'POST /api/vendor/media',
]

test('every call of partners that changes something is one of these', () => {
  const calls = [...declaredRoutes(partnersApi), ...declaredRoutes(uploadsApi)]
    .filter(({ method, path }) => method !== 'GET' && /^\/api\/(vendor|logistics)\//.test(path))
    .map(({ method, path }) => `${method} ${path.replace(/\/$/, '')}`)
  expect(calls.toSorted()).toEqual([...Object.keys(WRITES), ...OTHERS].toSorted())
})

const NOT_COUNTED = ['rate_limits', 'mail_plan_marks']
const named = z.object({ rows: z.array(z.object({ name: z.string(), count: z.coerce.number() })) })

/** How many rows each table has. */
async function countRows(): Promise<Map<string, number>> {
  const tables = await opened.db.execute(sql`select table_name as name, 0 as count from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`)
  const names = named.parse(tables).rows.map(({ name }) => name)
  const counts = await Promise.all(
    names.map(async (name): Promise<[string, number]> => [name, await opened.db.$count(sql.identifier(name))]),
  )
  return new Map(counts.filter(([name]) => !NOT_COUNTED.includes(name)))
}

/** The rows that `work` added or took away, by table. */
async function rowsOf(work: () => Promise<number[]>) {
  const before = await countRows()
  const statuses = await work()
  const changed = [...(await countRows())].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const)
  return { statuses, rows: Object.fromEntries(changed.filter(([, count]) => count !== 0)) }
}

test.each(Object.entries(WRITES))('%s, sent four times at once, is done once', async (_name, prepare) => {
  const [one, four] = [await prepare(), await prepare()]
  const once = await rowsOf(async () => [await send(one)])
  expect(once.statuses[0]).toBeLessThan(300)
  expect(Object.keys(once.rows)).not.toEqual([])
  const often = await rowsOf(() => Promise.all([send(four), send(four), send(four), send(four)]))
  expect(often.rows).toEqual(once.rows)
  expect(often.statuses.some((status) => status < 300)).toBe(true)
  expect(often.statuses.filter((status) => status >= 500)).toEqual([])
})
