import { eq, like } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { authAttempts, bans, rateLimits } from '#db/schema/security.ts'
import { noteFailureAt } from '#src/domain/security/bans.ts'
import { fromOurPage, problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { factorApi } from '#tests/support/factor-api.ts'
import { cookieOf, PASSWORD } from './account-api.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const noPasskey = { challenge_id: crypto.randomUUID(), webauthn: { id: 'x' } }
const forged = { token: 'A'.repeat(43), password: 'new 63 torque spec' }
const wrong = { email: 'nobody@gauge.example', password: 'wrong one' }

let opened: TestDb
let api: Awaited<ReturnType<typeof factorApi>>
const people: string[] = []
beforeAll(async () => {
  opened = await testDb()
  api = await factorApi(opened.db)
  for (const name of ['ada', 'bea', 'carl', 'dora']) people.push((await api.member(name)).email)
})
afterAll(() => opened.close())
afterEach(async () => {
  await Promise.all([opened.db.delete(bans), opened.db.delete(rateLimits), opened.db.delete(authAttempts)])
  api.clock.now += 8 * 24 * HOUR
})

const signIn = async (email: string, ip: string, cookie = '') =>
  (await api.post('sign-in', { email, password: PASSWORD }, { ip, cookie })).status
/** Fails at the door of sign-in, without the cost of a hash. */
const failByPasskey = async (ip: string) => (await api.post('passkey/verify', noPasskey, { ip })).status
const failToSignIn = async (ip: string, cookie = '') => (await api.post('sign-in', wrong, { ip, cookie })).status
/** So many failures, six a minute. */
async function fail(ip: string, count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    if (done > 0 && done % 6 === 0) api.clock.now += MINUTE
    expect(await failByPasskey(ip)).toBe(401)
  }
}
const bannedAddresses = async () => (await opened.db.select().from(bans)).map((ban) => ban.subject)
const cookiesOf = async (email: string) => {
  const answer = await api.post('sign-in', { email, password: PASSWORD })
  return { session: cookieOf(answer), device: cookieOf(answer, '__Host-device') }
}

describe('a training room behind one address', () => {
  test('signs in forty times, one after another and all at once, and uses nothing up', async () => {
    const ip = '203.0.113.7'
    for (let count = 0; count < 40; count += 1) expect(await signIn(people[count % 4] ?? '', ip)).toBe(200)
    await opened.db.delete(authAttempts)
    const atOnce = Array.from({ length: 40 }, (_, count) => signIn(people[count % 4] ?? '', ip))
    expect(await Promise.all(atOnce)).toEqual(Array(40).fill(200))
    expect(await bannedAddresses()).toEqual([])
    expect(await failToSignIn(ip)).toBe(401)
  })

  test('opens the page fifty times, and that costs no attempt', async () => {
    const ip = '203.0.113.8'
    for (let count = 0; count < 50; count += 1) {
      expect((await api.call('GET', 'session', undefined, { ip })).status).toBe(200)
      expect((await api.post('passkey/challenge', {}, { ip })).status).toBe(200)
    }
    const counted = await opened.db.select().from(rateLimits)
    expect(counted.map(({ key }) => key)).toEqual([`passkey-ask:60:${ip}`])
    for (let count = 0; count < 100; count += 1) await api.post('passkey/challenge', {}, { ip })
    expect((await api.post('passkey/challenge', {}, { ip })).status).toBe(429)
    expect(await bannedAddresses()).toEqual([])
    expect(await signIn(people[0] ?? '', ip)).toBe(200)
  })

  test('counts second factors per sign-in, whatever others with the password do', async () => {
    const ip = '203.0.113.10'
    const [owner, other] = [await api.withApp('erna'), await api.withApp('fred')]
    const [pending, own, others] = [await api.owe(owner.email), await api.owe(owner.email), await api.owe(other.email)]
    const use = (cookie: string) => api.post('recovery-codes/verify', { code: 'aaaa-bbbb-cccc' }, { cookie, ip })
    expect((await use(pending)).status).toBe(400)
    const spent = like(rateLimits.key, 'verify-token:300:pending %')
    await opened.db.update(rateLimits).set({ count: 30 }).where(spent)
    expect((await use(pending)).status).toBe(429)
    expect((await use(own)).status).toBe(400)
    expect((await use(others)).status).toBe(400)
    api.nextStep()
    const asked = await api.post(`factors/${other.factorId}/challenge`, {}, { cookie: others, ip })
    expect(asked.status).toBe(200)
  })

  test('counts authentications by password separately for each person', async () => {
    const ip = '203.0.113.11'
    const [ada, bea] = [await cookiesOf(people[0] ?? ''), await cookiesOf(people[1] ?? '')]
    const again = async (cookie: string, password: string) =>
      (await api.post('reauthenticate', { password }, { cookie, ip })).status
    for (let count = 0; count < 6; count += 1) expect(await again(ada.session, 'wrong one')).toBe(400)
    expect(await again(ada.session, PASSWORD)).toBe(429)
    expect(await again(bea.session, PASSWORD)).toBe(200)
    expect(await bannedAddresses()).toEqual([])
  })

  test('may fail ten times as often once three people have signed in', async () => {
    const ip = '203.0.113.12'
    for (const email of people.slice(0, 3)) expect(await signIn(email, ip)).toBe(200)
    for (let count = 0; count < 60; count += 1) expect(await failByPasskey(ip)).toBe(401)
    expect(await failToSignIn(ip)).toBe(429)
    expect(await bannedAddresses()).toEqual([])
    api.clock.now += MINUTE
    expect(await signIn(people[3] ?? '', ip)).toBe(200)
  })
})

