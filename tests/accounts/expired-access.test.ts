import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oauthAccounts, userRoles, users } from '#db/schema/accounts.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { FACTOR_SENTENCE } from '#src/contract/factor.ts'
import { enterByGoogle } from '#src/domain/accounts/google-account.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { emergencyApi } from '../admin/emergency-api.ts'
import { cookieOf, PASSWORD, SITE } from './account-api.ts'

const ANOTHER = 'ferrous 72 bushing'

describe('access that an owner made invalid', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof emergencyApi>>
  let owner: { id: string; email: string; cookie: string }
  beforeAll(async () => {
    opened = await testDb()
    api = await emergencyApi(opened.db)
    owner = await api.withRole('the_owner', 'owner')
  })
  afterAll(() => opened.close())

  const signIn = (email: string, password = PASSWORD) => api.people.post('sign-in', { email, password })
  const expire = (kind: 'passwords' | 'factors', email: string, isLifted = false) =>
    api.done(owner, { kind, people: { email }, isLifted })
  const reset = async (email: string, password: string) => {
    api.clock.now += 61_000
    await api.people.post('password-reset', { email })
    return api.people.post('password-reset/confirm', { token: await api.people.linkTo(email, 'reset'), password })
  }
  const stored = async (email: string) => (await opened.db.select().from(users).where(eq(users.email, email)))[0]

  test('an expired password is answered like a wrong one, and counts like one (AN2)', async () => {
    const ada = await api.people.member('ada')
    const [before] = [await api.people.signIn(ada.email)]
    const line = await expire('passwords', ada.email)
    expect(line.sentence).toBe('Made 1 password invalid. Ended 1 session.')
    expect(await api.isIn({ cookie: before })).toBe(false)
    const [expired, wrong, unknown] = [
      await signIn(ada.email),
      await signIn(ada.email, 'wrong one'),
      await signIn('nobody@gauge.example'),
    ]
    const texts = [expired, wrong, unknown].map((answer) => answer.text())
    expect(new Set(await Promise.all(texts)).size).toBe(1)
    expect([expired, wrong, unknown].map(({ status }) => status)).toEqual([401, 401, 401])
    expect(new Set([expired, wrong, unknown].map(({ headers }) => [...headers.keys()].join())).size).toBe(1)
    expect((await stored(ada.email))?.failedSignIns).toBe(2)
    expect((await api.people.mailTo(ada.email))?.template).toBe('password-expired')
  })

  test('a password from a reset mail opens the account again; the expired one cannot be chosen', async () => {
    const bea = await api.people.member('bea')
    await expire('passwords', bea.email)
    const same = await reset(bea.email, PASSWORD)
    expect(await problemOf(same)).toMatchObject({ status: 400, detail: ACCOUNT_SENTENCE.knownPassword })
    expect((await reset(bea.email, ANOTHER)).status).toBeLessThan(300)
    expect((await signIn(bea.email, ANOTHER)).status).toBe(200)
    expect((await signIn(bea.email)).status).toBe(401)
    expect((await stored(bea.email))?.passwordExpiredAt).toBeNull()
  })

  test('lifting makes the password valid again', async () => {
    const cleo = await api.people.member('cleo')
    await expire('passwords', cleo.email)
    expect((await expire('passwords', cleo.email, true)).sentence).toBe('Made 1 password valid again.')
    expect((await signIn(cleo.email)).status).toBe(200)
  })

  test('the owner who acts keeps the own password, and is sent to the account page', async () => {
    const own = await api.perform(owner, { kind: 'passwords', people: { email: owner.email } })
    expect(own.status).toBe(403)
    await api.done(owner, { kind: 'passwords', people: 'staff' })
    expect((await stored(owner.email))?.passwordExpiredAt).toBeNull()
  })

  test('expired factors prove nothing, and neither a password nor Google alone opens the account (AN13)', async () => {
    const { db } = opened
    const dan = await api.people.withApp('dan')
    await db.insert(oauthAccounts).values({ provider: 'google', subject: 'dan', userId: dan.id })
    const google = () => {
      const context = { actor: { id: 'anonymous' }, site: SITE, now: api.clock.now }
      return db.transaction((tx) => enterByGoogle(tx, { subject: 'dan', email: dan.email, name: 'Dan' }, context))
    }
    expect(await google()).toMatchObject({ userId: dan.id })
    await expire('factors', dan.email)
    expect(await api.isIn(dan)).toBe(false)
    expect((await signIn(dan.email)).status).toBe(401)
    expect(await google()).toEqual({ refused: 'factors expired' })
    // Passwords are not lifted beside factors that have expired.
    expect((await expire('passwords', dan.email, true)).sentence).toBe('Made no passwords valid again.')
    expect((await signIn(dan.email)).status).toBe(401)
    expect((await reset(dan.email, ANOTHER)).status).toBeLessThan(300)
    const answer = await signIn(dan.email, ANOTHER)
    expect(answer.status).toBe(200)
    const cookie = cookieOf(answer)
    expect(await api.people.factorsOf(cookie)).toEqual([])
    api.people.nextStep()
    const old = await api.people.post(`factors/${dan.factorId}/challenge`, {}, { cookie })
    expect(old.status).toBe(404)
    const fresh = await api.people.addApp(cookie)
    expect((await stored(dan.email))?.factorsExpiredAt).toBeNull()
    // The expired factors are gone for good.
    expect(await api.people.factorsOf(fresh.cookie)).toMatchObject([{ id: fresh.factorId }])
    expect(await google()).toMatchObject({ userId: dan.id })
  })

  test('someone with a role uses it again only after adding a factor', async () => {
    const { id, email } = await api.people.member('eve')
    await opened.db.insert(userRoles).values({ userId: id, role: 'owner', grantedBy: 'test' })
    const eve = { id, email, cookie: await api.people.signIn(email) }
    expect((await api.send(eve, 'GET')).status).toBe(200)
    await expire('factors', eve.email)
    api.people.nextStep()
    const cookie = await api.people.signIn(eve.email)
    expect(await problemOf(await api.send({ cookie }, 'GET'))).toMatchObject({
      status: 403,
      detail: FACTOR_SENTENCE.owed,
    })
    expect(await api.people.viewerOf(cookie)).toMatchObject({ roles: [], isAdmin: false })
    const fresh = await api.people.addApp(cookie)
    expect((await api.send(fresh, 'GET')).status).toBe(200)
    expect(await opened.db.$count(userRoles, eq(userRoles.userId, eve.id))).toBe(1)
  })

  test('lifting brings factors and password back together', async () => {
    const finn = await api.people.withApp('finn')
    await expire('factors', finn.email)
    await expire('factors', finn.email, true)
    const pending = await api.people.owe(finn.email)
    api.people.nextStep()
    const answer = await api.people.answerWith(pending, finn.factorId, api.people.getCode(finn))
    expect(answer.status).toBe(200)
  })

  test('a passkey that has expired does not sign in', async () => {
    const { email } = await api.people.member('gus')
    const { device } = await api.people.addPasskey(await api.people.signIn(email))
    await expire('factors', email)
    const asked = await (await api.people.post('passkey/challenge')).json()
    const webauthn = device.get(asked.webauthn?.credential_options ?? {})
    const answer = await api.people.post('passkey/verify', { challenge_id: asked.id, webauthn })
    expect(answer.status).toBe(401)
  })
})
