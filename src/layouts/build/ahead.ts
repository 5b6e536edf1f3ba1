import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { hashOf, readHashed, writeHashed } from '#src/domain/site/hashed-file.ts'
import { LAYOUT, type ReadParts, readParts, type Stat } from './page-index.ts'
import { CARD_STORE, PAGE_STORE } from './page-store.ts'

/** What the last build kept, linked and read again before it is known what of it this build needs. */
export type Ahead = {
  /** The parts of the indexes that the last build wrote. */
  parts: () => Promise<ReadParts>
  /**
   * Moves what was linked for this folder of the site to its place, which must not exist. Nothing is there if that fails; a
   * folder can be taken once.
   */
  take: (outDir: string, name: string) => Promise<Taken>
  /** Removes what nobody took, once all is linked. */
  clear: () => Promise<void>
}

export type Taken = {
  /** What the file is, if it is linked to `name`. If it is linked to something else, that is removed. */
  find: (file: string, name: string) => Stat | undefined
  /** Removes the files that nobody asked for. */
  clear: () => void
}

/** Where pages and share images are kept. */
type Stores = { pages: string; cards: string }

export const STORES: Stores = { pages: join(process.cwd(), PAGE_STORE), cards: join(process.cwd(), CARD_STORE) }

/** Where links lie for the next build, in a folder named after the hash of their layout, and where they are made before all of them are there. */
type Links = { ready: string; draft: string }

/** Drafts are named like the folders of builds, so that the next local one clears them away if this process dies. */
const LINKS: Links = {
  ready: join(process.cwd(), '.astro/ahead'),
  draft: join(process.cwd(), '.astro/builds', `${process.pid}-ahead-${crypto.randomUUID()}`),
}

/** A layout as it is written down: JSON of the files of a site, each with the name of what was linked there. */
type Layout = { text: string; folder: string } & Stores

/** What a thread is asked, and what it answers: two numbers for each file of the layout, its size and its time, and the parts of both indexes. */
type LayTask = { stores: Stores; links: Links; least: number }
type Laid = { text: string; stats: Float64Array<ArrayBuffer>; parts: ReadParts }

/** For fewer files, in bytes of the layout, no thread is worth its start. */
const LEAST = 64 * 1024

export const NOTHING_TAKEN: Taken = { find: () => undefined, clear: () => {} }

/** Writes down for the next build where kept files belong. Where that fails, nothing is linked ahead. */
export function writeLayout(folder: string, files: ReadonlyMap<string, string>): void {
  try {
    writeHashed(join(folder, LAYOUT), Buffer.from(JSON.stringify([...files])))
  } catch {
    // The store has said so already.
  }
}

/**
 * Starts a thread that takes the links that lie ready, or links what the last build linked, looks at each of them, and reads the indexes: most builds need
 * nearly all of it, and nothing else takes as long that grows with the number of events. Which state of the code this build has is not known yet; that
 * of the last one is likely. Undefined if there is little to link. (decision 0069)
 */
export function startAhead(stores = STORES, links = LINKS, least = LEAST): Ahead | undefined {
  if (findLatest(stores.pages, least) === undefined) return undefined
  const laid = layInThread({ stores, links, least })
  let folders: Folders | undefined
  return {
    parts: async () => (await laid)?.parts ?? new Map(),
    take: async (outDir, name) => {
      folders ??= byFolder(await laid)
      return takeFolder(folders.get(name) ?? new Map(), links.draft, outDir, name)
    },
    clear: async () => {
      await laid
      rmSync(links.draft, { recursive: true, force: true })
    },
  }
}

/** What the thread does. Undefined if the layout is damaged. */
export function layAhead({ stores, links: { ready, draft }, least }: LayTask): Laid | undefined {
  const latest = latestLayout(stores, draft, least)
  if (latest === undefined) return undefined
  const { text, pages, cards } = latest
  rmSync(draft, { recursive: true, force: true })
  if (!takeReady(join(ready, hashOf(text)), draft)) linkFiles(latest)
  const parts = new Map([...readParts(pages), ...readParts(cards)])
  return { text, stats: lookAt(parsed(text).map(([file]) => `${draft}/${file}`)), parts }
}

