import { expect, test } from 'vitest'
import type { DecisionOutcome } from '#src/contract/user.ts'
import { toldOf } from './use-decide.ts'

const result = (username: string, outcome: DecisionOutcome) => ({ id: username, username, outcome, message: '' })

test.each([
  [[result('ada', 'done')], 'approved', 'Approved ada. A mail tells them.'],
  [[result('ada', 'done'), result('bob', 'done')], 'rejected', 'Rejected 2 people. Mails tell them.'],
  [
    [result('ada', 'done'), result('bob', 'already')],
    'approved',
    'Approved ada. A mail tells them. 1 was left as they are.',
  ],
  [[result('ada', 'gone'), result('bob', 'already')], 'rejected', 'Nobody was rejected. 2 were left as they are.'],
] as const)('%j of %s is told as %j', (results, decision, told) => {
  expect(toldOf(results, { decision })).toBe(told)
})
