import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { oauthAccounts, profiles, userRoles, users } from '#db/schema/accounts.ts'
import { authAttempts, bans } from '#db/schema/security.ts'
import { ACTOR_NAMES } from '#src/contract/audit-log.ts'
import type { UserLine } from '#src/contract/user.ts'
import { NOON, problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { HOUR, MISSING, register, type Somebody, userApi } from './user-api.ts'

describe('the list of users', () => {
  let opened: TestDb
  let db: Db
  let api: Awaited<ReturnType<typeof userApi>>
  let moderator: Somebody
  beforeAll(async () => {
    opened = await testDb()
    db = opened.db
    api = await userApi(db)
    moderator = await api.enter('moderator')
  })
  afterAll(() => opened.close())

  const list = async (query: string): Promise<UserLine[]> => (await api.take(moderator, 'GET', `users?${query}`)).items
  const names = async (query: string) => (await list(query)).map(({ username }) => username)

  test('shows the newest first, page by page, each once', async () => {
    // Within one millisecond: what tells them apart is behind it.
    for (let one = 0; one < 7; one += 1) {
      const id = await register(db, { username: `page_${one}` })
      const at = `2027-01-01T00:00:00.${String(100_000 + Math.floor(one / 2)).padStart(6, '0')}Z`
      await db.execute(`update users set created_at = '${at}' where id = '${id}'`)
    }
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await api.take(moderator, 'GET', `users?q=page&limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.items.map(({ username }: UserLine) => username))
      cursor = page.nextCursor
    }
    expect(seen.toSorted()).toEqual(['page_0', 'page_1', 'page_2', 'page_3', 'page_4', 'page_5', 'page_6'])
    expect(seen.map((name) => Math.floor(Number(name.at(-1)) / 2))).toEqual([3, 2, 2, 1, 1, 0, 0])
  })

  test('the queue shows the longest wait first, and leaves out unconfirmed addresses', async () => {
    for (const [name, hours] of [
      ['queue_b', 2],
      ['queue_a', 3],
      ['queue_c', 1],
    ] as const)
      await register(db, { username: name, at: NOON - hours * HOUR })
    await register(db, { username: 'queue_hidden', isConfirmed: false })
    expect(await names('approval=pending&q=queue')).toEqual(['queue_a', 'queue_b', 'queue_c'])
    expect(await names('approval=pending&state=unconfirmed&q=queue')).toEqual(['queue_hidden'])
    const first = await api.take(moderator, 'GET', 'users?approval=pending&q=queue&limit=2')
    expect(await names(`approval=pending&q=queue&limit=2&cursor=${first.nextCursor}`)).toEqual(['queue_c'])
  })

  test('finds by beginnings of words of the names and of the address', async () => {
    await register(db, { username: 'find.me', fullName: 'Zoë Quillfeather', email: "o'hara+plant_7@mill.example" })
    for (const words of [
      'find',
      'quillf',
      'zoë quill',
      'ME FIND',
      "O'Hara",
      'o%27hara%2bplant_7@mill.example',
      "o'hara%2b",
      'find.m',
      'mill.example',
      '@mill.exam',
    ])
      expect(await names(`q=${words}`), words).toEqual(['find.me'])
    for (const words of ['illfeather', 'ill.example', 'plantx7', "o'hara%2bplantx7", 'quill zebra', 'quill mill'])
      expect(await names(`q=${words}`), words).toEqual([])
    expect((await list('q=%20&limit=3')).length).toBe(3)
    for (const odd of ["'", '&', '!:*', '\\', '%', '(', ':*', '<->'])
      expect((await api.send(moderator, 'GET', `users?q=${encodeURIComponent(odd)}`)).status).toBe(200)
  })

  test('narrows to a role, an approval or a state', async () => {
    const role = await register(db, { username: 'narrow_role' })
    await db.insert(userRoles).values({ userId: role, role: 'admin', grantedBy: 'test' })
    const banned = await register(db, { username: 'narrow_banned' })
    await db.insert(bans).values([
      { subjectType: 'user', subject: banned, reason: 'Spam', actor: 'test', expiresAt: new Date(NOON + HOUR) },
      { subjectType: 'address', subject: '192.0.2.1', reason: 'Spam', actor: 'test' },
    ])
    const free = await register(db, { username: 'narrow_free' })
    await db.insert(bans).values([
      { subjectType: 'user', subject: free, reason: 'Old', actor: 'test', expiresAt: new Date(NOON - 1) },
      { subjectType: 'user', subject: free, reason: 'Lifted', actor: 'test', liftedAt: new Date(NOON - 1) },
    ])
    const gone = await register(db, { username: 'narrow_gone' })
    await db
      .update(users)
      .set({ deletedAt: new Date(NOON) })
      .where(eq(users.id, gone))
    await register(db, { username: 'narrow_unconfirmed', isConfirmed: false })
    const rejected = await register(db, { username: 'narrow_rejected' })
    await db.update(profiles).set({ approval: 'rejected', approvalReason: 'No' }).where(eq(profiles.id, rejected))

    expect(await names('q=narrow&role=admin')).toEqual(['narrow_role'])
    expect(await names('q=narrow&state=banned')).toEqual(['narrow_banned'])
    expect(await names('q=narrow&state=deleted')).toEqual(['narrow_gone'])
    expect(await names('q=narrow&state=unconfirmed')).toEqual(['narrow_unconfirmed'])
    expect(await names('q=narrow&approval=rejected')).toEqual(['narrow_rejected'])
    expect(await names('q=narrow&approval=approved')).toEqual([])
    expect((await names('q=narrow')).toSorted()).toEqual(
      ['narrow_banned', 'narrow_free', 'narrow_rejected', 'narrow_role', 'narrow_unconfirmed'].toSorted(),
    )
    const [line] = await list('q=narrow_banned')
    expect(line).toMatchObject({ ban: { reason: 'Spam', until: NOON + HOUR }, isConfirmed: true, roles: [] })
    expect((await list('q=narrow_rejected'))[0]).toMatchObject({ approval: 'rejected', approvalReason: 'No' })
    expect((await list('q=narrow&state=deleted'))[0]).toMatchObject({ email: null, isDeleted: true })
  })

  test('a line shows the last visit and the number of second factors', async () => {
    const one = await api.enter('with a factor')
    const [{ username } = { username: '' }] = await db.select().from(profiles).where(eq(profiles.id, one.id))
    expect((await list(`q=${username}`))[0]).toMatchObject({ id: one.id, factorCount: 1, lastSeenAt: NOON })
    await db.insert(authAttempts).values([
      { at: new Date(NOON + HOUR), address: 'x', attemptType: 'signin', userId: one.id, isSuccess: true },
      { at: new Date(NOON + 2 * HOUR), address: 'x', attemptType: 'signin', userId: one.id, isSuccess: false },
    ])
    expect((await list(`q=${username}`))[0]?.lastSeenAt).toBe(NOON + HOUR)
    const never = await register(db, { username: 'never_there' })
    expect((await list('q=never_there'))[0]).toMatchObject({ id: never, lastSeenAt: null, ban: null })
  })

  test('counts who waits for a person', async () => {
    const before = await api.take(moderator, 'GET', 'users/counts')
    await register(db)
    await register(db, { isConfirmed: false })
    await api.enter('banned')
    const after = await api.take(moderator, 'GET', 'users/counts')
    expect(after).toEqual({
      pending: before.pending + 2, // the banned one waits too
      unconfirmed: before.unconfirmed + 1,
      banned: before.banned + 1,
    })
  })

  test.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'cursor=x',
    `cursor=${btoa('[1,2]')}`,
    `cursor=${btoa(`[-1,"${MISSING}"]`)}`,
    `cursor=${btoa(`[9e18,"${MISSING}"]`)}`,
    'approval=maybe',
    'role=king',
    'state=lost',
    'q=a&q=b',
    'q=%00',
    `q=${'x'.repeat(201)}`,
    'order=name',
  ])('?%s is refused', async (query) => {
    expect(await problemOf(await api.send(moderator, 'GET', `users?${query}`))).toMatchObject({ status: 400 })
  })

  test('one user is shown whole, without a secret', async () => {
    const one = await api.enter('an owner with a factor')
    await db.insert(oauthAccounts).values({ provider: 'google', subject: 'canary-sub', userId: one.id })
    await db
      .insert(bans)
      .values({ subjectType: 'user', subject: one.id, reason: 'Old', actor: 'limits', liftedAt: new Date(NOON) })
    const secrets = { passwordHash: '$argon2id$canary', lockedUntil: new Date(NOON + HOUR) }
    await db.update(users).set(secrets).where(eq(users.id, one.id))
    await db
      .update(profiles)
      .set({ approvalDecidedBy: moderator.id, approvalDecidedAt: new Date(NOON) })
      .where(eq(profiles.id, one.id))
    const answer = await api.send(moderator, 'GET', `users/${one.id}`)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const record = await answer.json()
    const [own] = await db.select().from(profiles).where(eq(profiles.id, moderator.id))
    expect(record).toMatchObject({
      id: one.id,
      roles: ['owner'],
      grants: [{ role: 'owner', by: 'test' }],
      approvalDecidedBy: own?.username,
      approvalDecidedAt: NOON,
      hasPassword: true,
      lockedUntil: NOON + HOUR,
      factors: [{ factor_type: 'totp', status: 'verified', friendly_name: 'App' }],
      recoveryCodesLeft: 0,
      sessions: [{ device: 'Test', isCurrent: false }],
      bans: [{ reason: 'Old', by: ACTOR_NAMES.limits, liftedAt: NOON }],
    })
    expect(record.googleLinkedAt).toBeGreaterThan(0)
    expect(JSON.stringify(record)).not.toMatch(/canary|secret/)
    for (const id of [MISSING, 'nobody'])
      for (const path of [`users/${id}`, `users/${id}/timeline`])
        expect(await problemOf(await api.send(moderator, 'GET', path))).toMatchObject({ status: 404 })
  })
})
