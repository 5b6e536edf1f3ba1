import * as crypto from 'node:crypto'
import {
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Instant } from '#src/contract/instant.ts'
import type { Finish } from './finish-page.ts'

/** Where pages outlive a build, seen from the project's folder: beside the share images, in the folder that hosts keep. */
export const PAGE_STORE = 'node_modules/.cache/pages'
/** The same for share images, whose names say nothing of the code that draws them: a change of the code draws none again. */
export const CARD_STORE = 'node_modules/.cache/share-cards/kept'
/** Another shape of the index needs another name. */
const INDEX = 'index.1'
/** Folders that are kept, one for each state of the code and each name of the site. */
const FOLDERS = 3
/** What so many builds in a row had no use for is forgotten. */
const BUILDS = 3
/** A file that no index names may belong to a build that has not ended yet. */
const PATIENCE = 3_600_000

/** What is known of a kept file: what it was when it was stored, and what the policy of its page allows. */
type Entry = { size: number; writtenAt: number; hash: string; finish: Finish | null }
/** What the last builds used, the last one first. */
type Index<Value> = { entries: Map<string, Entry>; values: Map<string, Value>; uses: Set<string>[] }

/**
 * Pages and calendars of earlier builds, and values about events, by a name that says all they are made of. Files are hard
 * links, so that a kept page costs no reading and no writing. (decision 0069)
 */
export type PageStore<Value> = {
  /** A value that was kept under this name. */
  get: (name: string) => Value | undefined
  set: (name: string, value: Value) => void
  /** Puts the kept file `name` at `path`; undefined if there is none, or what is there is not what was stored. */
  place: (name: string, path: string) => { finish: Finish | null } | undefined
  /** Keeps the file at `path`, which is complete and will not be changed; `hash` is that of its bytes. */
  keep: (name: string, path: string, about: Pick<Entry, 'hash' | 'finish'>) => void
  /** Writes down what is kept, and forgets what builds have no use for any more. */
  save: (now: Instant) => void
}

/** Opens the store of one state of the code. A folder that is not there, or cannot be read, is an empty store. */
export function openPageStore<Value>(folder: string): PageStore<Value> {
  const { entries, values, uses } = readIndex<Value>(join(folder, INDEX))
  const used = new Set<string>()
  const known = onlyOnce(entries)
  attempt(() => mkdirSync(folder, { recursive: true }))
  return {
    get: (name) => {
      used.add(name)
      return values.get(name)
    },
    set: (name, value) => {
      used.add(name)
      values.set(name, value)
    },
    place: (name, path) => {
      const entry = entries.get(name)
      if (!entry) return undefined
      if (placeFile(join(folder, name), path, entry)) {
        used.add(name)
        return { finish: entry.finish }
      }
      entries.delete(name)
      return undefined
    },
    keep: (name, path, { hash, finish }) =>
      attempt(() => {
        entries.set(name, { ...keepFile(path, join(folder, name)), hash, finish: known(finish) })
        used.add(name)
      }),
    save: (now) =>
      attempt(() => {
        const lately = [used, ...uses].slice(0, BUILDS)
        const index = { entries: inUse(entries, lately), values: inUse(values, lately), uses: lately }
        writeIndex(folder, index)
        forgetFiles(folder, index.entries, now)
        forgetFolders(folder)
      }),
  }
}

/** What cannot be kept is made again: a full disk, or another build that clears up at the same time, never ends a build. */
function attempt(work: () => unknown): void {
  try {
    work()
  } catch (cause) {
    console.warn('[pages] Could not be kept for the next build:', cause instanceof Error ? cause.message : cause)
  }
}

/** Gives the object that other entries have too: pages need the same few, which are then stored once. */
function onlyOnce(entries: ReadonlyMap<string, Entry>): (finish: Finish | null) => Finish | null {
  const distinct = new Set([...entries.values()].map(({ finish }) => finish))
  const known = new Map([...distinct].map((finish) => [JSON.stringify(finish), finish]))
  return (finish) => {
    const name = JSON.stringify(finish)
    const same = known.get(name)
    if (same === undefined) known.set(name, finish)
    return same ?? finish
  }
}

/**
 * As Git does with its index, a file of the size and time that were written down counts as unchanged. Any other is read: hosts
 * that unpack their cache may give it a new time. One that holds something else is removed.
 */
function placeFile(kept: string, path: string, entry: Entry): boolean {
  try {
    const { size, mtimeMs } = statSync(kept)
    if (size !== entry.size || (mtimeMs !== entry.writtenAt && hashOf(readFileSync(kept)) !== entry.hash)) {
      rmSync(kept, { force: true })
      return false
    }
    entry.writtenAt = mtimeMs
    link(kept, path)
    return true
  } catch {
    return false
  }
}

function keepFile(path: string, kept: string): Pick<Entry, 'size' | 'writtenAt'> {
  try {
    linkSync(path, kept)
  } catch {
    // Another build has kept the same, or the store is on another disk.
    const draft = `${kept}.${crypto.randomUUID()}`
    link(path, draft)
    renameSync(draft, kept)
    rmSync(draft, { force: true }) // is left where both are links to one file
  }
  const { size, mtimeMs } = statSync(kept)
  return { size, writtenAt: mtimeMs }
}

/** A second name for a file; a copy of it on another disk, or where the disk has no links. */
function link(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') throw cause
    rmSync(to, { force: true })
    copyFileSync(from, to, constants.COPYFILE_FICLONE)
  }
}

/** What the bytes of a kept file are recognized by. */
export function hashOf(bytes: Uint8Array): string {
  return crypto.hash('sha256', bytes, 'base64url')
}

/** The hash of the rest, which is cut short or not ours where it differs, and the rest. */
function readIndex<Value>(file: string): Index<Value> {
  try {
    const bytes = readFileSync(file)
    const [hash, rest] = [bytes.subarray(0, 43).toString('latin1'), bytes.subarray(43)]
    if (hash === hashOf(rest)) return deserialize(rest)
  } catch {
    // There is none.
  }
  return { entries: new Map(), values: new Map(), uses: [] }
}

/** Moved into place whole: of two builds at once, the later one is remembered. */
function writeIndex(folder: string, index: Index<unknown>): void {
  const bytes = serialize(index)
  const draft = join(folder, `${INDEX}.${crypto.randomUUID()}`)
  writeFileSync(draft, Buffer.concat([Buffer.from(hashOf(bytes)), bytes]))
  renameSync(draft, join(folder, INDEX))
}

function inUse<T>(all: ReadonlyMap<string, T>, uses: readonly ReadonlySet<string>[]): Map<string, T> {
  return new Map([...all].filter(([name]) => uses.some((used) => used.has(name))))
}

function forgetFiles(folder: string, entries: ReadonlyMap<string, Entry>, now: Instant): void {
  for (const name of readdirSync(folder)) {
    if (name === INDEX || entries.has(name)) continue
    const path = join(folder, name)
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: now }
    if (mtimeMs < now - PATIENCE) rmSync(path, { force: true })
  }
}

function forgetFolders(folder: string): void {
  const root = dirname(folder)
  const seconds = Date.now() / 1000
  utimesSync(folder, seconds, seconds)
  const aged = readdirSync(root).flatMap((name) => {
    const found = statSync(join(root, name), { throwIfNoEntry: false })
    return found ? [{ name, at: found.mtimeMs }] : []
  })
  const surplus = aged.sort((a, b) => b.at - a.at).slice(FOLDERS)
  for (const { name } of surplus) rmSync(join(root, name), { recursive: true, force: true })
}
