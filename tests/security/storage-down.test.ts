import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { BANNED } from '#src/contract/security-check.ts'
import { banSubject } from '#src/domain/security/bans.ts'
import { LIMITS } from '#src/domain/security/limits.ts'
import { getMemory, MOST_COUNTERS, takeInMemory } from '#src/domain/security/memory.ts'
import { securityCheck } from '#src/domain/security/security-check.ts'
import { takeAttempt } from '#src/domain/security/take-attempt.ts'
import { NOON } from '#tests/support/api.ts'
import { testDb } from '#tests/support/database.ts'

const REFUSED = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

/** A database that is away: whatever is asked of it fails. */
function brokenDb(): Db {
  const fail = () => {
    throw REFUSED
  }
  return new Proxy({}, { get: () => fail }) as never
}

describe('without the database', () => {
  test('this process counts, with the same limits and the same words', async () => {
    const db = brokenDb()
    const faults: unknown[] = []
    const onFault = (fault: unknown) => faults.push(fault)
    for (let index = 0; index < 6; index += 1) await takeAttempt(db, '203.0.113.1', LIMITS.signIn, NOON, onFault)
    await expect(takeAttempt(db, '203.0.113.1', LIMITS.signIn, NOON + 20_000, onFault)).rejects.toMatchObject({
      kind: 'rate_limited',
      message: 'Too many sign-in attempts. Try again in 40 seconds.',
      retryAfter: 40,
    })
    expect(faults).toEqual(Array(7).fill(REFUSED))
    await takeAttempt(db, '203.0.113.1', LIMITS.signIn, NOON + 60_000)
    await takeAttempt(db, '203.0.113.2', LIMITS.signIn, NOON)
  })

  test('thirty an hour hold there as well', async () => {
    const db = brokenDb()
    let passed = 0
    for (let second = 0; second < 3_600; second += 5) {
      if (takeInMemory(getMemory(db), 'a', LIMITS.signIn, NOON + second * 1000) === 0) passed += 1
    }
    expect(passed).toBe(30)
  })

  test('the check neither throws nor fails open', async () => {
    const db = brokenDb()
    const check = () => securityCheck(db, { address: '203.0.113.3', attemptType: 'signup', now: NOON })
    const allowed = []
    for (let index = 0; index < 8; index += 1) allowed.push((await check()).allowed)
    expect(allowed).toEqual([true, true, true, true, true, false, false, false])
  })

  test('a ban this process has seen holds on until its end', async () => {
    const { db, close } = await testDb()
    const subject = { subjectType: 'address', subject: '203.0.113.4' } as const
    await banSubject(db, { ...subject, reason: 'spam', expiresAt: NOON + 60_000 }, { id: 'cli' }, NOON)
    const check = (now: number) => securityCheck(db, { address: '203.0.113.4', attemptType: 'signup', now })
    expect(await check(NOON)).toMatchObject({ banned: true, reason: BANNED })
    await close()
    expect(await check(NOON + 59_999)).toMatchObject({ allowed: false, banned: true })
    expect(await check(NOON + 60_000)).toMatchObject({ allowed: true, banned: false })
  })
})

test('a hundred thousand callers take no more memory than the store may hold', () => {
  const memory = getMemory(brokenDb())
  for (let caller = 0; caller < 100_000; caller += 1) takeInMemory(memory, `caller ${caller}`, LIMITS.publicApi, NOON)
  expect(memory.counters.size()).toBeLessThanOrEqual(MOST_COUNTERS)
  expect(takeInMemory(memory, 'caller 99999', LIMITS.posts, NOON)).toBe(0)
  expect(takeInMemory(memory, 'caller 99999', LIMITS.posts, NOON)).toBe(10)
})