/** The size and the time of each file; NaN for one that is not there. */
function lookAt(paths: readonly string[]): Float64Array<ArrayBuffer> {
  const stats = new Float64Array(2 * paths.length)
  for (const [at, path] of paths.entries()) {
    const { size, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? NOT_THERE
    stats.set([size, mtimeMs], 2 * at)
  }
  return stats
}

const NOT_THERE = { size: Number.NaN, mtimeMs: Number.NaN }

const parsed = (text: string): [file: string, name: string][] => JSON.parse(text)

/** True if the next build has so many links to make that they are worth a program that nobody waits for. */
export const hasManyLinks = () => findLatest(STORES.pages, LEAST) !== undefined

/** Makes the links for the next build, which takes the whole folder, or nothing. */
export function linkForNext(stores = STORES, { ready, draft } = LINKS, least = LEAST): void {
  const latest = latestLayout(stores, draft, least)
  if (latest === undefined) return
  const complete = join(ready, hashOf(latest.text))
  if (existsSync(complete)) return
  linkFiles(latest)
  rmSync(ready, { recursive: true, force: true })
  mkdirSync(ready, { recursive: true })
  renameSync(draft, complete)
}

/** Links the files of a layout, as far as they are there. */
function linkFiles({ text, folder, pages, cards }: Layout): void {
  const files = parsed(text)
  for (const one of new Set(files.map(([file]) => dirname(file)))) mkdirSync(join(folder, one), { recursive: true })
  for (const [file, name] of files) {
    try {
      linkSync(`${name.endsWith('.png') ? cards : pages}/${name}`, `${folder}/${file}`)
    } catch {
      // It is no longer there.
    }
  }
}

/** One build alone can have it. */
function takeReady(ready: string, folder: string): boolean {
  try {
    mkdirSync(dirname(folder), { recursive: true })
    renameSync(ready, folder)
    return true
  } catch {
    return false
  }
}

/** What is linked where, by the path of the file in the site, for each of its folders. */
type Folders = ReadonlyMap<string, Map<string, Stat & { name: string }>>

function takeFolder(own: Map<string, Stat & { name: string }>, folder: string, outDir: string, name: string): Taken {
  try {
    mkdirSync(outDir, { recursive: true })
    renameSync(join(folder, name), join(outDir, name))
  } catch {
    return NOTHING_TAKEN
  }
  const remove = (file: string) => rmSync(join(outDir, file), { force: true })
  return {
    find: (file, kept) => {
      const linked = own.get(file)
      own.delete(file)
      if (linked?.name === kept) return linked
      if (linked !== undefined) remove(file)
      return undefined
    },
    clear: () => {
      for (const file of own.keys()) remove(file)
    },
  }
}

/** If the thread fails, nothing was done ahead. */
function layInThread(workerData: LayTask): Promise<Laid | undefined> {
  return new Promise((resolve) => {
    const thread = new Worker(new URL('./make-links.ts', import.meta.url), { workerData, execArgv: [] })
    const nothing = () => resolve(undefined)
    thread.once('message', resolve).once('error', nothing).once('exit', nothing)
  })
}

function byFolder(laid: Laid | undefined): Folders {
  const folders = new Map<string, Map<string, Stat & { name: string }>>()
  if (laid === undefined) return folders
  for (const [at, [file, name]] of parsed(laid.text).entries()) {
    const [size = Number.NaN, mtimeMs = Number.NaN] = laid.stats.subarray(2 * at)
    if (Number.isNaN(size)) continue
    const folder = dirname(file)
    const own = folders.get(folder) ?? new Map<string, Stat & { name: string }>()
    folders.set(folder, own.set(file, { name, size, mtimeMs }))
  }
  return folders
}

/** The newest layout, to be linked into `folder`, if it has many files; undefined if there is none, or it is damaged. */
function latestLayout({ pages, cards }: Stores, folder: string, least: number): Layout | undefined {
  const path = findLatest(pages, least)
  const text = path && readHashed(path)?.toString()
  return text ? { text, folder, pages: dirname(path), cards } : undefined
}

function findLatest(pages: string, least: number): string | undefined {
  try {
    const paths = readdirSync(pages).map((name) => join(pages, name, LAYOUT))
    const found = paths.flatMap((path) => {
      const stat = statSync(path, { throwIfNoEntry: false })
      return stat ? [{ path, size: stat.size, at: stat.mtimeMs }] : []
    })
    const [latest] = found.sort((a, b) => b.at - a.at)
    return latest && latest.size >= least ? latest.path : undefined
  } catch {
    return undefined
  }
}
