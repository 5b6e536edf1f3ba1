import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authFactors, factorChallenges } from '#db/schema/accounts.ts'
import { outbox } from '#db/schema/security.ts'
import { FACTOR_SENTENCE } from '#src/contract/factor.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { factorApi } from '#tests/support/factor-api.ts'
import { cookieOf } from './account-api.ts'

const MINUTE = 60_000

describe('a phone', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof factorApi>>
  let numbers = 0
  beforeAll(async () => {
    opened = await testDb()
    api = await factorApi(opened.db)
  })
  afterAll(() => opened.close())

  /** A number of Kansas City that nobody has used yet. */
  const newNumber = () => {
    numbers += 1
    return `+1816221${String(4000 + numbers)}`
  }
  const messagesTo = (phone: string) =>
    opened.db
      .select()
      .from(outbox)
      .where(and(eq(outbox.recipient, phone), eq(outbox.channel, 'sms')))
      .orderBy(desc(outbox.createdAt))
  const codeTo = async (phone: string) =>
    /^(\d{6}) is your/.exec((await messagesTo(phone))[0]?.textBody ?? '')?.[1] ?? ''
  const verify = (cookie: string, factorId: string, challenge_id: string, code: string) =>
    api.post(`factors/${factorId}/verify`, { challenge_id, code }, { cookie })

  const withPhone = async (name: string) => {
    const [person, phone] = [await api.member(name), newNumber()]
    const cookie = await api.signIn(person.email)
    const { id: factorId } = await api.enroll(cookie, { factor_type: 'phone', phone })
    const { id } = await api.challenge(cookie, factorId)
    const answer = await verify(cookie, factorId, id, await codeTo(phone))
    expect(answer.status).toBe(200)
    api.clock.now += MINUTE
    return { ...person, phone, factorId, cookie: cookieOf(answer) }
  }

  test('is kept in one spelling and shown by its last digits', async () => {
    const { email } = await api.member('ada')
    const cookie = await api.signIn(email)
    for (const phone of ['+1 (816) 221-3999', '+18162213999', ' +1-816-221-3999 ']) {
      const enrolled = await api.enroll(cookie, { factor_type: 'phone', phone })
      expect(enrolled).toMatchObject({ phone: '•••• 3999', status: 'unverified' })
      const [row] = await opened.db.select().from(authFactors).where(eq(authFactors.id, enrolled.id))
      expect(row?.phone).toBe('+18162213999')
    }
  })

  test('must be a number that can be written to', async () => {
    const cookie = await api.signIn((await api.member('mistyped')).email)
    const none = ['', '816 221 4000', '+1 816 221', '+1 000 000 0000', '+999 123456789', 'call me', 'x'.repeat(41)]
    const refused = ['+1 900 555 1234', '+1 816 221 4000 ext. 5', '+18162214000\n+18162214001', '+1 800 356 9377']
    for (const phone of [...none, ...refused]) {
      const answer = await api.post('factors', { factor_type: 'phone', friendly_name: 'x', phone }, { cookie })
      const problem = { status: 400, errors: [{ field: 'phone', message: FACTOR_SENTENCE.phone }] }
      expect(await problemOf(answer), phone).toMatchObject(problem)
    }
    expect(await api.factorsOf(cookie)).toEqual([])
  })

  test('gets six digits by text message, which let its owner in once', async () => {
    const person = await withPhone('grace')
    const pending = await api.owe(person.email)
    const { id, expires_at, type } = await api.challenge(pending, person.factorId)
    expect({ type, expires_at }).toEqual({ type: 'phone', expires_at: api.clock.now + 10 * MINUTE })
    const code = await codeTo(person.phone)
    expect(code).toMatch(/^\d{6}$/)
    const [row] = await opened.db.select().from(factorChallenges).where(eq(factorChallenges.id, id))
    expect(row?.secret).toMatch(/^[\da-f]{64}$/)
    const answer = await verify(pending, person.factorId, id, code)
    expect(await api.viewerOf(cookieOf(answer))).toMatchObject({ id: person.id, aal: 2 })
    const again = await verify(await api.owe(person.email), person.factorId, id, code)
    expect(await problemOf(again)).toMatchObject({ status: 410, detail: FACTOR_SENTENCE.challengeOver })
  })

  test('has codes of ten minutes, each for its own question, of which the newest counts', async () => {
    const person = await withPhone('lin')
    const pending = await api.owe(person.email)
    const first = await api.challenge(pending, person.factorId)
    const firstCode = await codeTo(person.phone)
    api.clock.now += MINUTE
    const second = await api.challenge(pending, person.factorId)
    const secondCode = await codeTo(person.phone)
    expect(firstCode === secondCode).toBe(false)
    expect((await verify(pending, person.factorId, first.id, firstCode)).status).toBe(410)
    expect((await verify(pending, person.factorId, second.id, firstCode)).status).toBe(400)
    api.clock.now += 10 * MINUTE - 1
    const last = await api.owe(person.email)
    expect((await verify(last, person.factorId, second.id, secondCode)).status).toBe(200)
    const third = await api.challenge(await api.owe(person.email), person.factorId)
    api.clock.now += 10 * MINUTE
    const late = await api.owe(person.email)
    expect((await verify(late, person.factorId, third.id, await codeTo(person.phone))).status).toBe(410)
  })

  test('is written to once in 30 seconds and five times an hour', async () => {
    const person = await withPhone('busy')
    api.clock.now += 61 * MINUTE
    const pending = async () => api.owe(person.email)
    const sent = (await messagesTo(person.phone)).length
    const ask = async (cookie: string) => api.post(`factors/${person.factorId}/challenge`, {}, { cookie })
    expect((await ask(await pending())).status).toBe(200)
    const refused = await ask(await pending())
    expect(await problemOf(refused)).toMatchObject({ status: 429, detail: 'Too many codes. Try again in 30 seconds.' })
    expect(refused.headers.get('Retry-After')).toBe('30')
    for (let count = 0; count < 4; count += 1) {
      api.clock.now += 30_000
      expect((await ask(await pending())).status).toBe(200)
    }
    api.clock.now += 30_000
    expect((await ask(await pending())).status).toBe(429)
    expect((await messagesTo(person.phone)).length - sent).toBe(5)
  })

  test('gets no more messages because several accounts have it, or one account has several phones', async () => {
    const shared = newNumber()
    const ask = async (phone: string, cookie: string) => {
      const { id } = await api.enroll(cookie, { factor_type: 'phone', phone })
      return (await api.post(`factors/${id}/challenge`, {}, { cookie })).status
    }
    const [one, other] = [
      await api.signIn((await api.member('share_one')).email),
      await api.signIn((await api.member('share_two')).email),
    ]
    expect(await ask(shared, one)).toBe(200)
    expect(await ask(shared, other)).toBe(429)
    api.clock.now += MINUTE
    expect(await ask(newNumber(), one)).toBe(200)
    expect(await ask(newNumber(), one)).toBe(429)
    expect(await messagesTo(shared)).toHaveLength(1)
  })

  test('is not written to while the account is closed for wrong codes, and nothing says so', async () => {
    const person = await withPhone('locked')
    api.clock.now += 61 * MINUTE
    for (const round of [1, 2]) {
      const pending = await api.owe(person.email)
      const { id } = await api.challenge(pending, person.factorId)
      const right = await codeTo(person.phone)
      const wrong = right === '000000' ? '111111' : '000000'
      for (let count = 0; count < 5; count += 1) {
        const answer = await verify(pending, person.factorId, id, wrong)
        expect(answer.status, `round ${round}`).toBe(400)
      }
      api.clock.now += MINUTE
    }
    const sent = (await messagesTo(person.phone)).length
    const pending = await api.owe(person.email)
    const { id } = await api.challenge(pending, person.factorId)
    expect((await messagesTo(person.phone)).length).toBe(sent)
    const answer = await verify(pending, person.factorId, id, '123456')
    expect(await problemOf(answer)).toMatchObject({ status: 400, detail: FACTOR_SENTENCE.wrongCode })
  })

  test('is one way of several: the pending sign-in names them all', async () => {
    const person = await withPhone('several')
    const { factorId } = await api.addApp(person.cookie)
    const cookie = await api.owe(person.email)
    const { pending } = await (await api.call('GET', 'session', undefined, { cookie })).json()
    const named = pending.factors.map((factor: { id: string; phone?: string }) => [factor.id, factor.phone])
    expect(named).toEqual([
      [person.factorId, `•••• ${person.phone.slice(-4)}`],
      [factorId, undefined],
    ])
  })
})
