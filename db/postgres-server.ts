import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './owner-lock.ts'
import type { Programs, ServerUser } from './postgres-programs.ts'

/** A PostgreSQL that answers on 127.0.0.1. */
export type PostgresServer = {
  port: number
  /** The process that all others of it descend from. */
  pid: number
  /** True when the files were not closed properly before, and PostgreSQL has recovered them from its log. */
  hasRecovered: boolean
  /** Ends all sessions, writes everything down and ends. */
  stop: () => Promise<void>
  /** Resolves when it is gone, asked to or not, with the last complaint it printed. */
  ended: Promise<string | undefined>
}

type Options = { programs: Programs; user: ServerUser; data: string }

/** PostgreSQL's own words for "fast": it ends the sessions and leaves nothing to recover. */
const FAST = 'SIGINT'
/** It leaves at once and recovers at its next start. */
const IMMEDIATE = 'SIGQUIT'
const STOP_WITHIN = 10_000

/**
 * Runs PostgreSQL and ends it when standard input closes, which is when the process that started it ends, in whatever
 * way. It leads a session of its own, so that Ctrl C in a terminal does not reach the database before the server has
 * finished its work.
 */
const SUPERVISOR = `exec 3<&0
"$@" 3<&- </dev/null & server=$!
{ read -r _ <&3; kill -INT $server; } 2>/dev/null & watcher=$!
exec 3<&-
wait $server; status=$?
kill $watcher 2>/dev/null
exit $status`

/** For a site of one machine: few connections, small buffers, no replication. `fsync` and the like keep their safe defaults. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '50',
  shared_buffers: '32MB',
  max_wal_size: '256MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  huge_pages: 'off',
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_line_prefix: '',
  lc_messages: 'C',
}

/**
 * Makes the files of a new database server in `data`. Its only role is `postgres`, with this password. They are flushed to
 * the disk unless they need not outlive this run. Throws an Error with what `initdb` said.
 */
export function createCluster({ programs, user, data }: Options, password: string, { isKept = true } = {}): void {
  const collation = programs.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []
  const canSyncAtOnce = programs.major >= 17 && process.platform === 'linux'
  const syncing = isKept ? (canSyncAtOnce ? ['--sync-method=syncfs'] : []) : ['--no-sync']
  const options = ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', '--pwfile=/dev/stdin', '-E', 'UTF8']
  const initdb = [join(programs.bin, 'initdb'), ...options, '--locale=C', ...collation, ...syncing]
  // What Node gives as standard input is a socket, which cannot be opened by its name.
  const call = ['-c', 'cat | "$0" "$@"', ...initdb]
  try {
    execFileSync('/bin/sh', call, { ...user, cwd: '/', input: `${password}\n`, stdio: 'pipe', encoding: 'utf8' })
  } catch (cause) {
    const printed = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : ''
    throw new Error(`The database could not be made: ${printed.split('\n').at(-1)}`, { cause })
  }
}

/**
 * Starts PostgreSQL on the files in `data` and resolves once it takes connections, after recovering where it has to. It
 * picks a free port unless `port` names one. Throws an Error with what PostgreSQL said when it cannot start.
 */
export async function startServer(
  options: Options & { port?: number | undefined; settings?: Record<string, string> },
): Promise<PostgresServer> {
  await endOrphan(options.data)
  const started = performance.now()
  for (;;) {
    try {
      return await startOn(options.port ?? (await freePort()), options)
    } catch (error) {
      if (!passes(error, options.port) || performance.now() - started > STOP_WITHIN) throw error
      await sleep(100)
    }
  }
}

/** True for what another try may find mended: sessions of a killed server that are still ending, a port that another program took. */
function passes(error: unknown, port: number | undefined): boolean {
  const said = error instanceof Error ? error.message : ''
  return /still in use/.test(said) || (port === undefined && /could not create any TCP/.test(said))
}

