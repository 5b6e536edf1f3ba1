import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { profiles, sessions, userRoles } from '#db/schema/accounts.ts'
import { authAttempts } from '#db/schema/security.ts'
import { adminApi } from '#src/api/admin/admin-api.ts'
import { authApi } from '#src/api/auth/auth-api.ts'
import { calendarApi } from '#src/api/calendar.ts'
import { contentApi } from '#src/api/content-api.ts'
import type { ApiEnv } from '#src/api/context.ts'
import { forumApi } from '#src/api/forum-api.ts'
import { mailHooksApi } from '#src/api/mail-hooks.ts'
import { partnersApi } from '#src/api/partners-api.ts'
import { publicApi } from '#src/api/public-api.ts'
import { reportsApi } from '#src/api/reports.ts'
import { declaredRoutes } from '#src/api/routes.ts'
import { shopApi } from '#src/api/shop-api.ts'
import { forgetLevel } from '#src/api/site-level.ts'
import { unsubscribeApi } from '#src/api/unsubscribe.ts'
import { uploadsApi } from '#src/api/uploads-api.ts'
import { openVendorSession, readVendorVisit } from '#src/auth/vendor-session.ts'
import { readVisit } from '#src/auth/visit.ts'
import type { SiteLevel } from '#src/contract/site-mode.ts'
import type { Role } from '#src/contract/viewer.ts'
import { setSiteMode } from '#src/domain/site-mode/site-mode.ts'
import { cookieOf, nextIp, PASSWORD } from '#tests/accounts/account-api.ts'
import { EVE, googleApi } from '#tests/accounts/google-api.ts'
import { aTask } from '#tests/event-tasks/task-rows.ts'
import { fromOurPage, problemOf, SITE_URL, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { factorApi, pendingCookieOf } from '#tests/support/factor-api.ts'
import { fingerprint } from '#tests/support/fingerprint.ts'

const AREAS = [
  ...[adminApi, authApi, calendarApi, contentApi, forumApi, mailHooksApi(() => ({})), partnersApi],
  ...[publicApi, reportsApi, shopApi(() => null), unsubscribeApi, uploadsApi],
]
const CLOSED_TO_OTHERS = [2, 3] as const

let opened: TestDb
let api: Awaited<ReturnType<typeof factorApi>>
let site: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  opened = await testDb()
  api = await factorApi(opened.db)
  const { keyring, clock } = api
  const area = AREAS.reduce((all, one) => all.route('/', one), new Hono<ApiEnv>())
  site = await testApi({
    db: opened.db,
    area,
    keyring,
    clock: () => clock.now,
    readVisit: (request) => readVisit(opened.db, request, { siteUrl: SITE_URL, now: clock.now, keyring }),
    readVendor: (request) => readVendorVisit(opened.db, request, { siteUrl: SITE_URL, now: clock.now }),
  })
})
afterAll(() => opened.close())
beforeEach(() => setLevel(0))

async function setLevel(level: SiteLevel): Promise<void> {
  const context = { actor: { id: 'cli' }, now: api.clock.now }
  await opened.db.transaction((tx) => setSiteMode(tx, { level, reason: 'A test', until: null }, context))
  forgetLevel(opened.db)
}

/** Somebody with an authenticator app, and a role if one is given. */
async function someone(name: string, role?: Role) {
  const person = await api.withApp(name)
  await opened.db.update(profiles).set({ approval: 'approved' }).where(eq(profiles.id, person.id))
  if (role) await opened.db.insert(userRoles).values({ userId: person.id, role, grantedBy: 'test' })
  return person
}

const send = (method: string, path: string, cookie: string, body?: object) => {
  const headers = { ...fromOurPage, ...(cookie && { Cookie: cookie }) }
  const init = { method, headers, ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }) }
  return site.request(path, init, { ip: nextIp() })
}
/** The cookie of a contact who is signed in to the vendor portal. */
async function contactCookie(): Promise<string> {
  const { contact } = await aTask(opened.db)
  return `__Host-vendor_session=${await openVendorSession(opened.db, contact.id, api.clock.now)}`
}
const countEntries = () => opened.db.$count(sessions)

