import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AstroPrerenderer, build } from 'astro'
import { openDb } from '#db/client.ts'
import { linkForNext, startAhead } from '#src/layouts/build/ahead.ts'
import { finishFolder, finishing } from '#src/layouts/build/finish-site.ts'
import { hashOfCode } from '#src/layouts/build/site-build.ts'
import { EDITS } from './edits.ts'
import { spoil } from './spoil.ts'
import type { World } from './world.ts'

/**
 * Builds the site after each of many edits, once with what builds before it kept and once from nothing, and compares the two byte
 * for byte. The code is bundled once, by a real build: what is repeated is all that follows from the database, through
 * Astro's own prerenderer. Prints a line for each edit; run in a process of its own.
 */
type Task = { folder: string; edits: number; seed: number }
type Prerenderer = AstroPrerenderer & { app?: { routeCache: { clearAll: () => void } } }

const task: Task = JSON.parse(process.argv[2] ?? '')
const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))

async function play(standard: Prerenderer, bundle: string): Promise<void> {
  const { db, close } = openDb(process.env.DATABASE_URL ?? '', { max: 1 })
  const random = aRandom(task.seed)
  const world: World = { db, now: Date.parse('2026-12-01T12:00:00Z'), siteName: 'Uptime Workshops', code: 0, random }
  // Every kind of edit comes once at first, and then by chance.
  const names = shuffled(Object.keys(EDITS), random)
  let before = new Map<string, string>()
  for (let at = 0; at <= task.edits; at += 1) {
    const which = at <= names.length ? at - 1 : Math.floor(random() * names.length)
    const name = names[which] ?? 'nothing'
    await EDITS[name]?.(world)
    if (random() < 0.2) await spoil(join(task.folder, 'store'), random)
    const kept = await render(standard, await bundleOf(bundle, world), world, 'store')
    const anew = await render(standard, await bundleOf(bundle, world), world, 'nothing')
    const [ours, theirs] = [await hashesIn(kept.site), await hashesIn(anew.site)]
    const [different, changed] = [differences(ours, theirs), differences(before, theirs).length]
    const { rendered } = kept
    console.log(JSON.stringify({ at, name, rendered, all: anew.rendered, files: theirs.size, changed, different }))
    before = theirs
    if (different.length > 0) process.exit(1)
  }
  await close()
}

/** Another state of the code: what is rendered is the same, but nothing that was kept before may be used. */
async function bundleOf(bundle: string, { code }: World): Promise<string> {
  if (code === 0) return bundle
  const other = join(task.folder, `code-${code}`, '.prerender')
  await cp(bundle, other, { recursive: true })
  await writeFile(join(other, 'change.mjs'), String(code))
  return other
}

async function render(standard: Prerenderer, bundle: string, world: World, store: 'store' | 'nothing') {
  const site = join(task.folder, `site-${store}`)
  const kept = join(task.folder, store)
  await rm(site, { recursive: true, force: true })
  if (store === 'nothing') await rm(kept, { recursive: true, force: true })
  const cards = join(task.folder, `cards-${store}/kept`)
  const stores = { pages: join(kept, 'pages'), cards }
  const links = { ready: join(task.folder, 'ready'), draft: join(task.folder, 'ahead') }
  const ahead = startAhead(stores, links, 0)
  const code = hashOfCode(bundle)
  const own = {
    ...{ ahead, outDir: site, ...stores },
    ...{ startedAt: Date.now(), hashOfCode: () => code, finished: new Map(), texts: new Map() },
  }
  globalThis.siteBuild = own
  const renderPage = finishing(standard.render, own)
  Object.assign(process.env, { BUILD_NOW: new Date(world.now).toISOString(), SITE_NAME: world.siteName })
  standard.app?.routeCache.clearAll()
  const paths = await standard.getStaticPaths()
  for (const { pathname, route } of paths) {
    const ending = route.type === 'endpoint' ? '' : '.html'
    const path = pathname === '/' ? '/index.html' : `${pathname}${ending}`
    const answer = await renderPage(new Request(new URL(path, 'http://localhost')), { routeData: route })
    const response = answer instanceof Response ? answer : answer.response
    await mkdir(dirname(join(site, path)), { recursive: true })
    await writeFile(join(site, path), Buffer.from(await response.arrayBuffer()))
  }
  await finishFolder(own)
  globalThis.siteBuild.plan?.save()
  if (store === 'store' && world.random() < 0.5) linkForNext(stores, links, 0)
  return { site, rendered: paths.length }
}

/** The hash of each file, by its path in the site. */
async function hashesIn(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const hashes = files.map(async (file): Promise<[string, string]> => {
    const hash = createHash('sha256').update(await readFile(file))
    return [file.slice(folder.length), hash.digest('hex')]
  })
  return new Map(await Promise.all(hashes))
}

/** The files that are not the same in both, or not there in one. */
function differences(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] {
  const files = new Set([...one.keys(), ...other.keys()])
  return [...files].filter((file) => one.get(file) !== other.get(file))
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  const placed = all.map((one) => ({ one, place: random() }))
  return placed.sort((a, b) => a.place - b.place).map(({ one }) => one)
}

/** The same numbers for the same seed (mulberry32). */
function aRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

await build({
  root: PROJECT,
  outDir: join(PROJECT, '.astro/builds', `${process.pid}-twice`),
  logLevel: 'error',
  integrations: [
    {
      name: 'build-twice',
      hooks: {
        'astro:build:start': ({ setPrerenderer }) => {
          setPrerenderer((standard) => ({
            ...standard,
            name: 'build-twice',
            getStaticPaths: async () => {
              await play(standard, join(globalThis.siteBuild?.outDir ?? '', '.prerender'))
              process.exit(0)
            },
          }))
        },
      },
    },
  ],
})
