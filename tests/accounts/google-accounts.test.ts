import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authFactors, linkTokens, oauthAccounts, profiles, sessions, users } from '#db/schema/accounts.ts'
import { bans } from '#db/schema/security.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account-sentence.ts'
import { problemOf, SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { approvalOf, getId, PASSWORD } from './account-api.ts'
import { googleApi } from './google-api.ts'
import { browser, forgedAnswer, target } from './google-browser.ts'

const MINUTE = 60_000
describe('accounts and Google', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof googleApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await googleApi(opened)
  })
  afterAll(() => api.close())
  beforeEach(() => {
    api.clock.now += 11 * MINUTE
  })

  test('who registers another’s address and waits gets nothing when its owner comes with Google (AN11)', async () => {
    const email = 'victim@gauge.example'
    const attacker = { email, password: 'attacker knows 1' }
    await api.post('sign-up', { ...attacker, username: 'lies_in_wait' })
    await api.post('password-reset', { email })
    const links = [await api.linkTo(email, 'confirm'), await api.linkTo(email, 'reset')]
    expect(links.every((link) => link.length === 43)).toBe(true)
    const id = await getId(opened.db, email)
    const planted = { userId: id, startedAt: new Date(), authenticatedAt: new Date(), lastSeenAt: new Date() }
    await opened.db
      .insert(sessions)
      .values({ ...planted, id: 'f'.repeat(64), expiresAt: new Date(api.clock.now + MINUTE) })
    const factor = { userId: id, factorType: 'totp', status: 'verified', friendlyName: 'theirs' } as const
    await opened.db.insert(authFactors).values(factor)

    const { ended, own } = await api.comeAs({ sub: 'g-victim', email: 'Victim@gauge.example', name: 'Vic Tim' })
    expect(ended).toBe('/forum')
    expect(await api.viewerOf(own.cookies())).toMatchObject({ id, username: 'lies_in_wait', approval: 'pending' })

    expect((await api.post('sign-in', attacker)).status).toBe(401)
    expect((await api.post('confirm-email', { token: links[0], password: attacker.password })).status).toBe(404)
    const reset = { token: links[1], password: 'attacker knows 2' }
    expect((await api.post('password-reset/confirm', reset)).status).toBe(404)
    const [user] = await opened.db.select().from(users).where(eq(users.id, id))
    expect(user).toMatchObject({ passwordHash: null, emailConfirmedAt: new Date(api.clock.now) })
    expect(await opened.db.select().from(sessions).where(eq(sessions.userId, id))).toHaveLength(1)
    expect(await opened.db.select().from(authFactors).where(eq(authFactors.userId, id))).toEqual([])
    const open = and(eq(linkTokens.subjectId, id), isNull(linkTokens.usedAt))
    expect(await opened.db.select().from(linkTokens).where(open)).toEqual([])
    const mail = (await api.mailsTo('Victim@gauge.example')).find((one) => one.template === 'registered-with-google')
    expect(mail?.textBody).toContain('The password entered then no longer works.')
    await api.post('sign-up', { ...attacker, username: 'again_then' })
    expect((await api.post('sign-in', attacker)).status).toBe(401)
    expect((await api.comeAs({ sub: 'g-victim', email })).ended).toBe('/forum')
  })

  test('a confirmed account is not opened by its address; its owner signs in and links it', async () => {
    const { email, id } = await api.member('grace')
    expect((await api.comeAs({ sub: 'g-grace', email })).ended).toBe('/auth#google-link')
    expect(await api.listLinks(id)).toEqual([])
    const own = await api.signedIn(email)
    const before = own.cookies()
    expect((await api.comeAs({ sub: 'g-grace', email }, { own, query: '?link=1' })).ended).toBe(
      '/account#google-linked',
    )
    expect(own.cookies()).toBe(before)
    expect(await api.listLinks(id)).toMatchObject([{ provider: 'google', subject: 'g-grace' }])
    const mail = (await api.mailsTo(email)).find((one) => one.template === 'sign-in-method-changed')
    expect(mail?.subject).toBe('A Google account was linked at Uptime Workshops')
    const { ended, own: other } = await api.comeAs({ sub: 'g-grace', email: 'elsewhere@mail.example' })
    expect(ended).toBe('/forum')
    expect(await api.viewerOf(other.cookies())).toMatchObject({ id })
    await api.signIn(email)
  })

  test('a Google account opens one account, and an account one Google account', async () => {
    const first = await api.member('first_one')
    const second = await api.member('second_one')
    const own = await api.signedIn(first.email)
    const other = await api.signedIn(second.email)
    const person = { sub: 'g-shared', email: 'shared@mail.example' }
    expect((await api.comeAs(person, { own, query: '?link=1' })).ended).toBe('/account#google-linked')
    expect((await api.comeAs(person, { own, query: '?link=1' })).ended).toBe('/account#google-linked')
    expect((await api.comeAs(person, { own: other, query: '?link=1' })).ended).toBe('/account#google-taken')
    const more = { sub: 'g-more', email: 'shared@mail.example' }
    expect((await api.comeAs(more, { own, query: '?link=1' })).ended).toBe('/account#google-failed')
    expect(await api.listLinks(first.id)).toHaveLength(1)
    expect(await api.listLinks(second.id)).toEqual([])
  })

  test('linking is for the session that asked, shown fresh, and no other', async () => {
    const mallory = await api.member('mallory')
    const victim = await api.member('victim_too')
    const fromUs = { from: 'same-origin' }
    expect(await browser(api).at('/api/auth/google?link=1', fromUs)).toBe('/auth')

    const own = await api.signedIn(mallory.email)
    const way = await forgedAnswer(api.provider, await own.leave('?link=1'), { sub: 'g-mallory', email: mallory.email })
    const [attempt = ''] = own
      .cookies()
      .split('; ')
      .filter((cookie) => cookie.startsWith('__Host-google'))
    const theirs = await api.signedIn(victim.email)
    expect(await browser(api).at(way, { cookie: `${theirs.cookies()}; ${attempt}` })).toBe('/account#google-failed')
    expect(await api.listLinks(victim.id)).toEqual([])

    const gone = await api.signedIn(mallory.email)
    const late = await forgedAnswer(api.provider, await gone.leave('?link=1'), { sub: 'g-m', email: mallory.email })
    await api.post('sign-out', {}, { cookie: gone.cookies() })
    expect(await gone.at(late)).toBe('/account#google-failed')
    expect(await api.listLinks(mallory.id)).toEqual([])

    api.clock.now += 10 * MINUTE
    expect(await theirs.at('/api/auth/google?link=1', fromUs)).toBe('/account#step-up')
  })

  test('linking is begun by our own pages: no link of another site does', async () => {
    const own = await api.signedIn((await api.member('lured')).email)
    for (const from of ['cross-site', 'same-site', 'none'])
      expect(await own.at('/api/auth/google?link=1', { from })).toBe('/account')
    expect([...own.jar.keys()]).toEqual(['__Host-session'])
    const old = (referer: string) =>
      api.request('/api/auth/google?link=1', { headers: { Referer: referer, Cookie: own.cookies() } })
    for (const referer of ['', 'https://evil.example/', `${SITE_URL}.evil.example/`])
      expect(target(await old(referer))).toBe('/account')
    expect(new URL(target(await old(`${SITE_URL}/account`))).origin).toBe(api.provider.issuer)
  })

  test('unlinking requires authentication, leaves a way to sign in, and is notified by mail', async () => {
    const { email, id } = await api.member('unlinks')
    const own = await api.signedIn(email)
    const remove = (cookie: string) => api.call('DELETE', 'google', undefined, { cookie })
    expect((await remove('')).status).toBe(401)
    expect((await remove(own.cookies())).status).toBe(404)
    await api.comeAs({ sub: 'g-unlinks', email }, { own, query: '?link=1' })
    api.clock.now += 10 * MINUTE
    expect((await problemOf(await remove(own.cookies()))).code).toBe('step_up')
    const fresh = await api.signedIn(email)
    const answer = await remove(fresh.cookies())
    expect([answer.status, await answer.json()]).toEqual([200, { message: ACCOUNT_SENTENCE.googleUnlinked }])
    expect(await api.listLinks(id)).toEqual([])
    const mails = (await api.mailsTo(email)).map((mail) => mail.subject)
    expect(mails).toContain('Your Google account was unlinked at Uptime Workshops')
    expect((await api.comeAs({ sub: 'g-unlinks', email })).ended).toBe('/auth#google-link')
  })

  test('the last way in stays: a password or a passkey first', async () => {
    const person = { sub: 'g-only', email: 'only@gauge.example', name: 'Only Google' }
    const { own } = await api.comeAs(person)
    const id = await getId(opened.db, person.email)
    const remove = () => api.call('DELETE', 'google', undefined, { cookie: own.cookies() })
    expect(await problemOf(await remove())).toMatchObject({ status: 409, code: 'conflict' })
    const passkey = { userId: id, factorType: 'webauthn', friendlyName: 'key' } as const
    await opened.db.insert(authFactors).values(passkey)
    expect((await remove()).status).toBe(409)
    await opened.db.update(authFactors).set({ status: 'verified' }).where(eq(authFactors.userId, id))
    await opened.db.update(sessions).set({ aal: 2 }).where(eq(sessions.userId, id))
    expect((await remove()).status).toBe(200)
  })

  test('a second factor is owed with Google too (AN13)', async () => {
    const person = { sub: 'g-careful', email: 'careful@gauge.example', name: 'Care Ful' }
    await api.comeAs(person)
    const userId = await getId(opened.db, person.email)
    const before = await opened.db.$count(sessions, eq(sessions.userId, userId))
    const factor = {
      userId,
      factorType: 'totp',
      status: 'verified',
      friendlyName: 'app',
      secret: 'GEZDGNBVGY3TQOJQ',
    } as const
    await opened.db.insert(authFactors).values(factor)
    const { ended, own } = await api.comeAs(person)
    expect(ended).toBe('/auth#second-factor')
    expect([...own.jar.keys()]).toEqual(['__Host-pending_sign_in'])
    expect(await api.viewerOf(own.cookies())).toBeNull()
    expect(await opened.db.$count(sessions, eq(sessions.userId, userId))).toBe(before)
  })

  test('banned and deleted accounts stay closed, linked or not', async () => {
    const person = { sub: 'g-banned', email: 'banned@gauge.example', name: 'Ban Ned' }
    await api.comeAs(person)
    const id = await getId(opened.db, person.email)
    const ban = { subjectType: 'user', subject: id, reason: 'test', actor: 'test' } as const
    await opened.db.insert(bans).values(ban)
    expect((await api.comeAs(person)).ended).toBe('/auth#google-failed')
    await opened.db.delete(oauthAccounts).where(eq(oauthAccounts.userId, id))
    expect((await api.comeAs(person)).ended).toBe('/auth#google-failed')
    await opened.db.delete(bans).where(eq(bans.subject, id))
    await opened.db.insert(oauthAccounts).values({ provider: 'google', subject: person.sub, userId: id })
    expect((await api.comeAs(person)).ended).toBe('/forum')
    await opened.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, id))
    expect((await api.comeAs(person)).ended).toBe('/auth#google-failed')
    await opened.db.delete(oauthAccounts).where(eq(oauthAccounts.userId, id))
    expect((await api.comeAs(person)).ended).toBe('/auth#google-failed')
  })

  test('a banned address gets a page that says so', async () => {
    const ip = '192.0.2.66'
    await opened.db.insert(bans).values({ subjectType: 'address', subject: ip, reason: 'test', actor: 'test' })
    const own = browser(api)
    const way = await forgedAnswer(api.provider, await own.leave(), { sub: 'g-x', email: 'x@gauge.example' })
    expect(await own.at(way, { ip })).toBe('/auth#access-denied')
    expect(await getId(opened.db, 'x@gauge.example')).toBe('')
  })

  test('a decision on a registration outlives Google: rejected stays rejected', async () => {
    const email = 'rejected@gauge.example'
    await api.post('sign-up', { username: 'rejected_one', email, password: PASSWORD })
    const id = await getId(opened.db, email)
    await opened.db.update(profiles).set({ approval: 'rejected' }).where(eq(profiles.id, id))
    expect((await api.comeAs({ sub: 'g-rejected', email })).ended).toBe('/forum')
    expect(await approvalOf(opened.db, id)).toBe('rejected')
  })
})
