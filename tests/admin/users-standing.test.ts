import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { authFactors, profiles, recoveryCodes, sessions, users } from '#db/schema/accounts.ts'
import { outbox } from '#db/schema/security.ts'
import { UNKNOWN_FIELD } from '#src/contract/failure.ts'
import { BAD_BAN_END, BANNED_ALREADY, LAST_OWNER } from '#src/contract/user.ts'
import { NOON, problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { doneTo, HOUR, MISSING, mailsTo, register, type Somebody, userApi } from './user-api.ts'

describe('what admins decide about one user', () => {
  let opened: TestDb
  let db: Db
  let api: Awaited<ReturnType<typeof userApi>>
  let admin: Somebody
  let owner: Somebody
  beforeAll(async () => {
    opened = await testDb()
    db = opened.db
    api = await userApi(db)
    admin = await api.enter('admin')
    owner = await api.enter('owner')
  })
  afterAll(() => opened.close())

  const problem = async (who: Somebody, method: string, path: string, body?: object) =>
    problemOf(await api.send(who, method, path, body))

  test('a ban ends the sessions of a person, and can be lifted', async () => {
    const one = await api.enter('approved')
    expect(await api.isIn(one)).toBe(true)
    const ban = { reason: ' Spam ', until: NOON + HOUR }
    const banned = await api.take(admin, 'POST', `users/${one.id}/ban`, ban)
    expect(banned).toMatchObject({
      ban: { reason: 'Spam', until: NOON + HOUR },
      sessions: [],
      bans: [{ reason: 'Spam' }],
    })
    expect(await api.isIn(one)).toBe(false)
    expect((await db.select().from(sessions).where(eq(sessions.userId, one.id))).length).toBe(0)
    expect(await api.take(admin, 'POST', `users/${one.id}/ban`, ban)).toMatchObject({ bans: [{ reason: 'Spam' }] })
    expect(await problem(admin, 'POST', `users/${one.id}/ban`, { reason: 'More' })).toMatchObject({
      status: 409,
      detail: BANNED_ALREADY,
    })
    expect(await api.take(admin, 'POST', `users/${one.id}/unban`)).toMatchObject({ ban: null })
    expect(await problem(admin, 'POST', `users/${one.id}/unban`)).toMatchObject({ status: 404 })
    expect((await doneTo(db, one.id)).map(({ action, actor }) => [action, actor])).toEqual([
      ['ban.create', admin.id],
      ['ban.lift', admin.id],
    ])
  })

  test.each([
    [{}, 'A ban needs a reason'],
    [{ reason: '' }, 'A ban needs a reason'],
    [{ reason: 'x'.repeat(501) }, 'Reason must be at most 500 characters'],
    [{ reason: 'Spam', until: NOON }, 'A ban must end in the future.'],
    [{ reason: 'Spam', until: 9e15 }, BAD_BAN_END],
    [{ reason: 'Spam', until: 'soon' }, BAD_BAN_END],
    [{ reason: 'Spam', by: 'me' }, UNKNOWN_FIELD],
  ])('a ban of %j is refused', async (body, detail) => {
    const one = await api.enter('approved')
    expect(await problem(admin, 'POST', `users/${one.id}/ban`, body)).toMatchObject({ status: 400, detail })
    expect(await api.isIn(one)).toBe(true)
  })

  test('sessions are ended one by one or all together', async () => {
    const one = await api.enter('approved')
    const path = `users/${one.id}/sessions`
    const [session] = (await api.take(admin, 'GET', `users/${one.id}`)).sessions
    expect(await problem(admin, 'DELETE', `${path}/${MISSING}`)).toMatchObject({ status: 404 })
    expect(await problem(admin, 'DELETE', `${path}/odd`)).toMatchObject({ status: 404 })
    const foreign = await api.enter('approved')
    expect(await problem(admin, 'DELETE', `users/${foreign.id}/sessions/${session.handle}`)).toMatchObject({
      status: 404,
    })
    expect(await api.take(admin, 'DELETE', `${path}/${session.handle}`)).toMatchObject({ sessions: [] })
    expect(await api.isIn(one)).toBe(false)
    await api.take(admin, 'DELETE', path)
    expect((await doneTo(db, one.id)).map(({ action }) => action)).toEqual(['account.end-session'])
    await api.take(admin, 'DELETE', `users/${foreign.id}/sessions`)
    expect(await api.isIn(foreign)).toBe(false)
    expect((await doneTo(db, foreign.id)).map(({ action }) => action)).toEqual(['account.end-sessions'])
  })

  test('lost factors are removed with the recovery codes, and their owner gets one mail', async () => {
    const one = await api.enter('with a factor')
    await db.insert(recoveryCodes).values({ userId: one.id, codeHash: 'canary' })
    await db
      .update(users)
      .set({ failedCodes: 10, codesLockedUntil: new Date(NOON + HOUR) })
      .where(eq(users.id, one.id))
    const path = `users/${one.id}/factors/reset`
    expect(await api.take(admin, 'POST', path)).toMatchObject({
      factors: [],
      factorCount: 0,
      recoveryCodesLeft: 0,
      sessions: [],
    })
    await api.take(admin, 'POST', path)
    expect(await api.isIn(one)).toBe(false)
    expect(await db.$count(authFactors, eq(authFactors.userId, one.id))).toBe(0)
    const [user] = await db.select().from(users).where(eq(users.id, one.id))
    expect(user).toMatchObject({ failedCodes: 0, codesLockedUntil: null })
    expect(await mailsTo(db, one.id)).toEqual(['factors-reset'])
    const rows = await doneTo(db, one.id)
    expect(rows).toMatchObject([
      {
        action: 'account.reset-factors',
        actor: admin.id,
        before: { recoveryCodeCount: 1 },
        after: { sessionsEnded: 1 },
      },
    ])
    expect(JSON.stringify(rows)).not.toContain('canary')
  })

  test('a reset link is mailed, and not again within the minute', async () => {
    const id = await register(db)
    await api.take(admin, 'POST', `users/${id}/password-reset-mail`)
    expect(await mailsTo(db, id)).toEqual(['password-reset'])
    expect(await problem(admin, 'POST', `users/${id}/password-reset-mail`)).toMatchObject({ status: 409 })
    const [mail] = await db.select().from(outbox).where(eq(outbox.template, 'password-reset'))
    expect(mail?.textBody).toMatch(/auth#reset=[\w-]{43}/)
    expect((await doneTo(db, id)).map(({ action, actor }) => [action, actor])).toEqual([
      ['account.ask-reset', admin.id],
    ])
  })

  test('owners assign and remove roles; people whose roles change sign in again', async () => {
    const one = await api.enter('approved')
    const given = await api.take(owner, 'POST', `users/${one.id}/roles`, { role: 'moderator' })
    const [{ username } = { username: '' }] = await db.select().from(profiles).where(eq(profiles.id, owner.id))
    expect(given).toMatchObject({ roles: ['moderator'], grants: [{ role: 'moderator', by: username }] })
    expect(await api.isIn(one)).toBe(false)
    await api.take(owner, 'POST', `users/${one.id}/roles`, { role: 'moderator' })
    expect(await api.take(owner, 'DELETE', `users/${one.id}/roles/moderator`)).toMatchObject({ roles: [] })
    expect((await doneTo(db, one.id)).map(({ action }) => action)).toEqual(['role.grant', 'role.revoke'])
    expect(await problem(owner, 'POST', `users/${one.id}/roles`, { role: 'king' })).toMatchObject({ status: 400 })
    expect(await problem(owner, 'DELETE', `users/${one.id}/roles/king`)).toMatchObject({ status: 404 })
    expect(await problem(owner, 'POST', `users/${owner.id}/roles`, { role: 'admin' })).toMatchObject({ status: 403 })
    const unconfirmed = await register(db, { isConfirmed: false })
    expect(await problem(owner, 'POST', `users/${unconfirmed}/roles`, { role: 'admin' })).toMatchObject({ status: 404 })
    const banned = await api.enter('banned')
    expect(await problem(owner, 'POST', `users/${banned.id}/roles`, { role: 'admin' })).toMatchObject({ status: 409 })
  })

  test('an owner leaves when another one stays; a banned one does not count', async () => {
    const leaving = await api.enter('owner')
    await api.take(leaving, 'DELETE', `users/${leaving.id}/roles/owner`)
    expect(await api.isIn(leaving)).toBe(false)
    await api.enter('a banned owner')
    expect(await problem(owner, 'DELETE', `users/${owner.id}/roles/owner`)).toMatchObject({
      status: 409,
      detail: LAST_OWNER,
    })
    const other = await api.enter('owner')
    await api.take(owner, 'POST', `users/${other.id}/ban`, { reason: 'Taken over' })
    expect(await problem(owner, 'DELETE', `users/${owner.id}/roles/owner`)).toMatchObject({ status: 409 })
  })

  test('changes that give another person access require authentication', async () => {
    const one = await api.enter('with a factor')
    api.clock.now = NOON + 11 * 60_000
    for (const [method, path, body] of [
      ['POST', 'factors/reset', undefined],
      ['POST', 'roles', { role: 'admin' }],
      ['DELETE', 'roles/admin', undefined],
    ] as const)
      expect(await problem(owner, method, `users/${one.id}/${path}`, body)).toMatchObject({
        status: 403,
        code: 'step_up',
      })
    api.clock.now = NOON
    expect(await doneTo(db, one.id)).toEqual([])
  })
})
