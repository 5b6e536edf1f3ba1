import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { knownDevices } from '#db/schema/accounts.ts'
import { findDevice, rememberDevice } from '#src/auth/known-device.ts'
import { pruneAccounts } from '#src/domain/accounts/prune-accounts.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { factorApi, pendingCookieOf } from '#tests/support/factor-api.ts'
import { PASSWORD } from './account-api.ts'

const DAY = 86_400_000
const COOKIE = /^__Host-device=([\w-]{43}); Path=\/; Max-Age=15552000; SameSite=Lax; Secure; HttpOnly$/

let opened: TestDb
let api: Awaited<ReturnType<typeof factorApi>>
beforeAll(async () => {
  opened = await testDb()
  api = await factorApi(opened.db)
})
afterAll(() => opened.close())

/** The token of the device that an answer sets, if it sets one. */
function tokenOf(answer: Response): string | undefined {
  const line = answer.headers.getSetCookie().find((set) => set.includes('device'))
  return line === undefined ? undefined : (COOKIE.exec(line)?.[1] ?? `not one of ours: ${line}`)
}
const signIn = (email: string, token?: string, password = PASSWORD) =>
  api.post('sign-in', { email, password }, token === undefined ? {} : { cookie: `__Host-device=${token}` })
const known = async (token: string | undefined) =>
  (await findDevice(opened.db, token ?? '', api.clock.now))?.emailKey ?? null

test('a sign-in makes its device known, by a random token of which nothing can be read and a hash is kept', async () => {
  const { email, id } = await api.member('ada')
  const token = tokenOf(await signIn(email)) ?? ''
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(await known(token)).toBe(email)
  const rows = await opened.db.select().from(knownDevices).where(eq(knownDevices.userId, id))
  expect(rows).toMatchObject([{ id: expect.stringMatching(/^[\da-f]{64}$/) }])
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('neither does what fails, nor what is only half a sign-in', async () => {
  const { email } = await api.member('bea')
  expect(tokenOf(await signIn(email, undefined, 'wrong one'))).toBeUndefined()
  const person = await api.withApp('carl')
  const answer = await signIn(person.email)
  expect(tokenOf(answer)).toBeUndefined()
  api.nextStep()
  const done = await api.answerWith(pendingCookieOf(answer), person.factorId, api.getCode(person))
  expect(await known(tokenOf(done))).toBe(person.email)
})

test('each sign-in gives a new token, and what was planted or copied is dead', async () => {
  const [{ email: dora }, { email: erna }] = [await api.member('dora'), await api.member('erna')]
  const first = tokenOf(await signIn(dora)) ?? ''
  const second = tokenOf(await signIn(erna, first)) ?? ''
  expect(second).not.toBe(first)
  expect([await known(first), await known(second)]).toEqual([null, erna])
  const planted = 'P'.repeat(43)
  expect(tokenOf(await signIn(dora, planted))).not.toBe(planted)
  expect(await known(planted)).toBeNull()
})

test('a device opens nothing, and outlives signing out', async () => {
  const { email } = await api.member('fred')
  const token = tokenOf(await signIn(email)) ?? ''
  const cookie = `__Host-device=${token}`
  expect(await api.viewerOf(cookie)).toBeNull()
  expect(await api.viewerOf(`__Host-session=${token}`)).toBeNull()
  const out = await api.post('sign-out', {}, { cookie })
  expect(out.headers.getSetCookie().join()).not.toContain('device')
  expect(await known(token)).toBe(email)
})

test('it is forgotten after half a year without a sign-in, and with the account', async () => {
  const { email, id } = await api.member('gita')
  const answer = await signIn(email)
  const token = tokenOf(answer)
  api.clock.now += 180 * DAY - 1
  expect(await known(token)).toBe(email)
  await pruneAccounts(opened.db, api.clock.now)
  expect(await known(token)).toBe(email)
  api.clock.now += 1
  expect(await known(token)).toBeNull()
  await pruneAccounts(opened.db, api.clock.now)
  expect(await opened.db.$count(knownDevices, eq(knownDevices.userId, id))).toBe(0)
  const cookie = await api.signIn(email)
  expect((await api.call('DELETE', 'account', undefined, { cookie })).status).toBe(200)
  expect(await opened.db.$count(knownDevices, eq(knownDevices.userId, id))).toBe(0)
})

test('an account is known on twenty devices, the one of longest ago goes first', async () => {
  const { id } = await api.member('hugo')
  const tokens: string[] = []
  for (let count = 0; count < 21; count += 1)
    tokens.push(await rememberDevice(opened.db, { userId: id, token: null }, api.clock.now + count))
  expect(await opened.db.$count(knownDevices, eq(knownDevices.userId, id))).toBe(20)
  expect(await known(tokens[0])).toBeNull()
  expect(await known(tokens[1])).not.toBeNull()
})

test('a sign-in succeeds even if the device cannot be stored', async () => {
  const { email } = await api.member('ines')
  await opened.db.execute(sql`alter table known_devices rename to mislaid`)
  const answer = await signIn(email)
  await opened.db.execute(sql`alter table mislaid rename to known_devices`)
  expect([answer.status, tokenOf(answer)]).toEqual([200, undefined])
})
