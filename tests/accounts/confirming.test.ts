import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { authFactors, linkTokens, oauthAccounts, recoveryCodes, sessions, users } from '#db/schema/accounts.ts'
import { auditLog } from '#db/schema/site.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { PASSWORD_TOO_SHORT } from '#src/contract/password.ts'
import { USERNAME_LENGTH, USERNAME_TAKEN } from '#src/contract/username.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { accountApi, cookieOf, getId, PASSWORD } from './account-api.ts'
import { googleApi } from './google-api.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const THEIRS = 'the stranger types this'
const NEW = 'new 63 torque spec'

type Api = Awaited<ReturnType<typeof accountApi>>

/** What happens around the confirmation of an address. */
function around(api: Api) {
  /** Registers an address; the token of the link that was mailed for it, the newest one. */
  const register = async (username: string, email: string, password = PASSWORD) => {
    const answer = await api.post('sign-up', { username, email, password })
    expect(answer.status, await answer.clone().text()).toBe(202)
    return api.linkTo(email, 'confirm')
  }
  const confirm = (token: string, password: string, username?: string) =>
    api.post('confirm-email', { token, password, ...(username !== undefined && { username }) })
  const opens = async (email: string, password: string) =>
    (await api.post('sign-in', { email, password })).status === 200
  const templates = async (email: string) => (await api.mailsTo(email)).map((mail) => mail.template)
  return { register, confirm, opens, templates }
}

/** What somebody could have added who came before the owner, by whatever fault. */
async function plant(db: Db, userId: string, name: string) {
  const at = new Date()
  const session = { id: `planted-${name}`, userId, startedAt: at, authenticatedAt: at, lastSeenAt: at }
  await db.insert(sessions).values({ ...session, expiresAt: new Date(Date.now() + 400 * DAY) })
  const factor = { userId, factorType: 'totp', status: 'verified', friendlyName: 'theirs' } as const
  await db.insert(authFactors).values(factor)
  await db.insert(recoveryCodes).values({ userId, codeHash: 'x' })
  await db.insert(oauthAccounts).values({ provider: 'google', subject: `planted-${name}`, userId })
  const locked = { failedCodes: 10, codesLockedUntil: new Date(Date.now() + 400 * DAY) }
  await db.update(users).set(locked).where(eq(users.id, userId))
}

/** How much of that is there. */
async function planted(db: Db, userId: string) {
  const tables = [sessions, authFactors, recoveryCodes, oauthAccounts]
  const counts = await Promise.all(tables.map((table) => db.$count(table, eq(table.userId, userId))))
  return counts.reduce((sum, count) => sum + count, 0)
}

