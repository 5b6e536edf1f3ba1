import { expect, test } from 'vitest'
import { type CheckState, checksSentence } from './checks.ts'

const check = (state: CheckState | null, given: object = {}) => ({
  ...{ state, mute: null, blips: state === 'fail' ? 1 : 0, tolerated: 0, announcedAt: null },
  history: state === null ? [] : [{ state, at: 0 }],
  ...given,
})

test.each([
  [[null, null], 'The security test has not run yet.'],
  [['pass', 'pass', null], 'All 2 checks passed.'],
  [['pass', 'fail', 'unknown'], '1 of 3 checks needs your attention; 1 could not run.'],
  [['warn', 'fail', 'pass'], '2 of 3 checks need your attention.'],
  [['pass', 'unknown'], 'Nothing needs your attention: 1 of 2 checks passed; 1 could not run.'],
  [['unknown', 'unknown'], 'None of 2 checks could run.'],
  [['unknown', null], 'The check could not run.'],
] as const)('%j is said as “%s”', (states, sentence) => {
  expect(checksSentence(states.map((state) => check(state)))).toBe(sentence)
})
