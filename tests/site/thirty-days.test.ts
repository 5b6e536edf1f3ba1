import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventConfig } from '#db/schema/events.ts'
import { siteBuilds, siteContent } from '#db/schema/site.ts'
import {
  deployBuilding,
  deployFailed,
  deployLocked,
  deploySucceeded,
  deployUnlocked,
  reconcileNow,
} from '#netlify/deploys.ts'
import { provideRuntime } from '#netlify/runtime.ts'
import { type BuildInfo, mayReplace } from '#src/contract/build.ts'
import { nextBoundary } from '#src/contract/featured.ts'
import { askForBuild } from '#src/domain/site/ask-for-build.ts'
import { HOST_TIMING } from '#src/domain/site/rebuild-plan.ts'
import { touchContent } from '#src/domain/site/touch-content.ts'
import { parseEnv } from '#src/platform/env.ts'
import { SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { atScale } from '#tests/support/scale.ts'
import { addEvent, revisionOf } from './event-rows.ts'
import { passTime } from './fake-host.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** As often as the schedule fires on Netlify. */
const TICK = 15 * MINUTE
const START = Date.parse('2027-01-01T00:00:00Z')

let opened: TestDb
beforeAll(async () => {
  opened = await testDb()
  for (const day of ['09', '16', '23']) {
    await addEvent(opened.db, `workshop-${day}`, { isPublished: true, eventDate: `2027-01-${day}` })
  }
})
afterAll(() => opened.close())

/**
 * What is wrong with the host for a time. `unreadable` answers with an error or asks visitors for a password, `lost` hears and
 * forgets, `silent` builds and reports nothing, `rolledBack` publishes the first site again.
 */
const MOODS = ['well', 'locked', 'unreadable', 'failing', 'slow', 'lost', 'refusing', 'silent', 'rolledBack'] as const
type Mood = (typeof MOODS)[number]

/** How many days are played: eight, with as much trouble and as many edits a day, and thirty in `npm run test:scale`. */
const DAYS = atScale(8, 30)
const QUARTERS = (DAYS * DAY) / TICK

/** From which day on the host is in which mood, and on which quarters of an hour somebody saves, several times at once perhaps. */
type Month = { moods: { from: number; mood: Mood }[]; edits: { at: number; saves: number }[] }

/** Plays the days and resolves with how many builds there were, and how many there may be. */
async function play({ moods, edits }: Month) {
  const { db } = opened
  await db.delete(siteBuilds)
  await db
    .update(siteContent)
    .set({ version: 1, hookPostedAt: null, repeatedAt: [], liveRevision: null, liveBuiltAt: null, isLocked: false })
  const host = simulateHost()
  const wanted = new Map(edits.map(({ at, saves }) => [at, saves]))
  let mood: Mood = 'well'
  for (let quarter = 0; quarter < QUARTERS; quarter += 1) {
    const next = moods.find(({ from }) => from * (DAY / TICK) === quarter)?.mood
    if (next && next !== mood) {
      await host.setMood(next)
      mood = next
    }
    const saves = wanted.get(quarter) ?? 0
    const isQuiet = saves === 0 && quarter % 8 !== 0 && !host.isBusy()
    host.now += TICK
    if (isQuiet) {
      host.skipped += TICK
      continue
    }
    await passTime(db, TICK + host.skipped)
    host.skipped = 0
    for (let save = 0; save < saves; save += 1) {
      await db.transaction((tx) => touchContent(tx, 'an edit', { id: 'cli' }))
      await askForBuild(db, { hook: host.hook, debounce: HOST_TIMING.debounce })
    }
    await host.work()
    await reconcileNow()
    await host.work()
  }
  const boundaries = countBoundaries(await db.select().from(eventConfig))
  // The first of several saves is asked for at once, the others together after the debounce.
  const asked = edits.reduce((sum, { saves }) => sum + Math.min(saves, 2), 0)
  return { builds: host.builds, limit: 1 + asked + boundaries + HOST_TIMING.repeats, host, boundaries, asked }
}

function countBoundaries(events: Parameters<typeof nextBoundary>[0]): number {
  let count = 0
  for (
    let at = nextBoundary(events, START);
    at !== undefined && at <= START + DAYS * DAY;
    at = nextBoundary(events, at)
  )
    count += 1
  return count
}

function simulateHost() {
  let mood: Mood = 'well'
  let isAsked = false
  let running: { id: string; endsAt: number; built: BuildInfo } | undefined
  const first: BuildInfo[] = []
  const host = {
    now: START,
    skipped: 0,
    builds: 0,
    live: null as BuildInfo | null,
    isBusy: () => isAsked || running !== undefined,
    hook: {
      ask: async () => {
        if (mood === 'refusing') return { ok: false as const, reason: 'The build hook answered 500.' }
        if (mood !== 'lost') isAsked = true
        return { ok: true as const }
      },
    },
    readLive: async () => (mood === 'unreadable' ? null : host.live),
    setMood: async (next: Mood) => {
      if (mood === 'locked') await deployUnlocked()
      mood = next
      if (mood === 'locked') await deployLocked()
      if (mood === 'rolledBack') host.live = first[0] ?? host.live
    },
    work: async () => {
      await end()
      if (isAsked && !running) await begin()
      await end()
    },
  }
  async function begin(): Promise<void> {
    isAsked = false
    host.builds += 1
    const id = `deploy-${host.builds}`
    await deployBuilding({ id, context: 'production' } as never)
    const events = await opened.db.select().from(eventConfig)
    const built = {
      revision: await revisionOf(opened.db),
      builtAt: host.now,
      featuredSlug: null,
      nextBoundaryAt: nextBoundary(events, host.now) ?? null,
    }
    running = { id, endsAt: host.now + (mood === 'slow' ? 40 * MINUTE : 0), built }
  }
  async function end(): Promise<void> {
    if (!running || running.endsAt > host.now) return
    const { id, built } = running
    running = undefined
    if (mood === 'failing') return deployFailed({ id, context: 'production', errorMessage: 'out of memory' } as never)
    if (mood !== 'locked' && mayReplace(built, host.live)) {
      host.live = built
      first.push(built)
    }
    if (mood !== 'silent') await deploySucceeded({ id, context: 'production' } as never)
  }
  provideRuntime({
    env: parseEnv({}),
    db: opened.db,
    clock: () => host.now,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    hook: host.hook,
    siteUrl: SITE_URL,
    readLive: host.readLive,
    pace: HOST_TIMING,
    wakeOutbox: async () => {},
  })
  return host
}

const edits = Array.from({ length: Math.floor((QUARTERS - 10) / 140) }, (_, index) => ({
  at: 10 + index * 140,
  saves: 1 + (index % 3),
}))

test.each(MOODS)(
  `${DAYS} days of a host that is %s from the third day on stay within the limit`,
  async (mood) => {
    const { builds, limit } = await play({ moods: [{ from: 3, mood }], edits })
    expect(builds).toBeLessThanOrEqual(limit)
  },
  300_000,
)

test('a host that goes from one trouble to the next stays within it, and converges once it is well', async () => {
  const day = fc.integer({ min: 1, max: DAYS - 4 })
  const months = fc.record({
    moods: fc.array(fc.record({ from: day, mood: fc.constantFrom(...MOODS) }), { maxLength: 8 }),
    edits: fc.array(
      fc.record({ at: fc.integer({ min: 0, max: QUARTERS - 280 }), saves: fc.integer({ min: 1, max: 4 }) }),
      {
        maxLength: atScale(8, 25),
      },
    ),
  })
  await fc.assert(
    fc.asyncProperty(months, async ({ moods, edits: some }) => {
      const distinct = [...new Map(some.map((edit) => [edit.at, edit])).values()]
      const { builds, limit, host } = await play({
        moods: [...moods, { from: DAYS - 3, mood: 'well' }],
        edits: [...distinct, { at: (DAYS - 2) * 96, saves: 1 }],
      })
      expect(builds).toBeLessThanOrEqual(limit)
      expect(host.live?.revision).toBe(await revisionOf(opened.db))
    }),
    {
      numRuns: atScale(3, 10),
      // A build fails, and what is next is asked as soon as it has.
      examples: [[{ moods: [{ from: 1, mood: 'failing' }], edits: [{ at: 100, saves: 1 }] }]],
    },
  )
}, 1_200_000)
