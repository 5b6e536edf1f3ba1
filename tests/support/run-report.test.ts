import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { type Part, partOf, readPlaywright, readVitest, summary } from './run-report.ts'

/** The path of a report with this content. */
function report(content: unknown): string {
  const path = join(mkdtempSync(join(inject('temporaryFolder'), 'report-')), 'report.json')
  writeFileSync(path, JSON.stringify(content))
  return path
}

const ran = (status: string, ...durations: number[]) => ({
  status,
  results: durations.map((duration) => ({ duration })),
})
const browser = report({
  suites: [
    {
      file: 'a.spec.ts',
      specs: [{ title: 'opens', line: 3, tests: [ran('expected', 1_000)] }],
      suites: [{ file: 'a.spec.ts', specs: [{ title: 'closes', line: 9, tests: [ran('flaky', 4_000, 500)] }] }],
    },
    { file: 'b.spec.ts', specs: [{ title: 'shuts', line: 1, tests: [ran('expected', 2_000)] }] },
  ],
  stats: { expected: 2, flaky: 1, unexpected: 0, skipped: 0 },
})
const fine = { code: 0, seconds: 90 }

test('a test that passed at its second try only counts as passed, and is named', () => {
  const part = partOf('playwright', fine, () => readPlaywright(browser))
  expect(part).toMatchObject({ passed: 3, failed: 0, again: ['a.spec.ts:9 closes'] })
  const lines = summary([part], 90)
  expect(lines).toContain('passed at the second try only: a.spec.ts:9 closes')
  expect(lines).toContain('playwright: 3 passed, 0 failed, 1 of them at the second try')
})

test('a failed test is named with the first line of its message and its seed, a file that did not load with its own', () => {
  const failed = { status: 'failed', fullName: 'the site › opens', failureMessages: ['expected 1 to be 2\n at line 3'] }
  const property = {
    ...failed,
    fullName: 'adds up',
    failureMessages: ['Failed after 9 tests\n{ seed: 7, path: "8:0" }\n[]'],
  }
  const vitest = report({
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      {
        name: 'tests/a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [failed, property, { status: 'passed' }],
      },
      { name: 'tests/b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
    ],
  })
  const spec = {
    title: 'shuts',
    line: 7,
    tests: [{ status: 'unexpected', results: [{ duration: 1, error: { message: 'no button' } }] }],
  }
  const shuts = report({
    suites: [{ file: 'c.spec.ts', specs: [spec] }],
    stats: { expected: 0, flaky: 0, unexpected: 1, skipped: 0 },
  })
  const bad = { code: 1, seconds: 1 }
  const lines = summary(
    [
      partOf('vitest', bad, () => readVitest(vitest, report([]))),
      partOf('playwright', bad, () => readPlaywright(shuts)),
    ],
    1,
  )
  expect(lines.filter((line) => line.startsWith('failed:'))).toEqual([
    'failed: tests/a.test.ts › the site › opens › expected 1 to be 2',
    'failed: tests/a.test.ts › adds up › Failed after 9 tests › { seed: 7, path: "8:0" }',
    'failed: tests/b.test.ts › Cannot find module',
    'failed: c.spec.ts:7 › shuts › no button',
  ])
})

test('the slowest files come first, with all that their tests took', () => {
  const { files } = partOf('playwright', fine, () => readPlaywright(browser))
  expect(files).toEqual([
    { file: 'a.spec.ts', seconds: 5.5 },
    { file: 'b.spec.ts', seconds: 2 },
  ])
  expect(summary([partOf('playwright', fine, () => readPlaywright(browser))], 90).slice(1, 4)).toEqual([
    'playwright: the slowest files',
    '    5.5 s  a.spec.ts',
    '    2.0 s  b.spec.ts',
  ])
})

test('the last line counts all parts, and no other begins like it', () => {
  const vitest = report({ numPassedTests: 40, numFailedTests: 2, numPendingTests: 1, numTodoTests: 0 })
  const parts: Part[] = [
    partOf('types', fine, () => ({ passed: 1 })),
    partOf('vitest', { code: 1, seconds: 150 }, () => readVitest(vitest, report([{ file: 'c.test.ts', seconds: 3 }]))),
    partOf('playwright', fine, () => readPlaywright(browser)),
  ]
  const lines = summary(parts, 240)
  expect(lines.at(-1)).toBe('tests: 44 passed, 2 failed')
  expect(lines.filter((line) => line.startsWith('tests:'))).toHaveLength(1)
  expect(lines).toContain('minutes: types 1.5, vitest 2.5, playwright 1.5; from start to end 4.0')
})

test('a runner that left no report, ended badly or ran nothing has failed', () => {
  expect(partOf('vitest', fine, () => readVitest('/nowhere', '/nowhere'))).toMatchObject({ passed: 0, failed: 1 })
  expect(partOf('playwright', { code: 1, seconds: 1 }, () => readPlaywright(browser))).toMatchObject({ failed: 1 })
  expect(partOf('types', fine, () => ({}))).toMatchObject({ failed: 1 })
})