describe.each(CLOSED_TO_OTHERS)('at level %i', (level) => {
  test('an owner whose session has ended signs in with a second factor, and lifts the level', async () => {
    const owner = await someone(`owner${level}`, 'owner')
    await opened.db.delete(sessions)
    await setLevel(level)
    const pending = await api.owe(owner.email)
    api.nextStep()
    const answer = await api.answerWith(pending, owner.factorId, api.getCode(owner))
    expect(answer.status, await answer.clone().text()).toBe(200)
    const cookie = cookieOf(answer)
    expect((await send('GET', '/api/admin/audit-log', cookie)).status).toBe(200)
    const mode = await (await send('GET', '/api/admin/site-mode', cookie)).json()
    expect(mode).toMatchObject({ level, reason: 'A test', setByName: 'Command line' })
    const lifting = { level: 0, reason: 'It is over', version: mode.version }
    expect((await send('PUT', '/api/admin/site-mode', cookie, lifting)).status).toBe(200)
    const after = await send('GET', '/api/admin/dashboard', cookie)
    expect(await after.json()).toMatchObject({ siteMode: null })
  })

  test('an owner who lost the password and the app gets in with a reset and a recovery code', async () => {
    const owner = await someone(`lost${level}`, 'owner')
    const made = await api.post('recovery-codes', {}, { cookie: owner.cookie })
    const { codes } = await made.json()
    await setLevel(level)
    await api.post('password-reset', { email: owner.email })
    const password = `another 42 gauges ${level}`
    const token = await api.linkTo(owner.email, 'reset')
    expect((await api.post('password-reset/confirm', { token, password })).status).toBe(200)
    const cookie = await api.owe(owner.email, password)
    expect((await api.post('recovery-codes/verify', { code: codes[0] }, { cookie })).status).toBe(200)
  })

  test.each(['member', 'admin'] as const)('the right password of a %s is answered as a wrong one', async (kind) => {
    const person = await someone(`${kind}${level}`, kind === 'admin' ? 'admin' : undefined)
    await setLevel(level)
    const before = await countEntries()
    const [right, wrong] = [PASSWORD, 'gauge 41 leak'].map((password) =>
      api.post('sign-in', { email: person.email, password }),
    )
    const shapes = await Promise.all(
      [await right, await wrong].map(async (answer) => {
        const names = [...(answer as Response).headers.keys()].filter((name) => name !== 'x-request-id')
        return { status: (answer as Response).status, names, body: await (answer as Response).json() }
      }),
    )
    expect(shapes[0]).toEqual(shapes[1])
    expect(shapes[0]?.status).toBe(401)
    expect(await countEntries()).toBe(before)
    const attempts = await opened.db.select().from(authAttempts).where(eq(authAttempts.userId, person.id))
    expect(attempts.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['site closed', 'wrong password']))
  })

  test('a member who was asked for the second factor before gets no further, nor does a passkey or a reset', async () => {
    const member = await someone(`waiting${level}`)
    const { device, cookie: own } = await api.addPasskey(member.cookie)
    const pending = await api.owe(member.email)
    const { codes } = await (await api.post('recovery-codes', {}, { cookie: own })).json()
    await api.post('password-reset', { email: member.email })
    const link = await api.linkTo(member.email, 'reset')
    const mails = (await api.mailsTo(member.email)).length
    api.clock.now += 90_000
    await setLevel(level)
    const before = await countEntries()
    const asked = await api.post(`factors/${member.factorId}/challenge`, {}, { cookie: pending })
    expect(await problemOf(asked)).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect((await api.post('recovery-codes/verify', { code: codes[0] }, { cookie: pending })).status).toBe(401)
    const { id, webauthn } = await (await api.post('passkey/challenge')).json()
    const shown = device.get(webauthn?.credential_options ?? {})
    expect((await api.post('passkey/verify', { challenge_id: id, webauthn: shown })).status).toBe(401)
    const password = 'another 42 gauges'
    expect((await api.post('password-reset/confirm', { token: link, password })).status).toBe(404)
    expect((await api.post('password-reset', { email: member.email })).status).toBe(202)
    expect(await countEntries()).toBe(before)
    expect(await api.mailsTo(member.email)).toHaveLength(mails)
  })
})

