import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { authAttempts, bans } from '#db/schema/security.ts'
import { auditLog } from '#db/schema/site.ts'
import { BANNED } from '#src/contract/security-check.ts'
import { activeBan, banSubject, liftBan, noteFailureAt } from '#src/domain/security/bans.ts'
import { requirePassed, securityCheck } from '#src/domain/security/security-check.ts'
import { NOON } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const HOUR = 3_600_000
const admin = { id: 'admin-1', address: '192.0.2.1', requestId: 'request-1' }
let callers = 0
function newAddress(): string {
  callers += 1
  return `198.51.100.${callers}`
}

describe('bans of addresses', () => {
  let database: TestDb
  let db: Db
  beforeAll(async () => {
    database = await testDb()
    db = database.db
  })
  afterAll(() => database.close())

  const check = (address: string, now: number, more: { isTrusted?: () => Promise<boolean>; userId?: string } = {}) =>
    securityCheck(db, { address, attemptType: 'signup', now, onFault: (fault) => expect.fail(String(fault)), ...more })
  async function fail(address: string, now: number, failures: number) {
    for (let index = 0; index < failures; index += 1) await noteFailureAt(db, address, now)
  }
  async function signIns(address: string, at: number, people: string[]) {
    const rows = people.map((userId) => ({ at: new Date(at), address, userId, attemptType: 'signin', isSuccess: true }))
    await db.insert(authAttempts).values(rows)
  }
  const bansOf = (address: string) => db.select().from(bans).where(eq(bans.subject, address)).orderBy(bans.createdAt)

  test('39 failures in two hours do not ban, the fortieth does, for an hour', async () => {
    const address = newAddress()
    await fail(address, NOON, 39)
    expect(await check(address, NOON)).toMatchObject({ allowed: true, banned: false })
    await fail(address, NOON, 1)
    expect(await check(address, NOON)).toEqual({
      allowed: false,
      banned: true,
      rateLimited: false,
      reason: BANNED,
      retryAfter: null,
    })
    expect((await check(address, NOON + HOUR - 1)).banned).toBe(true)
    expect(await check(address, NOON + HOUR)).toMatchObject({ allowed: true, banned: false })
    expect(await bansOf(address)).toMatchObject([{ actor: 'limits', reason: '40 failed attempts within two hours' }])
  })

  test('each further ban lasts twice as long, none longer than a day, and a quiet week forgives', async () => {
    const address = newAddress()
    let now = NOON
    const lasted = []
    for (let round = 0; round < 7; round += 1) {
      await fail(address, now, 40)
      const ban = (await activeBan(db, { address }, now))?.expiresAt ?? Number.NaN
      lasted.push((ban - now) / HOUR)
      now = ban
    }
    expect(lasted).toEqual([1, 2, 4, 8, 16, 24, 24])
    now += 7 * 24 * HOUR
    await fail(address, now, 40)
    expect((await activeBan(db, { address }, now))?.expiresAt).toBe(now + HOUR)
  })

  test('seventy failures at once make one ban', async () => {
    const address = newAddress()
    await Promise.all(Array.from({ length: 70 }, () => noteFailureAt(db, address, NOON)))
    expect(await bansOf(address)).toHaveLength(1)
    expect((await check(address, NOON)).banned).toBe(true)
  })

  test('failures spread over hours do not ban', async () => {
    const address = newAddress()
    for (let hour = 0; hour < 8; hour += 2) await fail(address, NOON + hour * HOUR, 39)
    expect(await bansOf(address)).toEqual([])
  })

  test('a caller who is too fast learns how long to wait, and is never banned for it', async () => {
    const address = newAddress()
    for (let index = 0; index < 60; index += 1) await check(address, NOON)
    expect(await check(address, NOON)).toMatchObject({ banned: false, rateLimited: true, retryAfter: 3600 })
    expect(await bansOf(address)).toEqual([])
  })

  test.each(['127.0.0.1', '127.8.9.10', '::/64', 'unknown'])('%s is limited but never banned', async (address) => {
    for (let index = 0; index < 6; index += 1) await check(address, NOON)
    await fail(address, NOON, 450)
    expect(await check(address, NOON)).toMatchObject({ banned: false, rateLimited: true })
    expect(await bansOf(address)).toEqual([])
  })

  test('an address at which three people signed in lately is shared: four hundred failures ban it, not forty', async () => {
    const address = newAddress()
    await signIns(address, NOON - 7 * 24 * HOUR + 1, ['ada', 'ada', 'bea', 'carl'])
    await fail(address, NOON, 399)
    expect(await bansOf(address)).toEqual([])
    await fail(address, NOON, 1)
    expect(await bansOf(address)).toMatchObject([{ reason: '400 failed attempts within two hours' }])
  })

  test.each([
    ['two people', NOON, ['ada', 'bea', 'ada', 'bea']],
    ['three people a week ago', NOON - 7 * 24 * HOUR, ['ada', 'bea', 'carl']],
  ])('an address at which %s signed in is not shared', async (_who, at, people) => {
    const address = newAddress()
    await signIns(address, at, people)
    const failed = { at: new Date(NOON), address, userId: 'dora', attemptType: 'signin', isSuccess: false }
    await db.insert(authAttempts).values([failed, { ...failed, userId: null, attemptType: 'signup', isSuccess: true }])
    await fail(address, NOON, 40)
    expect(await bansOf(address)).toHaveLength(1)
  })

  test('a known caller is not locked out by the ban of a neighbor; it is looked up only while there is a ban', async () => {
    const address = newAddress()
    let looks = 0
    const isTrusted = async () => {
      looks += 1
      return true
    }
    expect((await check(address, NOON, { isTrusted })).banned).toBe(false)
    expect(looks).toBe(0)
    await fail(address, NOON, 40)
    expect((await check(address, NOON)).banned).toBe(true)
    expect((await check(address, NOON, { isTrusted })).banned).toBe(false)
    expect((await check(address, NOON, { isTrusted: async () => false })).banned).toBe(true)
    expect(looks).toBe(1)
  })

  test('a ban by hand holds for known people too, and for an account wherever it comes from', async () => {
    const address = newAddress()
    const ban = { reason: 'Sells spare parts', expiresAt: null }
    await banSubject(db, { subjectType: 'address', subject: address, ...ban }, admin, NOON)
    const isTrusted = async () => true
    expect((await check(address, NOON + 1e12, { isTrusted })).banned).toBe(true)
    await fail(address, NOON, 40)
    expect((await check(address, NOON, { isTrusted })).banned).toBe(true)
    await banSubject(db, { subjectType: 'user', subject: `user of ${address}`, ...ban }, admin, NOON)
    expect((await check(newAddress(), NOON, { userId: `user of ${address}` })).banned).toBe(true)
    expect((await check(newAddress(), NOON, { userId: 'another' })).banned).toBe(false)
  })

  test('lifting lets in at once, and what led to the ban is forgotten', async () => {
    const address = newAddress()
    const subject = { subjectType: 'address', subject: address } as const
    await fail(address, NOON, 40)
    expect((await check(address, NOON)).banned).toBe(true)
    await liftBan(db, subject, admin, NOON)
    expect((await check(address, NOON)).banned).toBe(false)
    await expect(liftBan(db, subject, admin, NOON)).rejects.toMatchObject({ kind: 'not_found' })
    await fail(address, NOON + HOUR, 40)
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

test('a refused check becomes the failure that the product description names', () => {
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
