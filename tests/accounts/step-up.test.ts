import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessions, users } from '#db/schema/accounts.ts'
import { FACTOR_SENTENCE } from '#src/contract/factor.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { factorApi } from '#tests/support/factor-api.ts'
import { cookieOf, PASSWORD } from './account-api.ts'

const MINUTE = 60_000
const DAY = 86_400_000

describe('showing again who one is', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof factorApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await factorApi(opened.db)
  })
  afterAll(() => opened.close())

  const again = (cookie: string, password: string) => api.post('reauthenticate', { password }, { cookie })
  const isFresh = async (cookie: string) => {
    const answer = await api.post('factors', { factor_type: 'totp', friendly_name: 'x' }, { cookie })
    expect([201, 403]).toContain(answer.status)
    return answer.status === 201
  }

  test('a password does, where there is no second factor; the session gets a new id', async () => {
    const person = await api.member('ada')
    const cookie = await api.signIn(person.email)
    api.clock.now += 10 * MINUTE - 1
    expect(await isFresh(cookie)).toBe(true)
    api.clock.now += 1
    expect(await isFresh(cookie)).toBe(false)
    const answer = await again(cookie, PASSWORD)
    expect(await answer.clone().json()).toMatchObject({
      message: FACTOR_SENTENCE.shown,
      viewer: { id: person.id, aal: 1 },
    })
    const fresh = cookieOf(answer)
    expect(await api.viewerOf(cookie)).toBeNull()
    expect(await isFresh(fresh)).toBe(true)
  })

  test('stays the same session: one in the list, with the same end', async () => {
    const person = await api.member('grace')
    const start = api.clock.now
    let cookie = await api.signIn(person.email)
    const read = async () => opened.db.select().from(sessions).where(eq(sessions.userId, person.id))
    const [before] = await read()
    for (const day of [10, 20, 29]) {
      api.clock.now = start + day * DAY
      cookie = cookieOf(await again(cookie, PASSWORD))
    }
    const rows = await read()
    expect(rows.map(({ handle, startedAt }) => ({ handle, startedAt }))).toEqual([
      { handle: before?.handle, startedAt: before?.startedAt },
    ])
    api.clock.now = start + 30 * DAY
    expect(await api.viewerOf(cookie)).toBeNull()
  })

  test('a wrong password changes nothing and counts like one at sign-in', async () => {
    const person = await api.member('lin')
    const cookie = await api.signIn(person.email)
    for (let count = 0; count < 10; count += 1) {
      if (count === 6) api.clock.now += MINUTE
      const answer = await again(cookie, `wrong ${count}`)
      expect(await problemOf(answer)).toMatchObject({ status: 400, detail: FACTOR_SENTENCE.wrongPassword })
    }
    expect(await problemOf(await again(cookie, PASSWORD))).toMatchObject({ detail: FACTOR_SENTENCE.wrongPassword })
    expect((await api.post('sign-in', { email: person.email, password: PASSWORD })).status).toBe(401)
    expect(await api.viewerOf(cookie)).toMatchObject({ id: person.id })
    api.clock.now += 15 * MINUTE
    expect((await again(cookie, PASSWORD)).status).toBe(200)
  })

  test('a person without a password cannot authenticate with one', async () => {
    const person = await api.member('passwordless')
    const cookie = await api.signIn(person.email)
    await opened.db.update(users).set({ passwordHash: null }).where(eq(users.id, person.id))
    expect((await again(cookie, PASSWORD)).status).toBe(400)
    expect((await again(cookie, '')).status).toBe(400)
  })

  test('a password alone is not enough where there is a second factor; the factor is', async () => {
    const person = await api.withApp('factor')
    api.clock.now += 11 * MINUTE
    const { cookie } = person
    expect(await problemOf(await again(cookie, PASSWORD))).toMatchObject({
      status: 403,
      code: 'forbidden',
      detail: FACTOR_SENTENCE.useFactor,
    })
    expect(await isFresh(cookie)).toBe(false)
    const answer = await api.answerWith(cookie, person.factorId, api.getCode(person))
    expect(await answer.clone().json()).toMatchObject({ message: FACTOR_SENTENCE.shown, viewer: { aal: 2 } })
    const fresh = cookieOf(answer)
    expect(fresh).not.toBe('')
    expect(await api.viewerOf(cookie)).toBeNull()
    expect(await isFresh(fresh)).toBe(true)
  })

  test('leaves other sessions alone: they have shown the factor too', async () => {
    const person = await api.withApp('elsewhere')
    api.clock.now += MINUTE
    const other = cookieOf(await api.answerWith(await api.owe(person.email), person.factorId, api.getCode(person)))
    api.clock.now += MINUTE
    await api.answerWith(person.cookie, person.factorId, api.getCode(person))
    expect(await api.viewerOf(other)).toMatchObject({ id: person.id })
    expect(await isFresh(other)).toBe(true)
  })

  test('is for signed-in people', async () => {
    expect((await again('', PASSWORD)).status).toBe(401)
    const person = await api.withApp('nearly')
    expect((await again(await api.owe(person.email), PASSWORD)).status).toBe(401)
  })
})
