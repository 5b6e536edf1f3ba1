import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { siteBuilds, siteContent } from '#db/schema/site.ts'
import { createBuilder } from '#netlify/local/builder.ts'
import { openReleases } from '#netlify/local/releases.ts'
import { touchContent } from '#src/domain/site/touch-content.ts'
import type { Log } from '#src/platform/log.ts'
import { revisionOf, wishes } from '#tests/site/event-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
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

async function aBuilder(dataDir: string) {
  const { db } = opened
  const releases = await openReleases(dataDir)
  const build = fakeBuild(() => revisionOf(db))
  const builder = createBuilder({
    ...{ db, releases, log },
    start: build.start,
    environment: () => ({ BUILD_NOW: 'now' }),
    fingerprint: async () => 'code',
    onLine: () => {},
  })
  const edit = (reason: string) => db.transaction((tx) => touchContent(tx, reason, { id: 'cli' }))
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
    expect(await builder.idle()).toMatchObject({ ok: false, reason: 'A newer revision is live already.' })
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
