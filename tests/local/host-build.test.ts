import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { inArray } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openDb } from '#db/client.ts'
import { mailRules } from '#db/schema/workflows.ts'
import { PROJECT } from '#netlify/local/project.ts'
import type { BuildInfo } from '#src/contract/build.ts'
import { STARTER_RULES } from '#src/domain/mail-rules/starter-rules.ts'
import { TEST_SECRET_KEY } from '#tests/support/secret-key.ts'
import { aDatabase, BARE, collect } from './a-server.ts'
import { aFolder } from './a-site.ts'

const info = (revision: number, builtAt = 1000): BuildInfo => ({
  revision,
  builtAt,
  featuredSlug: null,
  nextBoundaryAt: null,
})

const SHELL = { html: '<main>of this build</main>', policy: 'none' }
/** A build of this revision writes no shell. */
const NO_SHELL = 404

/** Runs the host's build command in a folder of its own, where pages are built as `built`, against a site that says `live`. */
async function hostBuild(
  built: BuildInfo | 'fails',
  live: BuildInfo | 'broken' | null,
  variables: Record<string, string> = {},
): Promise<{ code: number | null; output: string; site: string[]; packed: string; rules: number }> {
  await using folder = await aFolder()
  await using database = await aDatabase()
  const site = createServer((_request, response) => {
    if (live === null) response.writeHead(404).end()
    else if (live === 'broken') response.writeHead(502).end()
    else response.end(JSON.stringify(live))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => site.once('listening', resolve))
  const address = site.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await fakePages(folder.path, built)
  const build = spawn(process.execPath, [join(PROJECT, 'netlify/build.ts')], {
    cwd: folder.path,
    env: {
      ...BARE,
      DATABASE_URL: database.url,
      SECRET_KEY: TEST_SECRET_KEY,
      URL: `http://127.0.0.1:${port}`,
      ...variables,
    },
  })
  const output = collect(build)
  const code = await new Promise<number | null>((resolve) => build.once('close', resolve))
  site.close()
  const { db, close } = openDb(database.url, { max: 1 })
  const keys = STARTER_RULES.map(({ key }) => key)
  const rules = await db.$count(mailRules, inArray(mailRules.key, keys)).finally(close)
  const files = await readdir(join(folder.path, 'dist')).catch(() => [])
  const packed = await readFile(join(folder.path, '.netlify/bundled/only.mjs'), 'utf8').catch(() => '')
  return { code, output: output(), site: files.sort(), packed, rules }
}

async function fakePages(folder: string, built: BuildInfo | 'fails'): Promise<void> {
  const write = (file: string, content: unknown) =>
    `writeFileSync('dist/${file}', ${JSON.stringify(JSON.stringify(content))})`
  const script =
    built === 'fails'
      ? 'process.exit(1)'
      : `import { mkdirSync, writeFileSync } from 'node:fs'
mkdirSync('dist')
${write('build.json', built)}
${built.revision === NO_SHELL ? '' : write('_forum-shell.json', SHELL)}
console.log('site ' + process.env.SITE_URL + ' now ' + process.env.BUILD_NOW)`
  await mkdir(join(folder, 'src/layouts/build'), { recursive: true })
  await writeFile(join(folder, 'src/layouts/build/build-site.ts'), script)
  await mkdir(join(folder, 'db'))
  await writeFile(join(folder, 'db/quick-imports.ts'), '')
  await mkdir(join(folder, 'netlify/functions'), { recursive: true })
  await writeFile(join(folder, 'netlify/functions/only.ts'), 'export default () => new Response(FORUM_SHELL.html)\n')
}

describe('the build on the host', () => {
  test('publishes where no site is live, with the site’s own address, one instant, and the forum’s shell in the function that fills it; the starter set of workflows is there', async () => {
    const { code, output, site, packed, rules } = await hostBuild(info(7), null)
    expect([code, site]).toEqual([0, ['build.json']])
    expect(packed).toContain(SHELL.html)
    expect(rules).toBe(STARTER_RULES.length)
    expect(output).toMatch(/site http:\/\/127\.0\.0\.1:\d+ now \d{4}-\d\d-\d\dT/)
  })

  test('publishes what is as new as the live site and was made later', async () => {
    expect((await hostBuild(info(7), info(7, 999))).code).toBe(0)
  })

  test('publishes nothing if the forum’s shell is missing', async () => {
    expect((await hostBuild(info(NO_SHELL), null)).code).toBe(1)
  })

  test('publishes nothing that is older than the live site (BR5)', async () => {
    const { code, output } = await hostBuild(info(7), info(7, 1001))
    expect(code).toBe(1)
    expect(output).toContain('Revision 7 is live and is newer')
  })

  test('is not kept from publishing by a live site that cannot be read', async () => {
    expect((await hostBuild(info(7), 'broken')).code).toBe(0)
  })

  test('fails when the pages cannot be built (BR6)', async () => {
    const { code, output } = await hostBuild('fails', null)
    expect([code, output]).toEqual([1, expect.stringContaining('The build failed. Nothing is published.')])
  })

  test('fails in a sentence without a database, or with one that cannot be reached', async () => {
    const missing = await hostBuild(info(1), null, { DATABASE_URL: '' })
    expect([missing.code, missing.output]).toEqual([1, expect.stringContaining('DATABASE_URL is not set')])
    const unsealed = await hostBuild(info(1), null, { SECRET_KEY: '' })
    expect([unsealed.code, unsealed.output]).toEqual([1, expect.stringContaining('SECRET_KEY is not set')])
    const away = await hostBuild(info(1), null, { DATABASE_URL: 'postgres://u:geheim@127.0.0.1:9/x' })
    expect(away.code).toBe(1)
    expect(away.output).toContain('Cannot reach the database at 127.0.0.1:9')
    expect(away.output).not.toContain('geheim')
  })

  test('of a preview touches no schema and compares with no live site', async () => {
    const { code, output } = await hostBuild(info(1), info(9), { CONTEXT: 'deploy-preview' })
    expect(code).toBe(0)
    expect(output).not.toContain('Migrations')
  })
})
