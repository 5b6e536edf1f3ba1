import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  authFactors,
  linkTokens,
  oauthAccounts,
  profiles,
  recoveryCodes,
  sessions,
  userRoles,
  users,
} from '#db/schema/accounts.ts'
import { forumFollows, forumNotices, forumPreferences } from '#db/schema/forum-notices.ts'
import { outbox } from '#db/schema/security.ts'
import { auditLog } from '#db/schema/site.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { aTopic } from '#tests/forum/notice-rows.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { accountApi, getId, PASSWORD } from './account-api.ts'

const MINUTE = 60_000

describe('deleting one’s account', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof accountApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await accountApi(opened.db)
  })
  afterAll(() => opened.close())
  const leave = (cookie: string) => api.call('DELETE', 'account', undefined, { cookie })

  test('leaves a row without a person, and says farewell to the address', async () => {
    const { email, id, cookie } = await api.enter('quentin')
    const elsewhere = await api.signIn(email)
    await api.call('PATCH', 'account', { fullName: 'Quentin CANARY Quill' }, { cookie })
    await api.post('password-reset', { email })
    await api.post('email', { email: 'quentin@new.example' }, { cookie })
    const reset = await api.linkTo(email, 'reset')
    const other = await api.linkTo('quentin@new.example', 'email')
    const { db } = opened
    await db.insert(authFactors).values({ userId: id, factorType: 'totp', friendlyName: 'Phone', secret: 'S' })
    await db.insert(recoveryCodes).values({ userId: id, codeHash: 'c' })
    await db.insert(oauthAccounts).values({ provider: 'google', subject: 'g-quentin', userId: id })
    await db.insert(userRoles).values({ userId: id, role: 'moderator', grantedBy: 'test' })
    const answer = await leave(cookie)
    expect([answer.status, await answer.json()]).toEqual([200, { message: ACCOUNT_SENTENCE.accountDeleted }])
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-session=; .*Max-Age=0/),
      expect.stringMatching(/^signed_in=; .*Max-Age=0/),
    ])
    expect([await api.viewerOf(cookie), await api.viewerOf(elsewhere)]).toEqual([null, null])
    for (const table of [authFactors, recoveryCodes, oauthAccounts, userRoles, sessions])
      expect(await db.$count(table, eq(table.userId, id))).toBe(0)
    expect(await db.$count(linkTokens, eq(linkTokens.subjectId, id))).toBe(0)
    const [user] = await db.select().from(users).where(eq(users.id, id))
    const [profile] = await db.select().from(profiles).where(eq(profiles.id, id))
    expect(user).toMatchObject({ passwordHash: null, emailConfirmedAt: null, deletedAt: new Date(api.clock.now) })
    expect(profile).toMatchObject({ username: expect.stringMatching(/^deleted-[\da-f]{14}$/), fullName: null })
    expect(JSON.stringify([user, profile])).not.toMatch(/quentin|CANARY|gauge/i)
    expect((await api.mailTo(email))?.template).toBe('account-deleted')
    expect((await api.post('sign-in', { email, password: PASSWORD })).status).toBe(401)
    expect((await api.post('password-reset/confirm', { token: reset, password: 'new 63 torque' })).status).toBe(404)
    expect((await api.post('email/confirm', { token: other })).status).toBe(404)
    const [row] = await db.select().from(auditLog).where(eq(auditLog.action, 'account.delete'))
    expect(row).toMatchObject({ actor: id, subjectId: id, after: { sessionsEnded: 2 } })
  })

  test('deletes their followed topics, mail choices and notices', async () => {
    const { id, cookie } = await api.enter('ines')
    const { db } = opened
    const topicId = await aTopic(db, id)
    await db.insert(forumFollows).values({ topicId, userId: id })
    await db.insert(forumPreferences).values({ userId: id, mail: 'daily' })
    await db.insert(forumNotices).values({ userId: id, kind: 'solved', topicId, postId: topicId })
    const link = { purpose: 'unsubscribe', subjectId: id, expiresAt: new Date(api.clock.now + MINUTE) }
    await db.insert(linkTokens).values({ ...link, hash: 'h', payload: { topicIds: [topicId] } })
    expect((await leave(cookie)).status).toBe(200)
    for (const table of [forumFollows, forumPreferences, forumNotices])
      expect(await db.$count(table, eq(table.userId, id))).toBe(0)
    expect(await db.$count(linkTokens, eq(linkTokens.subjectId, id))).toBe(0)
  })

  test('frees the address and the name for a new account', async () => {
    const { email, id, cookie } = await api.enter('grace')
    await leave(cookie)
    api.clock.now += 2 * MINUTE
    const again = await api.member('grace')
    expect(again.email).toBe(email)
    expect(again.id).not.toBe(id)
    expect(await api.viewerOf(await api.signIn(email))).toMatchObject({ username: 'grace', approval: 'pending' })
  })

  test('requires a recent authentication', async () => {
    const { id, cookie } = await api.enter('henk')
    api.clock.now += 10 * MINUTE
    expect(await problemOf(await leave(cookie))).toMatchObject({ status: 403, code: 'step_up' })
    expect(await getId(opened.db, 'henk@gauge.example')).toBe(id)
  })

  test('is refused to the last owner, and not to one of two', async () => {
    const [one, two] = [await api.enter('one'), await api.enter('two')]
    for (const { id } of [one, two])
      await opened.db.insert(userRoles).values({ userId: id, role: 'owner', grantedBy: 'test' })
    expect((await leave(one.cookie)).status).toBe(200)
    const refused = await problemOf(await leave(two.cookie))
    expect(refused).toMatchObject({ status: 409, detail: expect.stringContaining('last owner') })
    expect(await api.viewerOf(two.cookie)).toMatchObject({ id: two.id, roles: ['owner'] })
    expect(await opened.db.$count(outbox, eq(outbox.recipient, two.email))).toBe(1)
  })
})

describe('many at once', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof accountApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await accountApi(opened.db)
  })
  afterAll(() => opened?.close())

  test('twenty owners who leave together leave one', async () => {
    const cookies = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const { email, id } = await api.member(`owner_${index}x`)
        await opened.db.insert(userRoles).values({ userId: id, role: 'owner', grantedBy: 'test' })
        return api.signIn(email)
      }),
    )
    const answers = await Promise.all(cookies.map((cookie) => api.call('DELETE', 'account', undefined, { cookie })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([...Array(19).fill(200), 409])
    expect(await opened.db.$count(userRoles, eq(userRoles.role, 'owner'))).toBe(1)
  })
})
