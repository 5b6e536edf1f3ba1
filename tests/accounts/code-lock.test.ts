import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { auditLog } from '#db/schema/site.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { problemOf } from '#tests/support/api.ts'
import { wrongCode } from '#tests/support/authenticator-app.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { type AppOwner, factorApi } from '#tests/support/factor-api.ts'
import { cookieOf, PASSWORD } from './account-api.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const NEW = 'new 63 torque spec'

type Api = Awaited<ReturnType<typeof factorApi>>

/** What happens around the lock of one person's codes. */
function around(api: Api, { db }: TestDb) {
  const letters = async ({ email }: AppOwner) =>
    (await api.mailsTo(email)).filter((mail) => mail.template === 'codes-locked').map((mail) => mail.textBody)
  const guess = async (person: AppOwner, pending: string) =>
    (await api.answerWith(pending, person.factorId, wrongCode(person.secret, api.clock.now))).status
  /** The tenth wrong code in a row, from somebody who knows the password; how many minutes codes are locked then. */
  const lock = async (person: AppOwner, password = PASSWORD) => {
    const pending = await api.owe(person.email, password)
    await db
      .update(users)
      .set({ failedCodes: sql`${users.failedCodes} + 9` })
      .where(eq(users.id, person.id))
    expect(await guess(person, pending)).toBe(400)
    const [row] = await db.select({ until: users.codesLockedUntil }).from(users).where(eq(users.id, person.id))
    return ((row?.until?.getTime() ?? Number.NaN) - api.clock.now) / MINUTE
  }
  const right = async (person: AppOwner, password = PASSWORD) =>
    api.answerWith(await api.owe(person.email, password), person.factorId, api.getCode(person))
  /** The link that comes with the second lock. */
  const lockedOut = async (name: string) => {
    const person = await api.withApp(name)
    await lock(person)
    api.clock.now += 15 * MINUTE
    await lock(person)
    const token = await api.linkTo(person.email, 'unlock')
    expect(token).toHaveLength(43)
    return { person, token }
  }
  const end = (token: string, password = NEW) => api.post('code-lock/end', { token, password })
  return { letters, guess, lock, right, lockedOut, end }
}

