import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BanRule } from '#src/contract/security-overview.ts'
import { BAN_RULE, type TriedAttempt, tryBanRule } from './try-ban-rule.ts'

const HOUR = 3_600_000
const WEEK = 168 * HOUR
const START = Date.parse('2026-11-13T18:00:00Z')

const wrong = (at: number, userId: string | null = null): TriedAttempt => ({
  at,
  isFailure: true,
  isSuccess: false,
  userId,
})
const right = (at: number, userId: string): TriedAttempt => ({ at, isFailure: false, isSuccess: true, userId })
const spaced = (count: number, step: number, first = START) =>
  Array.from({ length: count }, (_, index) => wrong(first + index * step))
const at = (...attempts: TriedAttempt[]) => new Map([['203.0.113.1', attempts]])
const none = { addresses: 0, bans: 0, keptOut: 0, keptOutOfPeople: 0, people: 0 }

describe('the rule in force, tried on a week', () => {
  test('39 failures in two hours ban nobody, and neither does the fortieth after them', () => {
    expect(tryBanRule(BAN_RULE, at(...spaced(39, 60_000)), START)).toEqual(none)
    expect(tryBanRule(BAN_RULE, at(...spaced(39, 60_000), wrong(START + 2 * HOUR)), START)).toEqual(none)
  })

  test('the fortieth bans for an hour, to the millisecond', () => {
    const banned = START + 39 * 60_000
    const later = [wrong(banned + 1), wrong(banned + HOUR - 1), wrong(banned + HOUR)]
    expect(tryBanRule(BAN_RULE, at(...spaced(40, 60_000), ...later), START)).toMatchObject({ bans: 1, keptOut: 2 })
  })

  test('people who signed in from there and met a ban are counted as such', () => {
    const banned = START + 39 * 60_000
    const calls = [right(START - 1, 'bo'), right(START, 'ada'), ...spaced(40, 60_000)]
    const later = [right(banned + 1, 'ada'), wrong(banned + 2, 'ada'), wrong(banned + 3, 'bo'), wrong(banned + 4)]
    expect(tryBanRule(BAN_RULE, at(...calls, ...later), START)).toEqual({
      ...none,
      ...{ addresses: 1, bans: 1, keptOut: 4, keptOutOfPeople: 2, people: 1 },
    })
  })

  test('where three accounts signed in within the week, ten times as many may fail', () => {
    const room = ['ada', 'bo', 'cy'].map((name) => right(START - WEEK + 500, name))
    expect(tryBanRule(BAN_RULE, at(...room.slice(1), ...spaced(399, 1)), START)).toMatchObject({ bans: 1 })
    expect(tryBanRule(BAN_RULE, at(...room, ...spaced(399, 1)), START)).toEqual(none)
    expect(tryBanRule(BAN_RULE, at(...room, ...spaced(400, 1)), START)).toMatchObject({ bans: 1 })
    expect(tryBanRule(BAN_RULE, at(...room, ...spaced(40, 1, START + 500)), START)).toMatchObject({ bans: 1 })
  })

  test('this machine and callers without an address are never banned', () => {
    const flood = spaced(2_000, 1)
    const addresses = new Map(['127.0.0.1', '::/64', 'unknown'].map((address) => [address, flood]))
    expect(tryBanRule(BAN_RULE, addresses, START)).toEqual(none)
  })
})

/** The same, recomputed for every attempt from all earlier ones. */
function tryNaively({ failures, within, hours }: BanRule, attempts: readonly TriedAttempt[]) {
  const bans: { from: number; until: number }[] = []
  const isOut = (time: number) => bans.some(({ from, until }) => time > from && time < until)
  const met: TriedAttempt[] = []
  const isPassed: boolean[] = []
  for (const [index, attempt] of attempts.entries()) {
    const earlier = attempts.slice(0, index + 1).filter((_, before) => isPassed[before] ?? before === index)
    isPassed[index] = attempt.at < START || !isOut(attempt.at)
    if (!isPassed[index]) {
      met.push(attempt)
      continue
    }
    if (!attempt.isFailure || attempt.at < START) continue
    let [end, count] = [0, 0]
    for (const past of earlier.filter(({ isFailure, at: time }) => isFailure && time >= START)) {
      if (past.at >= end) [end, count] = [past.at + within * HOUR, 0]
      count += 1
    }
    const signedIn = earlier.filter(({ isSuccess, at: time }) => isSuccess && time > attempt.at - WEEK)
    const most = new Set(signedIn.map(({ userId }) => userId)).size >= 3 ? failures * 10 : failures
    const length = Math.min(Math.max(24, hours), hours * 2 ** bans.length)
    if (count % most === 0) bans.push({ from: attempt.at, until: attempt.at + length * HOUR })
  }
  const own = new Set(
    attempts.filter(({ isSuccess, at: time }) => isSuccess && time >= START).map(({ userId }) => userId),
  )
  const people = met.flatMap(({ userId }) => (userId !== null && own.has(userId) ? [userId] : []))
  return { bans: bans.length, keptOut: met.length, keptOutOfPeople: people.length, people: new Set(people).size }
}

test('it agrees with a full recount for each attempt, for any rule and any attempts (property)', () => {
  const attempt = fc.record({
    // Minutes, so that windows and bans end at the very moment of an attempt again and again; each its own millisecond.
    after: fc.nat(40),
    kind: fc.constantFrom('wrong', 'wrong', 'wrong', 'wrong', 'right', 'limited'),
    userId: fc.constantFrom(null, 'ada', 'bo', 'cy', 'dee'),
  })
  const rule = fc.record({
    failures: fc.integer({ min: 1, max: 4 }),
    within: fc.integer({ min: 1, max: 3 }),
    hours: fc.integer({ min: 1, max: 30 }),
  })
  fc.assert(
    fc.property(rule, fc.array(attempt, { maxLength: 120 }), fc.nat(300), (given, drawn, before) => {
      let time = START - before * 60_000
      const attempts = drawn.map(({ after, kind, userId }) => {
        time += Math.max(1, after * 60_000)
        if (kind === 'right') return { at: time, isFailure: false, isSuccess: userId !== null, userId }
        return { at: time, isFailure: kind === 'wrong', isSuccess: false, userId }
      })
      const naive = tryNaively(given, attempts)
      expect(tryBanRule(given, at(...attempts), START)).toEqual({ addresses: naive.bans > 0 ? 1 : 0, ...naive })
    }),
    { numRuns: 300 },
  )
})
