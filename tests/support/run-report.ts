import { readFileSync } from 'node:fs'

/** How long a file of tests took, summed over its workers. */
type FileTime = { file: string; seconds: number }

/** What one part of `npm test` found. */
export type Part = {
  name: string
  passed: number
  failed: number
  skipped: number
  /** From its start to its end. */
  seconds: number
  files: readonly FileTime[]
  /** The tests among the passed that did so at their second try only. */
  again: readonly string[]
}

type Found = Partial<Omit<Part, 'name' | 'seconds'>>
type VitestReport = Partial<Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numTodoTests', number>>
type Spec = { title: string; line: number; tests: { status: string; results: { duration: number }[] }[] }
type Suite = { file: string; specs?: Spec[]; suites?: Suite[] }
type PlaywrightReport = { suites: Suite[]; stats: Record<'expected' | 'flaky' | 'unexpected' | 'skipped', number> }

/**
 * The part that a runner's reports tell of. A runner that ended badly, left no report or passed nothing counts as at least
 * one failure.
 */
export function partOf(name: string, { code, seconds }: { code: number; seconds: number }, read: () => Found): Part {
  const empty = { passed: 0, failed: 0, skipped: 0, files: [], again: [] }
  const found = { ...empty, ...readOrNothing(read) }
  const isBad = code !== 0 || found.passed === 0
  return { ...found, name, seconds, failed: isBad ? Math.max(found.failed, 1) : found.failed }
}

function readOrNothing(read: () => Found): Found {
  try {
    return read()
  } catch {
    return {}
  }
}

export function readVitest(report: string, times: string): Found {
  const { numPassedTests, numFailedTests, numPendingTests = 0, numTodoTests = 0 } = json<VitestReport>(report)
  const counts = { passed: numPassedTests ?? 0, failed: numFailedTests ?? 0, skipped: numPendingTests + numTodoTests }
  return { ...counts, files: json<FileTime[]>(times) }
}

export function readPlaywright(report: string): Found {
  const { suites, stats } = json<PlaywrightReport>(report)
  const specs = suites.flatMap((suite) => specsOf(suite))
  const seconds = Map.groupBy(specs, ({ file }) => file)
  const files = [...seconds].map(([file, own]) => ({ file, seconds: own.reduce((sum, spec) => sum + spec.seconds, 0) }))
  const again = specs.filter(({ isFlaky }) => isFlaky).map(({ file, line, title }) => `${file}:${line} ${title}`)
  const { expected, flaky, unexpected, skipped } = stats
  return { passed: expected + flaky, failed: unexpected, skipped, files, again }
}

function specsOf({ file, specs = [], suites = [] }: Suite) {
  const own = specs.map(({ title, line, tests }) => {
    const results = tests.flatMap((test) => test.results)
    const seconds = results.reduce((sum, { duration }) => sum + duration, 0) / 1000
    return { file, title, line, seconds, isFlaky: tests.some(({ status }) => status === 'flaky') }
  })
  const inner: typeof own = suites.flatMap((suite) => specsOf(suite))
  return [...own, ...inner]
}

function json<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T
}

const SLOWEST = 10

/** Where the time went, the tests that were lucky, and the counts; the counts of all are the last line. */
export function summary(parts: readonly Part[], seconds: number): string[] {
  return [
    ...parts.flatMap(slowest),
    '',
    `minutes: ${parts.map((part) => `${part.name} ${minutes(part.seconds)}`).join(', ')}; from start to end ${minutes(seconds)}`,
    ...parts.flatMap(({ again }) => again.map((test) => `passed at the second try only: ${test}`)),
    ...parts.map(counted),
    `tests: ${total(parts, 'passed')} passed, ${total(parts, 'failed')} failed`,
  ]
}

export function total(parts: readonly Part[], key: 'passed' | 'failed'): number {
  return parts.reduce((sum, part) => sum + part[key], 0)
}

function slowest({ name, files }: Part): string[] {
  if (files.length === 0) return []
  const most = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  const lines = most.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)
  return ['', `${name}: the slowest files`, ...lines]
}

function counted({ name, passed, failed, skipped, again }: Part): string {
  const rest = [skipped > 0 && `${skipped} skipped`, again.length > 0 && `${again.length} of them at the second try`]
  return [`${name}: ${passed} passed, ${failed} failed`, ...rest.filter(Boolean)].join(', ')
}

const minutes = (seconds: number) => (seconds / 60).toFixed(1)
