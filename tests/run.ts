import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPrograms, unprivilegedUser } from '#db/postgres-programs.ts'
import { ensureBrowser } from './support/browser.ts'
import { QUICK_START } from './support/quick-start.ts'
import { type Part, partOf, readPlaywright, readVitest, summary, total } from './support/run-report.ts'

/**
 * `npm test`: types, lint, unused code, unit, database and API tests, then the browser. `npm test -- --scale` runs the tests at
 * scale before them, if something that they load has changed. The last line counts them all.
 */

type Ended = { code: number; seconds: number }

const root = join(import.meta.dirname, '..')
const results = mkdtempSync(join(tmpdir(), 'workshop-tests-'))

/** Starts a program of this project. */
function start(program: string, args: string[], options: SpawnOptions): ChildProcess {
  return spawn(join(root, 'node_modules/.bin', program), args, { cwd: root, ...options })
}

/** Runs a program of this project, which prints as it goes. */
function run(program: string, args: string[], variables: Record<string, string>): Promise<Ended> {
  return ended(start(program, args, { stdio: 'inherit', env: { ...process.env, ...variables } }))
}

/** Runs one beside others: what it prints comes in one piece. */
async function runBeside(name: string, program: string, args: string[], variables = {}): Promise<Ended> {
  const child = start(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...variables } })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => printed.push(text))
  }
  const end = await ended(child)
  console.log(`\n— ${name}\n${printed.join('')}`)
  return end
}

function ended(child: ChildProcess): Promise<Ended> {
  const started = performance.now()
  return new Promise((resolve) => {
    const end = (code: number | null) => resolve({ code: code ?? 1, seconds: (performance.now() - started) / 1000 })
    child.once('close', end)
    child.once('error', () => end(1))
  })
}

/** A check that is one test: it passes or it does not. */
async function check(name: string, program: string, args: string[], variables = {}): Promise<Part> {
  const end = await runBeside(name, program, args, variables)
  return partOf(name, end, () => (end.code === 0 ? { passed: 1 } : { failed: 1 }))
}

async function checks(): Promise<Part[]> {
  return [
    // Several checkers would each work out the types that files share: twice the processor time. Collecting garbage takes a third of it,
    // for a program that needs 3 GB without.
    await check('types', 'tsc', ['-p', '.', '--checkers', '1'], { GOGC: 'off', GOMEMLIMIT: '4GiB' }),
    await check('lint and format', 'biome', ['ci', '.']),
    await check('unused code', 'knip', ['--no-progress']),
    ...(await systemPostgres()),
  ]
}

/** Options and variables with which Vitest leaves two reports, and the reading of them. */
function vitestReports(name: string) {
  const [report, times] = [join(results, `${name}.json`), join(results, `${name}-files.json`)]
  const reporters = ['default', 'json', './tests/support/file-times.ts'].map((reporter) => `--reporter=${reporter}`)
  return {
    options: [...reporters, `--outputFile.json=${report}`],
    variables: { FILE_TIMES: times },
    left: () => existsSync(report),
    read: () => readVitest(report, times),
  }
}

async function vitest(): Promise<Part> {
  console.log('\n— unit, database and API tests')
  const reports = vitestReports('vitest')
  const end = await run('vitest', ['run', ...reports.options], reports.variables)
  return partOf('vitest', end, reports.read)
}

/** The tests at scale, before all others; nothing where they need not run. */
async function atScale(): Promise<Part[]> {
  if (!process.argv.includes('--scale')) return []
  console.log('\n— tests at scale')
  const reports = vitestReports('scale')
  const child = spawn(process.execPath, ['tests/scale.ts', '--if-changed', ...reports.options], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...reports.variables },
  })
  const end = await ended(child)
  return end.code === 0 && !reports.left() ? [] : [partOf('at scale', end, reports.read)]
}

/** The API's tests once more on the PostgreSQL that is installed here, an older one than ours; nothing where there is none. */
async function systemPostgres(): Promise<Part[]> {
  const found = findPrograms({ user: unprivilegedUser(), isSystem: true })
  if (found === undefined) {
    console.log('\nNo PostgreSQL is installed on this machine: the API tests ran on the embedded one alone.')
    return []
  }
  const reports = vitestReports('system')
  const args = ['run', '--maxWorkers=1', 'tests/api', ...reports.options]
  const name = `API on PostgreSQL ${found.major}`
  const end = await runBeside(name, 'vitest', args, { TEST_POSTGRES: 'system', ...reports.variables })
  return [partOf(name, end, reports.read)]
}

async function playwright(): Promise<Part> {
  console.log('\n— browser tests')
  ensureBrowser()
  const report = join(results, 'playwright.json')
  const variables = { ...QUICK_START, PLAYWRIGHT_JSON_OUTPUT_FILE: report, START_PRODUCTS: 'all' }
  const end = await run('playwright', ['test', '--reporter=list,json'], variables)
  return partOf('playwright', end, () => readPlaywright(report))
}

const scale = await atScale()
const started = performance.now()
// Beside the long run, whose files wait for disks and for each other's processes; one after the other, so that something is left to do
// while they wait. The browser's tests have the machine for themselves: they wait for pages.
const beside = await Promise.all([checks(), vitest()])
const parts = [...scale, ...beside.flat(), await playwright()]
rmSync(results, { recursive: true, force: true })

console.log(summary(parts, (performance.now() - started) / 1000).join('\n'))
process.exitCode = total(parts, 'failed') === 0 ? 0 : 1
