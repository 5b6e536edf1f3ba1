import { and, eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authFactors, factorChallenges, recoveryCodes, sessions, users } from '#db/schema/accounts.ts'
import { SITE_URL } from '#tests/support/api.ts'
import { authenticator } from '#tests/support/authenticator.ts'
import { appCode, wrongCode } from '#tests/support/authenticator-app.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { type AppOwner, factorApi } from '#tests/support/factor-api.ts'

const TWENTY = Array.from({ length: 20 }, (_, index) => index)

describe('twenty at once', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof factorApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await factorApi(opened.db)
  })
  afterAll(() => opened.close())

  const statuses = async (answers: Promise<Response>[]) => (await Promise.all(answers)).map((answer) => answer.status)
  const wins = (all: number[]) => all.filter((status) => status === 200).length
  const sessionsOf = (id: string) => opened.db.select().from(sessions).where(eq(sessions.userId, id))
  const verify = (cookie: string, factorId: string, body: object) =>
    api.post(`factors/${factorId}/verify`, body, { cookie })
  const twentyPending = async ({ email }: AppOwner) => {
    const cookies: string[] = []
    for (const _ of TWENTY) cookies.push(await api.owe(email))
    return cookies
  }

  test('one code answers one question once', async () => {
    const person = await api.withApp('one_question')
    api.clock.now += 60_000
    const cookie = await api.owe(person.email)
    const { id: challenge_id } = await api.challenge(cookie, person.factorId)
    const code = api.getCode(person)
    const all = await statuses(TWENTY.map(() => verify(cookie, person.factorId, { challenge_id, code })))
    expect(wins(all)).toBe(1)
    expect(all.every((status) => [200, 401, 410].includes(status))).toBe(true)
    expect(await sessionsOf(person.id)).toHaveLength(2)
  })

  const failedCodesOf = async (id: string) =>
    (await opened.db.select({ failed: users.failedCodes }).from(users).where(eq(users.id, id)))[0]?.failed

  test('one code answers one of twenty questions in twenty sign-ins; those that lost to it were no guesses', async () => {
    const person = await api.withApp('twenty_questions')
    api.clock.now += 60_000
    const cookies = await twentyPending(person)
    const asked = await Promise.all(cookies.map((cookie) => api.challenge(cookie, person.factorId)))
    const code = api.getCode(person)
    const send = (cookie: string, index: number) =>
      verify(cookie, person.factorId, { challenge_id: asked[index]?.id, code })
    const all = await statuses(cookies.map(send))
    expect(wins(all)).toBe(1)
    expect(all.filter((status) => status === 400)).toHaveLength(19)
    expect(await sessionsOf(person.id)).toHaveLength(2)
    expect(await failedCodesOf(person.id)).toBe(0)
  })

  test('guesses cannot run ahead of the lock', async () => {
    const person = await api.withApp('guesses')
    api.clock.now += 60_000
    const cookies = await twentyPending(person)
    const asked = await Promise.all(cookies.map((cookie) => api.challenge(cookie, person.factorId)))
    const code = wrongCode(person.secret, api.clock.now)
    const send = (cookie: string, index: number) =>
      verify(cookie, person.factorId, { challenge_id: asked[index]?.id, code })
    expect(await statuses(cookies.map(send))).toEqual(TWENTY.map(() => 400))
    const [row] = await opened.db.select().from(users).where(eq(users.id, person.id))
    expect(row).toMatchObject({ failedCodes: 10, codesLockedUntil: new Date(api.clock.now + 15 * 60_000) })
    const judged = await opened.db.select().from(factorChallenges).where(eq(factorChallenges.userId, person.id))
    expect(judged.filter((challenge) => challenge.attempts > 0 && challenge.usedAt === null)).toHaveLength(10)
  })

  test('five tries are five', async () => {
    const person = await api.withApp('five')
    api.clock.now += 60_000
    const cookie = await api.owe(person.email)
    const { id: challenge_id } = await api.challenge(cookie, person.factorId)
    const code = wrongCode(person.secret, api.clock.now)
    const all = await statuses(TWENTY.map(() => verify(cookie, person.factorId, { challenge_id, code })))
    expect(all.filter((status) => status === 400)).toHaveLength(5)
    expect(all.filter((status) => status === 410)).toHaveLength(15)
  })

  test('one recovery code lets in once; those that lost to it were no guesses', async () => {
    const person = await api.withApp('recovery')
    const answer = await api.post('recovery-codes', {}, { cookie: person.cookie })
    const [code = ''] = (await answer.json()).codes
    const cookies = await twentyPending(person)
    const all = await statuses(cookies.map((cookie) => api.post('recovery-codes/verify', { code }, { cookie })))
    expect(wins(all)).toBe(1)
    const used = and(eq(recoveryCodes.userId, person.id), isNotNull(recoveryCodes.usedAt))
    expect(await opened.db.select().from(recoveryCodes).where(used)).toHaveLength(1)
    expect(await sessionsOf(person.id)).toHaveLength(2)
    expect(await failedCodesOf(person.id)).toBe(0)
  })

  test('one passkey’s signature lets in once', async () => {
    const person = await api.member('passkey')
    const { device } = await api.addPasskey(await api.signIn(person.email))
    const asked = await (await api.post('passkey/challenge')).json()
    const webauthn = device.get(asked.webauthn.credential_options)
    const all = await statuses(TWENTY.map(() => api.post('passkey/verify', { challenge_id: asked.id, webauthn })))
    expect(wins(all)).toBe(1)
    expect(all.filter((status) => status === 401)).toHaveLength(19)
    expect(await sessionsOf(person.id)).toHaveLength(2)
  })

  test('a counter that does not rise is accepted once: a copied passkey is noticed', async () => {
    const person = await api.member('copied')
    const { device } = await api.addPasskey(await api.signIn(person.email))
    const asked = await Promise.all(TWENTY.map(async () => (await api.post('passkey/challenge')).json()))
    const signed = asked.map(({ id, webauthn }) => ({
      challenge_id: id,
      webauthn: device.get(webauthn.credential_options, { count: 9 }),
    }))
    const all = await statuses(signed.map((body) => api.post('passkey/verify', body)))
    expect(wins(all)).toBe(1)
    expect(await sessionsOf(person.id)).toHaveLength(2)
  })

  test('one sign-in that waits becomes one session, by whichever codes', async () => {
    const person = await api.withApp('two_codes')
    for (let round = 0; round < 5; round += 1) {
      api.clock.now += 120_000
      const cookie = await api.owe(person.email)
      const before = (await sessionsOf(person.id)).length
      const asked = [await api.challenge(cookie, person.factorId), await api.challenge(cookie, person.factorId)]
      const send = ({ id: challenge_id }: { id: string }, index: number) =>
        verify(cookie, person.factorId, { challenge_id, code: appCode(person.secret, api.clock.now + index * 30_000) })
      expect(wins(await statuses(asked.map(send)))).toBe(1)
      expect(await sessionsOf(person.id)).toHaveLength(before + 1)
    }
  })

  test('one credential becomes one factor, of one account', async () => {
    const device = authenticator(SITE_URL)
    const people = await Promise.all(
      [0, 1, 2, 3].map(async (index) => api.signIn((await api.member(`claims_${index}`)).email)),
    )
    const ready = await Promise.all(
      people.map(async (cookie) => {
        const { id } = await api.enroll(cookie, { factor_type: 'webauthn' })
        const asked = await api.challenge(cookie, id)
        const webauthn = device.create(asked.webauthn?.credential_options ?? {})
        return { cookie, id, body: { challenge_id: asked.id, webauthn } }
      }),
    )
    const all = await statuses(ready.map(({ cookie, id, body }) => verify(cookie, id, body)))
    expect(all.sort()).toEqual([200, 409, 409, 409])
    expect(await opened.db.select().from(authFactors).where(eq(authFactors.credentialId, device.id))).toHaveLength(1)
  })

  test('one session rises once, and leaves no other behind', async () => {
    const person = await api.member('rising')
    const cookie = await api.signIn(person.email)
    const { id, totp } = await api.enroll(cookie, { factor_type: 'totp' })
    const asked = []
    for (const _ of TWENTY) asked.push(await api.challenge(cookie, id))
    const code = appCode(totp?.secret ?? '', api.clock.now)
    const all = await statuses(asked.map(({ id: challenge_id }) => verify(cookie, id, { challenge_id, code })))
    expect(wins(all)).toBe(1)
    expect((await sessionsOf(person.id)).map((session) => session.aal)).toEqual([2])
  })

  test('eleven enrollments leave ten factors', async () => {
    const cookie = await api.signIn((await api.member('collector')).email)
    const body = { factor_type: 'totp', friendly_name: 'x' }
    const all = await statuses(TWENTY.map(() => api.post('factors', body, { cookie })))
    expect(all.filter((status) => status === 201)).toHaveLength(10)
    expect(all.filter((status) => status === 409)).toHaveLength(10)
  })

  test('one text message is sent', async () => {
    const cookie = await api.signIn((await api.member('texted')).email)
    const { id } = await api.enroll(cookie, { factor_type: 'phone', phone: '+1 816 221 3000' })
    const all = await statuses(TWENTY.map(() => api.post(`factors/${id}/challenge`, {}, { cookie })))
    expect(wins(all)).toBe(1)
    expect(await api.mailsTo('+18162213000')).toHaveLength(1)
  })

  test('a password reset never leaves a sign-in that began before it', async () => {
    const person = await api.withApp('reset')
    api.clock.now += 60_000
    const cookie = await api.owe(person.email)
    const { id: challenge_id } = await api.challenge(cookie, person.factorId)
    await api.post('password-reset', { email: person.email })
    const token = await api.linkTo(person.email, 'reset')
    await Promise.all([
      api.post('password-reset/confirm', { token, password: 'another 42 gauges' }),
      verify(cookie, person.factorId, { challenge_id, code: api.getCode(person) }),
    ])
    expect(await sessionsOf(person.id)).toEqual([])
  })
})
