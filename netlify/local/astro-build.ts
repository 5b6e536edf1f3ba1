import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { cp, rename, rm } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { basename, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { isAlive } from '#db/owner-lock.ts'
import { BUILD_SITE } from '../build-site.ts'
import { PROJECT } from './project.ts'

/** How a build ended: well, or with a reason an editor can read. */
export type BuildResult = { ok: true } | { ok: false; reason: string; isStopped?: true }

/** A build under way. `stop` ends it early; `result` then says that it was stopped. */
export type RunningBuild = { result: Promise<BuildResult>; stop: () => void }

/** Starts a build of the site into `outDir`. `onLine` hears what it prints. */
export type StartBuild = (
  outDir: string,
  environment: NodeJS.ProcessEnv,
  onLine: (line: string) => void,
) => RunningBuild

const LOWER_PRIORITY = 10
const REMEMBERED_LINES = 400

/** Builds the site in a process of its own, behind the visitors in the queue for the processor. */
export const startAstroBuild: StartBuild = (outDir, environment, onLine) => {
  const workDir = workDirFor(outDir)
  const child = spawn(process.execPath, [...BUILD_SITE, workDir, '--links-for-next'], {
    cwd: PROJECT,
    env: { ...environment, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // A process group of its own: Ctrl-C in a terminal reaches us, and we end it in our own order.
    detached: true,
  })
  lowerPriority(child)
  let isStopped = false
  const lines: string[] = []
  eachLine(child, (line) => {
    lines.push(line)
    if (lines.length > REMEMBERED_LINES) lines.shift()
    onLine(line)
  })
  const ended = new Promise<BuildResult>((resolve) => {
    // It says that the site can be used, and then takes a tenth of a second to end.
    child.once('message', () => resolve({ ok: true }))
    child.once('error', () => resolve({ ok: false, reason: 'The build could not be started.' }))
    child.once('close', (code) => {
      if (code === 0) resolve({ ok: true })
      else if (isStopped) resolve({ ok: false, reason: 'The server stopped during this build.', isStopped })
      else resolve({ ok: false, reason: reasonIn(lines) })
    })
  })
  const stop = () => {
    isStopped = true
    endGroup(child, 'SIGTERM')
    setTimeout(() => endGroup(child, 'SIGKILL'), 3_000).unref()
  }
  return { result: ended.then((result) => finish(result, workDir, outDir)), stop }
}

async function finish(result: BuildResult, workDir: string, outDir: string): Promise<BuildResult> {
  await handOver(workDir, outDir, result.ok)
  return result
}

/** Ends the build and every process that it started: one of them left over would keep the output open. */
function endGroup({ pid, exitCode, signalCode }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, signal)
  } catch {
    // It has ended already.
  }
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, LOWER_PRIORITY)
  } catch {
    // It has ended already, or the system knows no priorities.
  }
}

function eachLine(child: ChildProcess, hear: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) {
    let rest = ''
    stream?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + stripVTControlCharacters(text)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.trim() !== '') hear(line.trimEnd())
    })
    stream?.on('end', () => rest.trim() !== '' && hear(rest.trimEnd()))
  }
}

const LOG_LINE = /^\d\d:\d\d:\d\d \[|^ *generating static routes|^\s*[▶├└λ]/
const STACK_LINE = /^\s+at |^\s*(Location|Stack trace):|^\s+(\/|file:).*:\d+:\d+$/
const LONGEST_REASON = 6

/**
 * The error that a build printed: the text between its last ordinary line and the stack. A database address is never
 * quoted in full.
 */
export function reasonIn(lines: readonly string[]): string {
  const stack = lines.findLastIndex((line) => /^\s*Stack trace:/.test(line))
  const before = stack === -1 ? lines : lines.slice(0, stack)
  const printed = before.slice(before.findLastIndex((line) => LOG_LINE.test(line)) + 1)
  const text = printed
    .filter((line) => !STACK_LINE.test(line))
    .slice(-LONGEST_REASON)
    .join('\n')
  return `The build failed.\n${text.replace(/(\b[a-z]+:\/\/)[^\s/@]*@/gi, '$1…@')}`.trim()
}

const WORK = join(PROJECT, '.astro/builds')

/**
 * The folder in which Astro builds the contents of `outDir`. It keeps working files beside its output only within the
 * project; for a folder elsewhere it uses one that two simultaneous builds would share, and one deletes it under the
 * other. So it builds within the project, in a folder with this process's number.
 */
function workDirFor(outDir: string): string {
  clearAbandoned()
  if (outDir.startsWith(PROJECT)) return outDir
  return join(WORK, `${process.pid}-${basename(outDir)}`)
}

/** Brings a finished build to its place, by its name alone where both are on one disk, and leaves nothing behind either way. */
async function handOver(workDir: string, outDir: string, isWanted: boolean): Promise<void> {
  if (workDir === outDir) return
  if (isWanted) await rename(workDir, outDir).catch(() => cp(workDir, outDir, { recursive: true }))
  await rm(workDir, { recursive: true, force: true })
}

/** What builds left that failed or were killed, among it the links that they made ahead. */
function clearAbandoned(): void {
  for (const name of namesIn(WORK)) {
    if (!isAlive(Number.parseInt(name, 10))) rmSync(join(WORK, name), { recursive: true, force: true })
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
