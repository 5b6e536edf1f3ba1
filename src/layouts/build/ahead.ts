import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { writeHashed } from '#src/domain/site/hashed-file.ts'
import { LAYOUT, type Stat } from './page-index.ts'

/** A file in its place before it is known whether it belongs there: the name of what is kept, and what it was when it was linked. */
type LinkedFile = Stat & { name: string }

/** What the thread tells: the layout as it was written down, and what each of its files was, in the same order; `NaN` for one that is not there. */
export type Linked = { layout: string; sizes: Float64Array<ArrayBuffer>; times: Float64Array<ArrayBuffer> }

/** The kept files of the last build, linked again while the code is bundled. */
export type Ahead = {
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

export type AheadTask = { layout: string; pages: string; cards: string; folder: string }

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
 * Links what the last build linked into `folder`, in a thread: most builds need nearly all of it, and making links takes longest of all
 * that grows with the number of events. Which state of the code this build has is not known yet; that of the last one is likely.
 * Undefined if there is little to link. (decision 0069)
 */
export function startAhead(
  { pages, cards }: { pages: string; cards: string },
  folder: string,
  least = LEAST,
): Ahead | undefined {
  const latest = latestLayout(pages)
  if (latest === undefined || latest.size < least) return undefined
  rmSync(folder, { recursive: true, force: true })
  const data: AheadTask = { layout: latest.path, pages: dirname(latest.path), cards, folder }
  const linked = inThread(data)
  return {
    take: async (outDir, name) => takeFolder((await linked).get(name) ?? new Map(), folder, outDir, name),
    clear: async () => {
      await linked
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Linked files by their path in the site, for each of its folders. */
type Folders = ReadonlyMap<string, Map<string, LinkedFile>>

function takeFolder(own: Map<string, LinkedFile>, folder: string, outDir: string, name: string): Taken {
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
      if (linked) remove(file)
      return undefined
    },
    clear: () => {
      for (const file of own.keys()) remove(file)
    },
  }
}

/** What could be linked; nothing if the thread fails. */
function inThread(workerData: AheadTask): Promise<Folders> {
  return new Promise((resolve) => {
    const thread = new Worker(new URL('./link-ahead.ts', import.meta.url), { workerData, execArgv: [] })
    thread.unref()
    thread.once('message', (linked: Linked) => resolve(byFolder(linked)))
    thread.once('error', () => resolve(new Map()))
    thread.once('exit', () => resolve(new Map()))
  })
}

function byFolder({ layout, sizes, times }: Linked): Folders {
  const files: [file: string, name: string][] = JSON.parse(layout)
  const folders = new Map<string, Map<string, LinkedFile>>()
  for (const [at, [file, name]] of files.entries()) {
    const [size = NaN, mtimeMs = NaN] = [sizes[at], times[at]]
    if (Number.isNaN(size)) continue
    const folder = dirname(file)
    const own = folders.get(folder) ?? new Map<string, LinkedFile>()
    folders.set(folder, own.set(file, { name, size, mtimeMs }))
  }
  return folders
}

function latestLayout(pages: string): { path: string; size: number } | undefined {
  try {
    const paths = readdirSync(pages).map((name) => join(pages, name, LAYOUT))
    const found = paths.flatMap((path) => {
      const stat = statSync(path, { throwIfNoEntry: false })
      return stat ? [{ path, size: stat.size, at: stat.mtimeMs }] : []
    })
    return found.sort((a, b) => b.at - a.at)[0]
  } catch {
    return undefined
  }
}
