import { expect, test } from 'vitest'
import type { ReportRecord } from '#src/contract/report-admin.ts'
import { notifiedSentence } from './report-words.ts'

const report = (changes: Partial<ReportRecord>) =>
  ({
    verifiedAt: 1,
    reporterEmail: 'maria@plant.example',
    duplicateCount: 0,
    mergedIntoId: null,
    ...changes,
  }) as ReportRecord

test.each([
  [{}, 'A new status or answer is emailed once to maria@plant.example.'],
  [
    { duplicateCount: 1 },
    'A new status or answer is emailed once to maria@plant.example, and to everyone who verified the report merged into it.',
  ],
  [{ verifiedAt: null }, 'No one is emailed because the address is not verified.'],
  [
    { verifiedAt: null, duplicateCount: 2 },
    'The address is not verified. A new status or answer is emailed to everyone who verified one of the 2 reports merged into it.',
  ],
  [{ mergedIntoId: 'x' }, 'This report follows the one it was merged into. Change that one or undo the merge.'],
])('%o: %s', (changes, sentence) => {
  expect(notifiedSentence(report(changes))).toBe(sentence)
})
