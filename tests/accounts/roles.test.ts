import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { authFactors, profiles, recoveryCodes, userRoles, users } from '#db/schema/accounts.ts'
import { auditLog } from '#db/schema/site.ts'
import type { Role } from '#src/contract/viewer.ts'
import { grantRole, revokeRole } from '#src/domain/accounts/change-role.ts'
import { decideApproval } from '#src/domain/accounts/decide-approvals.ts'
import { makeOwner } from '#src/domain/accounts/make-owner.ts'
import { NOON } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { accountApi, approvalOf, PASSWORD, SITE } from './account-api.ts'

const SHELL = { id: 'cli' }

async function rolesOf(db: Db, userId: string): Promise<Role[]> {
  const rows = await db.select().from(userRoles).where(eq(userRoles.userId, userId))
  return rows.map((row) => row.role).sort()
}

async function person(db: Db, name: string, ...roles: Role[]): Promise<string> {
  const email = `${name}@gauge.example`
  const [row] = await db.insert(users).values({ email, emailKey: email }).returning({ id: users.id })
  const id = row?.id ?? ''
  await db.insert(profiles).values({ id, username: name, usernameKey: name })
  for (const role of roles) await db.insert(userRoles).values({ userId: id, role, grantedBy: 'test' })
  return id
}

