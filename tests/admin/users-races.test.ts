import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { userRoles } from '#db/schema/accounts.ts'
import { bans } from '#db/schema/security.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { doneTo, mailsTo, profileOf, register, type Somebody, userApi } from './user-api.ts'

describe('admins at the same time', () => {
  let opened: TestDb
  let db: Db
  let api: Awaited<ReturnType<typeof userApi>>
  beforeAll(async () => {
    opened = await testDb()
    db = opened.db
    api = await userApi(db)
  })
  beforeEach(() => db.delete(userRoles))
  afterAll(() => opened?.close())

  const many = (count: number, kind: 'owner' | 'admin' | 'moderator') =>
    Promise.all(Array.from({ length: count }, () => api.enter(kind)))
  /** Owners who still get in. */
  const ableOf = async (owners: Somebody[]) => {
    const held = await db.select().from(userRoles).where(eq(userRoles.role, 'owner'))
    const out = await db.select().from(bans).where(eq(bans.subjectType, 'user'))
    const able = held.filter(({ userId }) => !out.some(({ subject }) => subject === userId))
    return owners.filter(({ id }) => able.some(({ userId }) => userId === id))
  }

  test('two who decide one registration make one decision and one mail', async () => {
    const [one, other] = [await api.enter('moderator'), await api.enter('admin')]
    for (let round = 0; round < 10; round += 1) {
      const id = await register(db)
      const answers = await Promise.all([
        api.take(one, 'POST', 'users/approvals', { ids: [id], decision: 'approved' }),
        api.take(other, 'POST', 'users/approvals', { ids: [id], decision: 'rejected', reason: 'Spam' }),
      ])
      expect(answers.map(({ results }) => results[0].outcome).toSorted()).toEqual(['already', 'done'])
      expect(await mailsTo(db, id)).toEqual(['approval-decided'])
      expect((await doneTo(db, id)).map(({ action }) => action)).toEqual(['account.decide'])
      const isFirst = answers[0].results[0].outcome === 'done'
      expect((await profileOf(db, id)).approval).toBe(isFirst ? 'approved' : 'rejected')
    }
  })

  test('twenty clicks on one decision make one', async () => {
    const who = await api.enter('moderator')
    const ids = [await register(db), await register(db)]
    const clicks = Array.from({ length: 20 }, (_, click) =>
      api.take(who, 'POST', 'users/approvals', { ids: click % 2 ? ids : ids.toReversed(), decision: 'approved' }),
    )
    const outcomes = (await Promise.all(clicks)).flatMap(({ results }) =>
      results.map(({ outcome }: { outcome: string }) => outcome),
    )
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(2)
    for (const id of ids) expect(await mailsTo(db, id)).toEqual(['approval-decided'])
  })

  test('twenty owners who all take the role from each other leave one', async () => {
    const owners = await many(20, 'owner')
    const turns = owners.map(({ cookie, id }, index) =>
      api.send({ cookie, id }, 'DELETE', `users/${owners[(index + 1) % 20]?.id}/roles/owner`),
    )
    for (const { status } of await Promise.all(turns)) expect([200, 401, 403, 409]).toContain(status)
    expect((await ableOf(owners)).length).toBeGreaterThanOrEqual(1)
    for (const owner of owners.slice(0, 19)) await api.send(owner, 'DELETE', `users/${owner.id}/roles/owner`)
    expect((await ableOf(owners)).length).toBeGreaterThanOrEqual(1)
  })

  test('owners who ban each other, or ban while the other leaves, always leave one', async () => {
    for (let round = 0; round < 6; round += 1) {
      await db.delete(userRoles)
      const owners = await many(4, 'owner')
      const turns = owners.flatMap((owner, index) => {
        const next = owners[(index + 1) % 4]
        return [
          api.send(owner, 'POST', `users/${next?.id}/ban`, { reason: 'Taken over' }),
          api.send(owner, 'DELETE', `users/${owner.id}/roles/owner`),
        ]
      })
      for (const { status } of await Promise.all(turns)) expect([200, 401, 403, 404, 409]).toContain(status)
      expect((await ableOf(owners)).length, `round ${round}`).toBeGreaterThanOrEqual(1)
    }
  })

  test('twenty bans of one person are one', async () => {
    const admins = await many(5, 'admin')
    const one = await api.enter('approved')
    const turns = Array.from({ length: 20 }, (_, index) =>
      api.send(admins[index % 5] ?? one, 'POST', `users/${one.id}/ban`, { reason: 'Spam' }),
    )
    for (const { status } of await Promise.all(turns)) expect(status).toBe(200)
    expect(await db.$count(bans, eq(bans.subject, one.id))).toBe(1)
    expect(await api.isIn(one)).toBe(false)
  })

  test('a person who becomes an owner at this very moment is out of an admin’s reach', async () => {
    const [admin, one] = [await api.enter('admin'), await api.enter('approved')]
    const isGranted = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const granting = db.transaction(async (tx) => {
      await tx.insert(userRoles).values({ userId: one.id, role: 'owner', grantedBy: 'cli' })
      isGranted.resolve()
      await mayEnd.promise
    })
    await isGranted.promise
    const ending = api.send(admin, 'DELETE', `users/${one.id}/sessions`)
    await expect.poll(() => waiting(db)).toBe(1)
    mayEnd.resolve()
    await granting
    expect((await ending).status).toBe(403)
    expect(await api.isIn(one)).toBe(true)
  })
})

/** How many statements wait for another's lock. */
async function waiting(db: Db): Promise<number> {
  return db.$count(
    sql`(select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waits`,
  )
}
