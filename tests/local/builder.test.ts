import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OpenDb, openDb } from '#db/client.ts'
import { siteBuilds, siteContent } from '#db/schema/site.ts'
import { createBuilder } from '#netlify/local/builder.ts'
import { openReleases } from '#netlify/local/releases.ts'
import { touchContent } from '#src/domain/site/touch-content.ts'
import type { Log } from '#src/platform/log.ts'
import { revisionOf, wishes } from '#tests/site/event-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { type TcpProxy, tcpProxy } from '#tests/support/tcp-proxy.ts'
import { until } from './a-server.ts'
import { aFolder } from './a-site.ts'
import { fakeBuild } from './fake-build.ts'

const log: Log = { info: () => {}, warn: () => {}, error: () => {} }
let opened: TestDb
beforeAll(async () => {
  opened = await testDb()
})
afterAll(() => opened.close())
beforeEach(async () => {
  await opened.db.delete(siteBuilds)
  await opened.db.update(siteContent).set({ version: 1 })
})

async function aBuilder(dataDir: string, db = opened.db) {
  const releases = await openReleases(dataDir)
  const build = fakeBuild(() => revisionOf(opened.db))
  const builder = createBuilder({
    ...{ db, releases, log },
    start: build.start,
    environment: () => ({ BUILD_NOW: 'now' }),
    fingerprint: async () => 'code',
    onLine: () => {},
    onLive: async () => {},
  })
  const edit = (reason: string) => opened.db.transaction((tx) => touchContent(tx, reason, { id: 'cli' }))
  return { releases, build, builder, edit }
}