describe('an address with many wrong guesses', () => {
  test('has six tries a minute and thirty an hour, of a right password too, and is banned in the second hour', async () => {
    const ip = '203.0.113.20'
    for (let count = 0; count < 6; count += 1) expect(await failToSignIn(ip)).toBe(401)
    expect(await signIn(people[0] ?? '', ip)).toBe(429)
    for (let count = 0; count < 60; count += 1) expect(await failByPasskey(ip)).toBe(429)
    api.clock.now += MINUTE
    await fail(ip, 24)
    api.clock.now += MINUTE
    expect(await failToSignIn(ip)).toBe(429)
    expect(await bannedAddresses()).toEqual([])
    api.clock.now += HOUR
    await fail(ip, 10)
    expect(await bannedAddresses()).toEqual([ip])
    expect(await problemOf(await api.post('sign-in', wrong, { ip }))).toMatchObject({ status: 403 })
    const bodies = { 'sign-up': wrong, 'password-reset': wrong, 'passkey/challenge': {}, 'confirm-email': forged }
    for (const [path, body] of Object.entries(bodies))
      expect((await api.post(path, body, { ip })).status, path).toBe(403)
    expect(await signIn(people[0] ?? '', '203.0.113.21')).toBe(200)
    api.clock.now += HOUR
    expect(await signIn(people[0] ?? '', ip)).toBe(200)
  })

  test('is banned for forged links and wrong codes as for wrong passwords, and for nothing else', async () => {
    const [ip, clumsy] = ['203.0.113.22', '203.0.113.23']
    const pending = await api.owe((await api.withApp('gita')).email)
    for (let count = 0; count < 15; count += 1) {
      expect((await api.post('confirm-email', forged, { ip })).status).toBe(404)
      expect((await api.post('password-reset/confirm', forged, { ip })).status).toBe(404)
      const code = { code: 'aaaa-bbbb-cccc' }
      if (count < 10) expect((await api.post('recovery-codes/verify', code, { ip, cookie: pending })).status).toBe(400)
      for (const path of ['confirm-email', 'sign-in', 'sign-up', 'password-reset'])
        expect([400, 429]).toContain((await api.post(path, { x: 'y' }, { ip: clumsy })).status)
    }
    expect(await bannedAddresses()).toEqual([ip])
    expect((await api.post('confirm-email', forged, { ip })).status).toBe(403)
    for (let count = 0; count < 45; count += 1) await api.post('password-reset', { email: wrong.email }, { ip: clumsy })
    expect(await bannedAddresses()).toEqual([ip])
  })

  test('does not lock out open sessions or known devices', async () => {
    const ip = '203.0.113.24'
    const { email } = await api.member('hugo')
    const { session, device } = await cookiesOf(email)
    for (let count = 0; count < 40; count += 1) await noteFailureAt(opened.db, ip, api.clock.now)
    const doors = (cookie: string) =>
      Promise.all([
        signIn(email, ip, cookie),
        api.post('password-reset', { email }, { ip, cookie }).then((answer) => answer.status),
        api
          .post('confirm-email', { token: 'A'.repeat(43), password: 'x' }, { ip, cookie })
          .then((answer) => answer.status),
      ])
    expect(await doors('')).toEqual([403, 403, 403])
    expect(await doors(`__Host-device=${'A'.repeat(43)}; __Host-session=${'B'.repeat(43)}`)).toEqual([403, 403, 403])
    expect(await doors(device)).toEqual([200, 202, 404])
    expect(await doors(session)).toEqual([200, 202, 404])
  })

  test('is not helped by a device of its own: another’s account counts by address', async () => {
    const ip = '203.0.113.25'
    const mallory = await cookiesOf((await api.member('mallory')).email)
    for (let count = 0; count < 6; count += 1) expect(await failToSignIn(ip, mallory.device)).toBe(401)
    const { device } = await cookiesOf(people[0] ?? '')
    expect(await failToSignIn(ip, mallory.device)).toBe(429)
    expect(await signIn(people[0] ?? '', ip, mallory.device)).toBe(429)
    expect(await signIn(people[0] ?? '', ip)).toBe(429)
    expect(await signIn(people[0] ?? '', ip, device), 'on their own device').toBe(200)
  })

  test('has a device for no more tries at its account than an address has', async () => {
    const { email } = await api.member('ines')
    const { device } = await cookiesOf(email)
    const statuses: number[] = []
    for (let count = 0; count < 7; count += 1)
      statuses.push((await api.post('sign-in', { email, password: 'wrong' }, { cookie: device })).status)
    expect(statuses).toEqual([...Array(6).fill(401), 429])
    expect(await opened.db.$count(rateLimits, like(rateLimits.key, 'failed:%'))).toBe(0)
  })
})

