import { expect, test } from 'vitest'
import type { ReportRecord } from '#src/contract/report-admin.ts'
import { toldSentence } from './report-words.ts'

const report = (changes: Partial<ReportRecord>) =>
  ({
    verifiedAt: 1,
    reporterEmail: 'maria@plant.example',
    duplicateCount: 0,
    mergedIntoId: null,
    ...changes,
  }) as ReportRecord

test.each([
  [{}, 'A new status or answer is mailed to maria@plant.example, once.'],
  [
    { duplicateCount: 1 },
    'A new status or answer is mailed to maria@plant.example, and to those who verified the report merged into it, once.',
  ],
  [{ verifiedAt: null }, 'Nobody is mailed about it: the address is not verified.'],
  [
    { verifiedAt: null, duplicateCount: 2 },
    'The address is not verified. A new status or answer is mailed to those who verified one of the 2 reports merged into it.',
  ],
  [{ mergedIntoId: 'x' }, 'It follows the report it was merged into. Change that one, or undo the merge.'],
])('%o: %s', (changes, sentence) => {
  expect(toldSentence(report(changes))).toBe(sentence)
})
