import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oauthAccounts, profiles, users } from '#db/schema/accounts.ts'
import { authAttempts } from '#db/schema/security.ts'
import { SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { openIdProvider, type Person } from '#tests/support/open-id-provider.ts'
import { accountApi, approvalOf, getId, PASSWORD } from './account-api.ts'
import { envOf } from './google-api.ts'
import { browser, target, throughProvider } from './google-browser.ts'

const CALLBACK = `${SITE_URL}/api/auth/google/callback`
const MINUTE = 60_000
const ADA: Person = { sub: 'g-ada', email: 'ada.g@gauge.example', email_verified: true, name: 'Ada Lovelace' }

describe('signing in with a real OpenID provider', () => {
  let opened: TestDb
  let provider: Awaited<ReturnType<typeof openIdProvider>>
  let api: Awaited<ReturnType<typeof accountApi>>
  beforeAll(async () => {
    opened = await testDb()
    provider = await openIdProvider(CALLBACK)
    api = await accountApi(opened.db, { env: envOf(provider) })
  })
  afterAll(async () => {
    await provider.close()
    await opened.close()
  })

  /** A whole sign-in as `person`; where the browser ends, and the browser. */
  const comeAs = async (person: Person | null, { query = '', own = browser(api) } = {}) => {
    provider.state.person = person
    const way = await throughProvider(await own.leave(query))
    return { own, ended: await own.at(way), way }
  }

  test('sets out with a state, a nonce and a challenge of its own each time, and keeps them in one cookie', async () => {
    const own = browser(api)
    const answer = await own.visit('/api/auth/google')
    const [cookie, ...more] = answer.headers.getSetCookie()
    expect(cookie).toMatch(
      /^__Host-google_attempt=[\w-]{43}\.[\w-]{43}\.[\w-]{43}\.\d+; Path=\/; Max-Age=600; SameSite=Lax; Secure; HttpOnly$/,
    )
    expect(more).toEqual([])
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.headers.get('Vary')).toContain('Cookie')
    const asked = new URL(target(answer)).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      client_id: provider.clientId,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid email profile',
      prompt: 'select_account',
      code_challenge_method: 'S256',
    })
    const again = (await own.leave()).searchParams
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(asked.get(name)).toMatch(/^[\w-]{43}$/)
      expect(again.get(name)).not.toBe(asked.get(name))
      if (name !== 'code_challenge') expect(cookie).toContain(asked.get(name))
    }
  })

  test('makes an account, confirmed and pending, named after the person, and notifies them by mail', async () => {
    const { own, ended } = await comeAs(ADA)
    expect(ended).toBe('/forum')
    const viewer = await api.viewerOf(own.cookies())
    expect(viewer).toMatchObject({ email: ADA.email, username: 'Ada.Lovelace', approval: 'pending', roles: [], aal: 1 })
    expect([...own.jar.keys()].sort()).toEqual(['__Host-device', '__Host-session', 'signed_in'])
    const [user] = await opened.db
      .select()
      .from(users)
      .where(eq(users.id, viewer?.id ?? ''))
    expect(user).toMatchObject({ passwordHash: null, emailConfirmedAt: new Date(api.clock.now) })
    const mails = await api.mailsTo(ADA.email)
    expect(mails.map((mail) => mail.template)).toContain('registered-with-google')
    expect(mails[0]?.textBody).toContain('An administrator will now review your registration.')
  })

  test('knows them again by their sub, whatever address they have by now', async () => {
    const id = await getId(opened.db, ADA.email)
    const moved = { ...ADA, email: 'lovelace@elsewhere.example', name: 'A. L.' }
    const { own, ended } = await comeAs(moved)
    expect(ended).toBe('/forum')
    expect(await api.viewerOf(own.cookies())).toMatchObject({ id, email: ADA.email, username: 'Ada.Lovelace' })
    expect(await getId(opened.db, moved.email)).toBe('')
  })

  test('lets another sub with the same address in nowhere', async () => {
    const { ended, own } = await comeAs({ ...ADA, sub: 'g-successor' })
    expect(ended).toBe('/auth#google-link')
    expect(await api.viewerOf(own.cookies())).toBeNull()
  })

  test('gives a second person of one name another username', async () => {
    const { own } = await comeAs({ ...ADA, sub: 'g-ada-2', email: 'ada2@gauge.example' })
    expect((await api.viewerOf(own.cookies()))?.username).toMatch(/^Ada\.Lovelace-\d{4}$/)
  })

  test('does not accept the name of the site', async () => {
    const { own } = await comeAs({ ...ADA, sub: 'g-site', email: 'site@gauge.example', name: 'Uptime Workshops' })
    expect((await api.viewerOf(own.cookies()))?.username).toMatch(/^member-\d{8}$/)
  })

  test('leaves a name alone that a registration waits for', async () => {
    const { status } = await api.post('sign-up', { username: 'Grace.Hopper', email: ADA.email, password: PASSWORD })
    expect(status).toBe(202)
    const { own } = await comeAs({
      sub: 'g-grace',
      email: 'g.h@gauge.example',
      email_verified: true,
      name: 'Grace Hopper',
    })
    expect((await api.viewerOf(own.cookies()))?.username).toMatch(/^Grace\.Hopper-\d{4}$/)
  })

  test('ends the session the browser came with', async () => {
    const { own } = await comeAs(ADA)
    const before = own.cookies()
    await comeAs(ADA, { own })
    expect(own.cookies()).not.toBe(before)
    expect(await api.viewerOf(before)).toBeNull()
    expect(await api.viewerOf(own.cookies())).not.toBeNull()
  })

  test('refuses an address the provider has not verified, a throw-away one, and one that is none', async () => {
    const odd: Person[] = [
      { sub: 'g-1', email: 'unverified@gauge.example', email_verified: false },
      { sub: 'g-2', email: 'someone@Mailinator.com', email_verified: true },
      { sub: 'g-3', email: 'someone@sub.yopmail.com', email_verified: true },
      { sub: 'g-4', email: 'not an address', email_verified: true },
    ]
    for (const person of odd) {
      const { ended, own } = await comeAs(person)
      expect(ended).toBe('/auth#google-failed')
      expect([...own.jar]).toEqual([])
      expect(await opened.db.select().from(oauthAccounts).where(eq(oauthAccounts.subject, person.sub))).toEqual([])
    }
    const reasons = (await opened.db.select().from(authAttempts)).map((row) => row.reason)
    expect(reasons).toEqual(expect.arrayContaining(['ID token: email_verified is not right', 'disposable address']))
  })

  test('takes a no for a no', async () => {
    const { ended, own } = await comeAs(null)
    expect(ended).toBe('/auth#google-failed')
    expect([...own.jar]).toEqual([])
    const [row] = await opened.db
      .select()
      .from(authAttempts)
      .where(eq(authAttempts.reason, 'provider said: access_denied'))
    expect(row).toMatchObject({ attemptType: 'google', isSuccess: false, device: 'Chrome on Linux' })
  })

  test('works once: not the same way again, neither with the cookie gone nor with a copy of it', async () => {
    provider.state.person = ADA
    const own = browser(api)
    const way = await throughProvider(await own.leave())
    const cookie = own.cookies()
    expect(await own.at(way)).toBe('/forum')
    expect(await own.at(way)).toBe('/auth#google-failed')
    expect(await browser(api).at(way, { cookie })).toBe('/auth#google-failed')
    const reasons = (await opened.db.select().from(authAttempts)).map((row) => row.reason)
    expect(reasons).toContain('used before')
  })

  test('of the same answer sent many times at once, one signs in', async () => {
    provider.state.person = ADA
    const own = browser(api)
    const way = await throughProvider(await own.leave())
    const cookie = own.cookies()
    const ends = await Promise.all(Array.from({ length: 10 }, () => browser(api).at(way, { cookie })))
    expect(ends.filter((end) => end === '/forum')).toHaveLength(1)
    expect(ends.filter((end) => end === '/auth#google-failed')).toHaveLength(9)
  })

  test('lasts ten minutes', async () => {
    provider.state.person = ADA
    const own = browser(api)
    const way = await throughProvider(await own.leave())
    const cookie = own.cookies()
    api.clock.now += 10 * MINUTE
    expect(await browser(api).at(way, { cookie })).toBe('/auth#google-failed')
    api.clock.now -= 1
    expect(await browser(api).at(way, { cookie })).toBe('/forum')
    api.clock.now -= 10 * MINUTE
    const early = await throughProvider(await own.leave())
    const later = own.cookies()
    api.clock.now -= MINUTE
    expect(await browser(api).at(early, { cookie: later })).toBe('/auth#google-failed')
    api.clock.now += 2 * MINUTE
  })

  test('answers limits and bans with a page', async () => {
    const ip = '192.0.2.90'
    const ends = []
    for (let count = 0; count < 7; count += 1) {
      const own = browser(api)
      provider.state.person = { ...ADA, email_verified: false }
      ends.push(await own.at(await throughProvider(await own.leave()), { ip }))
    }
    expect(ends.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => '/auth#google-failed'))
    expect(ends[6]).toBe('/auth#too-many-attempts')
  })

  test('never says in a log whose address it was or what the secrets were', async () => {
    const { way } = await comeAs({ ...ADA, email_verified: false })
    const params = new URL(way, SITE_URL).searchParams
    const log = api.lines.join('\n')
    for (const secret of [params.get('code'), params.get('state'), provider.clientSecret, ADA.email])
      expect(log).not.toContain(secret)
    expect(log).toContain('google sign-in refused')
  })

  test('leaves approval to administrators', async () => {
    const ids = (await opened.db.select({ id: profiles.id }).from(profiles)).map((row) => row.id)
    expect(ids.length).toBeGreaterThan(2)
    for (const id of ids) expect(await approvalOf(opened.db, id)).toBe('pending')
  })
})

test('where Google is not set up, its addresses lead to a page that says so, and warn nobody', async () => {
  const opened = await testDb()
  const api = await accountApi(opened.db)
  const own = browser(api)
  expect(target(await own.visit('/api/auth/google'))).toBe('/auth#google-failed')
  expect(target(await own.visit('/api/auth/google?link=1'))).toBe('/account#google-failed')
  expect(target(await own.visit('/api/auth/google/callback?code=c&state=s'))).toBe('/auth#google-failed')
  expect(api.lines.filter((line) => !line.includes('"level":"info"'))).toEqual([])
  await opened.close()
})
