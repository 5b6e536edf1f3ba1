import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { vendorContacts } from '#db/schema/partners.ts'
import type { ApiEnv } from '#src/api/context.ts'
import type { AccountPolicy, Policy } from '#src/api/policy.ts'
import { routes } from '#src/api/routes.ts'
import { vendorCookie } from '#src/auth/session-cookie.ts'
import { openVendorSession, readVendorVisit } from '#src/auth/vendor-session.ts'
import { readVisit } from '#src/auth/visit.ts'
import { LONGEST_VENDOR_SESSION } from '#src/contract/vendor-portal.ts'
import { fromOurPage, NOON, problemOf, SITE_URL, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { accountApi } from './account-api.ts'
import { applyIncident, PEOPLE, type Person, preparePerson } from './people.ts'

const ACCOUNTS = ['public', 'signedIn', 'approved', 'moderator', 'admin', 'owner'] as const satisfies AccountPolicy[]
/** No account passes the last one, and who passes it is no account. */
const POLICIES = [...ACCOUNTS, 'vendor'] as const satisfies readonly Policy[]
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const HOUR = 3_600_000

/** One address for each policy, which answers every method. */
const area = POLICIES.reduce(
  (all, policy) =>
    all.route(
      '/api/probe',
      routes(policy)
        .get(`/${policy}`, (c) => c.json({ ok: true }))
        .post(`/${policy}`, (c) => c.json({ ok: true }))
        .put(`/${policy}`, (c) => c.json({ ok: true }))
        .patch(`/${policy}`, (c) => c.json({ ok: true }))
        .delete(`/${policy}`, (c) => c.json({ ok: true })),
    ),
  new Hono<ApiEnv>(),
)

/** What each policy answers to each of them, in the order of `POLICIES`. */
const CELLS: Record<keyof typeof PEOPLE, number[]> = {
  pending: [200, 200, 403, 403, 403, 403, 401],
  rejected: [200, 200, 403, 403, 403, 403, 401],
  approved: [200, 200, 200, 403, 403, 403, 401],
  moderator: [200, 200, 200, 200, 403, 403, 401],
  admin: [200, 200, 200, 200, 200, 403, 401],
  owner: [200, 200, 200, 200, 200, 200, 401],
  'with a factor': [200, 200, 403, 403, 403, 403, 401],
  'an owner with a factor': [200, 200, 200, 200, 200, 200, 401],
  banned: [200, 401, 401, 401, 401, 401, 401],
  'a banned owner': [200, 401, 401, 401, 401, 401, 401],
  'with a factor they have not shown': [200, 401, 401, 401, 401, 401, 401],
  'an owner with a factor they have not shown': [200, 401, 401, 401, 401, 401, 401],
  'deleted meanwhile': [200, 401, 401, 401, 401, 401, 401],
}
const NOBODY = [200, 401, 401, 401, 401, 401, 401]

describe('who gets through with a real session (AZ1)', () => {
  let opened: TestDb
  let account: Awaited<ReturnType<typeof accountApi>>
  let probe: Awaited<ReturnType<typeof testApi>>
  const clock = { now: NOON }
  beforeAll(async () => {
    opened = await testDb()
    account = await accountApi(opened.db)
    const { keyring } = account
    probe = await testApi({
      db: opened.db,
      area,
      clock: () => clock.now,
      readVisit: (request) => readVisit(opened.db, request, { siteUrl: SITE_URL, now: clock.now, keyring }),
      readVendor: (request) => readVendorVisit(opened.db, request, { siteUrl: SITE_URL, now: clock.now }),
    })
  })
  afterAll(() => opened.close())

  /** Somebody of this kind; the token was given out before anything came over them. */
  const arrive = async (person: Person) => {
    const { id, cookie } = await preparePerson(opened.db, person)
    if (person.level === 2) await applyIncident(opened.db, id, person)
    const { access_token: token } = await (await account.post('token', {}, { cookie })).json()
    expect(token).toMatch(/^ey/)
    if (person.level === 1) await applyIncident(opened.db, id, person)
    return { cookie, token }
  }
  const getRow = async (method: string, headers: Record<string, string>) => {
    const statuses: number[] = []
    for (const policy of POLICIES) {
      const answer = await probe.request(`/api/probe/${policy}`, { method, headers })
      if (answer.status >= 400) await problemOf(answer)
      statuses.push(answer.status)
    }
    return statuses
  }

  test.each(Object.entries(PEOPLE))(
    '%s: every policy and method, by cookie and by access token',
    async (name, person) => {
      const cells = CELLS[name as keyof typeof PEOPLE]
      const { cookie, token } = await arrive(person)
      for (const method of METHODS) {
        expect(await getRow(method, { ...fromOurPage, Cookie: cookie }), `${method} by cookie`).toEqual(cells)
        // A caller with a token is judged by it even on a public route.
        const byToken = await getRow(method, { Authorization: `Bearer ${token}` })
        const isJudged = cells[1] === 401 && method !== 'GET'
        expect(byToken, `${method} by token`).toEqual(isJudged ? [401, ...cells.slice(1)] : cells)
      }
    },
  )

  test('nobody', async () => {
    for (const method of METHODS) {
      expect(await getRow(method, fromOurPage)).toEqual(NOBODY)
      const made = { ...fromOurPage, Cookie: `__Host-session=${'A'.repeat(43)}` }
      expect(await getRow(method, made)).toEqual(NOBODY)
    }
  })

  const VENDOR = [200, 401, 401, 401, 401, 401, 200]
  test('a contact of a vendor passes the policy of vendors and no other (VP1)', async () => {
    const { contactId, cookie } = await arriveAsVendor()
    const headers = { ...fromOurPage, Cookie: cookie }
    for (const method of METHODS) expect(await getRow(method, headers)).toEqual(VENDOR)
    // The token of one kind of session is worth nothing under the name of the other.
    expect(await getRow('GET', { Cookie: cookie.replace('vendor_session', 'session') })).toEqual(NOBODY)
    const owner = await arrive(PEOPLE.owner)
    expect(await getRow('GET', { Cookie: owner.cookie.replace('session', 'vendor_session') })).toEqual(NOBODY)
    expect(await getRow('GET', { Cookie: cookie, Authorization: `Bearer ${owner.token}` })).toEqual(CELLS.owner)
    await opened.db
      .update(vendorContacts)
      .set({ state: 'revoked', revokedAt: new Date() })
      .where(eq(vendorContacts.id, contactId))
    expect(await getRow('GET', headers)).toEqual(NOBODY)
  })

  test('the session of a contact ends 8 hours after its last call, and after 7 days', async () => {
    const { cookie } = await arriveAsVendor()
    const status = async (at: number) => {
      clock.now = at
      const { status: code } = await probe.request('/api/probe/vendor', { headers: { Cookie: cookie } })
      clock.now = NOON
      return code
    }
    let last = NOON
    for (; last + 7 * HOUR <= NOON + LONGEST_VENDOR_SESSION; last += 7 * HOUR) expect(await status(last)).toBe(200)
    expect(await status(NOON + LONGEST_VENDOR_SESSION - 1)).toBe(200)
    expect(await status(NOON + LONGEST_VENDOR_SESSION)).toBe(401)
    const other = await arriveAsVendor()
    const ask = () => probe.request('/api/probe/vendor', { headers: { Cookie: other.cookie } })
    clock.now = NOON + 8 * HOUR
    expect((await ask()).status).toBe(401)
    clock.now = NOON
  })

  const arriveAsVendor = async () => {
    const [vendor] = await opened.db.insert(vendorLibrary).values({ vendorName: 'Gauge & Co' }).returning()
    const contact = {
      name: 'Maria Ortiz',
      email: 'maria@gauge.example',
      emailKey: 'maria@gauge.example',
      state: 'active',
    } as const
    const [row] = await opened.db
      .insert(vendorContacts)
      .values({ ...contact, vendorId: vendor?.id ?? '', invitedBy: 'cli' })
      .returning()
    const contactId = row?.id ?? ''
    const token = await openVendorSession(opened.db, contactId, NOON)
    return { contactId, cookie: vendorCookie(token, 60, SITE_URL).split(';')[0] ?? '' }
  }

  test('a pending person gets the reason, whatever they try to write with (AZ5)', async () => {
    const { cookie, token } = await arrive(PEOPLE.pending)
    for (const headers of [{ ...fromOurPage, Cookie: cookie }, { Authorization: `Bearer ${token}` }]) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await probe.request('/api/probe/approved', { method, headers })
        expect(await problemOf(answer)).toMatchObject({ status: 403, code: 'forbidden' })
      }
    }
  })

  test('admins and owners show every twelve hours who they are (SE4)', async () => {
    const [admin, owner] = [await arrive(PEOPLE.admin), await arrive(PEOPLE.owner)]
    const ask = async (cookie: string, policy: Policy) =>
      probe.request(`/api/probe/${policy}`, { headers: { Cookie: cookie } })
    clock.now = NOON + 12 * HOUR - 1
    expect((await ask(admin.cookie, 'admin')).status).toBe(200)
    clock.now = NOON + 12 * HOUR
    for (const answer of [await ask(admin.cookie, 'admin'), await ask(owner.cookie, 'owner')])
      expect(await problemOf(answer)).toMatchObject({ status: 403, code: 'step_up' })
    expect((await ask(admin.cookie, 'approved')).status).toBe(200)
    clock.now = NOON
  })
})