describe('an address that is not confirmed', () => {
  let opened: TestDb
  let api: Api
  let { register, confirm, opens, templates }: ReturnType<typeof around> = {} as never
  beforeAll(async () => {
    opened = await testDb()
    api = await accountApi(opened.db)
    ;({ register, confirm, opens, templates } = around(api))
  })
  afterAll(() => opened.close())

  test('has no password: what was typed waits with the link, and is gone with it', async () => {
    const token = await register('ada', 'ada@gauge.example')
    const id = await getId(opened.db, 'ada@gauge.example')
    const [user] = await opened.db.select().from(users).where(eq(users.id, id))
    expect(user).toMatchObject({ passwordHash: null, emailConfirmedAt: null })
    expect(await opens('ada@gauge.example', PASSWORD)).toBe(false)
    expect((await confirm(token, PASSWORD)).status).toBe(200)
    expect(await opens('ada@gauge.example', PASSWORD)).toBe(true)
    expect(await opened.db.$count(linkTokens, eq(linkTokens.subjectId, id))).toBe(0)
    expect(await templates('ada@gauge.example')).toEqual(['registration-received'])
  })

  test('is confirmed by each link with the password of its own registration alone; the others are dropped', async () => {
    const email = 'bea@gauge.example'
    const own = await register('bea', email)
    api.clock.now += 2 * MINUTE
    const other = await register('not_bea', email, THEIRS)
    expect(other).not.toBe(own)
    for (const [token, password] of [
      [own, THEIRS],
      [other, PASSWORD],
    ] as const) {
      const problem = await problemOf(await confirm(token, password))
      expect(problem).toMatchObject({ status: 400, detail: ACCOUNT_SENTENCE.otherRegistration })
      expect(problem.errors?.[0]?.field).toBe('password')
    }
    expect((await confirm(own, PASSWORD)).status).toBe(200)
    expect(await opens(email, THEIRS)).toBe(false)
    expect(await api.viewerOf(await api.signIn(email))).toMatchObject({ username: 'bea' })
    expect((await confirm(other, THEIRS)).status).toBe(404)
  })

  test('is its owner’s with whichever link, by a name and password chosen there', async () => {
    const email = 'carol@gauge.example'
    await register('carol', email)
    api.clock.now += 2 * MINUTE
    const theirs = await register('not_carol', email, THEIRS)
    expect((await confirm(theirs, NEW, 'Carol.G')).status).toBe(200)
    expect([await opens(email, THEIRS), await opens(email, PASSWORD)]).toEqual([false, false])
    expect(await api.viewerOf(await api.signIn(email, NEW))).toMatchObject({ username: 'Carol.G' })
  })

  test('that is registered again notifies its owner in our own words; an address that cannot be mailed is not stored', async () => {
    const email = 'dora@gauge.example'
    const own = await register('dora', email)
    expect(await register('not_dora', email, THEIRS)).toBe(own)
    expect(await templates(email)).toEqual(['registration-received'])
    expect((await confirm(own, THEIRS)).status).toBe(400)
    api.clock.now += 2 * MINUTE
    await register('not_dora', email, THEIRS)
    const again = (await api.mailsTo(email)).find(({ template }) => template === 'registered-again')
    expect(again?.textBody).toContain('Someone registered at Uptime Workshops with this address again')
    expect(`${again?.textBody}${again?.htmlBody}`).not.toMatch(/not_dora|stranger/)
    expect((await confirm(own, PASSWORD)).status).toBe(200)
    const told = (await api.mailsTo(email)).find(({ template }) => template === 'address-confirmed')
    expect(told?.textBody).toContain(
      'who entered your address had added the following: 1 other registration. We removed all of it',
    )
  })

  test.each(['with its password', 'with a new one', 'by a reset'])(
    'that is confirmed %s loses whatever was added before, and its owner hears of it',
    async (way) => {
      const name = `erin_${way.length}`
      const email = `${name}@gauge.example`
      const token = await register(name, email, THEIRS)
      const id = await getId(opened.db, email)
      await plant(opened.db, id, name)
      await api.post('password-reset', { email })
      const reset = { token: await api.linkTo(email, 'reset'), password: NEW }
      const confirmed = {
        'with its password': () => confirm(token, THEIRS),
        'with a new one': () => confirm(token, NEW, name),
        'by a reset': () => api.post('password-reset/confirm', reset),
      }[way]
      expect((await confirmed?.())?.status).toBe(200)
      expect(await planted(opened.db, id)).toBe(0)
      const password = way === 'with its password' ? THEIRS : NEW
      expect(await api.viewerOf(await api.signIn(email, password))).toMatchObject({ id, aal: 1 })
      const [user] = await opened.db.select().from(users).where(eq(users.id, id))
      expect(user).toMatchObject({ failedCodes: 0, codesLockedUntil: null })
      const told = (await api.mailsTo(email)).find(({ template }) => template === 'address-confirmed')
      expect(told?.textBody).toContain('1 verification method, 1 session, and 1 linked Google account')
      for (const dead of [await confirm(token, THEIRS), await api.post('password-reset/confirm', reset)])
        expect(dead.status).toBe(404)
      if (way === 'by a reset') expect(await opens(email, THEIRS)).toBe(false)
      const rows = await opened.db.select().from(auditLog).where(eq(auditLog.subjectId, id))
      const action = way === 'by a reset' ? 'account.reset-password' : 'account.confirm-email'
      const dropped = { factors: 1, sessions: 1, googleAccounts: 1 }
      expect(rows.find((row) => row.action === action)?.after).toMatchObject({ dropped })
    },
  )

  test('a reset of a confirmed one keeps its second factor, and what belongs to its owner', async () => {
    const { email, id } = await api.member('frida')
    await plant(opened.db, id, 'frida')
    await api.post('password-reset', { email })
    const reset = { token: await api.linkTo(email, 'reset'), password: NEW }
    expect((await api.post('password-reset/confirm', reset)).status).toBe(200)
    expect(await opened.db.$count(authFactors, eq(authFactors.userId, id))).toBe(1)
    expect(cookieOf(await api.post('sign-in', { email, password: NEW }))).toBe('')
    expect(await templates(email)).not.toContain('address-confirmed')
  })

  test('needs another name if its own is taken by now; the link stays valid until then', async () => {
    const email = 'gina@plant.example'
    const token = await register('gina', email)
    api.clock.now += 2 * MINUTE
    await register('not_gina', email, THEIRS)
    await api.member('gina')
    const problem = await problemOf(await confirm(token, PASSWORD))
    expect(problem).toMatchObject({ status: 409, detail: USERNAME_TAKEN })
    expect(problem.errors?.[0]?.field).toBe('username')
    // One that somebody waits for is taken too.
    await register('gina_holds', 'holder@gauge.example')
    expect((await confirm(token, NEW, 'g1na_holds')).status).toBe(409)
    expect((await confirm(token, NEW, 'Uptime-Workshops')).status).toBe(409)
    expect((await confirm(token, NEW, 'gina_two')).status).toBe(200)
    expect(await api.viewerOf(await api.signIn(email, NEW))).toMatchObject({ username: 'gina_two' })
  })

  test.each([
    ['password1', 'hugo_new', 'password', ACCOUNT_SENTENCE.commonPassword],
    ['hugo_new', 'hugo_new', 'password', ACCOUNT_SENTENCE.commonPassword],
    ['12345', 'hugo_new', 'password', PASSWORD_TOO_SHORT],
    [NEW, 'hu', 'username', USERNAME_LENGTH],
  ])('is not confirmed with the new password %j and the name %j', async (password, username, field, sentence) => {
    const email = `hugo${password.length}${username.length}@gauge.example`
    const token = await register(`hugo_${password.length}_${username.length}`, email)
    const problem = await problemOf(await confirm(token, password, username))
    expect(problem).toMatchObject({ status: 400, detail: sentence })
    expect(problem.errors?.[0]?.field).toBe(field)
    expect((await confirm(token, PASSWORD)).status).toBe(200)
  })

  test('takes thirty passwords for a link in a day; its owner may still choose one', async () => {
    const email = 'ivan@gauge.example'
    const token = await register('ivan', email, THEIRS)
    for (let count = 0; count < 30; count += 1) expect((await confirm(token, `guess ${count}`)).status).toBe(400)
    const refused = await problemOf(await confirm(token, THEIRS))
    expect(refused).toMatchObject({ status: 429, detail: 'Too many passwords. Try again in 24 hours.' })
    expect((await confirm(token, NEW, 'ivan')).status).toBe(200)
  })

  test('whose link is of before links kept a registration is confirmed with a chosen password alone', async () => {
    const email = 'jane@gauge.example'
    const token = await register('jane', email)
    const id = await getId(opened.db, email)
    await opened.db.update(linkTokens).set({ payload: null }).where(eq(linkTokens.subjectId, id))
    expect((await confirm(token, PASSWORD)).status).toBe(400)
    expect((await confirm(token, NEW, 'jane')).status).toBe(200)
    expect(await opens(email, NEW)).toBe(true)
  })
})

