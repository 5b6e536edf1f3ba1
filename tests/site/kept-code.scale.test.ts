import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { BUILD_SITE } from '#netlify/build-site.ts'
import { seedWithPeople } from '#netlify/local/database.ts'
import { PROJECT } from '#netlify/local/project.ts'
import { PAGE_STORE } from '#src/layouts/build/page-store.ts'
import { parseEnv } from '#src/platform/env.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const NOW = '2026-12-01T12:00:00Z'
const COPIES = 160
const BUNDLED_BEFORE = 'with code that was bundled before'
const FOLDER = join(PROJECT, '.astro/builds')

let opened: TestDb
beforeAll(async () => {
  opened = await testDb()
  await seedWithPeople(opened.db, parseEnv({}), Date.parse(NOW))
}, 120_000)
afterAll(() => opened.close())

/** So many events that a second thread renders pages too. Copies have the share image of their model, which is drawn once. */
async function addCopies(db: Db): Promise<void> {
  const models = await db.select().from(eventConfig).where(eq(eventConfig.isPublished, true))
  const copies = models.flatMap(({ id, previousEventDate, ...model }) =>
    Array.from({ length: COPIES / models.length }, (_, at) => ({
      ...model,
      eventSlug: `copy-${at}-${model.eventSlug}`,
    })),
  )
  await db.insert(eventConfig).values(copies)
}

/** Builds the site with a script, and returns what the script prints. */
async function build(script: string[], siteUrl: string): Promise<string> {
  const { PATH } = process.env
  const variables = { DATABASE_URL: opened.url, BUILD_NOW: NOW, SITE_URL: siteUrl }
  const env = { PATH, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1', ...variables }
  const { stdout } = await promisify(execFile)(process.execPath, script, { cwd: PROJECT, env, maxBuffer: 1e8 })
  return stdout
}

const buildSite = (outDir: string, siteUrl: string) => build([...BUILD_SITE, outDir], siteUrl)
const bundleAndBuild = (outDir: string, siteUrl: string) =>
  build(['node_modules/astro/bin/astro.mjs', 'build', '--outDir', outDir], siteUrl)

async function hashesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const hashOf = async (path: string) =>
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [relative(folder, path), await hashOf(path)] as const)),
  )
}

test('a site rendered with code that was bundled for another one is the site that Astro builds, byte for byte', async () => {
  const names = ['first', 'ours', 'astro'].map((name) => join(FOLDER, `${process.pid}-kept-code-${name}`))
  const [first = '', ours = '', astro = ''] = names
  const siteUrl = `http://site-${process.pid}.example`
  try {
    await buildSite(first, 'http://another.example')
    await addCopies(opened.db)
    const stored = () => readdir(join(PROJECT, PAGE_STORE)).catch((): string[] => [])
    const before = await stored()
    const printed = await buildSite(ours, siteUrl)
    expect(printed).toContain(BUNDLED_BEFORE)
    expect(printed).toMatch(/ [1-9]\d* of them in a second thread,/)
    // The pages that this has kept would be equal in any case.
    const own = (await stored()).filter((name) => !before.includes(name))
    for (const name of own) await rm(join(PROJECT, PAGE_STORE, name), { recursive: true, force: true })
    expect(await bundleAndBuild(astro, siteUrl)).not.toContain(BUNDLED_BEFORE)
    const theirs = await hashesIn(astro)
    expect(await hashesIn(ours)).toEqual(theirs)
    expect(Object.keys(theirs).length).toBeGreaterThan(100)
  } finally {
    for (const name of names) await rm(name, { recursive: true, force: true })
  }
}, 300_000)
