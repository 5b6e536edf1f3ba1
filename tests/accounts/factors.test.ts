import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authFactors, recoveryCodes, sessions } from '#db/schema/accounts.ts'
import { auditLog } from '#db/schema/site.ts'
import { FACTOR_SENTENCE } from '#src/contract/factor.ts'
import { problemOf } from '#tests/support/api.ts'
import { appCode, wrongCode } from '#tests/support/authenticator-app.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { factorApi } from '#tests/support/factor-api.ts'
import { cookieOf } from './account-api.ts'

const MINUTE = 60_000
const MISSING = '00000000-0000-4000-8000-000000000000'

describe('an authenticator app', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof factorApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await factorApi(opened.db)
  })
  afterAll(() => opened.close())

  const getRow = async (id: string) => (await opened.db.select().from(authFactors).where(eq(authFactors.id, id)))[0]

  test('shows its secret once, as text, address and image', async () => {
    const { email } = await api.member('ada')
    const cookie = await api.signIn(email)
    const body = { factor_type: 'totp', friendly_name: ' My phone ', issuer: 'The Works & Co' }
    const answer = await api.post('factors', body, { cookie })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const enrolled = await answer.json()
    expect(enrolled).toMatchObject({ factor_type: 'totp', status: 'unverified', friendly_name: 'My phone' })
    const { secret, uri, qr_code } = enrolled.totp
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const url = new URL(uri)
    expect(url.protocol + url.host).toBe('otpauth:totp')
    expect(decodeURIComponent(url.pathname)).toBe(`/The Works & Co:${email}`)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      issuer: 'The Works & Co',
      secret,
      digits: '6',
      period: '30',
    })
    expect(qr_code).toMatch(/^<svg [^>]*viewBox="0 0 \d+ \d+"[^>]*>.*<\/svg>$/s)
    expect(JSON.stringify(await api.factorsOf(cookie))).not.toContain(secret)
    expect(await api.factorsOf(cookie)).toEqual([
      {
        id: enrolled.id,
        factor_type: 'totp',
        status: 'unverified',
        friendly_name: 'My phone',
        created_at: api.clock.now,
      },
    ])
  })

  test('counts for nothing before its first code; then this session rises under a new id and every other ends', async () => {
    const { email, id } = await api.member('grace')
    const [here, there] = [await api.signIn(email), await api.signIn(email)]
    const factor = await api.enroll(here, { factor_type: 'totp' })
    expect(await api.viewerOf(there)).toMatchObject({ aal: 1 })
    const [before] = await opened.db.select().from(sessions).where(eq(sessions.userId, id))
    const answer = await api.answerWith(here, factor.id, appCode(factor.totp?.secret ?? '', api.clock.now))
    expect(await answer.clone().json()).toMatchObject({ message: FACTOR_SENTENCE.added, viewer: { id, aal: 2 } })
    const risen = cookieOf(answer)
    expect(risen).not.toBe(here)
    expect(await api.viewerOf(risen)).toMatchObject({ id, aal: 2 })
    expect(await api.viewerOf(here)).toBeNull()
    expect(await api.viewerOf(there)).toBeNull()
    const rows = await opened.db.select().from(sessions).where(eq(sessions.userId, id))
    expect(rows).toHaveLength(1)
    expect(rows[0]?.startedAt).toEqual(before?.startedAt)
    expect((await api.mailTo(email))?.subject).toContain('An authenticator app was added')
  })

  test('lets its owner in with the password and a code, of this time step or a neighbor', async () => {
    const person = await api.withApp('lin')
    for (const shift of [0, -30_000, 30_000]) {
      api.clock.now += 5 * MINUTE
      const pending = await api.owe(person.email)
      const answer = await api.answerWith(pending, person.factorId, appCode(person.secret, api.clock.now + shift))
      expect(answer.status, `shift ${shift}`).toBe(200)
      expect(await api.viewerOf(cookieOf(answer))).toMatchObject({ id: person.id, aal: 2 })
    }
    for (const shift of [-60_000, 60_000]) {
      api.clock.now += 5 * MINUTE
      const code = appCode(person.secret, api.clock.now + shift)
      const answer = await api.answerWith(await api.owe(person.email), person.factorId, code)
      expect(await problemOf(answer)).toMatchObject({ status: 400, detail: FACTOR_SENTENCE.wrongCode })
    }
  })

  test('is known to the last millisecond of a code’s time, and not one longer', async () => {
    const person = await api.withApp('boundary')
    api.clock.now = Math.ceil(api.clock.now / 30_000) * 30_000 + 10 * MINUTE
    const start = api.clock.now
    const code = appCode(person.secret, start)
    api.clock.now = start + 60_000
    const late = await api.answerWith(await api.owe(person.email), person.factorId, code)
    expect(late.status).toBe(400)
    api.clock.now = start + 59_999
    expect((await api.answerWith(await api.owe(person.email), person.factorId, code)).status).toBe(200)
  })

  test('takes a code once: neither it nor an earlier one works again', async () => {
    const person = await api.withApp('replay')
    api.clock.now += 5 * MINUTE
    const [used, earlier] = [appCode(person.secret, api.clock.now), appCode(person.secret, api.clock.now - 30_000)]
    expect((await api.answerWith(await api.owe(person.email), person.factorId, used)).status).toBe(200)
    for (const code of [used, earlier]) {
      const answer = await api.answerWith(await api.owe(person.email), person.factorId, code)
      expect(await problemOf(answer)).toMatchObject({ status: 400, detail: FACTOR_SENTENCE.wrongCode })
    }
  })

  test('reads a code as people type it', async () => {
    const person = await api.withApp('typist')
    api.clock.now += 5 * MINUTE
    const code = api.getCode(person)
    const typed = ` ${code.slice(0, 3)} ${code.slice(3)}`
    expect((await api.answerWith(await api.owe(person.email), person.factorId, typed)).status).toBe(200)
  })

  test('allows five tries at a question, for five minutes', async () => {
    const person = await api.withApp('fumbler')
    api.clock.now += 5 * MINUTE
    const pending = await api.owe(person.email)
    const { id, expires_at } = await api.challenge(pending, person.factorId)
    expect(expires_at).toBe(api.clock.now + 5 * MINUTE)
    const send = (challenge_id: string, code: string) =>
      api.post(`factors/${person.factorId}/verify`, { challenge_id, code }, { cookie: pending })
    const wrong = wrongCode(person.secret, api.clock.now)
    for (let count = 0; count < 5; count += 1) expect((await send(id, wrong)).status).toBe(400)
    const sixth = await send(id, api.getCode(person))
    expect(await problemOf(sixth)).toMatchObject({ status: 410, detail: FACTOR_SENTENCE.challengeOver })
    const second = await api.challenge(pending, person.factorId)
    api.clock.now += 5 * MINUTE
    expect((await send(second.id, api.getCode(person))).status).toBe(410)
    const third = await api.challenge(pending, person.factorId)
    api.clock.now += 5 * MINUTE - 1
    expect((await send(third.id, api.getCode(person))).status).toBe(200)
  })

  test('locks for a quarter of an hour after ten wrong codes in a row over all factors; a right one resets the count', async () => {
    const person = await api.withApp('guessed')
    api.clock.now += MINUTE
    const { secret } = await api.addApp(person.cookie)
    const [one = '', other = ''] = (
      await opened.db.select().from(authFactors).where(eq(authFactors.userId, person.id))
    ).map((row) => row.id)
    api.clock.now += MINUTE
    const wrong = wrongCode(secret, api.clock.now)
    const guess = async (factorId: string) =>
      (await api.answerWith(await api.owe(person.email), factorId, wrong)).status
    const right = async () => api.answerWith(await api.owe(person.email), person.factorId, api.getCode(person))
    for (let count = 0; count < 9; count += 1) expect(await guess(count % 2 ? one : other)).toBe(400)
    expect((await right()).status).toBe(200)
    api.nextStep()
    for (let count = 0; count < 10; count += 1) expect(await guess(count % 2 ? one : other)).toBe(400)
    const lockedAt = api.clock.now
    api.nextStep()
    const refused = await right()
    expect(await problemOf(refused)).toMatchObject({ status: 400, detail: FACTOR_SENTENCE.wrongCode })
    const stepUp = { cookie: person.cookie }
    expect(await api.viewerOf(stepUp.cookie)).toBeNull()
    expect((await getRow(person.factorId))?.lastUsedStep).toBeLessThan(Math.floor(api.clock.now / 30_000))
    api.clock.now = lockedAt + 15 * MINUTE - 1
    expect((await right()).status).toBe(400)
    api.clock.now = lockedAt + 15 * MINUTE
    expect((await right()).status).toBe(200)
  })

  test('is bound to its challenge: one of another factor or another account is as good as none', async () => {
    const [person, other] = [await api.withApp('bound'), await api.withApp('other')]
    api.clock.now += 5 * MINUTE
    const [pending, foreign] = [await api.owe(person.email), await api.owe(other.email)]
    const { id } = await api.challenge(foreign, other.factorId)
    for (const challenge_id of [id, MISSING]) {
      const body = { challenge_id, code: api.getCode(person) }
      expect((await api.post(`factors/${person.factorId}/verify`, body, { cookie: pending })).status).toBe(410)
    }
    const bad = [{}, { challenge_id: id }, { challenge_id: 'x', code: '1' }, { challenge_id: id, code: '1', more: 1 }]
    for (const body of bad) {
      expect((await api.post(`factors/${person.factorId}/verify`, body, { cookie: pending })).status).toBe(400)
    }
    const asPasskey = { challenge_id: id, webauthn: { id: 'x' } }
    expect((await api.post(`factors/${other.factorId}/verify`, asPasskey, { cookie: foreign })).status).toBe(400)
  })

  test('of another person is treated as missing, in every call', async () => {
    const [person, eve] = [await api.withApp('owner_x'), await api.withApp('eve_x')]
    api.clock.now += MINUTE
    const pending = await api.owe(eve.email)
    const ids = [person.factorId, MISSING, 'x', `${person.factorId}'`]
    const ask = async (send: (id: string) => Promise<Response>) => {
      const answers = await Promise.all(ids.map((id) => send(encodeURIComponent(id))))
      expect(answers.map((answer) => answer.status)).toEqual(ids.map(() => 404))
      expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
    }
    const body = { challenge_id: MISSING, code: '123456' }
    for (const cookie of [eve.cookie, pending]) {
      await ask((id) => api.post(`factors/${id}/challenge`, {}, { cookie }))
      await ask((id) => api.post(`factors/${id}/verify`, body, { cookie }))
    }
    await ask((id) => api.call('DELETE', `factors/${id}`, undefined, { cookie: eve.cookie }))
    expect(await getRow(person.factorId)).toMatchObject({ status: 'verified' })
  })

  test('leaves with a mail and a line in the audit; with the last one the recovery codes go and the level falls', async () => {
    const person = await api.withApp('leaver')
    expect((await api.post('recovery-codes', {}, { cookie: person.cookie })).status).toBe(200)
    const answer = await api.call('DELETE', `factors/${person.factorId}`, undefined, { cookie: person.cookie })
    expect(answer.status).toBe(204)
    expect((await api.mailTo(person.email))?.subject).toContain('An authenticator app was removed')
    expect(await api.viewerOf(person.cookie)).toMatchObject({ aal: 1 })
    expect(await opened.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, person.id))).toEqual([])
    const entries = await opened.db.select().from(auditLog).where(eq(auditLog.subjectId, person.factorId))
    expect(entries.map((entry) => [entry.action, entry.actor])).toEqual([
      ['factor.verify', person.id],
      ['factor.remove', person.id],
    ])
    expect(JSON.stringify(entries)).not.toContain(person.secret)
    await api.signIn(person.email)
  })

  test('is added and removed only after a recent authentication', async () => {
    const person = await api.withApp('stale')
    const { id } = await api.enroll(person.cookie, { factor_type: 'totp' })
    api.clock.now += 10 * MINUTE
    const { cookie } = person
    const calls = [
      api.post('factors', { factor_type: 'totp', friendly_name: 'x' }, { cookie }),
      api.call('DELETE', `factors/${person.factorId}`, undefined, { cookie }),
      api.post(`factors/${id}/challenge`, {}, { cookie }),
      api.post(`factors/${id}/verify`, { challenge_id: MISSING, code: '123456' }, { cookie }),
      api.post('recovery-codes', {}, { cookie }),
    ]
    for (const answer of await Promise.all(calls)) {
      expect(await problemOf(answer)).toMatchObject({ status: 403, code: 'step_up', detail: FACTOR_SENTENCE.stepUp })
    }
  })

  test('is one of ten at most, finished or not; those never finished go after a day', async () => {
    const { email } = await api.member('collector')
    const cookie = await api.signIn(email)
    for (let count = 0; count < 10; count += 1) await api.enroll(cookie, { factor_type: 'totp' })
    const body = { factor_type: 'totp', friendly_name: 'x' }
    const refused = await api.post('factors', body, { cookie })
    expect(await problemOf(refused)).toMatchObject({ status: 409, detail: FACTOR_SENTENCE.tooMany })
    api.clock.now += 24 * 60 * MINUTE + 1
    expect((await api.post('factors', body, { cookie: await api.signIn(email) })).status).toBe(201)
  })

  test('has a name of 1 to 100 characters, and no unknown fields', async () => {
    const cookie = await api.signIn((await api.member('namer')).email)
    const bad = [
      { factor_type: 'totp', friendly_name: ' ' },
      { factor_type: 'totp', friendly_name: 'x'.repeat(101) },
      { factor_type: 'totp', friendly_name: 'x', status: 'verified' },
      { factor_type: 'totp', friendly_name: 'x', secret: 'A' },
      { factor_type: 'email', friendly_name: 'x' },
      { friendly_name: 'x' },
    ]
    for (const body of bad) expect((await api.post('factors', body, { cookie })).status).toBe(400)
    expect(await api.factorsOf(cookie)).toEqual([])
  })
})
