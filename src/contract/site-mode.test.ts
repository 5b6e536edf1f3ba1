import { expect, test } from 'vitest'
import { CLOSED_SENTENCE, maySignIn, mayWrite, SITE_LEVELS, siteModeInput } from './site-mode.ts'
import type { Role } from './viewer.ts'

const ANYONE: Role[][] = [[], ['moderator'], ['admin'], ['owner'], ['owner', 'moderator']]

test('staff can still change things at level 1, owners at level 2, and no one at level 3', () => {
  const rows = SITE_LEVELS.map(({ level }) => ANYONE.map((roles) => mayWrite(level, roles)))
  expect(rows).toEqual([
    [true, true, true, true, true],
    [false, true, true, true, true],
    [false, false, false, true, true],
    [false, false, false, false, false],
  ])
})

test('from level 2 on, only owners can sign in', () => {
  const rows = SITE_LEVELS.map(({ level }) => ANYONE.map((roles) => maySignIn(level, roles)))
  const [owners, everyone] = [
    [false, false, false, true, true],
    [true, true, true, true, true],
  ]
  expect(rows).toEqual([everyone, everyone, owners, owners])
})

test('every level that closes something has a sentence for visitors', () => {
  expect(Object.keys(CLOSED_SENTENCE)).toEqual(['1', '2', '3'])
})

test('a level needs a reason, and its end is an instant or absent', () => {
  const given = { level: 2, reason: '  Stolen session ', version: 1 }
  expect(siteModeInput.parse(given)).toEqual({ ...given, reason: 'Stolen session', until: null })
  for (const wrong of [{ reason: ' ' }, { level: 4 }, { until: 'tomorrow' }, { until: 4_200_000_000_000 }, { more: 1 }])
    expect(siteModeInput.safeParse({ ...given, ...wrong }).success, JSON.stringify(wrong)).toBe(false)
})
