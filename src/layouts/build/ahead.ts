import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { hashOf } from '#src/domain/site/hashed-file.ts'
import type { Finish } from './finish-page.ts'
import { type LaidFile, type LaidGroup, readGroup, readLayout } from './layout.ts'
import { LAYOUT, type ReadParts, readParts } from './page-index.ts'
import { CARD_STORE, PAGE_STORE } from './page-store.ts'

/** What the last build kept, linked and read again before it is known what of it this build needs. */
export type Ahead = {
  /** The parts of the indexes that the last build wrote. */
  parts: () => Promise<ReadParts>
  /**
   * Moves what was linked of the pages that are kept in this folder to its place in the site, in folders that must not exist. Nothing is there if that
   * fails; it can be taken once.
   */
  take: (outDir: string, pages: string) => Promise<Taken>
  /** Removes what nobody took, once all is linked. */
  clear: () => Promise<void>
}

export type Taken = {
  /**
   * True if there is a group with this key, and all its files are in place, as they were kept. Groups have to be asked for before files.
   */
  takeGroup: (key: string) => boolean
  /** What the file needs of the site, if it is linked to `name`, as that was kept. If it is linked to something else, that is removed. */
  find: (file: string, name: string) => Pick<LaidFile, 'finish'> | undefined
  /** Removes the files that nobody asked for. */
  clear: () => void
  /** The groups that were taken, as the layout has them, and of all that their pages need of the site, a page for each. */
  groups: () => { lines: string[]; pages: [file: string, finish: Finish][] }
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

/** The lines of a layout, to be linked into `folder`. */
type Layout = { lines: string[]; folder: string } & Stores

/** What a thread is asked, and what it answers: the groups of the layout of the pages in a folder, and the parts of both indexes. */
type LayTask = { stores: Stores; links: Links; least: number }
type Laid = { pages: string; groups: LinkedGroup[]; parts: ReadParts }

/** A group after it was linked: which of its files are not as they were kept, and a page for each of the things that its pages need of the site. */
type LinkedGroup = Pick<LaidGroup, 'key'> & { line: string; spoiled: string[]; pages: [file: string, finish: Finish][] }

/** For fewer files, in bytes of the layout, no thread is worth its start. */
const LEAST = 64 * 1024

export const NOTHING_TAKEN: Taken = {
  takeGroup: () => false,
  find: () => undefined,
  clear: () => {},
  groups: () => ({ lines: [], pages: [] }),
}

/**
 * Starts a thread that takes the links that lie ready, or links what the last build linked, looks at each of them, and reads the indexes: most builds need
 * nearly all of it, and nothing else takes as long that grows with the number of events. Which state of the code this build has is not known yet; that
 * of the last one is likely. Undefined if there is little to link. (decision 0069)
 */
export function startAhead(stores = STORES, links = LINKS, least = LEAST): Ahead | undefined {
  if (findLatest(stores.pages, least) === undefined) return undefined
  const laid = layInThread({ stores, links, least })
  return {
    parts: async () => (await laid)?.parts ?? new Map(),
    take: async (outDir, pages) => {
      const found = await laid
      if (found?.pages !== pages || !moveAll(links.draft, outDir)) return NOTHING_TAKEN
      return takeFrom(found.groups, outDir)
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
  const { lines, pages, cards } = latest
  rmSync(draft, { recursive: true, force: true })
  if (!takeReady(join(ready, nameOf(lines)), draft)) linkFiles(latest)
  const parts = new Map([...readParts(pages), ...readParts(cards)])
  return { pages, groups: lines.map((line) => lookAt(line, draft)), parts }
}

/** Looks at each file of a group. As Git does with its index, a file of the size and time that were written down counts as unchanged. */
function lookAt(line: string, folder: string): LinkedGroup {
  const { key, files } = readGroup(line)
  const spoiled: string[] = []
  const pages = new Map<Finish, string>()
  for (const { file, size, writtenAt, finish } of files) {
    const found = statSync(`${folder}/${file}`, { throwIfNoEntry: false })
    if (found?.size !== size || found.mtimeMs !== writtenAt) spoiled.push(file)
    if (finish) pages.set(finish, file)
  }
  return { key, line, spoiled, pages: [...pages].map(([finish, file]) => [file, finish]) }
}

const nameOf = (lines: readonly string[]) => hashOf(lines.join('\n'))

/** True if the next build has so many links to make that they are worth a program that nobody waits for. */
export const hasManyLinks = () => findLatest(STORES.pages, LEAST) !== undefined

/** Makes the links for the next build, which takes the whole folder, or nothing. */
export function linkForNext(stores = STORES, { ready, draft } = LINKS, least = LEAST): void {
  const latest = latestLayout(stores, draft, least)
  if (latest === undefined) return
  const complete = join(ready, nameOf(latest.lines))
  if (existsSync(complete)) return
  linkFiles(latest)
  rmSync(ready, { recursive: true, force: true })
  mkdirSync(ready, { recursive: true })
  renameSync(draft, complete)
}

/** Links the files of a layout, as far as they are there. */
function linkFiles({ lines, folder, pages, cards }: Layout): void {
  const files = lines.flatMap((line) => readGroup(line).files)
  for (const one of new Set(files.map(({ file }) => dirname(file)))) mkdirSync(join(folder, one), { recursive: true })
  for (const { file, name } of files) {
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

/** Moves all folders that are in a folder into another one, or none, and removes the empty folder, so that a second attempt fails. */
function moveAll(from: string, to: string): boolean {
  const moved: string[] = []
  try {
    mkdirSync(to, { recursive: true })
    for (const name of readdirSync(from)) {
      renameSync(join(from, name), join(to, name))
      moved.push(name)
    }
    rmdirSync(from)
    return true
  } catch {
    for (const name of moved) rmSync(join(to, name), { recursive: true, force: true })
    return false
  }
}

function takeFrom(groups: readonly LinkedGroup[], outDir: string): Taken {
  const whole = new Map(
    groups.flatMap((group) => (group.key && group.spoiled.length === 0 ? [[group.key, group]] : [])),
  )
  const taken = new Set<LinkedGroup>()
  let rest: Map<string, LaidFile & { isSpoiled: boolean }> | undefined
  const others = () => {
    rest ??= new Map(groups.filter((group) => !taken.has(group)).flatMap(filesOf))
    return rest
  }
  const remove = (file: string) => rmSync(join(outDir, file), { force: true })
  return {
    takeGroup: (key) => {
      const group = whole.get(key)
      if (group) taken.add(group)
      return group !== undefined
    },
    find: (file, name) => {
      const linked = others().get(file)
      if (linked === undefined) return undefined
      others().delete(file)
      if (linked.name === name && !linked.isSpoiled) return linked
      // What is made is written into a new file, never into one that the store has too.
      remove(file)
      return undefined
    },
    clear: () => {
      for (const file of others().keys()) remove(file)
    },
    groups: () => ({
      lines: [...taken].map(({ line }) => line),
      pages: [...taken].flatMap(({ pages }) => pages),
    }),
  }
}

function filesOf({ line, spoiled }: LinkedGroup): [file: string, linked: LaidFile & { isSpoiled: boolean }][] {
  const isSpoiled = new Set(spoiled)
  return readGroup(line).files.map((laid) => [laid.file, { ...laid, isSpoiled: isSpoiled.has(laid.file) }])
}

/** If the thread fails, nothing was done ahead. */
function layInThread(workerData: LayTask): Promise<Laid | undefined> {
  return new Promise((resolve) => {
    const thread = new Worker(new URL('./make-links.ts', import.meta.url), { workerData, execArgv: [] })
    const nothing = () => resolve(undefined)
    thread.once('message', resolve).once('error', nothing).once('exit', nothing)
  })
}

/** The newest layout, to be linked into `folder`, if it has many files; undefined if there is none, or it is damaged. */
function latestLayout({ pages, cards }: Stores, folder: string, least: number): Layout | undefined {
  const path = findLatest(pages, least)
  const lines = path === undefined ? undefined : readLayout(path)
  return path !== undefined && lines ? { lines, folder, pages: dirname(path), cards } : undefined
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
