import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { siteBuilds, siteContent } from '#db/schema/site.ts'
import { isStillSeen } from '#src/contract/build.ts'
import { publishEvent, unpublishEvent } from '#src/domain/events/publish-event.ts'
import { askForBuild } from '#src/domain/site/ask-for-build.ts'
import { listBuilds, markBuilding, markFailed, readProgress } from '#src/domain/site/builds.ts'
import { readBuildStatus, retryBuild } from '#src/domain/site/read-build-status.ts'
import { readSite } from '#src/domain/site/read-site.ts'
import { type BuildTiming, HOST_TIMING } from '#src/domain/site/rebuild-plan.ts'
import { reconcile } from '#src/domain/site/reconcile.ts'
import { touchContent } from '#src/domain/site/touch-content.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { addEvent, revisionOf, wishes } from './event-rows.ts'
import { type FakeHost, type Fate, fakeHost, passTime } from './fake-host.ts'

const MINUTE = 60_000
/** The patience of a host whose schedule fires every minute. */
const PACE: BuildTiming = { ...HOST_TIMING, debounce: 10_000, askPatience: 55_000 }
const UNTOUCHED = {
  version: 1,
  hookPostedAt: null,
  repeatedAt: [],
  liveRevision: null,
  liveBuiltAt: null,
  isLocked: false,
}
let opened: TestDb
let host: FakeHost

beforeAll(async () => {
  opened = await testDb()
})
afterAll(() => opened.close())

beforeEach(async () => {
  await opened.db.delete(siteBuilds)
  await opened.db.update(siteContent).set(UNTOUCHED)
  host = await fakeHost(opened.db)
})
afterEach(() => host.close())

async function hostWith(...fates: Fate[]): Promise<void> {
  await host.close()
  host = await fakeHost(opened.db, fates)
}

/** Another host, with what visitors see of the one before. */
async function hostWithLive(...fates: Fate[]): Promise<void> {
  const { live } = host
  await hostWith(...fates)
  host.live = live
}

async function edit(reason = 'an edit'): Promise<number> {
  const revision = await opened.db.transaction((tx) => touchContent(tx, reason, { id: 'cli' }))
  await askForBuild(opened.db, { hook: host.hook, debounce: PACE.debounce })
  return revision
}

/** A minute goes by, then the schedule fires. */
async function tick(now = 0) {
  await passTime(opened.db, MINUTE)
  return reconcile(opened.db, { readLive: async () => host.live, hook: host.hook, now, pace: PACE })
}

async function expectConverged(): Promise<void> {
  expect(host.live?.revision).toBe(await revisionOf(opened.db))
  expect((await listBuilds(opened.db, 100)).filter((build) => build.state === 'building')).toEqual([])
}

