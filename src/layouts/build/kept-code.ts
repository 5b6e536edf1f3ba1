import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { RouteData } from 'astro'
import type { StaticPathsApp } from 'astro/runtime/prerender/static-paths.js'
import { hashOfSources } from '#src/domain/site/hash-of-sources.ts'
import { hashOfCode } from './site-build.ts'

/** Where bundled code outlives a build, seen from the project's folder: beside the pages, in the folder that hosts keep. */
export const CODE_STORE = 'node_modules/.cache/site-code'
/** States of the code that are kept: this one, and those before it. */
const KEPT = 3
/** What is being kept has such a name. One that is older was left by a build that was killed. */
const DRAFT = 'draft-'
const PATIENCE = 3_600_000
/** What Node has compiled, beside the bundled code (`db/quick-imports.ts`): each state of the code adds some hundreds of files, and Node removes none. */
const COMPILED = 'compiled'
const MOST_COMPILED = 8_000
/** All that the bundler reads, or that decides what it makes of it. */
const SOURCES = [
  'src',
  'db',
  'public',
  'astro.config.ts',
  'tsconfig.json',
  'package-lock.json',
  'node_modules/.package-lock.json',
]
/** What is kept of a state of the code: files of the site that no content changes, the bundle, and a description of both. */
const [FIXED, BUNDLE, ABOUT] = ['site', 'bundle', 'about.json']
const ENTRY = /^prerender-entry\..*\.mjs$/

/** What Astro's own renderer asks of the build around it: the styles of each page, and the scripts in every head. */
type Surroundings = { pages: [key: string, page: { styles: unknown[] }][]; scripts: unknown[] }

type About = Surroundings & {
  /** The module that renders pages. */
  entry: string
  /** What stands for this code in the names of kept pages. (`hashOfCode`) */
  hash: string
  /** Hash of all files, since what is kept may have been damaged. */
  files: string
}

/** What the module that renders pages exports, as far as it is used here. (astro/entrypoints/prerender) */
export type PrerenderApp = StaticPathsApp & {
  setInternals: (internals: { pagesByKeys: Map<string, { styles: unknown[] }> }) => void
  setOptions: (options: { settings: { scripts: unknown[] }; logger: { options: { destination: unknown } } }) => void
  getOptions: () => {
    allPages: Record<string, { key: string; styles: unknown[] }>
    settings: { scripts: unknown[] }
  }
  render: (request: Request, options: { routeData: RouteData }) => Promise<Response>
}

/** The bundled code of one state of the project: its module, and a folder with the files of the site that no content changes. */
export type KeptCode = Omit<About, 'files'> & { fixed: string }

declare global {
  /** Takes the code that Astro has bundled and kept. Where it is there, Astro renders no page itself. */
  var takeCode: ((code: KeptCode) => void) | undefined
}

/** Variables of the environment that take the place of Vite's own where code asks for `import.meta.env`. Vitest sets some of them. */
export const REPLACED = ['ASSETS_PREFIX', 'BASE_URL', 'DEV', 'MODE', 'PROD', 'SITE', 'SSR']

/** The name of this state of the code, and of what else the bundler writes into it. */
export function nameOfCode(): Promise<string> {
  const given = ['NODE_ENV', ...REPLACED].map((name) => process.env[name] ?? null)
  return hashOfSources(SOURCES, JSON.stringify([process.version, ...given]))
}

/**
 * Finds the bundled code of this state of the project; undefined if no build has kept it, or if it is damaged. It does not depend on
 * content or settings, so that all builds until the next change of the code need it once. (decision 0070)
 */
export async function findCode(store = CODE_STORE): Promise<KeptCode | undefined> {
  const folder = resolve(store, await nameOfCode())
  const about = await readAbout(folder)
  if (about === undefined) return undefined
  const { files, ...code } = about
  if (files === (await hashOfFiles(folder))) {
    await utimes(folder, new Date(), new Date()).catch(() => {}) // where nothing can be written
    return placed(code, folder)
  }
  console.warn('[code] Is damaged, and is bundled again.')
  await rm(folder, { recursive: true, force: true }).catch(() => {})
  return undefined
}

