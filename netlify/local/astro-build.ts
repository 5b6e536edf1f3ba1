import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { PROJECT } from './release.ts'

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

const ASTRO = join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin/astro.mjs')
const LOWER_PRIORITY = 10
const REMEMBERED_LINES = 400

/** `astro build` in a process of its own, behind the visitors in the queue for the processor. */
export const startAstroBuild: StartBuild = (outDir, environment, onLine) => {
  const child = spawn(process.execPath, [ASTRO, 'build', '--outDir', outDir], {
    cwd: PROJECT,
    env: { ...environment, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own: Ctrl-C in a terminal reaches us, and we end it in our own order.
    detached: true,
  })
  lowerPriority(child)
  let isStopped = false
  const lines: string[] = []
  const hear = (line: string) => {
    lines.push(line)
    if (lines.length > REMEMBERED_LINES) lines.shift()
    onLine(line)
  }
  eachLine(child, hear)
  const result = new Promise<BuildResult>((resolve) => {
    child.once('error', () => resolve({ ok: false, reason: 'The build could not be started.' }))
    child.once('close', (code) => {
      if (code === 0) resolve({ ok: true })
      else if (isStopped) resolve({ ok: false, reason: 'The server stopped during this build.', isStopped })
      else resolve({ ok: false, reason: reasonIn(lines) })
    })
  })
  const stop = () => {
    isStopped = true
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), 3_000).unref()
  }
  return { result, stop }
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

/** The error a build printed, without its stack and without any database address. */
export function reasonIn(lines: readonly string[]): string {
  const start = lines.findLastIndex((line) => /\berror\b/i.test(line) && !/^\s+at /.test(line))
  const told = (start === -1 ? lines.slice(-3) : lines.slice(start, start + 6)).filter((line) => !/^\s+at /.test(line))
  const text = told.join('\n').replace(/\b[a-z]+:\/\/[^\s/@]*@/gi, (address) => address.replace(/\/\/.*@/, '//…@'))
  return `The build failed.\n${text}`.trim()
}
