import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { pagePurges } from '#db/schema/page-purges.ts'
import { JOBS, runJobs } from '#netlify/jobs.ts'
import { providePageCache, purgingAfter } from '#netlify/purge-pages.ts'
import { provideRuntime } from '#netlify/runtime.ts'
import { carryOutPurges, purgeLater, SETTLED } from '#src/domain/page-purges/page-purges.ts'
import { LOCAL_TIMING } from '#src/domain/site/rebuild-plan.ts'
import { parseEnv } from '#src/platform/env.ts'
import { NOON, SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { fakePageCache } from '#tests/support/outside-services.ts'

const purgeMissed = () => runJobs(JOBS.filter(({ name }) => name === 'purge-pages'))

describe('pages that writes have made wrong', () => {
  let opened: TestDb
  let now = NOON
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  beforeAll(async () => {
    opened = await testDb()
    provideRuntime({
      env: parseEnv({ SITE_URL }),
      db: opened.db,
      clock: () => now,
      log,
      hook: { ask: async () => ({ ok: true }) },
      siteUrl: SITE_URL,
      readLive: async () => null,
      pace: LOCAL_TIMING,
      wakeOutbox: async () => {},
    })
  })
  afterEach(() => opened.db.delete(pagePurges))
  afterAll(() => opened.close())
  const notes = () => opened.db.select().from(pagePurges)
  /** What nobody has purged yet. */
  const left = async () => (await notes()).filter(({ purgedAt }) => purgedAt === null).map(({ tags }) => tags)

  test('are purged in one call, each tag once, and struck off', async () => {
    const cache = fakePageCache()
    await purgeLater(opened.db, ['forum-topic-1', 'forum-lists', 'forum-lists'])
    await purgeLater(opened.db, ['forum-topic-2', 'forum-lists'])
    expect(await carryOutPurges(opened.db, cache, now)).toBe(2)
    expect(cache.purged.map((tags) => tags.sort())).toEqual([['forum-lists', 'forum-topic-1', 'forum-topic-2']])
    expect(await left()).toEqual([])
  })

  test('are purged once more when no page that was read before is still on its way, and then not again', async () => {
    const cache = fakePageCache()
    await purgeLater(opened.db, ['forum-topic-1'])
    expect(await carryOutPurges(opened.db, cache, now)).toBe(1)
    expect(await carryOutPurges(opened.db, cache, now + SETTLED - 1)).toBe(0)
    await purgeLater(opened.db, ['forum-topic-2'])
    await expect(carryOutPurges(opened.db, fakePageCache(1), now + SETTLED)).rejects.toThrow('could not be asked')
    expect(await carryOutPurges(opened.db, cache, now + SETTLED)).toBe(2)
    expect(cache.purged).toEqual([['forum-topic-1'], ['forum-topic-1', 'forum-topic-2']])
    expect(await notes()).toMatchObject([{ tags: ['forum-topic-2'] }])
  })

  test('are noted only if the write is committed, and never without a tag', async () => {
    await purgeLater(opened.db, [])
    const write = opened.db.transaction(async (tx) => {
      await purgeLater(tx, ['forum'])
      throw new Error('rolled back')
    })
    await expect(write).rejects.toThrow('rolled back')
    expect(await left()).toEqual([])
  })

  test('stay noted when the cache cannot be asked', async () => {
    await purgeLater(opened.db, ['forum'])
    await expect(carryOutPurges(opened.db, fakePageCache(1), now)).rejects.toThrow('could not be asked')
    expect(await left()).toEqual([['forum']])
  })

  test('are all purged, however many there are', async () => {
    const cache = fakePageCache()
    await opened.db.insert(pagePurges).values(Array.from({ length: 450 }, (_, at) => ({ tags: [`tag-${at}`] })))
    expect(await carryOutPurges(opened.db, cache, now)).toBe(450)
    expect(cache.purged.flat()).toHaveLength(450)
    expect(await left()).toEqual([])
  })

  test('are purged right after the answer of a write that succeeded, and of nothing else', async () => {
    const cache = fakePageCache()
    providePageCache(cache)
    const answer = purgingAfter(async (request) => {
      await purgeLater(opened.db, ['forum-lists'])
      return new Response(null, { status: request.url.endsWith('refused') ? 403 : 200 })
    })
    const ask = async (method: string, path: string) => {
      const behind: Promise<unknown>[] = []
      await answer(new Request(`${SITE_URL}/${path}`, { method }), { waitUntil: (work) => void behind.push(work) })
      await Promise.all(behind)
      return cache.purged.length
    }
    expect(await ask('GET', 'read')).toBe(0)
    expect(await ask('POST', 'refused')).toBe(0)
    expect(await ask('POST', 'write')).toBe(1)
    expect(await left()).toEqual([])
  })

  test('are left to the schedule where that failed, which carries them out and never fails itself', async () => {
    await purgeLater(opened.db, ['forum'])
    providePageCache(fakePageCache(1))
    await purgeMissed()
    expect(log.error).toHaveBeenCalledWith('purge-pages failed', {}, expect.any(Error))
    expect(await left()).toEqual([['forum']])
    await purgeMissed()
    expect(await left()).toEqual([])
    now += SETTLED
    await purgeMissed()
    expect(await notes()).toEqual([])
  })
})

describe('two runs at once', () => {
  test('share the work: no write is purged twice', async () => {
    const { db, close } = await testDb()
    const gate = Promise.withResolvers<void>()
    const first = fakePageCache()
    const second = fakePageCache()
    const started = Promise.withResolvers<void>()
    const slow = {
      purge: async (tags: readonly string[]) => {
        started.resolve()
        await gate.promise
        await first.purge(tags)
      },
    }
    await purgeLater(db, ['a'])
    const held = carryOutPurges(db, slow, NOON)
    await started.promise
    await purgeLater(db, ['b'])
    expect(await carryOutPurges(db, second, NOON)).toBe(1)
    gate.resolve()
    await held
    expect([first.purged.flat(), second.purged.flat()]).toEqual([['a'], ['b']])
    await close()
  })
})