describe('a lock of wrong codes', () => {
  let opened: TestDb
  let api: Api
  let { letters, lock, right, lockedOut, end }: ReturnType<typeof around> = {} as never
  beforeAll(async () => {
    opened = await testDb()
    api = await factorApi(opened.db)
    ;({ letters, lock, right, lockedOut, end } = around(api, opened))
  })
  afterAll(() => opened.close())

  test('lasts twice as long each time, and the owner is mailed about the second, then once a day', async () => {
    const person = await api.withApp('ada')
    const [lasted, told]: [number[], number[]] = [[], []]
    for (let locks = 0; locks < 9; locks += 1) {
      const minutes = await lock(person)
      lasted.push(minutes)
      told.push((await letters(person)).length)
      api.clock.now += minutes * MINUTE
    }
    expect(lasted).toEqual([15, 30, 60, 120, 240, 480, 960, 1440, 1440])
    expect(told).toEqual([0, 1, 1, 1, 1, 1, 1, 2, 3])
    const first = /20 wrong codes in a row.*no codes until Nov \d+, 2026, \d+:\d\d [AP]M CST/s
    expect(await letters(person)).toContainEqual(expect.stringMatching(first))
    const entries = await opened.db.select().from(auditLog).where(eq(auditLog.subjectId, person.id))
    expect(entries.filter(({ action }) => action === 'account.lock-codes')).toHaveLength(3)
    expect((await right(person)).status).toBe(200)
    expect(await lock(person)).toBe(15)
  })

  test('is ended by the link in the mail and another password: who knew the old one is out, a code is owed as before', async () => {
    const { person, token } = await lockedOut('grace')
    const waiting = await api.owe(person.email)
    expect((await right(person)).status).toBe(400)
    const answer = await end(token)
    expect([answer.status, await answer.json()]).toEqual([200, { message: ACCOUNT_SENTENCE.lockEnded }])
    expect(await api.viewerOf(person.cookie)).toBeNull()
    expect((await api.post(`factors/${person.factorId}/challenge`, {}, { cookie: waiting })).status).toBe(401)
    expect((await api.post('sign-in', { email: person.email, password: PASSWORD })).status).toBe(401)
    const entered = await right(person, NEW)
    expect(entered.status).toBe(200)
    expect(await api.viewerOf(cookieOf(entered))).toMatchObject({ id: person.id, aal: 2 })
    expect((await api.mailsTo(person.email)).map((mail) => mail.template)).toContain('password-changed')
    expect((await end(token)).status).toBe(404)
  })

  test('is not ended with a known or guessable password; the link stays valid', async () => {
    const { person, token } = await lockedOut('henk')
    expect((await problemOf(await end(token, PASSWORD))).detail).toBe(ACCOUNT_SENTENCE.knownPassword)
    expect((await problemOf(await end(token, 'password1'))).detail).toBe(ACCOUNT_SENTENCE.commonPassword)
    expect((await right(person)).status).toBe(400)
    expect((await end(token)).status).toBe(200)
  })

  test('gives one link a day, so that an attacker who reads the mail gets no more guesses; the owner is still mailed', async () => {
    const { person, token } = await lockedOut('ivy')
    expect((await end(token)).status).toBe(200)
    expect(await lock(person, NEW)).toBe(15)
    api.clock.now += 15 * MINUTE
    expect(await lock(person, NEW)).toBe(30)
    const told = await letters(person)
    expect(told).toHaveLength(2)
    expect(told.filter((text) => text.includes('#unlock='))).toHaveLength(1)
    api.clock.now += DAY
    expect(await lock(person, NEW)).toBe(60)
    expect(await letters(person)).toHaveLength(3)
    expect(await api.linkTo(person.email, 'unlock')).not.toBe(token)
  })

  test.each([
    [
      'a right code',
      async (person: AppOwner) => {
        api.clock.now += 30 * MINUTE
        expect((await right(person)).status).toBe(200)
      },
    ],
    [
      'another password',
      async ({ email }: AppOwner) => {
        await api.post('password-reset', { email })
        const reset = { token: await api.linkTo(email, 'reset'), password: 'third 14 torque spec' }
        expect((await api.post('password-reset/confirm', reset)).status).toBe(200)
      },
    ],
    [
      'another address',
      async (person: AppOwner) => {
        api.clock.now += 30 * MINUTE
        const cookie = cookieOf(await right(person))
        await api.post('email', { email: `new.${person.email}` }, { cookie })
        // As if somebody went on guessing: the link of the old address ends nothing.
        await opened.db.update(users).set({ failedCodes: 20 }).where(eq(users.id, person.id))
        const token = await api.linkTo(`new.${person.email}`, 'email')
        expect((await api.post('email/confirm', { token })).status).toBe(200)
      },
    ],
  ])('has a link that is dead after %s', async (what, happens) => {
    const { person, token } = await lockedOut(`jo_${what.length}`)
    await happens(person)
    const unknown = await end('A'.repeat(43))
    const answer = await end(token)
    expect([answer.status, await answer.text()]).toEqual([404, await unknown.text()])
  })
})

describe('twenty wrong codes at once', () => {
  let opened: TestDb
  let api: Api
  beforeAll(async () => {
    opened = await testDb()
    api = await factorApi(opened.db)
  })
  afterAll(() => opened.close())

  test('make one second lock, and one mail', async () => {
    const { letters, guess } = around(api, opened)
    const person = await api.withApp('raced')
    await opened.db.update(users).set({ failedCodes: 15 }).where(eq(users.id, person.id))
    const pending = await api.owe(person.email)
    const all = await Promise.all(Array.from({ length: 20 }, () => guess(person, pending)))
    expect(all).toEqual(Array(20).fill(400))
    expect(await letters(person)).toHaveLength(1)
    const [row] = await opened.db.select().from(users).where(eq(users.id, person.id))
    expect(row).toMatchObject({ failedCodes: 20, codesLockedUntil: new Date(api.clock.now + 30 * MINUTE) })
  })
})
