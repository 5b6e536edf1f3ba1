import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { bans } from '#db/schema/security.ts'
import { auditLog } from '#db/schema/site.ts'
import { BANNED } from '#src/contract/security-check.ts'
import { activeBan, banSubject, liftBan, requirePassed, securityCheck } from '#src/domain/security/security.ts'
import { NOON } from '#tests/support/api.ts'
import { databases, type TestDb } from '#tests/support/database.ts'

const HOUR = 3_600_000
const admin = { id: 'admin-1', address: '192.0.2.1', requestId: 'request-1' }
let callers = 0
function newAddress(): string {
  callers += 1
  return `198.51.100.${callers}`
}

describe.each(databases)('on $name', ({ open }) => {
  let database: TestDb
  let db: Db
  beforeAll(async () => {
    database = await open()
    db = database.db
  })
  afterAll(() => database.close())

  const check = (address: string, now: number, more: { isAdmin?: boolean; userId?: string } = {}) =>
    securityCheck(db, { address, attemptType: 'signup', now, onFault: (fault) => expect.fail(String(fault)), ...more })
  /** Five attempts pass; these many more are refused. */
  async function refuse(address: string, now: number, refusals: number, more: { isAdmin?: boolean } = {}) {
    for (let index = 0; index < 5 + refusals; index += 1) await check(address, now, more)
  }
  const bansOf = (address: string) => db.select().from(bans).where(eq(bans.subject, address)).orderBy(bans.createdAt)

  test('nineteen refusals in an hour ban nobody, the twentieth does, for an hour', async () => {
    const address = newAddress()
    await refuse(address, NOON, 19)
    expect(await check(address, NOON)).toMatchObject({ allowed: false, banned: false, rateLimited: true })
    expect(await check(address, NOON)).toEqual({
      allowed: false,
      banned: true,
      rateLimited: false,
      reason: BANNED,
      retryAfter: null,
    })
    expect((await check(address, NOON + HOUR - 1)).banned).toBe(true)
    expect(await check(address, NOON + HOUR)).toMatchObject({ allowed: true, banned: false })
    expect(await bansOf(address)).toMatchObject([{ actor: 'limits', reason: '20 refused attempts within an hour' }])
  })

  test('each further ban lasts twice as long, none longer than a day, and a quiet week forgives', async () => {
    const address = newAddress()
    let now = NOON
    const lasted = []
    for (let round = 0; round < 7; round += 1) {
      await refuse(address, now, 20)
      const ban = (await activeBan(db, { address }, now))?.expiresAt ?? Number.NaN
      lasted.push((ban - now) / HOUR)
      now = ban
    }
    expect(lasted).toEqual([1, 2, 4, 8, 16, 24, 24])
    now += 7 * 24 * HOUR
    await refuse(address, now, 20)
    expect((await activeBan(db, { address }, now))?.expiresAt).toBe(now + HOUR)
  })

  test('sixty refusals at once make one ban', async () => {
    const address = newAddress()
    await refuse(address, NOON, 10)
    await Promise.all(Array.from({ length: 60 }, () => check(address, NOON)))
    expect(await bansOf(address)).toHaveLength(1)
    expect((await check(address, NOON)).banned).toBe(true)
  })

  test('refusals spread over hours ban nobody', async () => {
    const address = newAddress()
    for (let hour = 0; hour < 4; hour += 1) await refuse(address, NOON + hour * HOUR, 19)
    expect(await bansOf(address)).toEqual([])
  })

  test.each(['127.0.0.1', '127.8.9.10', '::/64', 'unknown'])('%s is limited but never banned', async (address) => {
    await refuse(address, NOON, 25)
    expect(await check(address, NOON)).toMatchObject({ banned: false, rateLimited: true })
    expect(await bansOf(address)).toEqual([])
  })

  test('an admin is not banned, nor kept out by the ban of a neighbour behind the same address', async () => {
    const address = newAddress()
    await refuse(address, NOON, 25, { isAdmin: true })
    expect(await bansOf(address)).toEqual([])
    await refuse(address, NOON + HOUR, 20)
    expect((await check(address, NOON + 2 * HOUR - 1)).banned).toBe(true)
    expect((await check(address, NOON + 2 * HOUR - 1, { isAdmin: true })).banned).toBe(false)
  })

  test('a ban by hand holds for admins too, and for an account wherever it comes from', async () => {
    const address = newAddress()
    const ban = { reason: 'Sells spare parts', expiresAt: null }
    await banSubject(db, { subjectType: 'address', subject: address, ...ban }, admin, NOON)
    expect((await check(address, NOON + 1e12, { isAdmin: true })).banned).toBe(true)
    await banSubject(db, { subjectType: 'user', subject: `user of ${address}`, ...ban }, admin, NOON)
    expect((await check(newAddress(), NOON, { userId: `user of ${address}` })).banned).toBe(true)
    expect((await check(newAddress(), NOON, { userId: 'another' })).banned).toBe(false)
  })

  test('lifting lets in at once, and what led to the ban is forgotten', async () => {
    const address = newAddress()
    const subject = { subjectType: 'address', subject: address } as const
    await refuse(address, NOON, 20)
    expect((await check(address, NOON)).banned).toBe(true)
    await liftBan(db, subject, admin, NOON)
    expect((await check(address, NOON)).banned).toBe(false)
    await expect(liftBan(db, subject, admin, NOON)).rejects.toMatchObject({ kind: 'not_found' })
    await refuse(address, NOON + HOUR, 20)
    expect((await activeBan(db, { address }, NOON + HOUR))?.expiresAt).toBe(NOON + 2 * HOUR)
  })

  test('bans and lifts by hand are written down with who, whom and why', async () => {
    const address = newAddress()
    const subject = { subjectType: 'address', subject: address } as const
    await banSubject(db, { ...subject, reason: 'spam', expiresAt: NOON + HOUR }, admin, NOON)
    await liftBan(db, subject, admin, NOON)
    const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, address)).orderBy(auditLog.id)
    expect(entries).toMatchObject([
      { action: 'ban.create', actor: 'admin-1', after: { reason: 'spam', expiresAt: NOON + HOUR } },
      { action: 'ban.lift', actor: 'admin-1', address: '192.0.2.1', requestId: 'request-1' },
    ])
  })

  test('a ban that has already ended is refused', async () => {
    const ban = { subjectType: 'address', subject: newAddress(), reason: 'x', expiresAt: NOON } as const
    await expect(banSubject(db, ban, admin, NOON)).rejects.toMatchObject({ kind: 'invalid' })
  })
})

test('a refused check becomes the failure the specification words', () => {
  const base = { allowed: false, banned: false, rateLimited: false, reason: null, retryAfter: null }
  const thrown = (given: Parameters<typeof requirePassed>[0]) => {
    try {
      requirePassed(given)
      return undefined
    } catch (error) {
      return error
    }
  }
  expect(thrown({ ...base, allowed: true })).toBeUndefined()
  expect(thrown({ ...base, banned: true, reason: BANNED })).toMatchObject({ kind: 'forbidden', message: BANNED })
  expect(thrown({ ...base, rateLimited: true, reason: 'Wait.', retryAfter: 7 })).toMatchObject({
    kind: 'rate_limited',
    message: 'Wait.',
    retryAfter: 7,
  })
})
