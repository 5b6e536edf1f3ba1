import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './support/browser.ts'

/** `npm test`: types, lint, unit, database and API tests, then the browser. The last line counts them all. */

/** `again`: tests among the passed that did so at their second try only. */
type Count = { name: string; passed: number; failed: number; skipped: number; again?: number }

const root = join(import.meta.dirname, '..')
const results = mkdtempSync(join(tmpdir(), 'workshop-tests-'))

/** Starts a program of this project. */
function start(program: string, args: string[], options: SpawnOptions): ChildProcess {
  return spawn(join(root, 'node_modules/.bin', program), args, { cwd: root, ...options })
}

/** Runs a program of this project and gives its exit code. */
function run(program: string, args: string[], variables: Record<string, string> = {}): Promise<number> {
  return ended(start(program, args, { stdio: 'inherit', env: { ...process.env, ...variables } }))
}

function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('close', (code) => resolve(code ?? 1))
    child.once('error', () => resolve(1))
  })
}

/** A check that is one test: it passes or it does not. What it prints stands together, since others run beside it. */
async function check(name: string, program: string, args: string[]): Promise<Count> {
  const child = start(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => printed.push(text))
  }
  const failed = (await ended(child)) === 0 ? 0 : 1
  console.log(`\n— ${name}\n${printed.join('')}`)
  return { name, passed: 1 - failed, failed, skipped: 0 }
}

async function vitest(): Promise<Count> {
  console.log('\n— unit, database and API tests')
  const file = join(results, 'vitest.json')
  const code = await run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
  return counted('vitest', code, file, (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  }))
}

async function playwright(): Promise<Count> {
  console.log('\n— browser tests')
  ensureBrowser()
  const file = join(results, 'playwright.json')
  const code = await run('playwright', ['test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  return counted('playwright', code, file, ({ stats }) => ({
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected,
    skipped: stats?.skipped,
    again: stats?.flaky,
  }))
}

type Report = Record<string, number> & { stats?: Record<string, number> }
type Numbers = Partial<Record<'passed' | 'failed' | 'skipped' | 'again', number | undefined>>

/** Reads a runner's report. A runner that ended badly, or left no report, counts as at least one failure. */
function counted(name: string, code: number, file: string, read: (report: Report) => Numbers): Count {
  try {
    const { passed = 0, failed = 0, skipped = 0, again = 0 } = read(JSON.parse(readFileSync(file, 'utf8')))
    return { name, passed, failed: code !== 0 || passed === 0 ? Math.max(failed, 1) : failed, skipped, again }
  } catch {
    return { name, passed: 0, failed: 1, skipped: 0 }
  }
}

// The browser's tests have the machine for themselves: they wait for pages.
const quick = await Promise.all([
  check('types', 'tsc', ['-p', '.']),
  check('lint and format', 'biome', ['ci', '.']),
  vitest(),
])
const counts = [...quick, await playwright()]
rmSync(results, { recursive: true, force: true })

console.log()
for (const { name, passed, failed, skipped, again = 0 } of counts) {
  const rest = [skipped > 0 && `${skipped} skipped`, again > 0 && `${again} of them at the second try`]
  console.log([`${name}: ${passed} passed, ${failed} failed`, ...rest.filter(Boolean)].join(', '))
}
const total = (key: 'passed' | 'failed') => counts.reduce((sum, count) => sum + count[key], 0)
console.log(`tests: ${total('passed')} passed, ${total('failed')} failed`)
process.exitCode = total('failed') === 0 ? 0 : 1