/** What anyone may still cause at level 2: counters, attempts, the audit log, and challenges that nobody is named in. */
const COUNTERS = ['rate_limits', 'auth_attempts', 'bans', 'audit_log', 'audit_pending', 'factor_challenges']

test('at level 2, no one but an owner changes a row by any route', async () => {
  const people = [
    '',
    (await someone('walker')).cookie,
    (await someone('moderating', 'moderator')).cookie,
    (await someone('administering', 'admin')).cookie,
    await contactCookie(),
  ]
  await opened.db.update(profiles).set({ approval: 'pending' }).where(eq(profiles.username, 'lost2'))
  const mine = await send('GET', '/api/vendor/tasks', people.at(-1) ?? '')
  expect(mine.status, 'the contact is signed in').toBe(200)
  await setLevel(2)
  const before = await fingerprint(opened.db, COUNTERS)
  const walked = AREAS.flatMap(declaredRoutes).filter(({ path }) => !path.endsWith('/sign-out'))
  const view = { pagePath: '/' }
  for (const cookie of people) {
    for (const { method, path } of walked) {
      const body = path === '/api/page-views' ? view : {}
      const { status } = await send(method, path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000'), cookie, body)
      expect([500, 502], `${method} ${path}`).not.toContain(status)
    }
    await send('POST', '/api/auth/sign-in', cookie, { email: 'walker@gauge.example', password: PASSWORD })
    await send('POST', '/api/auth/password-reset', cookie, { email: 'walker@gauge.example' })
  }
  expect(await fingerprint(opened.db, COUNTERS)).toBe(before)
})

test('at level 1 a member signs in and out, but changes nothing and does not register; staff work', async () => {
  const [member, moderator] = [await someone('reading'), await someone('working', 'moderator')]
  await setLevel(1)
  api.nextStep()
  expect(pendingCookieOf(await api.post('sign-in', { email: member.email, password: PASSWORD }))).not.toBe('')
  const refusal = await problemOf(await send('PATCH', '/api/auth/account', member.cookie, { username: 'other' }))
  expect(refusal).toMatchObject({ status: 503, code: 'closed' })
  const registration = { username: 'newcomer', email: 'newcomer@gauge.example', password: PASSWORD }
  for (const cookie of ['', moderator.cookie])
    expect(await problemOf(await send('POST', '/api/auth/sign-up', cookie, registration))).toMatchObject({
      code: 'closed',
    })
  expect((await send('POST', '/api/forum/preview', member.cookie, { body: 'Text' })).status).not.toBe(503)
  const category = { id: crypto.randomUUID(), name: 'Seals', slug: 'seals', description: 'About seals', version: 1 }
  expect((await send('POST', '/api/admin/forum/categories', moderator.cookie, category)).status).not.toBe(503)
})

test('Google opens no account at level 1, and lets only owners in at level 2', async () => {
  const google = await googleApi(await testDb())
  const { db } = google
  const close = (level: SiteLevel) =>
    db
      .transaction((tx) => setSiteMode(tx, { level, reason: 'A test', until: null }, { actor: { id: 'cli' }, now: 0 }))
      .then(() => forgetLevel(db))
  await close(1)
  const none = await google.rows()
  expect((await google.comeAs(EVE)).ended).toBe('/auth#google-failed')
  expect([await google.rows(), await google.lastReason()]).toEqual([none, 'site closed'])
  await close(0)
  expect((await google.comeAs(EVE)).ended).toBe('/forum')
  await close(2)
  const before = await google.rows()
  expect((await google.comeAs(EVE)).ended).toBe('/auth#google-failed')
  expect(await google.rows()).toEqual(before)
  const [eve] = await db.select().from(profiles)
  await db.insert(userRoles).values({ userId: eve?.id ?? '', role: 'owner', grantedBy: 'test' })
  expect((await google.comeAs(EVE)).ended).toBe('/forum')
  await google.close()
})
