import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { authAttempts, bans, rateLimits } from '#db/schema/security.ts'
import { recordAttempt, recordClientReport } from '#src/domain/security/attempts.ts'
import { LIMITS } from '#src/domain/security/limits.ts'
import { pruneSecurity } from '#src/domain/security/prune-security.ts'
import { takeAttempt } from '#src/domain/security/take-attempt.ts'
import { BROWSER, NOON } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const DAY = 86_400_000
const seen = { address: '203.0.113.1', attemptType: 'signin', isSuccess: true, userAgent: BROWSER, now: NOON }

describe('attempts', () => {
  let database: TestDb
  let db: Db
  beforeAll(async () => {
    database = await testDb()
    db = database.db
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await Promise.all([db.delete(authAttempts), db.delete(rateLimits), db.delete(bans)])
  })
  const rows = () => db.select().from(authAttempts).orderBy(authAttempts.id)

  test('an attempt is kept without the e-mail address and without the whole browser', async () => {
    await recordAttempt(db, { ...seen, email: 'Ada@Plant.example', userId: 'u1' })
    expect(await rows()).toMatchObject([
      { address: '203.0.113.1', attemptType: 'signin', userId: 'u1', isSuccess: true, device: 'Chrome on Linux' },
    ])
    expect(JSON.stringify(await rows())).not.toMatch(/plant|AppleWebKit/i)
  })

  test('every spelling of an e-mail address has one hash, and each address its own', async () => {
    for (const email of ['ada@plant.example', ' ADA@PLANT.EXAMPLE ', 'bob@plant.example'])
      await recordAttempt(db, { ...seen, email })
    const [ada, shouted, bob] = (await rows()).map((row) => row.emailHash)
    expect(ada).toMatch(/^[0-9a-f]{64}$/)
    expect(shouted).toBe(ada)
    expect(bob).not.toBe(ada)
  })

  test('a browser’s own report is a claim: never a success, never among what the server saw', async () => {
    const claim = { attempt_type: 'signin', success: true, error_message: 'x\u0007\n'.repeat(400) } as const
    const nothing = { ip_address: '192.0.2.9', email_attempted: null, user_agent: 'Forged/1' }
    await recordClientReport(db, { ...nothing, ...claim }, { address: '203.0.113.1', userAgent: BROWSER, now: NOON })
    const [row] = await rows()
    expect(row).toMatchObject({ address: '203.0.113.1', attemptType: 'client:signin', isSuccess: false })
    expect(row).toMatchObject({ device: 'Chrome on Linux', emailHash: null })
    expect(row?.reason).toMatch(/^Reported a success: x x /)
    expect(row?.reason?.length).toBeLessThanOrEqual(200)
  })

  test('attempts go after 90 days, counters when their window is over, bans 90 days after their end', async () => {
    await recordAttempt(db, { ...seen, now: NOON - 90 * DAY - 1 })
    await recordAttempt(db, { ...seen, now: NOON - 90 * DAY })
    const counter = (key: string, endsAt: number) => ({ key, count: 1, windowEndsAt: new Date(endsAt) })
    await db.insert(rateLimits).values([counter('over', NOON - 1), counter('running', NOON + 1)])
    const ban = (subject: string, expiresAt: number | null) => ({
      subjectType: 'address' as const,
      subject,
      reason: 'spam',
      actor: 'limits',
      expiresAt: expiresAt === null ? null : new Date(expiresAt),
    })
    await db.insert(bans).values([ban('old', NOON - 91 * DAY), ban('recent', NOON - 89 * DAY), ban('for good', null)])
    expect(await pruneSecurity(db, NOON)).toEqual({ counters: 1, attempts: 1, bans: 1 })
    expect((await db.select().from(rateLimits)).map((row) => row.key)).toEqual(['running'])
    expect((await db.select().from(bans)).map((row) => row.subject).sort()).toEqual(['for good', 'recent'])
    expect(await pruneSecurity(db, NOON)).toEqual({ counters: 0, attempts: 0, bans: 0 })
  })

  test('a hundred thousand counters are gone after one run, of a table that was vacuumed while it was empty', async () => {
    const many = sql`insert into rate_limits (key, count, window_ends_at)
      select 'sign-in:60:' || n, 1, timestamptz '2026-11-20T17:00:00Z' from generate_series(1, 100000) n`
    await db.execute(many)
    await db.delete(rateLimits)
    await db.execute(sql`vacuum (truncate false) rate_limits`)
    await db.execute(many)
    expect(await pruneSecurity(db, NOON)).toMatchObject({ counters: 100_000 })
    expect(await db.select().from(rateLimits)).toEqual([])
  })

  test('a hundred thousand callers have a row each for every window, and never another (RL8)', async () => {
    const callers = 100_000
    for (const { seconds } of LIMITS.signIn.windows)
      await db.execute(sql`insert into rate_limits (key, count, window_ends_at)
        select ${`sign-in:${seconds}:`} || n, 1, timestamptz '2026-11-20T18:00:00Z' from generate_series(1, ${callers}) n`)
    expect(await db.$count(rateLimits)).toBe(2 * callers)
    for (let caller = 1; caller <= callers; caller += 250)
      for (const now of [NOON + 1, NOON + 2, NOON + 120_000]) await takeAttempt(db, String(caller), LIMITS.signIn, now)
    expect(await db.$count(rateLimits)).toBe(2 * callers)
    await takeAttempt(db, 'another', LIMITS.signIn, NOON)
    expect(await db.$count(rateLimits)).toBe(2 * callers + 2)
    expect(await pruneSecurity(db, NOON + DAY)).toMatchObject({ counters: 2 * callers + 2 })
    expect(await db.$count(rateLimits)).toBe(0)
  })
})
