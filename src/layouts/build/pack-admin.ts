import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { build } from 'vite'
import { hashOfSources } from '#src/domain/site/hash-of-sources.ts'
import { zodInBrowsers } from './zod-in-browsers.ts'

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))
const CACHE = join(PROJECT, 'node_modules/.cache/admin-app')
/** Everything the app is made of. */
const SOURCES = [
  'src/admin',
  'src/contract',
  'src/islands',
  'src/sections',
  'src/styles',
  'src/ui',
  'src/layouts/build',
  'package-lock.json',
  'tsconfig.json',
]
/** Packed apps that are kept: this one, and those of the code before it. */
const KEPT = 3
const MANIFEST = 'manifest.json'

/**
 * Files that are not left to the bundler. Drag and drop is one, although the calendar needs less of it: two would be larger for
 * the screens that need it all. The small parts of most screens come with the first, where each would be a request of its own and
 * its text would be compressed alone. So does all else that the first screen imports at once: the bundler would make thirty files
 * of it, one for each set of screens that share it.
 */
const SHARED = [
  { name: 'drag-and-drop', test: /node_modules\/@dnd-kit\// },
  {
    name: 'parts',
    test: /\/lucide-react\/|\/src\/ui\/|\/src\/admin\/blocks\/(?:ActionButton|AdminLink|Empty|Filters|MoveButtons|Panel|use-list|use-url-state)\./,
    minShareCount: 3,
    // With what they import: otherwise this file and the next would import each other, and one would find nothing there.
    includeDependenciesRecursively: true,
  },
  { name: 'first', tags: ['$initial' as const] },
]

/** The browser's entry of the admin area, from the project's root. */
export const ADMIN_ENTRY = 'src/admin/open-admin.tsx'

/** The app as it is packed: a folder to lay over the site, and the addresses the page names. */
export type PackedAdmin = { folder: string; entry: string; preloads: string[] }

/**
 * Packs the admin area for browsers. Its code does not depend on what the database holds, so that one packing serves every
 * build until the code changes: it is kept by the hash of its sources. More than half the work of a build of few events.
 */
export async function packAdmin(): Promise<PackedAdmin> {
  const folder = join(CACHE, await hashOfSources(SOURCES, process.env.NODE_ENV ?? ''))
  if (await isThere(join(folder, MANIFEST))) await utimes(folder, new Date(), new Date())
  else await pack(folder)
  return { folder, ...addressesIn(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8'))) }
}

/** Lays the packed app over a finished site. */
export async function writeAdmin({ folder }: PackedAdmin, site: string): Promise<void> {
  await cp(folder, site, { recursive: true, filter: (path) => path !== join(folder, MANIFEST) })
}

/** Into a folder of its own first: builds at the same time may be about to pack the same. */
async function pack(folder: string): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  const draft = await mkdtemp(join(CACHE, 'draft-'))
  try {
    await build({
      configFile: false,
      root: PROJECT,
      publicDir: false,
      logLevel: 'error',
      plugins: [tailwindcss(), zodInBrowsers()],
      build: {
        outDir: draft,
        emptyOutDir: true,
        assetsDir: '_astro',
        manifest: MANIFEST,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: join(PROJECT, ADMIN_ENTRY),
          output: {
            codeSplitting: { includeDependenciesRecursively: false, groups: SHARED },
          },
        },
      },
    })
    await rename(draft, folder).catch((cause: unknown) => {
      // Another build has packed the same file in the meantime.
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOTEMPTY')) throw cause
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  await prune()
}

type Manifest = Record<string, { file: string; imports?: string[] }>

/** The entry's address and those of everything it imports at once, so that browsers ask for all of it together. */
function addressesIn(manifest: Manifest): Pick<PackedAdmin, 'entry' | 'preloads'> {
  const found = new Set<string>()
  const collect = (name: string) => {
    for (const imported of manifest[name]?.imports ?? []) {
      const file = manifest[imported]?.file
      if (file === undefined || found.has(file)) continue
      found.add(file)
      collect(imported)
    }
  }
  collect(ADMIN_ENTRY)
  const entry = manifest[ADMIN_ENTRY]?.file
  if (entry === undefined) throw new Error('The admin area was packed without its entry.')
  return { entry: `/${entry}`, preloads: [...found].map((file) => `/${file}`) }
}

async function prune(): Promise<void> {
  const names = (await readdir(CACHE)).filter((name) => !name.startsWith('draft-'))
  const aged = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(CACHE, name))).mtimeMs })))
  const surplus = aged.sort((a, b) => b.at - a.at).slice(KEPT)
  await Promise.all(surplus.map(({ name }) => rm(join(CACHE, name), { recursive: true, force: true })))
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
