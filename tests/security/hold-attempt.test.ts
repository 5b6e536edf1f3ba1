import { eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { rateLimits } from '#db/schema/security.ts'
import { type Hold, holdAttempt } from '#src/domain/security/hold-attempt.ts'
import { LIMITS } from '#src/domain/security/limits.ts'
import { NOON } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
let opened: TestDb
let callers = 0
const newKey = () => {
  callers += 1
  return `203.0.113.${callers}`
}

beforeAll(async () => {
  opened = await testDb()
})
afterAll(() => opened.close())

const broken: Db = new Proxy({}, { get: () => () => Promise.reject(new Error('away')) }) as Db

type Where = { db?: Db; isShared?: boolean; onFault?: (fault: unknown) => void }

function hold(key: string, now: number, where: Where = {}): Promise<Hold | { wait: number }> {
  const { db = opened.db, isShared = false, onFault = (fault) => expect.fail(String(fault)) } = where
  return holdAttempt(db, { key, limit: LIMITS.signIn, isShared: async () => isShared, now, onFault })
}

/** One whole attempt; the seconds to wait where it may not begin, else 0. */
async function attempt(key: string, now: number, isFailure: boolean, where?: Where): Promise<number> {
  const held = await hold(key, now, where)
  if ('wait' in held) return held.wait
  await held.settle(isFailure)
  return 0
}

const times = <T>(count: number, act: () => Promise<T>) => Promise.all(Array.from({ length: count }, act))
const getRows = (key: string) =>
  opened.db
    .select()
    .from(rateLimits)
    .where(like(rateLimits.key, `%:${key}`))

test('what succeeds uses nothing up, however often and however many at once', async () => {
  const key = newKey()
  for (let count = 0; count < 40; count += 1) expect(await attempt(key, NOON, false)).toBe(0)
  expect(await times(40, () => attempt(key, NOON, false))).toEqual(Array(40).fill(0))
  expect((await getRows(key)).map(({ count, held }) => [count, held])).toEqual([
    [0, 0],
    [0, 0],
  ])
})

test('six failures fill a minute, thirty an hour; the wait is exact to the second', async () => {
  const key = newKey()
  for (let minute = 0; minute < 5; minute += 1) {
    const now = NOON + minute * MINUTE
    for (let count = 0; count < 6; count += 1) expect(await attempt(key, now, true)).toBe(0)
    if (minute < 4) expect(await attempt(key, now + 20_000, true)).toBe(40)
  }
  expect(await attempt(key, NOON + 5 * MINUTE, false)).toBe(55 * 60)
  expect(await attempt(key, NOON + HOUR - 1, false)).toBe(1)
  expect(await attempt(key, NOON + HOUR, false)).toBe(0)
})

test('of sixty at once that fail exactly six are judged, and never more at a time', async () => {
  const key = newKey()
  let [judged, atATime, most] = [0, 0, 0]
  await times(60, async () => {
    const held = await hold(key, NOON)
    if ('wait' in held) return expect(held.wait).toBeGreaterThan(0)
    atATime += 1
    judged += 1
    most = Math.max(most, atATime)
    await new Promise(setImmediate)
    atATime -= 1
    await held.settle(true)
  })
  expect([judged, most <= 6]).toEqual([6, true])
  expect((await getRows(key)).map(({ count, held }) => [count, held])).toEqual([
    [6, 0],
    [6, 0],
  ])
})

test('a failure among many at once leaves room for five others', async () => {
  const key = newKey()
  const settled = await times(12, async () => {
    const held = await hold(key, NOON)
    if ('wait' in held) return 'refused'
    await held.settle(false)
    return 'done'
  })
  expect(settled).toEqual(Array(12).fill('done'))
  expect(await attempt(key, NOON, true)).toBe(0)
  const places = await times(5, () => hold(key, NOON))
  expect(places.every((place) => 'settle' in place)).toBe(true)
  const [full] = await opened.db
    .select()
    .from(rateLimits)
    .where(eq(rateLimits.key, `sign-in:60:${key}`))
  expect(full).toMatchObject({ count: 1, held: 5 })
})

test('a place is given back only to the window it was taken from', async () => {
  const key = newKey()
  const early = await hold(key, NOON)
  for (let count = 0; count < 6; count += 1) expect(await attempt(key, NOON + HOUR, true)).toBe(0)
  if ('settle' in early) await early.settle(false)
  expect(await attempt(key, NOON + HOUR, false)).toBe(60)
})

test('ten times as much may fail at a shared address, and that is looked up only once the limit is reached', async () => {
  const key = newKey()
  const where = { isShared: true }
  for (let count = 0; count < 60; count += 1) expect(await attempt(key, NOON, true, where)).toBe(0)
  expect(await attempt(key, NOON, true, where)).toBe(60)
})

describe('without the database', () => {
  test('this process counts: failures alone, six at a time', async () => {
    const faults: unknown[] = []
    const where = { db: broken, onFault: (fault: unknown) => faults.push(fault) }
    const key = newKey()
    for (let count = 0; count < 20; count += 1) expect(await attempt(key, NOON, false, where)).toBe(0)
    const held = await times(7, () => hold(key, NOON, where))
    expect(held.map((place) => 'wait' in place)).toEqual([...Array(6).fill(false), true])
    for (const place of held) if ('settle' in place) await place.settle(true)
    expect(await attempt(key, NOON + 20_000, false, where)).toBe(40)
    expect(await attempt(key, NOON + MINUTE, false, where)).toBe(0)
    expect(faults).toHaveLength(29)
  })

  test('a place that cannot be given back stays taken until its window is over', async () => {
    const key = newKey()
    const faults: unknown[] = []
    let isAway = false
    const flaky = new Proxy(opened.db, {
      get: (target, name) => (isAway ? () => Promise.reject(new Error('away')) : Reflect.get(target, name)),
    })
    const held = await hold(key, NOON, { db: flaky, onFault: (fault) => faults.push(fault) })
    isAway = true
    if ('settle' in held) await held.settle(false)
    expect(faults).toHaveLength(1)
    expect((await getRows(key)).map((row) => row.held)).toEqual([1, 1])
  })
})
