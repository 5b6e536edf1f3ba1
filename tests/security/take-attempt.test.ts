import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { rateLimits } from '#db/schema/security.ts'
import { Failure } from '#src/contract/failure.ts'
import { LIMITS, type Limit, waitSentence } from '#src/domain/security/limits.ts'
import { peekAttempts, takeAttempt } from '#src/domain/security/take-attempt.ts'
import { NOON } from '#tests/support/api.ts'
import { giveUpOnce, type TestDb, testDb } from '#tests/support/database.ts'

let callers = 0
function newKey(): string {
  callers += 1
  return `203.0.113.${callers}`
}

describe('taking an attempt', () => {
  let database: TestDb
  let db: Db
  beforeAll(async () => {
    database = await testDb()
    db = database.db
  })
  afterAll(() => database.close())

  /** `go`, or what the refusal says. */
  async function attempt(key: string, limit: Limit, now: number): Promise<string> {
    try {
      await takeAttempt(db, key, limit, now, (fault) => expect.fail(String(fault)))
      return 'go'
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      expect(error.kind).toBe('rate_limited')
      expect(error.message).toBe(waitSentence(limit, error.retryAfter ?? Number.NaN))
      return `wait ${error.retryAfter}`
    }
  }
  const times = (count: number, act: (index: number) => Promise<string>) =>
    Promise.all(Array.from({ length: count }, (_, i) => act(i)))
  const passed = (outcomes: string[]) => outcomes.filter((outcome) => outcome === 'go').length

  test.each(Object.entries(LIMITS))(
    'of fifty parallel attempts exactly as many pass as the limit says: %s',
    async (_name, limit) => {
      const key = newKey()
      const { most } = limit.windows[0]
      const outcomes = await times(Math.max(50, most + 10), () => attempt(key, limit, NOON))
      expect(passed(outcomes)).toBe(most)
    },
  )

  test('the seventh sign-in of a minute learns how long to wait', async () => {
    const key = newKey()
    for (let index = 0; index < 6; index += 1) expect(await attempt(key, LIMITS.signIn, NOON + index * 1000)).toBe('go')
    expect(await attempt(key, LIMITS.signIn, NOON + 20_000)).toBe('wait 40')
    await expect(takeAttempt(db, key, LIMITS.signIn, NOON + 20_000)).rejects.toThrow(
      'Too many sign-in attempts. Try again in 40 seconds.',
    )
    expect(await attempt(key, LIMITS.signIn, NOON + 59_999)).toBe('wait 1')
    expect(await attempt(key, LIMITS.signIn, NOON + 60_000)).toBe('go')
  })

  test('thirty sign-ins an hour pass, six at a time; what the minute refused does not count for the hour', async () => {
    const key = newKey()
    for (let minute = 0; minute < 5; minute += 1) {
      const outcomes = await times(20, () => attempt(key, LIMITS.signIn, NOON + minute * 60_000))
      expect(passed(outcomes)).toBe(6)
    }
    expect(await attempt(key, LIMITS.signIn, NOON + 5 * 60_000)).toBe('wait 3300')
    expect(await attempt(key, LIMITS.signIn, NOON + 3_600_000)).toBe('go')
  })

  test('callers and things to do are counted apart', async () => {
    const [one, other] = [newKey(), newKey()]
    await times(6, () => attempt(one, LIMITS.signIn, NOON))
    expect(await attempt(one, LIMITS.signIn, NOON)).toBe('wait 60')
    expect(await attempt(other, LIMITS.signIn, NOON)).toBe('go')
    expect(await attempt(one, LIMITS.signUp, NOON)).toBe('go')
  })

  test('looking ahead says the same and counts nothing', async () => {
    const key = newKey()
    const peek = (now: number) => peekAttempts(db, key, LIMITS.signIn, now)
    for (let index = 0; index < 6; index += 1) {
      expect(await peek(NOON)).toBe(0)
      expect(await attempt(key, LIMITS.signIn, NOON)).toBe('go')
    }
    expect([await peek(NOON + 1000), await peek(NOON + 60_000)]).toEqual([59, 0])
  })

  test('a key has one row per window, however often it is counted', async () => {
    const key = newKey()
    for (let hour = 0; hour < 3; hour += 1) await times(10, () => attempt(key, LIMITS.signIn, NOON + hour * 3_600_000))
    const keys = (await db.select().from(rateLimits)).map((row) => row.key).filter((name) => name.endsWith(`:${key}`))
    expect(keys.sort()).toEqual([`sign-in:3600:${key}`, `sign-in:60:${key}`])
  })

  test('an attempt in a transaction that the database gives up is counted once, with the transaction', async () => {
    await giveUpOnce(db, 'rate_limits')
    const key = newKey()
    let tries = 0
    await db.transaction(async (tx) => {
      tries += 1
      await takeAttempt(tx, key, LIMITS.ownSignIns, NOON)
    })
    expect(tries).toBe(2)
    const counts = (await db.select().from(rateLimits)).filter((row) => row.key.endsWith(`:${key}`))
    expect(counts.map(({ count }) => count)).toEqual(LIMITS.ownSignIns.windows.map(() => 1))
  })

  test('any run of attempts passes what a naive count of the windows passes', async () => {
    const steps = fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 1, maxLength: 25 })
    await fc.assert(
      fc.asyncProperty(steps, async (pauses) => {
        const key = newKey()
        const naive = naiveLimiter(LIMITS.signIn)
        let now = NOON
        for (const pause of pauses) {
          now += pause
          expect(await attempt(key, LIMITS.signIn, now)).toBe(naive(now))
        }
      }),
      { numRuns: 15 },
    )
  })
})

/** The rule written the long way: a window opens with the first attempt after the last one's end. */
function naiveLimiter(limit: Limit): (now: number) => string {
  const open = limit.windows.map(() => ({ endsAt: 0, count: 0 }))
  return (now) => {
    for (const [index, { most, seconds }] of limit.windows.entries()) {
      const window = open[index]
      if (!window) throw new Error('no window')
      if (now >= window.endsAt) Object.assign(window, { endsAt: now + seconds * 1000, count: 0 })
      window.count += 1
      if (window.count > most) return `wait ${Math.ceil((window.endsAt - now) / 1000)}`
    }
    return 'go'
  }
}

test.each([
  [1, '1 second'],
  [40, '40 seconds'],
  [90, '90 seconds'],
  [91, '2 minutes'],
  [3_600, '60 minutes'],
  [86_400, '24 hours'],
])('%i seconds read as %s', (seconds, words) => {
  expect(waitSentence(LIMITS.signUp, seconds)).toBe(`Too many sign-up attempts. Try again in ${words}.`)
})
