import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recoveryCodes } from '#db/schema/accounts.ts'
import { auditLog } from '#db/schema/site.ts'
import { FACTOR_SENTENCE } from '#src/contract/factor.ts'
import { problemOf } from '#tests/support/api.ts'
import { wrongCode } from '#tests/support/authenticator-app.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { factorApi } from '#tests/support/factor-api.ts'
import { cookieOf } from './account-api.ts'

const MINUTE = 60_000

describe('recovery codes', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof factorApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await factorApi(opened.db)
  })
  afterAll(() => opened.close())

  const make = async (cookie: string): Promise<string[]> => {
    const answer = await api.post('recovery-codes', {}, { cookie })
    expect(answer.status).toBe(200)
    return (await answer.json()).codes
  }
  const use = (cookie: string, code: string) => api.post('recovery-codes/verify', { code }, { cookie })

  test('are ten, each of 60 random bits, grouped for reading, and kept as hashes alone', async () => {
    const person = await api.withApp('ada')
    const codes = await make(person.cookie)
    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[a-z2-7]{4}-[a-z2-7]{4}-[a-z2-7]{4}$/)
    const rows = await opened.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, person.id))
    expect(rows.every((row) => /^[\da-f]{64}$/.test(row.codeHash))).toBe(true)
  })

  test('let their owner in instead of the factor, each once, and say by mail how many are left', async () => {
    const person = await api.withApp('grace')
    const [first = '', second = ''] = await make(person.cookie)
    const pending = await api.owe(person.email)
    const { pending: owed } = await (await api.call('GET', 'session', undefined, { cookie: pending })).json()
    expect(owed.hasRecoveryCodes).toBe(true)
    const answer = await use(pending, first)
    expect(answer.status).toBe(200)
    expect(await api.viewerOf(cookieOf(answer))).toMatchObject({ id: person.id, aal: 2 })
    expect(answer.headers.getSetCookie()[0]).toContain('__Host-pending_sign_in=; ')
    expect(await api.mailTo(person.email)).toMatchObject({ template: 'recovery-code-used' })
    expect((await api.mailTo(person.email))?.textBody).toContain('You have 9 codes left.')
    const again = await use(await api.owe(person.email), first)
    expect(await problemOf(again)).toMatchObject({ status: 400, detail: FACTOR_SENTENCE.wrongCode })
    const typed = second.replaceAll('-', ' ').toUpperCase()
    expect((await use(await api.owe(person.email), typed)).status).toBe(200)
    const entries = await opened.db.select().from(auditLog).where(eq(auditLog.subjectId, person.id))
    expect(entries.map((entry) => entry.action)).toEqual(
      expect.arrayContaining(['recovery-codes.replace', 'recovery-codes.use']),
    )
    expect(JSON.stringify(entries)).not.toContain(first)
  })

  test('die with the next ten, and belong to one account', async () => {
    const [person, other] = [await api.withApp('lin'), await api.withApp('other')]
    const [old = ''] = await make(person.cookie)
    const [fresh = ''] = await make(person.cookie)
    const [foreign = ''] = await make(other.cookie)
    const pending = await api.owe(person.email)
    for (const code of [old, foreign, '', 'x']) expect((await use(pending, code)).status, code).toBe(400)
    expect((await use(pending, fresh)).status).toBe(200)
    expect((await use(pending, fresh)).status).toBe(401)
  })

  test('complete a pending sign-in only: not a session, and not an anonymous call', async () => {
    const person = await api.withApp('session_only')
    const [code = ''] = await make(person.cookie)
    for (const cookie of ['', person.cookie]) expect((await use(cookie, code)).status).toBe(401)
  })

  test('are made for people with a second factor', async () => {
    const cookie = await api.signIn((await api.member('without')).email)
    const answer = await api.post('recovery-codes', {}, { cookie })
    expect(await problemOf(answer)).toMatchObject({ status: 403, detail: FACTOR_SENTENCE.factorFirst })
    expect((await api.post('recovery-codes')).status).toBe(401)
  })

  test('count with the codes of factors toward the lock, and still let their owner in while it lasts', async () => {
    const person = await api.withApp('guessed')
    const [code = '', second = ''] = await make(person.cookie)
    api.clock.now += MINUTE
    const wrong = wrongCode(person.secret, api.clock.now)
    const pending = await api.owe(person.email)
    for (let count = 0; count < 5; count += 1) {
      expect((await use(pending, 'aaaa-aaaa-aaaa')).status).toBe(400)
      expect((await api.answerWith(pending, person.factorId, wrong)).status).toBe(400)
    }
    api.nextStep()
    expect((await api.answerWith(pending, person.factorId, api.getCode(person))).status).toBe(400)
    expect((await use(pending, 'aaaa-aaaa-aaaa')).status).toBe(400)
    const answer = await use(pending, code)
    expect(await api.viewerOf(cookieOf(answer))).toMatchObject({ id: person.id, aal: 2 })
    expect((await use(await api.owe(person.email), second)).status).toBe(200)
    expect((await api.answerWith(await api.owe(person.email), person.factorId, api.getCode(person))).status).toBe(200)
  })
})
