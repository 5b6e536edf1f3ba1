import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Instant } from '#src/contract/instant.ts'
import type { Ahead } from './ahead.ts'
import type { Finish } from './finish-page.ts'
import type { PageStore } from './page-store.ts'
import type { LaterTexts } from './paste-later.ts'

/** What the integrations and the pages of one build tell each other. The bundler packs the pages apart, so that they share no module. */
export type SiteBuild = {
  /** Where the site is written. */
  outDir: string
  startedAt: Instant
  /** What stands for the code that renders pages in the names of kept ones; undefined where nothing can be kept. */
  hashOfCode: () => string | undefined
  /** Where pages are kept between builds, in a folder for each state of the code. */
  pages: string
  /** Where share images are. */
  cards: string
  /**
   * The files that this build has made, from the site's folder, with the hash of what was written, unless something was pasted into it; pages
   * with what they need of the site.
   */
  finished: Map<string, { finish: Finish | null; hash?: string }>
  /** What is pasted into answers once they are finished; absent where nothing finishes them. */
  texts?: LaterTexts | undefined
  /** What the last build kept, linked before it is known whether this one needs it. */
  ahead?: Ahead | undefined
  /** Told how many pages of events are missing, as soon as that is known. */
  expect?: (pages: number) => void
  /** Told the slugs of these events once their rows are read, before lists are written. */
  begin?: (slugs: readonly string[]) => void
  /** What became of the pages that may be kept; absent until the first page asks for the site. */
  plan?: PagePlan
}

export type PagePlan = {
  /** The pages that are in the site already, each with what it needs of the policies and the runtime of the site. */
  placedPages: ReadonlyMap<string, Finish>
  /** Files that Astro makes in this build, from the site's folder, and the names under which they are kept. */
  made: ReadonlyMap<string, string>
  keep: PageStore<unknown>['keep']
  save: () => void
}

declare global {
  var siteBuild: SiteBuild | undefined
}

const PROJECT = process.cwd()
const OWN = join(PROJECT, 'src/layouts/build')
/** What npm has installed: packages stay outside the bundle of the pages. */
const INSTALLED = ['node_modules/.package-lock.json', 'package-lock.json']
/** Made for each build, to sign what this site has none of. */
const KEY = /"key":"[^"]*"/

/**
 * A hash of the code that renders pages: the bundle as it was just made, with styles, scripts and the names of all assets in it,
 * the packages that are installed, and what finishes a page. Undefined where no bundle is found, so that nothing is kept.
 */
export function hashOfCode(bundle: string): string | undefined {
  const files = filesIn(bundle, '.mjs')
  if (files.length === 0) return undefined
  const hash = createHash('sha256').update(`${process.version} ${process.env.NODE_ENV}`)
  for (const file of files) hash.update(`\0${relative(bundle, file)}\0`).update(bundled(file, dirname(bundle)))
  for (const file of filesIn(OWN, '.ts')) hash.update(readFileSync(file))
  for (const file of INSTALLED) hash.update(readIfThere(join(PROJECT, file)))
  return hash.digest('hex')
}

/** The text of a module without what differs from build to build. */
function bundled(file: string, outDir: string): string {
  const text = readFileSync(file, 'utf8')
  const folder = pathToFileURL(outDir).href.replace(/\/$/, '')
  return text.includes(folder) ? text.replaceAll(folder, '').replace(KEY, '') : text
}

function filesIn(folder: string, ending: string): string[] {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return names
      .filter((name) => name.endsWith(ending))
      .sort()
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    return Buffer.alloc(0)
  }
}