describe('the live site catches up with the database (BR3)', () => {
  test('after an edit whose POST was heard', async () => {
    const revision = await edit()
    await host.work()
    expect(await tick()).toEqual({ outcome: 'live' })
    expect(host.live?.revision).toBe(revision)
    expect(await wishes(opened.db)).toEqual([`${revision} live an edit`])
    expect(host.posts).toBe(1)
  })

  test.each<Fate>(['drop', 'hang', 500, 404, 302])('after the hook answered with %s', async (fate) => {
    await hostWith(fate, fate)
    await edit()
    const [wish] = await listBuilds(opened.db)
    expect(wish).toMatchObject({ state: 'queued', error: expect.stringMatching(/^The build hook/) })
    expect(wish?.error).not.toContain('secret')
    // One that gave no answer may have been heard: within a tick it is asked once.
    for (let ticks = 0; ticks < 2; ticks += 1) await tick()
    await host.work()
    await expectConverged()
    expect((await listBuilds(opened.db))[0]).toMatchObject({ state: 'live', error: null })
  })

  test('after a POST that was heard and forgotten', async () => {
    await hostWith('lost', 'lost')
    await edit()
    expect(await tick()).toEqual({ outcome: 'asked' })
    expect(await tick()).toEqual({ outcome: 'asked' })
    await host.work()
    await expectConverged()
  })

  test('after a build that started before the last edit', async () => {
    await edit()
    const finish = await host.start()
    await opened.db.transaction((tx) => touchContent(tx, 'too late for that build', { id: 'cli' }))
    await finish()
    expect(host.live?.revision).toBe((await revisionOf(opened.db)) - 1)
    await tick()
    await host.work()
    await expectConverged()
  })

  test('after an edit that began before that build was asked for, without counting it as a repeat', async () => {
    const [begun, seen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = opened.db.transaction(async (tx) => {
      await tx.execute(sql`select now()`)
      begun.resolve()
      await seen.promise
      await touchContent(tx, 'took a while', { id: 'cli' })
    })
    await begun.promise
    await edit()
    const finish = await host.start()
    seen.resolve()
    await slow
    await finish()
    expect(await tick()).toEqual({ outcome: 'asked' })
    await host.work()
    await expectConverged()
    expect(await opened.db.select({ repeatedAt: siteContent.repeatedAt }).from(siteContent)).toEqual([
      { repeatedAt: [] },
    ])
  })

  test('after failed builds, asking six times ever more rarely, then again after an edit', async () => {
    await edit()
    const outcomes: string[] = []
    for (let minute = 0; minute < 12 * 60; minute += 1) {
      if (host.isAsked) await (await host.start())(false)
      outcomes.push((await tick()).outcome)
    }
    expect(outcomes.slice(0, 2)).toEqual(['asked', 'asked'])
    expect(outcomes.filter((outcome) => outcome === 'asked')).toHaveLength(6)
    expect(outcomes.at(-1)).toBe('givenUp')
    await edit('the repair')
    await host.work()
    await expectConverged()
  })

  test('after it was given up, if somebody presses Build again', async () => {
    await edit()
    for (let minute = 0; minute < 12 * 60; minute += 1) {
      if (host.isAsked) await (await host.start())(false)
      await tick()
    }
    expect((await tick()).outcome).toBe('givenUp')
    await retryBuild(opened.db, { id: 'cli' })
    expect((await tick()).outcome).toBe('asked')
    await host.work()
    await expectConverged()
  })

  test('after a build that never reported its end', async () => {
    await edit()
    await host.start()
    for (let minute = 0; minute < 19; minute += 1) expect((await tick()).outcome).toBe('waiting')
    await tick()
    expect((await wishes(opened.db))[0]).toMatch(/failed/)
    await host.work()
    await expectConverged()
  })

  test('after such a build sooner where builds have been short', async () => {
    for (let builds = 0; builds < 12; builds += 1) {
      await edit()
      const finish = await host.start()
      // The two before the last ten were slow.
      await passTime(opened.db, builds < 2 ? 10 * MINUTE : 90_000)
      await finish()
      await passTime(opened.db, MINUTE)
    }
    await edit('never ends')
    await host.start()
    for (let minute = 0; minute < 4; minute += 1) expect((await tick()).outcome).toBe('waiting')
    expect((await tick()).outcome).toBe('asked')
    expect((await wishes(opened.db)).at(-2)).toMatch(/failed never ends$/)
    await host.work()
    await expectConverged()
  })

  test('an end that is written down late ends no build that began since', async () => {
    await edit('the first')
    await host.start()
    await passTime(opened.db, MINUTE)
    await edit('the second')
    await host.start()
    await markFailed(opened.db, 'deploy-1', 'out of memory', MINUTE / 2)
    expect((await wishes(opened.db)).toSorted()).toEqual(['2 failed the first', '3 building the second'])
  })

  test('a beginning that is written down late takes in no wish made since', async () => {
    await edit('the first')
    await passTime(opened.db, MINUTE)
    await edit('the second')
    await markBuilding(opened.db, 'deploy-1', MINUTE / 2)
    expect((await wishes(opened.db)).toSorted()).toEqual(['2 building the first', '3 queued the second'])
  })

  test('after the database went back to a backup', async () => {
    for (let edits = 0; edits < 3; edits += 1) await edit()
    await host.work()
    await opened.db.update(siteContent).set(UNTOUCHED)
    await opened.db.delete(siteBuilds)
    await tick()
    await host.work()
    await expectConverged()
  })

  test('whatever order edits, ticks, builds and faults come in', async () => {
    const fate = fc.constantFrom<Fate>('ok', 'lost', 'drop', 500, 404)
    const step = fc.constantFrom('edit', 'tick', 'start', 'finish', 'overtake', 'work')
    await fc.assert(
      fc.asyncProperty(fc.array(fate, { maxLength: 12 }), fc.array(step, { maxLength: 25 }), async (fates, steps) => {
        await hostWith(...fates)
        await opened.db.delete(siteBuilds)
        await opened.db.update(siteContent).set(UNTOUCHED)
        const running: ((succeeds?: boolean) => Promise<void>)[] = []
        for (const name of steps) {
          if (name === 'edit') await edit()
          if (name === 'tick') await tick()
          if (name === 'start' && host.isAsked) running.push(await host.start())
          if (name === 'finish') await running.pop()?.()
          if (name === 'overtake') await running.shift()?.()
          if (name === 'work') await host.work()
        }
        for (const finish of running) await finish()
        const before = host.live
        await hostWith()
        host.live = before
        await tick()
        await host.work()
        await tick()
        await host.work()
        await expectConverged()
      }),
      { numRuns: 60 },
    )
  }, 120_000)
})

describe('an event that was unpublished', () => {
  const seen = async (item: { unpublishedRevision: number | null }) => {
    const status = await readBuildStatus(opened.db, { live: host.live, now: 0, pace: PACE })
    return isStillSeen(item.unpublishedRevision, status)
  }
  /** Somebody unpublishes the event while visitors see it. */
  const unpublishLive = async (slug: string) => {
    await addEvent(opened.db, slug)
    const { item } = await publishEvent(opened.db, slug, { id: 'cli' })
    await askForBuild(opened.db, { hook: host.hook, debounce: PACE.debounce })
    await host.work()
    expect(item.unpublishedRevision).toBeNull()
    return (await unpublishEvent(opened.db, slug, { id: 'cli' })).item
  }
  const slugsOnSite = async () => (await readSite(opened.db, 0)).events.map(({ event }) => event.eventSlug)

  test.each<[string, Fate[], number]>([
    ['the host does not answer', ['drop', 'hang', 500], 0],
    ['builds cannot read the database', [], 3],
    ['both', [500, 'drop'], 2],
  ])(
    'while %s is seen, which the admin says, and is gone with the first build after it',
    async (_what, fates, failures) => {
      const slug = `gone-${fates.length}-${failures}`
      const item = await unpublishLive(slug)
      await hostWithLive(...fates)
      await askForBuild(opened.db, { hook: host.hook, debounce: PACE.debounce })
      for (let left = failures, minute = 0; minute < 24 * 60 && !(host.isAsked && left === 0); minute += 1) {
        if (host.isAsked) {
          await (await host.start())(false)
          left -= 1
        }
        expect(await seen(item)).toBe(true)
        await tick()
      }
      expect(host.builds).toBe(failures)
      const finish = await host.start()
      expect(await slugsOnSite()).not.toContain(slug)
      expect(await seen(item)).toBe(true)
      await finish()
      expect(await seen(item)).toBe(false)
    },
  )

  test('an unpublished event that is published again is not said to be seen still', async () => {
    await unpublishLive('back-again')
    const { item } = await publishEvent(opened.db, 'back-again', { id: 'cli' })
    expect([item.unpublishedRevision, await seen(item)]).toEqual([null, false])
  })

  test('where the live site cannot be read, what visitors saw last counts', async () => {
    const item = await unpublishLive('unread')
    host.live = null
    expect(await seen(item)).toBe(true)
  })
})

describe('bursts (BR4)', () => {
  test('a hundred publishes make at most two builds, and the last content is live', async () => {
    const { db } = opened
    const slugs = Array.from({ length: 100 }, (_, index) => `burst-${index}`)
    for (const slug of slugs) await addEvent(db, slug)
    let finish: (() => Promise<void>) | undefined
    for (const slug of slugs) {
      await publishEvent(db, slug, { id: 'cli' })
      await askForBuild(db, { hook: host.hook, debounce: PACE.debounce })
      if (host.isAsked && !finish) finish = await host.start()
    }
    await finish?.()
    await tick()
    await host.work()
    expect(host.builds).toBeLessThanOrEqual(2)
    await expectConverged()
    const states = (await listBuilds(db, 100)).map((build) => build.state)
    expect(new Set(states)).toEqual(new Set(['live', 'superseded']))
  }, 60_000)

  test('a running build with nothing new to show is left alone', async () => {
    await edit()
    await host.start()
    for (let minute = 0; minute < 5; minute += 1) expect((await tick()).outcome).toBe('waiting')
    expect(host.posts).toBe(1)
  })

  test('while one build runs, edits ask for one more and not for a third', async () => {
    await edit()
    await host.start()
    await passTime(opened.db, MINUTE)
    for (let edits = 0; edits < 5; edits += 1) await edit()
    await tick()
    await tick()
    expect(host.posts).toBe(2)
  })
})

describe('order (BR5)', () => {
  test('an older build that ends later never replaces a newer one', async () => {
    await edit()
    const older = await host.start()
    await passTime(opened.db, MINUTE)
    const newest = await edit()
    const newer = await host.start()
    await newer()
    await older()
    expect(host.live?.revision).toBe(newest)
    expect(await readProgress(opened.db, newest)).toEqual({ state: 'live', error: null })
  })
})

describe('dates (BR9)', () => {
  const noon = Date.parse('2027-01-21T12:00:00Z')

  test('a boundary that passes is built once, without a new revision', async () => {
    const revision = await edit()
    await host.work(noon - 10 * MINUTE, noon)
    expect((await tick(noon - 1)).outcome).toBe('live')
    expect((await tick(noon)).outcome).toBe('asked')
    await host.work(noon + MINUTE, null)
    expect((await tick(noon + 2 * MINUTE)).outcome).toBe('live')
    expect(await revisionOf(opened.db)).toBe(revision)
    expect(await wishes(opened.db)).toEqual([
      `${revision} live an edit`,
      `${revision} live a date on the site was reached`,
    ])
  })

  test('the build for a boundary counts as live only once it is', async () => {
    const revision = await edit()
    await host.work(noon - 10 * MINUTE, noon)
    await tick(noon)
    const finish = await host.start(noon + MINUTE)
    expect((await tick(noon + MINUTE)).outcome).toBe('waiting')
    const built = `${revision} live an edit`
    expect(await wishes(opened.db)).toEqual([built, `${revision} building a date on the site was reached`])
    await finish()
    expect(await wishes(opened.db)).toEqual([built, `${revision} live a date on the site was reached`])
  })

  test('a site built under a clock that went back is built again', async () => {
    await edit()
    await host.work(noon)
    expect((await tick(noon - 60 * MINUTE)).outcome).toBe('asked')
  })
})

describe('when the live site cannot be read', () => {
  const blind = () => reconcile(opened.db, { readLive: async () => null, hook: host.hook, now: 0, pace: PACE })

  test('the database is believed, so that an outage starts no storm of builds', async () => {
    await edit()
    await host.work()
    for (let minute = 0; minute < 5; minute += 1) {
      await passTime(opened.db, MINUTE)
      expect((await blind()).outcome).toBe('live')
    }
    expect(host.posts).toBe(1)
  })

  test('a site that was never built is asked for', async () => {
    expect((await blind()).outcome).toBe('asked')
    expect(await wishes(opened.db)).toEqual(['1 queued the live site is not up to date'])
  })
})