async function startOn(
  port: number,
  { programs, user, data, settings }: Options & { settings?: Record<string, string> },
): Promise<PostgresServer> {
  const newer = programs.major >= 18 ? { io_method: 'sync' } : {}
  const chosen = Object.entries({ ...SETTINGS, ...newer, ...settings, port: String(port) })
  const postgres = ['-D', data, ...chosen.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const child = spawn('/bin/sh', ['-c', SUPERVISOR, 'postgres', join(programs.bin, 'postgres'), ...postgres], {
    ...user,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  child.stdin.on('error', () => {})
  const log = readLog(child)
  const ended = new Promise<string | undefined>((resolve) => {
    child.once('exit', () => child.stdin.destroy())
    child.once('close', () => resolve(log.complaint()))
  })
  const isReady = await Promise.race([log.ready, ended.then(() => false)])
  if (!isReady) throw new Error(log.complaint() ?? 'PostgreSQL ended without a word.')
  const pid = getPostmaster(data) ?? 0
  return { port, pid, hasRecovered: log.hasRecovered(), ended, stop: () => stop(child, pid, ended) }
}

/** What keeps PostgreSQL from starting. It reports what it tried in vain before, such as taking a port, as LOG. */
const REFUSAL = /\b(FATAL|PANIC): |(cannot|could not) /
/** What ends it later. FATAL then ends one session only. */
const BREAKDOWN = /^PANIC: /

/** Reads what PostgreSQL prints: when it is ready, that it recovers, and what stopped it. */
function readLog(child: ChildProcess) {
  const { promise: ready, resolve } = Promise.withResolvers<true>()
  let hasRecovered = false
  let complaint: string | undefined
  let serious = REFUSAL
  const read = (line: string) => {
    if (line.includes('automatic recovery in progress')) hasRecovered = true
    if (serious.test(line)) complaint = line.replace(/^.*?\b[A-Z]+: +/, '')
    if (!line.includes('ready to accept connections')) return
    complaint = undefined
    serious = BREAKDOWN
    resolve(true)
  }
  if (child.stderr) createInterface({ input: child.stderr }).on('line', read)
  return { ready, hasRecovered: () => hasRecovered, complaint: () => complaint }
}

async function stop(child: ChildProcess, pid: number, ended: Promise<unknown>): Promise<void> {
  child.stdin?.end()
  if (await within(STOP_WITHIN, ended)) return
  signal(pid, IMMEDIATE)
  if (await within(STOP_WITHIN, ended)) return
  signal(pid, 'SIGKILL')
  await ended
}

/** Ends a server whose parent process died, and removes what a dead one left behind. */
async function endOrphan(data: string): Promise<void> {
  const pid = getPostmaster(data)
  if (pid === undefined) return
  if (!servesFrom(pid, data)) return rmSync(join(data, 'postmaster.pid'), { force: true })
  for (const way of [FAST, IMMEDIATE, 'SIGKILL'] as const) {
    signal(pid, way)
    for (let waited = 0; waited < STOP_WITHIN; waited += 20) {
      if (!isAlive(pid)) return
      await sleep(20)
    }
  }
}

/** The process number in `postmaster.pid`, which is on its first line. */
function getPostmaster(data: string): number | undefined {
  const path = join(data, 'postmaster.pid')
  const pid = existsSync(path) ? Number.parseInt(readFileSync(path, 'utf8'), 10) : Number.NaN
  return Number.isInteger(pid) ? pid : undefined
}

/** True when the process is a PostgreSQL on these files, and not another one that has its number by now. */
function servesFrom(pid: number, data: string): boolean {
  if (!isAlive(pid)) return false
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data)
  } catch {}
  try {
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).includes(data)
  } catch {
    return false
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {}
}

async function within(milliseconds: number, event: Promise<unknown>): Promise<boolean> {
  const patience = new AbortController()
  const late = sleep(milliseconds, false, { signal: patience.signal }).catch(() => false)
  const isDone = await Promise.race([event.then(() => true), late])
  patience.abort()
  return isDone
}

// Below the ports that systems give to outgoing connections: one of those could take the port before the server does.
const LOWEST_PORT = 10_000
const PORTS = 20_000

/** A TCP port of 127.0.0.1 that is free at this moment and that no outgoing connection will take. */
export async function freePort(): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = LOWEST_PORT + randomInt(PORTS)
    try {
      await listenOnce(port)
      return port
    } catch (cause) {
      if (tries === 20) throw cause
    }
  }
}

async function listenOnce(port: number): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  await new Promise((resolve) => server.close(resolve))
}
