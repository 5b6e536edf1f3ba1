import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Db } from '#db/client.ts'
import { BUILD_SITE } from '#netlify/build-site.ts'
import { toSummary } from '#src/contract/event-summary.ts'
import { toLanding } from '#src/contract/landing.ts'
import { shareCard, shareHash } from '#src/domain/events/share-card.ts'
import { readSite, type Site, uploadsIn } from '#src/domain/site/read-site.ts'
import { CODE_STORE } from '#src/layouts/build/kept-code.ts'
import { getSources, preparePictures } from '#src/pages/_pictures.ts'
import { parseEnv } from '#src/platform/env.ts'
import type { BareSite } from './bare-astro/src/data.ts'
import { runNode } from './child.ts'

export const PROJECT = join(import.meta.dirname, '..')
const CACHE = join(PROJECT, 'node_modules/.cache')
const ASTRO = join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin/astro.mjs')
const REPORT_CPU = join(import.meta.dirname, 'report-cpu.ts')
/** A build that takes this long, in milliseconds, is stuck. */
const PATIENCE = 900_000

/** Where builds of this run write. Inside the project: Astro would otherwise share one folder among all builds of it. */
export async function openWorkshop(): Promise<{ folder: string; clear: () => Promise<void> }> {
  await mkdir(join(CACHE, 'bench'), { recursive: true })
  const folder = await mkdtemp(join(CACHE, 'bench', 'run-'))
  await chmod(folder, 0o755) // PostgreSQL does not run as root, and needs to reach it
  return { folder, clear: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) }
}

/** One build: how long its process lived, and how long processors worked for it, both in milliseconds. */
export type BuildTime = { took: number; worked: number }

/** Builds the product's site from `databaseUrl`. */
export async function buildOurs(folder: string, databaseUrl: string, now: number): Promise<BuildTime> {
  const variables = { DATABASE_URL: databaseUrl, BUILD_NOW: new Date(now).toISOString() }
  const outDir = join(folder, 'ours')
  return build([...BUILD_SITE, outDir], outDir, variables)
}

/** Builds the same pages with Astro alone, from the file `writeBareSite` wrote; `shells: none` leaves out what shows no event. */
export async function buildBare(folder: string, { shells = 'all' } = {}): Promise<BuildTime> {
  const variables = {
    BARE_DATA: join(folder, 'bare.json'),
    BARE_CACHE: join(folder, 'bare-cache'),
    BARE_SHELLS: shells,
  }
  const outDir = join(folder, 'bare')
  return build([ASTRO, 'build', '--root', 'bench/bare-astro', '--outDir', outDir], outDir, variables)
}

/** Into an empty folder, as the product builds: clearing an old one away would be measured too. */
async function build(script: string[], outDir: string, variables: Record<string, string>): Promise<BuildTime> {
  await setAside(outDir, dirname(outDir))
  const env = { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1', ...variables }
  const { took, output } = await runNode(['--import', REPORT_CPU, ...script], { cwd: PROJECT, env, within: PATIENCE })
  return { took, worked: Number(/\ncpu ([\d.]+)\s*$/.exec(output)?.[1]) }
}

/** How many event pages a build has written. */
export async function countPages(folder: string, side: 'ours' | 'bare'): Promise<number> {
  return (await readdir(join(folder, side, 'event'))).filter((name) => name.endsWith('.html')).length
}

/**
 * Moves what a build left into the folder of this run, which goes at its end. On ext4, a file that is made within minutes after thousands
 * were deleted takes twenty times as long, since it does not take the places of those.
 */
async function setAside(path: string, folder: string): Promise<void> {
  await rename(path, join(folder, `aside-${randomUUID()}`)).catch((fault) => {
    if (fault.code !== 'ENOENT') throw fault
  })
}

/** Has the next build bundle the code, as the first one of each state of the code does. */
export function forgetCode(): Promise<void> {
  return rm(join(PROJECT, CODE_STORE), { recursive: true, force: true, maxRetries: 5 })
}

/** Empties the store of pages, so that the next build renders all of them. Share images stay. */
export function forgetPages(folder: string): Promise<void> {
  return setAside(join(CACHE, 'pages'), folder)
}

/** Writes the pages' content for the reference, and says which pictures the product's build will keep for them. */
export async function writeBareSite(db: Db, folder: string, now: number): Promise<{ pictures: string[] }> {
  const site = await readSite(db, now)
  const env = parseEnv({})
  await writeFile(join(folder, 'bare.json'), JSON.stringify(await bareSite(db, site, env)))
  const pictures = site.events.map(({ event }) =>
    join(CACHE, 'share-images', `${pictureName(event, env.siteName, now)}`),
  )
  return { pictures }
}

function pictureName(event: Parameters<typeof shareCard>[0], siteName: string, now: number): string {
  return `${shareHash(shareCard(event, siteName, now))}.png`
}

async function bareSite(db: Db, site: Site, env: BareSite['env']): Promise<BareSite> {
  const sources = getSources(site.events)
  const { findPicture } = await preparePictures(sources, uploadsIn(db), { publicFolder: join(PROJECT, 'public') })
  const landings = site.events.map((rows) => toLanding(rows, site.now, { findPicture }))
  return {
    env: { siteName: env.siteName, siteUrl: env.siteUrl },
    navigation: site.navigation,
    now: site.now,
    featured: landings.find(({ slug }) => slug === site.featured?.event.eventSlug),
    landings,
    summaries: site.events.map(({ event }) => toSummary(event)),
  }
}