describe('many at once', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof googleApi>>
  let { register, confirm, opens }: ReturnType<typeof around> = {} as never
  beforeAll(async () => {
    opened = await testDb()
    api = await googleApi(opened)
    ;({ register, confirm, opens } = around(api))
  })
  afterAll(() => api.close())

  const twice = async (name: string) => {
    const email = `${name}@gauge.example`
    const own = await register(name, email)
    api.clock.now += 2 * MINUTE
    return { email, own, theirs: await register(`not_${name}`, email, THEIRS) }
  }

  test('two links of one address, each with its own password, leave one account of one of them', async () => {
    const { email, own, theirs } = await twice('ada')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? confirm(own, PASSWORD) : confirm(theirs, THEIRS))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(404)])
    const isOwn = answers.findIndex(({ status }) => status === 200) % 2 === 1
    expect([await opens(email, PASSWORD), await opens(email, THEIRS)]).toEqual([isOwn, !isOwn])
    expect(await api.viewerOf(await api.signIn(email, isOwn ? PASSWORD : THEIRS))).toMatchObject({
      username: isOwn ? 'ada' : 'not_ada',
    })
  })

  test('while a stranger registers it again and again, its owner confirms what they typed', async () => {
    const email = 'bea@gauge.example'
    const own = await register('bea', email)
    api.clock.now += 2 * MINUTE
    const [confirmed, ...again] = await Promise.all([
      confirm(own, PASSWORD),
      ...Array.from({ length: 19 }, (_, index) =>
        api.post('sign-up', { username: `stranger_${index}`, email, password: THEIRS }),
      ),
    ])
    expect([confirmed.status, ...again.map(({ status }) => status)]).toEqual([200, ...Array(19).fill(202)])
    expect(await opens(email, THEIRS)).toBe(false)
    expect(await api.viewerOf(await api.signIn(email))).toMatchObject({ username: 'bea' })
  })

  test('against a reset and Google, a stranger’s password, session or factor never stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { email, theirs } = await twice(`carol_${round}`)
      const id = await getId(opened.db, email)
      await plant(opened.db, id, `carol_${round}`)
      await api.post('password-reset', { email })
      const reset = { token: await api.linkTo(email, 'reset'), password: NEW }
      await Promise.all([
        confirm(theirs, 'chosen by its owner', `carol_${round}`),
        api.post('password-reset/confirm', reset),
        api.comeAs({ sub: `g-carol-${round}`, email, name: 'Carol' }),
      ])
      expect(await opens(email, THEIRS)).toBe(false)
      expect(await opened.db.$count(authFactors, eq(authFactors.userId, id))).toBe(0)
      expect(await opened.db.$count(sessions, eq(sessions.id, `planted-carol_${round}`))).toBe(0)
      expect((await api.listLinks(id)).filter(({ subject }) => subject.startsWith('planted'))).toEqual([])
    }
  })
})
