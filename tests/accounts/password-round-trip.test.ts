import { isNotNull, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linkTokens, users } from '#db/schema/accounts.ts'
import { rateLimits } from '#db/schema/security.ts'
import { isCommonPassword } from '#src/auth/password-blocklist.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { accountApi, getId } from './account-api.ts'

const MINUTE = 60_000

/** Letters of every script, signs, blanks and emoji; NUL is refused with every text. */
const typed = fc
  .string({ unit: 'binary', minLength: 12, maxLength: 64 })
  .filter((text) => !text.includes('\0') && !isGuessed(text))

function isGuessed(text: string): boolean {
  return isCommonPassword(text, { siteName: 'Uptime Workshops', email: 'typist_1@gauge.example', username: 'typist_1' })
}

describe('a password of any characters', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof accountApi>>
  let people = 0
  beforeAll(async () => {
    opened = await testDb()
    api = await accountApi(opened.db)
  })
  afterAll(() => opened.close())

  const enter = async (email: string, password: string) => (await api.post('sign-in', { email, password })).status
  /** It opens, and nothing that is nearly the same does. */
  const opensAlone = async (email: string, password: string) => {
    for (const near of [`${password} `, ` ${password}`, [...password].slice(0, -1).join('')])
      expect(await enter(email, near), JSON.stringify(near)).toBe([...near].length > 256 ? 400 : 401)
    expect(await enter(email, password), JSON.stringify(password)).toBe(200)
  }

  const liveWith = async (first: string, second: string, third: string) => {
    people += 1
    await opened.db.delete(rateLimits)
    const email = `typist_${people}@gauge.example`
    const registered = await api.post('sign-up', { username: `typist_${people}`, email, password: first })
    expect(registered.status, JSON.stringify(first)).toBe(202)
    const token = await api.linkTo(email, 'confirm')
    for (const near of [`${first} `, ` ${first}`])
      expect((await api.post('confirm-email', { token, password: near })).status).toBe(400)
    expect((await api.post('confirm-email', { token, password: first })).status, JSON.stringify(first)).toBe(200)
    await opensAlone(email, first)
    const cookie = await api.signIn(email, first)
    const change = (currentPassword: string) =>
      api.post('password', { currentPassword, password: second }, { cookie }).then(({ status }) => status)
    expect(await change(`${first} `)).toBe(400)
    expect(await change(first), JSON.stringify(second)).toBe(200)
    await opensAlone(email, second)
    api.clock.now += 2 * MINUTE
    await api.post('password-reset', { email })
    const reset = { token: await api.linkTo(email, 'reset'), password: third }
    expect((await api.post('password-reset/confirm', reset)).status, JSON.stringify(third)).toBe(200)
    await opensAlone(email, third)
    expect(await enter(email, first)).toBe(401)
  }

  test('opens when it was registered, changed to or reset to, exactly as typed', async () => {
    await fc.assert(
      fc.asyncProperty(typed, typed, typed, (first, second, third) => {
        fc.pre(new Set([first, second, third].map((text) => text.trim())).size === 3)
        return liveWith(first, second, third)
      }),
      {
        numRuns: 8,
        examples: [
          ['  🔧 pliers 🔩  ', 'ne\u0301on torque', 'n\u00e9on torque'],
          [`${'x7 '.repeat(20)}🧰🧰🧰🧰`, `${'ü1 '.repeat(84)}ende`, 'ключ от мастерской 41'],
        ],
      },
    )
  }, 240_000)

  test('has a hash of Argon2id at the floor or above, whichever way it was set (AN1)', async () => {
    await api.post('sign-up', { username: 'waiting', email: 'waiting@gauge.example', password: 'gauge 41 leaks' })
    const waiting = sql<string>`${linkTokens.payload} ->> 'passwordHash'`
    const rows = [
      ...(await opened.db
        .select({ passwordHash: users.passwordHash })
        .from(users)
        .where(isNotNull(users.emailConfirmedAt))),
      ...(await opened.db.select({ passwordHash: waiting }).from(linkTokens).where(isNotNull(waiting))),
    ]
    expect(rows.length).toBeGreaterThan(7)
    for (const { passwordHash } of rows) {
      const [, memory, passes, lanes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(passwordHash ?? '') ?? []
      expect([Number(memory) >= 19_456, Number(passes) >= 2, Number(lanes)]).toEqual([true, true, 1])
    }
  })

  test('has 64 characters and more, to 256, and not one more, wherever it is set (AN5)', async () => {
    const { email } = await api.member('long_one')
    const cookie = await api.signIn(email)
    let currentPassword = 'gauge 41 leaks'
    for (const length of [64, 256]) {
      const password = [...'🔧 torque7'.repeat(40)].slice(0, length).join('')
      const own = { cookie: await api.signIn(email, currentPassword) }
      expect((await api.post('password', { currentPassword, password }, own)).status).toBe(200)
      currentPassword = password
      await opensAlone(email, password)
    }
    const password = `${currentPassword}x`
    expect((await api.post('password', { currentPassword, password }, { cookie })).status).toBe(401)
    await api.post('password-reset', { email })
    const token = await api.linkTo(email, 'reset')
    expect((await api.post('password-reset/confirm', { token, password })).status).toBe(400)
    const own = await api.signIn(email, currentPassword)
    expect((await api.post('password', { currentPassword, password }, { cookie: own })).status).toBe(400)
    expect((await api.post('sign-up', { username: 'too_long', email: 'l@gauge.example', password })).status).toBe(400)
    expect(await getId(opened.db, 'l@gauge.example')).toBe('')
    expect((await api.post('sign-in', { email, password })).status).toBe(400)
  })
})
