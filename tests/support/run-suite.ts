import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser.ts'
import { QUICK_START } from './quick-start.ts'
import { type Part, partOf, readPlaywright, readVitest } from './run-report.ts'

type Ended = { code: number; seconds: number }
type Variables = Record<string, string>

const root = join(import.meta.dirname, '../..')
const results = mkdtempSync(join(tmpdir(), 'workshop-tests-'))
process.once('exit', () => rmSync(results, { recursive: true, force: true }))

/** Starts a program of this project. */
function start(program: string, args: string[], options: SpawnOptions): ChildProcess {
  return spawn(join(root, 'node_modules/.bin', program), args, { cwd: root, ...options })
}

/** Runs a program of this project, which prints as it goes. */
function run(program: string, args: string[], variables: Variables): Promise<Ended> {
  return ended(start(program, args, { stdio: 'inherit', env: { ...process.env, ...variables } }))
}

/** Runs one beside others: what it prints comes in one piece. */
async function runBeside(name: string, program: string, args: string[], variables: Variables = {}): Promise<Ended> {
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
export async function runCheck(name: string, program: string, args: string[], variables?: Variables): Promise<Part> {
  const end = await runBeside(name, program, args, variables)
  return partOf(name, end, () => (end.code === 0 ? { passed: 1 } : { failed: 1 }))
}

/** Runs Vitest on all its tests, or on some; the name is that of the part, and of its reports. */
export async function runVitest(name: string, args: string[] = [], variables: Variables = {}): Promise<Part> {
  console.log(`\n— ${name}`)
  const [report, times] = ['json', 'files.json'].map((kind) => join(results, `${name}.${kind}`))
  const reporters = ['default', 'json', './tests/support/file-times.ts'].map((reporter) => `--reporter=${reporter}`)
  const options = ['run', ...args, ...reporters, `--outputFile.json=${report}`]
  const end = await run('vitest', options, { FILE_TIMES: times ?? '', ...variables })
  return partOf(name, end, () => readVitest(report ?? '', times ?? ''))
}

/** Runs Playwright on all browser tests, or on some files. */
export async function runPlaywright(name: string, files: string[] = [], variables: Variables = {}): Promise<Part> {
  console.log(`\n— ${name}`)
  ensureBrowser()
  const report = join(results, `${name}.json`)
  const shared = { ...QUICK_START, PLAYWRIGHT_JSON_OUTPUT_FILE: report, START_PRODUCTS: 'all' }
  const end = await run('playwright', ['test', ...files, '--reporter=list,json'], { ...shared, ...variables })
  return partOf(name, end, () => readPlaywright(report))
}
