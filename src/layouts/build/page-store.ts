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
import type { Instant } from '#src/contract/instant.ts'
import { hashOf } from '#src/domain/site/hashed-file.ts'
import type { Finish } from './finish-page.ts'
import { type Entry, isOfIndex, openIndex, type ReadParts } from './page-index.ts'

/** Where pages outlive a build, seen from the project's folder: beside the share images, in the folder that hosts keep. */
export const PAGE_STORE = 'node_modules/.cache/pages'
/** The same for share images, whose names say nothing of the code that draws them: a change of the code draws none again. */
export const CARD_STORE = 'node_modules/.cache/share-cards/kept'
/** When files were last looked through for those that nothing names. */
const SWEPT = 'swept'
/** Folders that are kept, one for each state of the code and each name of the site. */
const FOLDERS = 3
/** A file that no index names may belong to a build that has not ended yet. Files are looked through as often. */
const PATIENCE = 3_600_000

/**
 * Pages and calendars of earlier builds, and values about events, by a name that says all they are made of. Files are hard
 * links, so that a kept page costs no reading and no writing. (decision 0069)
 */
export type PageStore<Value> = {
  /** A value that was kept under this name. */
  get: (name: string) => Value | undefined
  set: (name: string, value: Value) => void
  /** Puts the kept file `name` at `path`, where none is; undefined if there is none, or what is there is not what was stored. */
  place: (name: string, path: string) => { finish: Finish | null } | undefined
  /** Says that the kept file `name` is in the site already. */
  use: (name: string) => void
  /** What is known of the kept file `name`. */
  find: (name: string) => Entry | undefined
  /** Keeps the file at `path`, which is complete and will not be changed; `hash` is that of its bytes. */
  keep: (name: string, path: string, about: Pick<Entry, 'hash' | 'finish'>) => void
  /** Writes down what is kept, and removes what recent builds did not use, but no file that something else uses. */
  save: (now: Instant, isUsed?: (name: string) => boolean) => void
}

/** Opens the store of one state of the code, of whose index parts may have been read before. A folder that is not there, or cannot be read, is an empty store. */
export function openPageStore<Value>(folder: string, read: ReadParts = new Map()): PageStore<Value> {
  const index = openIndex<Value>(folder, read)
  attempt(() => mkdirSync(folder, { recursive: true }))
  return {
    get: index.findValue,
    set: index.putValue,
    use: index.use,
    find: index.findEntry,
    place: (name, path) => {
      const entry = index.findEntry(name)
      if (!entry) return undefined
      const writtenAt = placeFile(join(folder, name), path, entry)
      if (writtenAt === undefined) {
        index.dropEntry(name)
        rmSync(path, { force: true })
        return undefined
      }
      if (writtenAt !== entry.writtenAt) index.putEntry(name, { ...entry, writtenAt })
      return { finish: entry.finish }
    },
    keep: (name, path, { hash, finish }) =>
      attempt(() => index.putEntry(name, { ...keepFile(path, join(folder, name)), hash, finish })),
    save: (now, isUsed = () => false) =>
      attempt(() => {
        index.save()
        forgetFiles(folder, (name) => isOfIndex(name) || index.has(name) || isUsed(name), now)
        forgetFolders(folder)
      }),
  }
}

/** What cannot be kept is made again: a full disk, or another build that clears up at the same time, never ends a build. */
export function attempt(work: () => unknown): void {
  try {
    work()
  } catch (cause) {
    console.warn('[pages] Could not be kept for the next build:', cause instanceof Error ? cause.message : cause)
  }
}

/**
 * As Git does with its index, a file of the size and time that were written down counts as unchanged. Any other is read: hosts
 * that unpack their cache may give it a new time. One that holds something else is removed. Returns the time of one that was placed.
 */
function placeFile(kept: string, path: string, entry: Entry): number | undefined {
  try {
    const { size, mtimeMs } = statSync(kept)
    if (size !== entry.size || (mtimeMs !== entry.writtenAt && hashOf(readFileSync(kept)) !== entry.hash)) {
      rmSync(kept, { force: true })
      return undefined
    }
    link(kept, path)
    return mtimeMs
  } catch {
    return undefined
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
export function link(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') throw cause
    rmSync(to, { force: true })
    copyFileSync(from, to, constants.COPYFILE_FICLONE)
  }
}

function forgetFiles(folder: string, isKept: (name: string) => boolean, now: Instant): void {
  const mark = join(folder, SWEPT)
  const sweptAt = statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (now < sweptAt + PATIENCE) return
  for (const name of readdirSync(folder)) {
    if (isKept(name)) continue
    const path = join(folder, name)
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: now }
    if (mtimeMs < now - PATIENCE) rmSync(path, { force: true })
  }
  writeFileSync(mark, '')
  utimesSync(mark, now / 1000, now / 1000)
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