describe('roles and approval', () => {
  let opened: TestDb
  let db: Db
  let api: Awaited<ReturnType<typeof accountApi>>
  beforeAll(async () => {
    opened = await testDb()
    db = opened.db
    api = await accountApi(db)
  })
  afterAll(() => opened.close())

  test('owners assign and remove roles; people whose roles change sign in again', async () => {
    const owner = { id: await person(db, 'first', 'owner') }
    const { email, id } = await api.member('ada')
    const before = await api.signIn(email)
    await grantRole(db, { userId: id, role: 'moderator' }, owner, NOON)
    expect(await api.viewerOf(before)).toBeNull()
    const during = await api.signIn(email)
    expect(await api.viewerOf(during)).toMatchObject({ roles: ['moderator'], isAdmin: true })
    await revokeRole(db, { userId: id, role: 'moderator' }, owner, NOON)
    expect(await api.viewerOf(during)).toBeNull()
    expect(await rolesOf(db, id)).toEqual([])
    const rows = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, id), eq(auditLog.actor, owner.id)))
    expect(rows.map((row) => row.action)).toEqual(['role.grant', 'role.revoke'])
  })

  test.each([['admin'], ['moderator'], []] as Role[][])(
    'somebody with %j changes nobody’s role, least of all their own',
    async (...roles) => {
      const name = `lower_${roles.join('')}`
      const actor = { id: await person(db, name, ...roles) }
      const other = await person(db, `${name}_other`, 'admin')
      for (const userId of [actor.id, other]) {
        await expect(grantRole(db, { userId, role: 'owner' }, actor, NOON)).rejects.toMatchObject({ kind: 'forbidden' })
        await expect(revokeRole(db, { userId, role: 'admin' }, actor, NOON)).rejects.toMatchObject({
          kind: 'forbidden',
        })
      }
      expect(await rolesOf(db, other)).toEqual(['admin'])
      expect(await rolesOf(db, actor.id)).toEqual([...roles])
    },
  )

  test('no one changes their own role, not even an owner', async () => {
    const actor = { id: await person(db, 'selfmade', 'owner') }
    await expect(grantRole(db, { userId: actor.id, role: 'admin' }, actor, NOON)).rejects.toMatchObject({
      kind: 'forbidden',
    })
    await revokeRole(db, { userId: actor.id, role: 'owner' }, actor, NOON)
  })

  test('the last owner stays', async () => {
    await db.delete(userRoles)
    const actor = { id: await person(db, 'only_one', 'owner') }
    await expect(revokeRole(db, { userId: actor.id, role: 'owner' }, actor, NOON)).rejects.toMatchObject({
      kind: 'conflict',
    })
    expect(await rolesOf(db, actor.id)).toEqual(['owner'])
    await expect(
      grantRole(db, { userId: '00000000-0000-4000-8000-000000000000', role: 'admin' }, actor, NOON),
    ).rejects.toMatchObject({ kind: 'not_found' })
  })

  test('a decision changes approval, is mailed once and written down', async () => {
    const id = await person(db, 'waiting')
    const context = { actor: { id: 'test-admin' }, site: SITE, now: NOON }
    await decideApproval(db, id, { approval: 'rejected', reason: ' Not a real name ' }, context)
    await decideApproval(db, id, { approval: 'rejected', reason: 'Not a real name' }, context)
    expect(await approvalOf(db, id)).toBe('rejected')
    await decideApproval(db, id, { approval: 'approved' }, context)
    expect(await approvalOf(db, id)).toBe('approved')
    const mails = await api.mailsTo('waiting@gauge.example')
    expect(mails.map((mail) => mail.template)).toEqual(['approval-decided', 'approval-decided'])
    await expect(decideApproval(db, id, { approval: 'rejected', reason: ' ' }, context)).rejects.toMatchObject({
      kind: 'invalid',
    })
    const rows = await db.select().from(auditLog).where(eq(auditLog.subjectId, id))
    expect(rows.map((row) => row.action)).toEqual(['account.decide', 'account.decide'])
  })

  test('the shell makes an owner out of nothing, who sets a password with the link, once', async () => {
    const made = await makeOwner(db, 'boss@gauge.example', { actor: SHELL, now: api.clock.now })
    expect(made.isNew).toBe(true)
    const token = /^\/auth#reset=([\w-]{43})$/.exec(made.path)?.[1] ?? ''
    const set = (password: string) => api.post('password-reset/confirm', { token, password })
    expect((await set('too short here')).status).toBe(400)
    expect((await set('long enough for owners')).status).toBe(200)
    expect((await set('long enough for owners')).status).toBe(404)
    const viewer = await api.viewerOf(await api.signIn('boss@gauge.example', 'long enough for owners'))
    expect(viewer).toMatchObject({ roles: ['owner'], isAdmin: true, approval: 'approved' })
    expect(viewer?.username).toMatch(/^owner-/)
  })

  test('the shell recovers an account: the old password, sessions, factors and locks are gone', async () => {
    const { email, id } = await api.member('grace')
    const cookie = await api.signIn(email)
    const factor = { userId: id, factorType: 'totp', status: 'verified', friendlyName: 'phone' } as const
    await db.insert(authFactors).values(factor)
    await db.insert(recoveryCodes).values({ userId: id, codeHash: 'x' })
    const made = await makeOwner(db, 'GRACE@gauge.example', { actor: SHELL, now: api.clock.now })
    expect(made.isNew).toBe(false)
    expect(await api.viewerOf(cookie)).toBeNull()
    expect((await api.post('sign-in', { email, password: PASSWORD })).status).toBe(401)
    expect(await db.$count(authFactors, eq(authFactors.userId, id))).toBe(0)
    expect(await db.$count(recoveryCodes, eq(recoveryCodes.userId, id))).toBe(0)
    expect(await rolesOf(db, id)).toEqual(['owner'])
    expect(await approvalOf(db, id)).toBe('approved')
    const rows = await db.select().from(auditLog).where(eq(auditLog.action, 'account.recover-owner'))
    expect(rows[0]).toMatchObject({ actor: 'cli', subjectId: id, after: { factorsRemoved: 1, sessionsEnded: 1 } })
    expect(JSON.stringify(rows)).not.toContain(made.path)
  })
})

describe('owners at the same time', () => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await testDb()
  })
  afterAll(() => opened?.close())

  test('who all take the role from each other leave exactly one', async () => {
    const { db } = opened
    for (let round = 0; round < 5; round += 1) {
      await db.delete(userRoles)
      const ids = await Promise.all([0, 1, 2, 3].map((one) => person(db, `round_${round}_${one}`, 'owner')))
      const turns = ids.flatMap((id, index) => [
        revokeRole(db, { userId: ids[(index + 1) % 4] ?? '', role: 'owner' }, { id }, NOON),
        revokeRole(db, { userId: id, role: 'owner' }, { id }, NOON),
      ])
      await Promise.allSettled(turns)
      expect(await db.$count(userRoles, eq(userRoles.role, 'owner'))).toBe(1)
    }
  })

  test('made by twenty shells at once, an owner is one account', async () => {
    const { db } = opened
    const making = () => makeOwner(db, 'boss@gauge.example', { actor: SHELL, now: NOON })
    const made = await Promise.all(Array.from({ length: 20 }, making))
    expect(made.filter((one) => one.isNew)).toHaveLength(1)
    expect(await db.$count(users, eq(users.emailKey, 'boss@gauge.example'))).toBe(1)
  })
})
