import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authFactors, oauthAccounts, users } from '#db/schema/accounts.ts'
import { bans } from '#db/schema/security.ts'
import { acceptSignIn } from '#src/domain/accounts/accept-sign-in.ts'
import { grantRole } from '#src/domain/accounts/change-role.ts'
import { makeOwner } from '#src/domain/accounts/make-owner.ts'
import { updateProfile } from '#src/domain/accounts/own-account.ts'
import { enrollFactor } from '#src/domain/factors/change-factors.ts'
import { banSubject } from '#src/domain/security/bans.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { factorApi } from '#tests/support/factor-api.ts'
import { cookieOf, PASSWORD, SITE } from './account-api.ts'

const MINUTE = 60_000
const SHELL = { id: 'cli' }
const NEW = 'new 63 torque spec'

describe('attempts to take over another person’s account', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof factorApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await factorApi(opened.db)
  })
  afterAll(() => opened.close())

  describe('the password of a person with a second factor', () => {
    test('changes itself, and does not count as authentication', async () => {
      const { cookie, factorId } = await api.withApp('ada')
      api.clock.now += 10 * MINUTE
      const changed = await api.post('password', { currentPassword: PASSWORD, password: NEW }, { cookie })
      expect(changed.status, await changed.clone().text()).toBe(200)
      const renewed = cookieOf(changed)
      expect(await api.viewerOf(renewed)).toMatchObject({ aal: 2 })
      const removal = await api.call('DELETE', `factors/${factorId}`, undefined, { cookie: renewed })
      expect(await problemOf(removal)).toMatchObject({ status: 403, code: 'step_up' })
      expect(await opened.db.$count(authFactors, eq(authFactors.id, factorId))).toBe(1)
    })

    test('without one it counts as authentication, as at sign-in', async () => {
      const { email } = await api.member('bea')
      const cookie = await api.signIn(email)
      api.clock.now += 10 * MINUTE
      const renewed = cookieOf(await api.post('password', { currentPassword: PASSWORD, password: NEW }, { cookie }))
      expect((await api.post('email', { email: 'bea2@gauge.example' }, { cookie: renewed })).status).toBe(202)
    })
  })

  describe('an account recovered from the shell', () => {
    test('is opened by no Google account and no mailed link of before', async () => {
      const { email, id } = await api.member('carol')
      const cookie = await api.signIn(email)
      expect((await api.post('email', { email: 'thief@gauge.example' }, { cookie })).status).toBe(202)
      const token = await api.linkTo('thief@gauge.example', 'email')
      await opened.db.insert(oauthAccounts).values({ provider: 'google', subject: 'thief', userId: id })
      await makeOwner(opened.db, email, { actor: SHELL, now: api.clock.now })
      expect((await api.post('email/confirm', { token })).status).toBe(404)
      expect(await opened.db.$count(oauthAccounts, eq(oauthAccounts.userId, id))).toBe(0)
      const [row] = await opened.db.select({ email: users.email }).from(users).where(eq(users.id, id))
      expect(row?.email).toBe(email)
    })

    test('is not locked out by an earlier ban', async () => {
      const { email, id } = await api.member('dora')
      const ban = { subjectType: 'user', subject: id, reason: 'by a thief', expiresAt: null } as const
      await banSubject(opened.db, ban, { id: 'thief' }, api.clock.now)
      const { path } = await makeOwner(opened.db, email, { actor: SHELL, now: api.clock.now })
      const body = { token: path.replace('/auth#reset=', ''), password: 'long enough for owners' }
      expect((await api.post('password-reset/confirm', body)).status).toBe(200)
      await api.signIn(email, 'long enough for owners')
      const [row] = await opened.db.select().from(bans).where(eq(bans.subject, id))
      expect(row?.liftedAt).toEqual(new Date(api.clock.now))
    })
  })

  test('a right password that was being checked while the account was locked opens nothing', async () => {
    const { id } = await api.member('erin')
    const [row] = await opened.db.select().from(users).where(eq(users.id, id))
    const checked = { verifiedHash: row?.passwordHash ?? '', freshHash: undefined, now: api.clock.now }
    const lockedUntil = new Date(api.clock.now + MINUTE)
    await opened.db.update(users).set({ lockedUntil, failedSignIns: 10 }).where(eq(users.id, id))
    expect(await acceptSignIn(opened.db, id, checked)).toBe(false)
    const [still] = await opened.db.select().from(users).where(eq(users.id, id))
    expect(still).toMatchObject({ lockedUntil, failedSignIns: 10 })
    expect(await acceptSignIn(opened.db, id, { ...checked, now: api.clock.now + MINUTE })).toBe(true)
  })

  test('only people with a confirmed address become owners', async () => {
    const owner = await makeOwner(opened.db, 'boss@gauge.example', { actor: SHELL, now: api.clock.now })
    expect(owner.isNew).toBe(true)
    const getId = async (email: string) =>
      (await opened.db.select({ id: users.id }).from(users).where(eq(users.email, email)))[0]?.id ?? ''
    await api.post('sign-up', { username: 'ivan', email: 'ivan@gauge.example', password: PASSWORD })
    const given = { userId: await getId('ivan@gauge.example'), role: 'owner' } as const
    const actor = { id: await getId('boss@gauge.example') }
    await expect(grantRole(opened.db, given, actor, api.clock.now)).rejects.toMatchObject({ kind: 'not_found' })
  })

  test('an account deleted in the meantime gets no personal data again', async () => {
    const { email, id } = await api.member('jane')
    const cookie = await api.signIn(email)
    expect((await api.call('DELETE', 'account', undefined, { cookie })).status).toBe(200)
    const named = updateProfile(opened.db, id, { fullName: 'Jane Gauge' }, { actor: { id }, site: SITE })
    await expect(named).rejects.toMatchObject({ kind: 'not_found' })
    const phone = { factorType: 'phone', friendlyName: 'mine', phone: '+15555550123' } as const
    await expect(enrollFactor(opened.db, id, phone, api.clock.now)).rejects.toMatchObject({ kind: 'not_found' })
    expect(await opened.db.$count(authFactors, eq(authFactors.userId, id))).toBe(0)
  })
})
