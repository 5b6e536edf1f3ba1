import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** The migrated database that every other one is a copy of. Nobody connects to it after it is made. */
export const TEMPLATE = 'template_migrated'

export type PostgresServer = { url: string; stop: () => Promise<void> }

/** The folder that holds `initdb` and `postgres`, the newest version first; undefined when there is none. */
export function findPostgres(): string | undefined {
  return candidates().find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

function candidates(): string[] {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const { PATH = '' } = process.env
  const onPath = PATH.split(delimiter).filter((folder) => folder !== '')
  return [...versions.map((version) => join(debian, version, 'bin')), ...onPath, ...fromPgConfig()]
}

function fromPgConfig(): string[] {
  try {
    return [execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()]
  } catch {
    return []
  }
}

/** PostgreSQL refuses to run as root: then it runs as `postgres` or `nobody`. */
function unprivileged(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {}
  }
  return { uid: 65_534, gid: 65_534 }
}

/** Ends the server and removes its data ($0) when standard input closes, so that it never outlives the tests, however they end. */
const SUPERVISOR = '"$@" & server=$!; cat >/dev/null; kill -INT $server; wait $server; rm -rf "$0"'

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  shared_buffers: '64MB',
}

/** Starts PostgreSQL from `bin` on loopback and a free port, with its data in a temporary folder that `stop` removes. */
export async function startPostgres(bin: string): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'workshop-postgres-'))
  const user = unprivileged()
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const options = { ...user, cwd: folder }
  const data = join(folder, 'data')
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  execFileSync(join(bin, 'initdb'), initdb, { ...options, stdio: 'pipe' })
  const port = await freePort()
  const settings = Object.entries({ ...SETTINGS, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [SUPERVISOR, data, join(bin, 'postgres'), '-D', data, ...settings]
  const server = spawn('/bin/sh', ['-c', ...command], { ...options, stdio: ['pipe', 'ignore', 'ignore'] })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const stop = async () => {
    server.stdin.end()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await answers(url)
  } catch (cause) {
    await stop()
    throw cause
  }
  return { url, stop }
}

async function answers(url: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (cause) {
      if (attempt === 200) throw new Error('PostgreSQL did not start.', { cause })
      await sleep(50)
    }
  }
}

/** A TCP port of 127.0.0.1 that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('The machine gave no port.')
  return address.port
}
