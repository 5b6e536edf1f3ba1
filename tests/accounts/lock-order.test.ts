import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { profiles, usernameHolds, users } from '#db/schema/accounts.ts'
import { decideApproval } from '#src/domain/accounts/decide-approvals.ts'
import { endLinks } from '#src/domain/links/link.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { accountApi, PASSWORD, SITE } from './account-api.ts'

/** Waits until one statement of this database waits for another one's lock. */
async function untilBlocked({ db }: TestDb): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    const { rows } = (await db.execute(sql`select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)) as { rows: { waiting: number }[] }
    if ((rows[0]?.waiting ?? 0) > 0) return
  }
  throw new Error('Nobody waits')
}

describe('who waits for an account', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof accountApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await accountApi(opened.db)
  })
  afterAll(() => opened.close())

  test.each([
    ['password-reset', 'reset'],
    ['confirm-email', 'confirm'],
    ['change-email', 'email'],
  ] as const)('with a link for %s holds nothing that whoever ends links waits for', async (purpose, kind) => {
    const name = `ada_${kind}`
    const email = `${name}@gauge.example`
    await api.post('sign-up', { username: name, email, password: PASSWORD })
    const confirm = await api.linkTo(email, 'confirm')
    if (kind === 'email') {
      await api.post('confirm-email', { token: confirm, password: PASSWORD })
      await api.post('email', { email: `new_${email}` }, { cookie: await api.signIn(email) })
    }
    if (kind === 'reset') await api.post('password-reset', { email })
    const token = await api.linkTo(kind === 'email' ? `new_${email}` : email, kind)
    const [row] = await opened.db.select({ id: users.id }).from(users).where(eq(users.email, email))
    const subjectId = row?.id ?? ''
    const uses = {
      reset: () => api.post('password-reset/confirm', { token, password: 'new 63 torque spec' }),
      confirm: () => api.post('confirm-email', { token, password: PASSWORD }),
      email: () => api.post('email/confirm', { token }),
    }
    const use = await opened.db.transaction(async (tx) => {
      await tx.select({ id: users.id }).from(users).where(eq(users.id, subjectId)).for('update')
      const using = uses[kind]()
      await untilBlocked(opened)
      await endLinks(tx, { purpose, subjectId }, api.clock.now)
      return { using }
    })
    expect((await use.using).status).toBe(404)
  })

  test('with a new name takes it in the same order as a new account', async () => {
    const again = { username: 'henk', email: 'henk@gauge.example', password: PASSWORD }
    await api.post('sign-up', again)
    const other = await opened.db.transaction(async (tx) => {
      const [row] = await tx.insert(users).values({ email: 'x', emailKey: 'x' }).returning({ id: users.id })
      const id = row?.id ?? ''
      await tx.insert(profiles).values({ id, username: 'nora', usernameKey: 'nora' })
      const registering = api.post('sign-up', { ...again, username: 'nora' })
      await untilBlocked(opened)
      const expiresAt = new Date(api.clock.now)
      await tx.insert(usernameHolds).values({ userId: id, usernameKey: 'nora', expiresAt }).onConflictDoNothing()
      return { registering }
    })
    expect((await other.registering).status).toBe(409)
  })

  test('to decide on it holds nothing that its deletion waits for', async () => {
    const { id } = await api.member('grace')
    const context = { actor: { id: 'test-admin' }, site: SITE, now: api.clock.now }
    const decided = await opened.db.transaction(async (tx) => {
      await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update')
      const deciding = decideApproval(opened.db, id, { approval: 'approved' }, context)
      await untilBlocked(opened)
      await tx.update(profiles).set({ fullName: null }).where(eq(profiles.id, id))
      return { deciding }
    })
    await decided.deciding
  })
})