const placed = (code: Omit<About, 'files'>, folder: string): KeptCode => ({
  ...code,
  entry: join(folder, BUNDLE, code.entry),
  fixed: join(folder, FIXED),
})

async function readAbout(folder: string): Promise<About | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, ABOUT), 'utf8'))
  } catch {
    return undefined
  }
}

/** What the bundler has made: in `outDir` before any page is rendered, in `bundle` within it, and with what `writeFixed` adds at the end. */
type Bundled = { outDir: string; bundle: string; writeFixed: (folder: string) => Promise<void> }

/**
 * Keeps the bundle of the code that has this name, unless the code has changed since, and resolves with what is kept. If it cannot be kept,
 * the next build bundles the code again.
 */
export async function keepCode(
  name: string,
  bundled: Bundled,
  { app }: { app?: Pick<PrerenderApp, 'getOptions'> },
  store = CODE_STORE,
): Promise<KeptCode | undefined> {
  try {
    const entry = (await readdir(bundled.bundle)).find((file) => ENTRY.test(file))
    const hash = hashOfCode(bundled.bundle)
    if (!app || entry === undefined || hash === undefined || name !== (await nameOfCode())) return undefined
    const code = { entry, hash, ...surroundingsOf(app) }
    const folder = resolve(store, name)
    await place(bundled, code, folder)
    await prune(store)
    return placed(code, folder)
  } catch (cause) {
    console.warn('[code] Could not be kept for the next build:', cause instanceof Error ? cause.message : cause)
    return undefined
  }
}

function surroundingsOf(app: Pick<PrerenderApp, 'getOptions'>): Surroundings {
  const { allPages, settings } = app.getOptions()
  const pages = Object.values(allPages).map(({ key, styles }): Surroundings['pages'][number] => [key, { styles }])
  return { pages, scripts: settings.scripts }
}

/** Into a folder of its own first: builds at the same time may be about to keep the same, and the first one stays. */
async function place(
  { outDir, bundle, writeFixed }: Bundled,
  code: Omit<About, 'files'>,
  folder: string,
): Promise<void> {
  await mkdir(dirname(folder), { recursive: true })
  const draft = await mkdtemp(join(dirname(folder), DRAFT))
  try {
    await cp(outDir, join(draft, FIXED), { recursive: true, filter: (path) => path !== bundle })
    await writeFixed(join(draft, FIXED))
    await cp(bundle, join(draft, BUNDLE), { recursive: true })
    const about: About = { ...code, files: await hashOfFiles(draft) }
    await writeFile(join(draft, ABOUT), JSON.stringify(about))
    await rename(draft, folder).catch(async (cause: unknown) => {
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOTEMPTY')) throw cause
      if (await readAbout(folder)) return
      await rm(folder, { recursive: true, force: true })
      await rename(draft, folder)
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

const hashOfFiles = (folder: string) => hashOfSources([FIXED, BUNDLE], '', folder)

async function prune(store: string): Promise<void> {
  const aged = async (name: string) => {
    // Another build may just be moving its draft into place.
    const found = await stat(join(store, name)).catch(() => undefined)
    return found ? [{ name, at: found.mtimeMs, isDraft: name.startsWith(DRAFT) }] : []
  }
  const all = (await Promise.all((await readdir(store)).map(aged))).flat()
  const ended = all.filter(({ isDraft, at }) => isDraft && at < Date.now() - PATIENCE)
  const kept = all.filter(({ isDraft }) => !isDraft)
  const surplus = kept.sort((a, b) => b.at - a.at).slice(KEPT)
  await Promise.all([...ended, ...surplus].map(({ name }) => rm(join(store, name), { recursive: true, force: true })))
  await pruneCompiled(join(dirname(store), COMPILED))
}

/** All of it, where it has become too much: what is used is soon compiled again. */
async function pruneCompiled(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true }).catch(() => [])
  if (files.length > MOST_COMPILED) await rm(folder, { recursive: true, force: true })
}
