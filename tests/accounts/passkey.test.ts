import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authFactors, users } from '#db/schema/accounts.ts'
import { authAttempts, bans } from '#db/schema/security.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { FACTOR_SENTENCE, type FactorChallenge } from '#src/contract/factor.ts'
import { problemOf, SITE_URL } from '#tests/support/api.ts'
import { authenticator, type Fault } from '#tests/support/authenticator.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { factorApi } from '#tests/support/factor-api.ts'
import { cookieOf } from './account-api.ts'

const MINUTE = 60_000
const EVIL = 'https://evil.example'

/** What must never pass, made or asked for. */
const FAULTS: Record<string, Fault> = {
  'another site’s page': { origin: EVIL },
  'a page of a subdomain': { origin: SITE_URL.replace('https://', 'https://www.') },
  'http instead of https': { origin: SITE_URL.replace('https', 'http') },
  'another site’s name': { rpId: 'evil.example' },
  'a person who was not asked for a finger or PIN': { isUnverified: true },
  'another challenge': { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
  'a page inside another one': { isFramed: true },
  'a page inside another site’s': { isFramed: true, topOrigin: EVIL },
}

describe('a passkey', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof factorApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await factorApi(opened.db)
  })
  afterAll(() => opened.close())

  const getOptions = ({ webauthn }: FactorChallenge) => webauthn?.credential_options ?? {}
  const getRow = async (id: string) => (await opened.db.select().from(authFactors).where(eq(authFactors.id, id)))[0]
  const verify = (cookie: string, factorId: string, challenge_id: string, webauthn: object) =>
    api.post(`factors/${factorId}/verify`, { challenge_id, webauthn }, { cookie })
  const withPasskey = async (name: string, device = authenticator(SITE_URL)) => {
    const person = await api.member(name)
    return { ...person, ...(await api.addPasskey(await api.signIn(person.email), device)) }
  }
  const ask = async (): Promise<FactorChallenge> => (await api.post('passkey/challenge')).json()
  const enter = (challenge_id: string, webauthn: object, cookie = '') =>
    api.post('passkey/verify', { challenge_id, webauthn }, { cookie })

  describe('being registered', () => {
    test('is asked for with what the browser needs', async () => {
      const { email, id } = await api.member('ada')
      const cookie = await api.signIn(email)
      const { id: factorId } = await api.enroll(cookie, { factor_type: 'webauthn' })
      const asked = await api.challenge(cookie, factorId)
      expect(asked).toMatchObject({
        type: 'webauthn',
        expires_at: api.clock.now + 5 * MINUTE,
        webauthn: { type: 'create' },
      })
      expect(getOptions(asked)).toMatchObject({
        rp: { id: 'workshops.example', name: 'Uptime Workshops' },
        user: { id: Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url'), name: email },
        attestation: 'none',
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        excludeCredentials: [],
      })
      const device = authenticator(SITE_URL)
      expect((await verify(cookie, factorId, asked.id, device.create(getOptions(asked)))).status).toBe(200)
      expect(await getRow(factorId)).toMatchObject({
        status: 'verified',
        credentialId: device.id,
        transports: ['internal'],
      })
    })

    test.each(Object.entries(FAULTS))('is refused from %s', async (_name, fault) => {
      const cookie = await api.signIn((await api.member(`r${api.clock.now}`)).email)
      api.clock.now += 1
      const { id: factorId } = await api.enroll(cookie, { factor_type: 'webauthn' })
      const asked = await api.challenge(cookie, factorId)
      const answer = await verify(cookie, factorId, asked.id, authenticator(SITE_URL).create(getOptions(asked), fault))
      expect(await problemOf(answer)).toMatchObject({ status: 400, detail: FACTOR_SENTENCE.passkeyFailed })
      expect(await getRow(factorId)).toMatchObject({ status: 'unverified', credentialId: null })
      expect(await api.viewerOf(cookie)).toMatchObject({ aal: 1 })
    })

    test('refuses anything that is not an answer of a browser', async () => {
      const cookie = await api.signIn((await api.member('garbage')).email)
      const { id: factorId } = await api.enroll(cookie, { factor_type: 'webauthn' })
      const device = authenticator(SITE_URL)
      const honest = device.create(getOptions(await api.challenge(cookie, factorId)))
      const signed = device.get(getOptions(await api.challenge(cookie, factorId)))
      const garbage = [
        { id: 'x' },
        { ...honest, rawId: 'other' },
        { ...honest, type: 'password' },
        { ...honest, response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
        { ...honest, response: { clientDataJSON: '', attestationObject: '' } },
        { ...honest, response: 'x' },
        signed,
      ]
      for (const webauthn of garbage) {
        const { id } = await api.challenge(cookie, factorId)
        expect((await verify(cookie, factorId, id, webauthn)).status).toBe(400)
        await opened.db.update(users).set({ failedCodes: 0 })
      }
    })

    test('belongs to one account: a registered credential is refused for any other', async () => {
      const owner = await withPasskey('owner_x')
      const cookie = await api.signIn((await api.member('copycat')).email)
      const { id: factorId } = await api.enroll(cookie, { factor_type: 'webauthn' })
      const asked = await api.challenge(cookie, factorId)
      const answer = await verify(cookie, factorId, asked.id, owner.device.create(getOptions(asked)))
      expect(await problemOf(answer)).toMatchObject({ status: 409, detail: FACTOR_SENTENCE.passkeyKnown })
      expect(await getRow(factorId)).toMatchObject({ status: 'unverified', credentialId: null })
      const mine = await api.enroll(owner.cookie, { factor_type: 'webauthn' })
      const again = await api.challenge(owner.cookie, mine.id)
      expect(getOptions(again)).toMatchObject({ excludeCredentials: [{ id: owner.device.id }] })
    })
  })

  describe('as a second factor', () => {
    test('ends a sign-in once; what it signed is of no use again', async () => {
      const person = await withPasskey('grace')
      const pending = await api.owe(person.email)
      const asked = await api.challenge(pending, person.factorId)
      expect(asked.webauthn?.type).toBe('request')
      const signed = person.device.get(getOptions(asked))
      const answer = await verify(pending, person.factorId, asked.id, signed)
      expect(await api.viewerOf(cookieOf(answer))).toMatchObject({ id: person.id, aal: 2 })
      const later = await api.owe(person.email)
      const replayed = await verify(later, person.factorId, asked.id, signed)
      expect(await problemOf(replayed)).toMatchObject({ status: 410, detail: FACTOR_SENTENCE.challengeOver })
      const fresh = await api.challenge(later, person.factorId)
      expect((await verify(later, person.factorId, fresh.id, signed)).status).toBe(400)
    })

    test('has one try at each question: a failed one uses it up', async () => {
      const person = await withPasskey('single')
      const pending = await api.owe(person.email)
      const asked = await api.challenge(pending, person.factorId)
      const bad = person.device.get(getOptions(asked), { origin: EVIL })
      expect((await verify(pending, person.factorId, asked.id, bad)).status).toBe(400)
      const good = person.device.get(getOptions(asked))
      expect((await verify(pending, person.factorId, asked.id, good)).status).toBe(410)
    })

    test('answers within five minutes', async () => {
      const person = await withPasskey('slow')
      const pending = await api.owe(person.email)
      const [late, timely] = [
        await api.challenge(pending, person.factorId),
        await api.challenge(pending, person.factorId),
      ]
      api.clock.now += 5 * MINUTE - 1
      expect((await verify(pending, person.factorId, timely.id, person.device.get(getOptions(timely)))).status).toBe(
        200,
      )
      api.clock.now += 1
      const again = await api.owe(person.email)
      expect((await verify(again, person.factorId, late.id, person.device.get(getOptions(late)))).status).toBe(410)
    })

    test('is refused from another origin, name or challenge, without a person, or by another device', async () => {
      const [person, other] = [await withPasskey('many'), await withPasskey('foreign')]
      const stranger = authenticator(SITE_URL)
      const imposter = (asked: FactorChallenge) => stranger.get(getOptions(asked), { credentialId: person.device.id })
      const cases: ((asked: FactorChallenge) => object)[] = [
        ...Object.values(FAULTS).map(
          (fault) => (asked: FactorChallenge) => person.device.get(getOptions(asked), fault),
        ),
        (asked) => person.device.get(getOptions(asked), { type: 'webauthn.create' }),
        (asked) => person.device.get(getOptions(asked), { userHandle: Buffer.alloc(16).toString('base64url') }),
        (asked) => other.device.get(getOptions(asked)),
        imposter,
      ]
      for (const [index, sign] of cases.entries()) {
        const pending = await api.owe(person.email)
        const asked = await api.challenge(pending, person.factorId)
        const answer = await verify(pending, person.factorId, asked.id, sign(asked))
        expect(await problemOf(answer), `case ${index}`).toMatchObject({
          status: 400,
          detail: FACTOR_SENTENCE.passkeyFailed,
        })
        await opened.db.update(users).set({ failedCodes: 0, codesLockedUntil: null })
      }
    })

    test('has a counter that must rise, unless the device counts nothing', async () => {
      const person = await withPasskey('counter')
      const synced = await withPasskey('synced', authenticator(SITE_URL, { counts: false }))
      const sign = async (who: typeof person, fault: Fault = {}) => {
        const pending = await api.owe(who.email)
        const asked = await api.challenge(pending, who.factorId)
        return (await verify(pending, who.factorId, asked.id, who.device.get(getOptions(asked), fault))).status
      }
      expect(await sign(person, { count: 7 })).toBe(200)
      for (const count of [7, 6, 1, 0]) expect(await sign(person, { count }), `count ${count}`).toBe(400)
      expect(await sign(person, { count: 8 })).toBe(200)
      expect((await getRow(person.factorId))?.signCount).toBe(8)
      expect(await sign(synced)).toBe(200)
      expect(await sign(synced)).toBe(200)
      expect(await sign(synced, { count: 3 })).toBe(200)
      expect(await sign(synced)).toBe(400)
    })
  })

  describe('instead of a password', () => {
    test('signs its owner in at level 2, whatever session asked', async () => {
      const person = await withPasskey('lin')
      const asked = await ask()
      expect(asked.webauthn).toMatchObject({ type: 'request', credential_options: { userVerification: 'required' } })
      expect(getOptions(asked).allowCredentials ?? []).toEqual([])
      const pending = await api.owe(person.email)
      const answer = await enter(asked.id, person.device.get(getOptions(asked)), pending)
      expect(answer.status).toBe(200)
      expect(await answer.clone().json()).toMatchObject({
        message: ACCOUNT_SENTENCE.signedIn,
        viewer: { id: person.id, aal: 2 },
      })
      expect(await api.viewerOf(cookieOf(answer))).toMatchObject({ aal: 2 })
      expect((await api.post(`factors/${person.factorId}/challenge`, {}, { cookie: pending })).status).toBe(401)
      const rows = await opened.db.select().from(authAttempts).where(eq(authAttempts.userId, person.id))
      expect(rows.map((row) => row.attemptType)).toContain('passkey')
    })

    test('gives the same answer for every fault, and stores no secret', async () => {
      const person = await withPasskey('wrong_ways')
      const stranger = authenticator(SITE_URL)
      const spent = await ask()
      expect((await enter(spent.id, person.device.get(getOptions(spent)))).status).toBe(200)
      const second = await api.challenge(await api.owe(person.email), person.factorId)
      const cases: [string, FactorChallenge, (asked: FactorChallenge) => object][] = [
        ['a used challenge', spent, (asked) => person.device.get(getOptions(asked))],
        ['the challenge of a factor', second, (asked) => person.device.get(getOptions(asked))],
        ['an unknown device', await ask(), (asked) => stranger.get(getOptions(asked))],
        [
          'another device under its name',
          await ask(),
          (asked) => stranger.get(getOptions(asked), { credentialId: person.device.id }),
        ],
        ['another’s user handle', await ask(), (asked) => person.device.get(getOptions(asked), { userHandle: 'AAAA' })],
        ['no answer at all', await ask(), () => ({ id: person.device.id })],
      ]
      for (const fault of Object.values(FAULTS)) {
        cases.push([JSON.stringify(fault), await ask(), (asked) => person.device.get(getOptions(asked), fault)])
      }
      const texts = new Set<string>()
      for (const [name, asked, sign] of cases) {
        const answer = await enter(asked.id, sign(asked))
        expect(answer.status, name).toBe(401)
        expect(answer.headers.getSetCookie()).toEqual([])
        texts.add(await answer.text())
      }
      expect([...texts]).toEqual([expect.stringContaining(FACTOR_SENTENCE.passkeyFailed)])
    })

    test('does not sign in a banned, deleted or unconfirmed account, or one whose passkey was removed', async () => {
      const ways: Record<string, (person: { id: string; factorId: string }) => Promise<unknown>> = {
        banned: ({ id: subject }) =>
          opened.db.insert(bans).values({ subjectType: 'user', subject, reason: 'test', actor: 'test' }),
        deleted: ({ id }) =>
          opened.db
            .update(users)
            .set({ deletedAt: new Date(api.clock.now) })
            .where(eq(users.id, id)),
        unconfirmed: ({ id }) => opened.db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, id)),
        removed: ({ factorId }) => opened.db.delete(authFactors).where(eq(authFactors.id, factorId)),
      }
      for (const [name, end] of Object.entries(ways)) {
        const person = await withPasskey(`is_${name}`)
        const asked = await ask()
        await end(person)
        const answer = await enter(asked.id, person.device.get(getOptions(asked)))
        expect(await problemOf(answer), name).toMatchObject({ status: 401, detail: FACTOR_SENTENCE.passkeyFailed })
      }
    })

    test('still works while wrong codes have closed the other factors', async () => {
      const person = await withPasskey('open_door')
      const codesLockedUntil = new Date(api.clock.now + 15 * MINUTE)
      await opened.db.update(users).set({ codesLockedUntil, failedCodes: 10 }).where(eq(users.id, person.id))
      const pending = await api.owe(person.email)
      const second = await api.challenge(pending, person.factorId)
      expect((await verify(pending, person.factorId, second.id, person.device.get(getOptions(second)))).status).toBe(
        400,
      )
      const asked = await ask()
      expect((await enter(asked.id, person.device.get(getOptions(asked)))).status).toBe(200)
    })

    test('is counted with the other attempts to sign in', async () => {
      const ip = '192.0.2.88'
      const body = { challenge_id: '00000000-0000-4000-8000-000000000000', webauthn: { id: 'x' } }
      for (let count = 0; count < 6; count += 1)
        expect((await api.post('passkey/verify', body, { ip })).status).toBe(401)
      expect((await api.post('passkey/verify', body, { ip })).status).toBe(429)
    })
  })
})
