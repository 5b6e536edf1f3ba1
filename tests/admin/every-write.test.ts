import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditLog, siteBuilds, siteContent } from '#db/schema/site.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { fingerprint } from '#tests/support/fingerprint.ts'
import { ADMIN_WRITES } from './admin-area.ts'
import type { WriteCall } from './calls/call.ts'
import { adminCaller, IP, routeOf, storedViewer } from './calls/caller.ts'
import { WRITE_CALLS } from './calls/calls.ts'

const calls = Object.entries(WRITE_CALLS)

test('every admin route that changes something has a good call here, and every call a route', () => {
  expect(calls.map(([name]) => name).toSorted()).toEqual(ADMIN_WRITES.map(({ name }) => name).toSorted())
})

let opened: TestDb
let owner: Viewer
let caller: Awaited<ReturnType<typeof adminCaller>>
beforeAll(async () => {
  opened = await testDb()
  owner = await storedViewer(opened.db, 'owner')
  caller = await adminCaller(opened.db, owner)
})
afterAll(() => opened.close())

const contentNow = async () => {
  const [content] = await opened.db.select().from(siteContent)
  const queued = await opened.db.$count(siteBuilds, eq(siteBuilds.state, 'queued'))
  return { revision: content?.version ?? 0, queued, asked: caller.builds.asked }
}
const toEntries = (answer: Response) =>
  opened.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.requestId, answer.headers.get('X-Request-Id') ?? ''))
    .orderBy(asc(auditLog.id))

const isShown = ({ shows }: WriteCall, isPublic: boolean) =>
  shows === 'always' || (shows === 'where public' && isPublic)

describe.each(calls)('%s', (name, call) => {
  test.each([true, false])(
    'is written down whole, by whom and from where; on public ground: %s (AZ9, BR1)',
    async (isPublic) => {
      const prepared = await call.prepare(caller.groundOf(isPublic))
      const before = await contentNow()
      const answer = await caller.send(routeOf(name), prepared)
      expect(answer.status, await answer.clone().text()).toBeLessThan(300)
      const entries = await toEntries(answer)
      const entry = entries.find(({ action }) => action === call.action)
      expect(entry, `written down: ${entries.map(({ action }) => action)}`).toMatchObject({
        actor: owner.id,
        address: IP,
      })
      expect(entry?.hash).toMatch(/^[0-9a-f]{64}$/)
      const keeps = {
        before: call.keeps === 'before' || call.keeps === 'both',
        after: call.keeps === 'after' || call.keeps === 'both',
      }
      expect({ before: isWhole(entry?.before), after: isWhole(entry?.after) }).toEqual(keeps)
      const after = await contentNow()
      if (!isShown(call, isPublic)) return expect({ ...after, ...rebuilt(name, before) }).toEqual(before)
      expect(after.revision).toBeGreaterThan(before.revision)
      expect(after.queued).toBeGreaterThan(before.queued)
      expect(after.asked).toBe(before.asked + 1)
      expect(await answer.json()).toMatchObject({ revision: after.revision })
    },
  )

  test('is not done where it cannot be written down, and says nothing of why', async () => {
    const prepared = await call.prepare(caller.groundOf(true))
    const route = routeOf(name)
    const state = await fingerprint(opened.db)
    await opened.db.execute(sql`create function refuse() returns trigger language plpgsql
      as $$ begin raise exception 'canary: the log is full'; end $$`)
    await opened.db.execute(sql`create trigger refuse before insert on audit_pending execute function refuse()`)
    const answer = await caller.send(route, prepared)
    await opened.db.execute(sql`drop function refuse() cascade`)
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('canary')
    expect(await fingerprint(opened.db)).toBe(state)
  })
})

function isWhole(row: unknown): boolean {
  return typeof row === 'object' && row !== null && Object.keys(row).length > 0
}

/** Asking for a build again changes nothing that pages show, and queues one all the same. */
function rebuilt(name: string, before: { queued: number; asked: number }) {
  return name === 'POST /api/admin/builds' ? { queued: before.queued, asked: before.asked } : {}
}

test('a refused write is audited once and does nothing else: a member at every route (AZ9)', async () => {
  const member = await storedViewer(opened.db)
  const refused = await adminCaller(opened.db, member)
  const prepared = await Promise.all(
    calls.map(async ([name, call]) => [name, await call.prepare(caller.groundOf(true))] as const),
  )
  const state = await fingerprint(opened.db, ['audit_log', 'audit_pending', 'rate_limits'])
  for (const [name, call] of prepared) {
    const answer = await refused.send(routeOf(name), call)
    expect(answer.status, name).toBe(403)
    const entry = { actor: member.id, address: IP, action: 'access.refuse', subjectType: 'route', subjectId: name }
    expect(await toEntries(answer), name).toMatchObject([{ ...entry, after: { reason: 'forbidden' } }])
  }
  expect(await fingerprint(opened.db, ['audit_log', 'audit_pending', 'rate_limits'])).toBe(state)
})

describe('a double click', () => {
  let two: TestDb
  let api: Awaited<ReturnType<typeof adminCaller>>
  beforeAll(async () => {
    two = await testDb()
    api = await adminCaller(two.db, await storedViewer(two.db, 'owner'))
  })
  afterAll(() => two.close())

  test.each(calls)('%s, sent four times at once, is done once', async (name, call) => {
    const prepared = await call.prepare(api.groundOf(true))
    const mark = await two.db.$count(auditLog)
    const answers = await Promise.all([1, 2, 3, 4].map(() => api.send(routeOf(name), prepared)))
    const statuses = answers.map(({ status }) => status)
    for (const status of statuses) expect([200, 201, 202, 204, 404, 409], name).toContain(status)
    expect(statuses.some((status) => status < 300)).toBe(true)
    const written = await two.db.select().from(auditLog).orderBy(asc(auditLog.id)).offset(mark)
    const times = written.filter(({ action }) => action === call.action).length
    expect(times, `${statuses}`).toBe(MORE_THAN_ONCE.includes(name) ? 4 : 1)
  })
})

/** Each of these is done, and written down, every time it is asked for. */
const MORE_THAN_ONCE = [
  'POST /api/admin/builds',
  'POST /api/admin/mail-round-trips',
  'POST /api/admin/events/:id/logistics/export.csv',
  'POST /api/admin/events/:id/logistics/people/:personId/read',
  'POST /api/admin/events/:id/run-sheet/contacts',
  'POST /api/admin/events/:id/timeline/people/:mailId/recipient',
  'POST /api/admin/logistics-mails/test',
  'POST /api/admin/mail-rules/test',
  'POST /api/admin/mails/:id/recipient',
  'POST /api/admin/media',
]