test('120 wrong sign-ins at once from new addresses do not keep out a right password', async () => {
  const flood = Array.from({ length: 120 }, (_, index) =>
    failToSignIn(`198.51.${Math.floor(index / 100)}.${index % 100}`),
  )
  const right = signIn(people[0] ?? '', '203.0.113.30')
  expect(await right).toBe(200)
  expect(new Set(await Promise.all(flood))).toEqual(new Set([401]))
})

test('an account signs in a hundred and twenty times an hour from one address, which bounds what it writes into the audit log', async () => {
  const { email, id } = await api.member('jonas')
  const ip = '203.0.113.31'
  const key = `own-sign-ins:3600:${id} ${ip}`
  await opened.db.insert(rateLimits).values({ key, count: 119, windowEndsAt: new Date(api.clock.now + HOUR) })
  expect(await signIn(email, ip)).toBe(200)
  const refused = await api.post('sign-in', { email, password: PASSWORD }, { ip })
  expect(await problemOf(refused)).toMatchObject({ status: 429, detail: 'Too many sign-ins. Try again in 60 minutes.' })
  const [counted] = await opened.db
    .select()
    .from(rateLimits)
    .where(eq(rateLimits.key, `sign-in:60:${ip}`))
  expect(counted).toMatchObject({ count: 0, held: 0 })
  expect((await api.post('sign-in', { email, password: 'wrong' }, { ip })).status).toBe(401)
  expect(await signIn(email, '203.0.113.33')).toBe(200)
})

test('a request that shows who it is by an access token brings no device', async () => {
  const ip = '203.0.113.32'
  const { device } = await cookiesOf(people[0] ?? '')
  await fail(ip, 6)
  const headers = { ...fromOurPage, Cookie: device, Authorization: 'Bearer x' }
  const body = JSON.stringify({ email: people[0], password: PASSWORD })
  const answer = await api.request('/api/auth/sign-in', { method: 'POST', headers, body }, { ip })
  expect([401, 429]).toContain(answer.status)
})

test('a body that is still on its way holds no place', async () => {
  const ip = '203.0.113.34'
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const before = await opened.db.$count(rateLimits)
  const slow = Array.from({ length: 6 }, (_, index) => (index === 0 ? readable : new ReadableStream()))
  const waiting = slow.map((body) => {
    const init = { method: 'POST', headers: fromOurPage, body, duplex: 'half' }
    return api.request('/api/auth/passkey/verify', init, { ip })
  })
  // Time enough for any of them to take a place.
  for (let turn = 0; turn < 100; turn += 1) await opened.db.execute('select 1')
  expect(await opened.db.$count(rateLimits)).toBe(before)
  expect(await signIn(people[0] ?? '', ip)).toBe(200)
  const writer = writable.getWriter()
  await writer.write(Buffer.from(JSON.stringify(noPasskey)))
  await writer.close()
  expect((await waiting[0])?.status).toBe(401)
})
