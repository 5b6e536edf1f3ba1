import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { siteBuilds } from '#db/schema/site.ts'
import { findRunningServer } from '#netlify/local/running-server.ts'
import { publishEvent } from '#src/domain/events/publish-event.ts'
import { askForBuild } from '#src/domain/site/ask-for-build.ts'
import { buildHook } from '#src/platform/rebuild.ts'
import { addEvent, wishes } from '#tests/site/event-rows.ts'
import { aDatabase, aServer, run, until } from './a-server.ts'
import { aFolder } from './a-site.ts'

const EVENT = 'netlify/local/event.ts'

describe('a running server', () => {
  test('builds the first site, then what is published, through its own hook', async () => {
    await using folder = await aFolder()
    await using database = await aDatabase()
    const { db, url } = database
    await using server = await aServer({ DATABASE_URL: url, DATA_DIR: folder.path })
    expect((await fetch(`${server.origin}/api/health`)).status).toBe(200)
    const announced = JSON.parse(await readFile(join(folder.path, 'runtime.json'), 'utf8'))
    expect((await stat(join(folder.path, 'runtime.json'))).mode & 0o777).toBe(0o600)
    await addEvent(db, 'soon-live')
    const { revision } = await publishEvent(db, 'soon-live', { id: 'cli' })
    expect(await askForBuild(db, { hook: buildHook(announced.hookUrl), debounce: 0 })).toEqual({ outcome: 'asked' })
    await until(async () => (await (await fetch(`${server.origin}/build.json`)).json()).revision === revision)
    await until(async () => (await wishes(db)).includes(`${revision} live published soon-live`))
    // The schedule may have asked beside us.
    expect([2, 3]).toContain(server.build.count)
  })

  test('takes POSTs with its secret for its hook, and nothing else (BR8)', async () => {
    await using folder = await aFolder()
    await using database = await aDatabase()
    const { url } = database
    await using server = await aServer({ DATABASE_URL: url, DATA_DIR: folder.path })
    const { hookUrl } = JSON.parse(await readFile(join(folder.path, 'runtime.json'), 'utf8'))
    const ask = (address: string, method: string) => fetch(address, { method }).then((response) => response.status)
    const before = server.build.count
    expect(await ask(hookUrl, 'GET')).toBe(405)
    expect(await ask(`${server.origin}/__local/hooks/build/guess`, 'POST')).toBe(401)
    expect(await ask(`${server.origin}/__local/hooks/build/`, 'POST')).toBe(401)
    expect(await ask(`${hookUrl}x`, 'POST')).toBe(401)
    expect(server.build.count).toBe(before)
    expect(await ask(hookUrl, 'POST')).toBe(202)
    await until(async () => server.build.count === before + 1)
  })

  test('finds its site again at the next start, and builds only what is out of date', async () => {
    await using folder = await aFolder()
    await using database = await aDatabase()
    const { db, url } = database
    const variables = { DATABASE_URL: url, DATA_DIR: folder.path, SITE_URL: 'http://localhost:9299' }
    {
      await using first = await aServer(variables)
      expect(first.build.count).toBe(1)
    }
    {
      await using second = await aServer(variables)
      expect(second.build.count).toBe(0)
      expect((await fetch(`${second.origin}/`)).status).toBe(200)
    }
    await addEvent(db, 'while-away')
    await publishEvent(db, 'while-away', { id: 'cli' })
    {
      await using third = await aServer(variables)
      await until(async () => (await wishes(db)).some((wish) => wish.includes('live published while-away')))
      expect(third.build.count).toBe(1)
    }
    await using renamed = await aServer({ ...variables, SITE_NAME: 'Another Name' })
    await until(async () => renamed.build.count === 1)
    await until(async () => (await wishes(db)).every((wish) => wish.includes(' live ')))
    expect(await wishes(db)).toEqual([
      '1 live the first build',
      '2 live published while-away',
      '2 live the code or its settings changed',
    ])
  })

  test('closes or repeats what a server before it left half done', async () => {
    await using folder = await aFolder()
    await using database = await aDatabase()
    const { db, url } = database
    const variables = { DATABASE_URL: url, DATA_DIR: folder.path, SITE_URL: 'http://localhost:9299' }
    {
      await using _first = await aServer(variables)
    }
    // Killed between the release and its record.
    await db.update(siteBuilds).set({ state: 'building', finishedAt: null })
    {
      await using second = await aServer(variables)
      expect(second.build.count).toBe(0)
      expect(await wishes(db)).toEqual(['1 live the first build'])
    }
    // Killed in the middle of a build.
    await addEvent(db, 'soon-live')
    await publishEvent(db, 'soon-live', { id: 'cli' })
    await db.update(siteBuilds).set({ state: 'building' }).where(eq(siteBuilds.state, 'queued'))
    {
      await using third = await aServer(variables)
      await until(async () => third.build.count > 0)
      await until(async () => (await wishes(db)).at(-1) === '2 live published soon-live')
    }
  })

  test('hands its clock to the build', async () => {
    await using folder = await aFolder()
    await using database = await aDatabase()
    const { url } = database
    await using server = await aServer({ DATABASE_URL: url, DATA_DIR: folder.path, CLOCK: '2031-05-01T12:00:00Z' })
    expect(server.build.environments[0]).toMatchObject({ BUILD_NOW: expect.stringMatching(/^2031-05-01T12:0/) })
  })

  test('keeps its folder to itself', async () => {
    await using folder = await aFolder()
    await using database = await aDatabase()
    const { url } = database
    await using _server = await aServer({ DATABASE_URL: url, DATA_DIR: folder.path })
    await expect(aServer({ DATABASE_URL: url, DATA_DIR: folder.path })).rejects.toThrow('is in use')
  })

  test('serves the shell command, which waits until its change is live', async () => {
    await using folder = await aFolder()
    await using database = await aDatabase()
    const { db, url } = database
    await using server = await aServer({ DATABASE_URL: url, DATA_DIR: folder.path })
    await addEvent(db, 'by-command')
    const variables = { DATA_DIR: folder.path }
    const published = await run(EVENT, ['publish', 'by-command'], variables)
    expect(published).toMatchObject({
      code: 0,
      output: expect.stringContaining('by-command is published, revision 2.'),
    })
    expect(published.output).toMatch(/ {2}live\n/)
    expect(await (await fetch(`${server.origin}/build.json`)).json()).toMatchObject({ revision: 2 })
    expect((await run(EVENT, ['publish', 'by-command'], variables)).output).toContain('is already published')
    expect((await run(EVENT, ['rename', 'by-command', 'by-hand'], variables)).output).toContain(
      'is now by-hand, revision 3',
    )
    expect((await run(EVENT, ['list'], variables)).output).toMatch(/2027-01-21 +published +scheduled +by-hand/)
    expect(await run(EVENT, ['publish', 'nobody'], variables)).toEqual({ code: 1, output: 'Event not found.\n' })
    server.build.failWith = 'The build failed.\ndisk is full'
    const failed = await run(EVENT, ['unpublish', 'by-hand'], variables)
    expect(failed).toMatchObject({ code: 1, output: expect.stringContaining('disk is full') })
    expect(await findRunningServer(folder.path)).toMatchObject({ pid: process.pid })
  }, 60_000)
})

test('the command says how it is used, and works without a server', async () => {
  await using folder = await aFolder()
  expect(await run(EVENT, ['sing'], {})).toMatchObject({ code: 1, output: expect.stringContaining('publish SLUG') })
  const { code, output } = await run(EVENT, ['list'], { DATA_DIR: folder.path })
  expect([code, output]).toEqual([0, 'There are no events.\n'])
}, 60_000)
