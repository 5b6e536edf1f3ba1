import { readFileSync } from 'node:fs'
import { isAbsolute, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

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
  /** The tests that failed, each with the first line of what it says, and with the seed and path that repeat a property's failure. */
  failures: readonly string[]
}

type Found = Partial<Omit<Part, 'name' | 'seconds'>>
type VitestFile = {
  name: string
  message: string
  status: string
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
}
type VitestReport = Partial<
  Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numTodoTests', number> & {
    testResults: VitestFile[]
  }
>
type Result = { duration: number; error?: { message?: string } }
type Spec = { title: string; line: number; tests: { status: string; results: Result[] }[] }
type Suite = { file: string; specs?: Spec[]; suites?: Suite[] }
type PlaywrightReport = { suites: Suite[]; stats: Record<'expected' | 'flaky' | 'unexpected' | 'skipped', number> }

/**
 * The part that a runner's reports tell of. A runner that ended badly, left no report or passed nothing counts as at least
 * one failure.
 */
export function partOf(name: string, { code, seconds }: { code: number; seconds: number }, read: () => Found): Part {
  const empty = { passed: 0, failed: 0, skipped: 0, files: [], again: [], failures: [] }
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
  const found = json<VitestReport>(report)
  const { numPassedTests, numFailedTests, numPendingTests = 0, numTodoTests = 0, testResults = [] } = found
  const counts = { passed: numPassedTests ?? 0, failed: numFailedTests ?? 0, skipped: numPendingTests + numTodoTests }
  return { ...counts, files: json<FileTime[]>(times), failures: testResults.flatMap(vitestFailures) }
}

/** A file that could not be loaded has no tests, and a message of its own. */
function vitestFailures({ name, message, status, assertionResults }: VitestFile): string[] {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0 && status === 'failed') return [failure(name, '', message)]
  return failed.map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages[0]))
}

function failure(file: string, title: string, message = ''): string {
  const [line = '', ...rest] = stripVTControlCharacters(message).split('\n')
  const seed = rest.find((other) => other.startsWith('{ seed: '))
  return [isAbsolute(file) ? relative(process.cwd(), file) : file, title, line, seed].filter(Boolean).join(' › ')
}

export function readPlaywright(report: string): Found {
  const { suites, stats } = json<PlaywrightReport>(report)
  const specs = suites.flatMap((suite) => specsOf(suite))
  const seconds = Map.groupBy(specs, ({ file }) => file)
  const files = [...seconds].map(([file, own]) => ({ file, seconds: own.reduce((sum, spec) => sum + spec.seconds, 0) }))
  const again = specs.filter(({ isFlaky }) => isFlaky).map(({ file, line, title }) => `${file}:${line} ${title}`)
  const failures = specs
    .filter(({ isFailed }) => isFailed)
    .map(({ file, line, title, message }) => failure(`${file}:${line}`, title, message))
  const { expected, flaky, unexpected, skipped } = stats
  return { passed: expected + flaky, failed: unexpected, skipped, files, again, failures }
}

function specsOf({ file, specs = [], suites = [] }: Suite) {
  const own = specs.map(({ title, line, tests }) => {
    const results = tests.flatMap((test) => test.results)
    const seconds = results.reduce((sum, { duration }) => sum + duration, 0) / 1000
    const [isFlaky, isFailed] = ['flaky', 'unexpected'].map((kind) => tests.some(({ status }) => status === kind))
    const message = results.findLast(({ error }) => error !== undefined)?.error?.message
    return { file, title, line, seconds, isFlaky, isFailed, message }
  })
  const inner: typeof own = suites.flatMap((suite) => specsOf(suite))
  return [...own, ...inner]
}

function json<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T
}

const SLOWEST = 10

/** Where the time went, the tests that were lucky, those that failed, and the counts; the counts of all are the last line. */
export function summary(parts: readonly Part[], seconds: number): string[] {
  return [
    ...parts.flatMap(slowest),
    '',
    `minutes: ${parts.map((part) => `${part.name} ${minutes(part.seconds)}`).join(', ')}; from start to end ${minutes(seconds)}`,
    ...parts.flatMap(({ again }) => again.map((test) => `passed at the second try only: ${test}`)),
    ...parts.flatMap(({ failures }) => failures.map((test) => `failed: ${test}`)),
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
