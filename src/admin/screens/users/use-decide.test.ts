import { expect, test } from 'vitest'
import type { DecisionOutcome } from '#src/contract/user.ts'
import { decisionSentence } from './use-decide.ts'

const result = (username: string, outcome: DecisionOutcome) => ({ id: username, username, outcome, message: '' })

test.each([
  [[result('ada', 'done')], 'approved', 'ada approved. The email goes out in a few seconds.'],
  [
    [result('ada', 'done'), result('bob', 'done')],
    'rejected',
    '2 people rejected. The email goes out in a few seconds.',
  ],
  [
    [result('ada', 'done'), result('bob', 'already')],
    'approved',
    'ada approved. The email goes out in a few seconds. 1 was left unchanged.',
  ],
  [[result('ada', 'gone'), result('bob', 'already')], 'rejected', 'No one was rejected. 2 were left unchanged.'],
] as const)('%j of %s is told as %j', (results, decision, told) => {
  expect(decisionSentence(results, { decision })).toBe(told)
})
