import { expect, test } from 'vitest'
import { DRAFT_EXPIRY } from '../drafts/draft-storage.ts'
import { countCharacters } from './ReportInputs.tsx'
import { BLANK_REPORT, isBlankReport, readStoredReport, type StoredReport } from './report-draft.ts'

const NOW = 1_800_000_000_000
const draft: StoredReport = {
  reportType: 'improvement',
  title: 'A later start',
  description: 'Our plant is three hours away.',
  email: 'maria@plant.example',
  timestamp: NOW,
  name: '0123456789abcdef0123456789abcdef',
}

test('a draft comes back as it was kept', () => {
  expect(readStoredReport(JSON.stringify(draft), NOW)).toEqual(draft)
})

test('a draft is restored for less than 24 hours, to the millisecond', () => {
  expect(readStoredReport(JSON.stringify(draft), NOW + DRAFT_EXPIRY - 1)).toEqual(draft)
  expect(readStoredReport(JSON.stringify(draft), NOW + DRAFT_EXPIRY)).toBeUndefined()
})

test('a draft of the future is not kept for ever', () => {
  expect(readStoredReport(JSON.stringify(draft), NOW - 60_000)).toEqual(draft)
  expect(readStoredReport(JSON.stringify(draft), NOW - DRAFT_EXPIRY)).toBeUndefined()
})

test.each([
  [null],
  [''],
  ['{'],
  ['null'],
  ['[]'],
  ['"text"'],
  ['{"title":"x"}'],
  [JSON.stringify({ ...draft, reportType: 'praise' })],
  [JSON.stringify({ ...draft, title: 5 })],
  [JSON.stringify({ ...draft, description: undefined })],
  [JSON.stringify({ ...draft, email: null })],
  [JSON.stringify({ ...draft, timestamp: 'yesterday' })],
  [JSON.stringify({ ...draft, timestamp: null })],
  [JSON.stringify({ ...draft, name: '../x' })],
])('what is no draft is none: %s', (text) => {
  expect(readStoredReport(text, NOW)).toBeUndefined()
})

test('a form with a tab chosen and nothing written is empty, one with a letter is not', () => {
  expect(isBlankReport({ ...BLANK_REPORT, reportType: 'improvement', title: '  ', description: '\n' })).toBe(true)
  for (const field of ['title', 'description', 'email'] as const)
    expect(isBlankReport({ ...BLANK_REPORT, [field]: 'x' })).toBe(false)
})

test('characters are counted as the rule counts them', () => {
  expect(countCharacters('  twelve chars \n')).toBe(12)
  expect(countCharacters('🔧🔧')).toBe(2)
})