describe('the builder', () => {
  test('builds what it is asked for and says so', async () => {
    await using folder = await aFolder()
    const { releases, builder, edit, build } = await aBuilder(folder.path)
    await edit('an edit')
    builder.request()
    expect(await builder.idle()).toEqual({ ok: true })
    expect(releases.current()?.info.revision).toBe(2)
    expect(releases.current()?.fingerprint).toBe('code')
    expect(await wishes(opened.db)).toEqual(['2 live an edit'])
    expect(build.environments).toEqual([{ BUILD_NOW: 'now' }])
  })

  test('says when the process of a build runs, so that a start can do other work beside it', async () => {
    await using folder = await aFolder()
    const { builder, edit, build } = await aBuilder(folder.path)
    await builder.started()
    await edit('an edit')
    build.hold()
    builder.request()
    await builder.started()
    expect(build.count).toBe(1)
    build.letGo()
    await builder.idle()
  })

  test('makes two builds of a hundred wishes, and the last content is live (BR4)', async () => {
    await using folder = await aFolder()
    const { releases, builder, edit, build } = await aBuilder(folder.path)
    build.hold()
    for (let index = 0; index < 100; index += 1) {
      await edit(`edit ${index}`)
      builder.request()
    }
    build.letGo()
    await builder.idle()
    expect(build.count).toBe(2)
    expect(releases.current()?.info.revision).toBe(101)
    expect((await wishes(opened.db)).filter((wish) => !/live|superseded/.test(wish))).toEqual([])
  })

  test('keeps the old site when a build fails, and records why (BR6)', async () => {
    await using folder = await aFolder()
    const { releases, builder, edit, build } = await aBuilder(folder.path)
    await edit('good')
    builder.request()
    await builder.idle()
    await edit('bad')
    build.failWith = 'The build failed.\nlogo.svg is missing'
    builder.request()
    expect(await builder.idle()).toEqual({ ok: false, reason: 'The build failed.\nlogo.svg is missing' })
    expect(releases.current()?.info.revision).toBe(2)
    const [row] = (await opened.db.select().from(siteBuilds)).filter((build) => build.revision === 3)
    expect(row).toMatchObject({ state: 'failed', error: 'The build failed.\nlogo.svg is missing' })
    build.failWith = undefined
    builder.request()
    await builder.idle()
    expect(releases.current()?.info.revision).toBe(3)
  })

  test('never goes back to an older revision (BR5)', async () => {
    await using folder = await aFolder()
    const { releases, builder, edit } = await aBuilder(folder.path)
    await edit('one')
    await edit('two')
    builder.request()
    await builder.idle()
    await opened.db.update(siteContent).set({ version: 1 })
    builder.request()
    expect(await builder.idle()).toMatchObject({ ok: false, reason: 'A newer revision is already live.' })
    expect(releases.current()?.info.revision).toBe(3)
  })

  test('stopped in the middle, it leaves the wish for the next start', async () => {
    await using folder = await aFolder()
    const { releases, builder, edit, build } = await aBuilder(folder.path)
    await edit('interrupted')
    build.hold()
    builder.request()
    while (build.count === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    builder.request()
    await builder.stop()
    expect(build.count).toBe(1)
    expect(releases.current()).toBeUndefined()
    expect(await wishes(opened.db)).toEqual(['2 queued interrupted'])
  })
})

describe('while the database is away', () => {
  let proxy: TcpProxy
  let behind: OpenDb
  beforeEach(async () => {
    proxy = await tcpProxy(opened.url)
    behind = openDb(proxy.url)
  })
  afterEach(async () => {
    await proxy.close()
    await behind.close()
  })

  /** A builder in the middle of a build whose database has just gone. */
  async function inTheMiddle(dataDir: string) {
    const parts = await aBuilder(dataDir, behind.db)
    await parts.edit('unpublished tulsa')
    parts.build.hold()
    parts.builder.request()
    await until(async () => (await wishes(opened.db))[0] === '2 building unpublished tulsa')
    await until(async () => parts.build.count === 1)
    await proxy.behave('reset')
    proxy.cut()
    return parts
  }
  /** Until the builder has tried in vain to write something down. */
  const triedInVain = (before: number) => until(async () => proxy.taken() > before + 1)

  test('a build that fails is recorded as soon as it is back, and another one may follow', async () => {
    await using folder = await aFolder()
    const { build, builder, releases } = await inTheMiddle(folder.path)
    const before = proxy.taken()
    build.failWith = 'The build failed.\nconnect ECONNREFUSED'
    build.letGo()
    await triedInVain(before)
    await proxy.behave('pass')
    expect(await builder.idle()).toMatchObject({ ok: false })
    expect(await wishes(opened.db)).toEqual(['2 failed unpublished tulsa'])
    build.failWith = undefined
    builder.request()
    await builder.idle()
    expect(releases.current()?.info.revision).toBe(2)
  })

  test('a build that succeeds is live at once, and recorded as soon as it is back', async () => {
    await using folder = await aFolder()
    const { build, builder, releases } = await inTheMiddle(folder.path)
    const before = proxy.taken()
    build.letGo()
    await triedInVain(before)
    expect(releases.current()?.info.revision).toBe(2)
    await proxy.behave('pass')
    expect(await builder.idle()).toEqual({ ok: true })
    expect(await wishes(opened.db)).toEqual(['2 live unpublished tulsa'])
  })

  test('a build begins as soon as it is back', async () => {
    await using folder = await aFolder()
    const { builder, edit, build } = await aBuilder(folder.path, behind.db)
    await edit('early')
    await proxy.behave('reset')
    builder.request()
    await triedInVain(0)
    expect(build.count).toBe(0)
    await proxy.behave('pass')
    expect(await builder.idle()).toEqual({ ok: true })
    expect(await wishes(opened.db)).toEqual(['2 live early'])
  })

  test('a builder that is stopped waits for it no longer', async () => {
    await using folder = await aFolder()
    const { builder, build } = await inTheMiddle(folder.path)
    const before = proxy.taken()
    build.failWith = 'The build failed.'
    build.letGo()
    await triedInVain(before)
    await builder.stop()
    expect(await wishes(opened.db)).toEqual(['2 building unpublished tulsa'])
  })
})

test('a disk without room for a draft ends a build, not the builder', async () => {
  await using folder = await aFolder()
  const { releases, builder, edit } = await aBuilder(folder.path)
  const { draft } = releases
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  releases.draft = () => Promise.reject(full)
  await edit('an edit')
  builder.request()
  expect(await builder.idle()).toMatchObject({ ok: false })
  releases.draft = draft
  builder.request()
  expect(await builder.idle()).toEqual({ ok: true })
  expect(await wishes(opened.db)).toEqual(['2 live an edit'])
})
