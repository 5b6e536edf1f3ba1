import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Db, openDb } from '#db/client.ts'
import { callMinutes } from '#db/schema/operations.ts'
import { countCall, countingAfter, probeSite, writeCalls } from '#netlify/calls.ts'
import { provideRuntime } from '#netlify/runtime.ts'
import { serve } from '#netlify/serve.ts'
import { problemResponse } from '#src/api/on-error.ts'
import { publicApi } from '#src/api/public-api.ts'
import { BURN_WINDOWS, ROUTE_GROUPS } from '#src/contract/error-budget.ts'
import { addCalls, type CallTally, pruneCalls, readCalls, readCallsByGroup } from '#src/domain/health/call-minutes.ts'
import { LOCAL_TIMING } from '#src/domain/site/rebuild-plan.ts'
import { parseEnv } from '#src/platform/env.ts'
import { SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

/** What is drawn for each answer: 0 is counted. */
const draw = vi.fn(() => 0)

let opened: TestDb
const run = (db: Db, ownUrl = SITE_URL) =>
  provideRuntime({
    env: parseEnv({ SITE_URL }),
    db,
    clock: () => Date.now(),
    log: { info: vi.fn(), warn: vi.fn(), error: vi.fn() },
    hook: { ask: async () => ({ ok: true }) },
    siteUrl: SITE_URL,
    ownUrl,
    readLive: async () => null,
    pace: LOCAL_TIMING,
    wakeOutbox: async () => {},
  })
const rows = () => opened.db.select().from(callMinutes).orderBy(callMinutes.minute, callMinutes.routeGroup)
const sums = async () => {
  const [sum] = await opened.db
    .select({
      ok: sql`coalesce(sum(ok), 0)::int`,
      failed: sql`coalesce(sum(failed), 0)::int`,
      slow: sql`coalesce(sum(slow), 0)::int`,
    })
    .from(callMinutes)
  return sum
}

beforeAll(async () => {
  opened = await testDb()
})
beforeEach(async () => {
  run(opened.db)
  await writeCalls()
  await opened.db.delete(callMinutes)
})
afterAll(() => opened.close())

describe('counting answers', () => {
  test('gives the true number on average, and counts each failure and each slow answer', async () => {
    const lots = Array.from({ length: 1_000 }, (_, at) => at % 10)
    const counted = lots.filter((lot) => countCall('public', { failed: false, slow: false }, lot))
    expect(counted).toHaveLength(100)
    for (const lot of [0, 5, 9]) {
      countCall('public', { failed: true, slow: false }, lot)
      countCall('public', { failed: false, slow: true }, lot)
      countCall('public', { failed: true, slow: true }, lot)
    }
    await writeCalls()
    expect(await sums()).toEqual({ ok: 1_003, failed: 6, slow: 6 })
  })

  /** A call of the function as the host makes it, and the work behind its answer. */
  const call = async (path: string) => {
    const behind: Promise<unknown>[] = []
    const answer = countingAfter('public', serve(publicApi), draw)
    const request = new Request(`${SITE_URL}${path}`)
    const waitUntil = (work: Promise<unknown>) => void behind.push(work)
    const { status } = await answer(request, { ip: '203.0.113.7', requestId: 'request-0001', waitUntil })
    return { status, behind }
  }

  test('writes after the answer, and nothing for an answer that needed no database', async () => {
    await call('/api/no-such-thing') // reads the level of the site, which is kept for some seconds
    await writeCalls()
    await opened.db.delete(callMinutes)
    await sleep(5) // the deletion is the database's answer of another millisecond
    const unknown = await call('/api/no-such-thing')
    expect(unknown).toEqual({ status: 404, behind: [] })
    expect(await rows()).toEqual([])
    const health = await call('/api/health')
    expect(health.behind).toHaveLength(1)
    await Promise.all(health.behind)
    expect(await rows()).toMatchObject([{ routeGroup: 'public', ok: 20, failed: 0 }])
    draw.mockReturnValueOnce(1)
    expect((await call('/api/health')).behind).toEqual([])
  })

  test('takes an answer for no failure if somebody has closed the site', async () => {
    const caller = { waitUntil: () => {} }
    for (const code of ['closed', 'unavailable']) {
      const refuse = async () => problemResponse({ status: 503, code, detail: 'Please try again later.' })
      await countingAfter('public', refuse, draw)(new Request(SITE_URL), caller)
    }
    await writeCalls()
    expect(await sums()).toEqual({ ok: 10, failed: 1, slow: 0 })
  })

  test('fails no answer while the database is away, and writes the failures once it is back', async () => {
    const away = openDb('postgres://nobody@127.0.0.1:1/none')
    run(away.db)
    const answer = await call('/api/health')
    expect(answer.status).toBe(503)
    expect(answer.behind).toHaveLength(1)
    await expect(Promise.all(answer.behind)).resolves.toEqual([undefined])
    run(opened.db)
    await writeCalls()
    expect(await sums()).toEqual({ ok: 0, failed: 1, slow: 0 })
    await away.close()
  })

  test('takes a call of the schedule itself for each run, which fails when nothing answers', async () => {
    const server = createServer((_incoming, outgoing) => outgoing.end('{}'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    run(opened.db, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    await probeSite()
    expect(await rows()).toMatchObject([{ routeGroup: 'probe', ok: 1, failed: 0 }])
    await new Promise((resolve) => server.close(resolve))
    await probeSite()
    expect(await sums()).toMatchObject({ ok: 1, failed: 1 })
  })
})

describe('the minutes of calls', () => {
  const MINUTE = 60_000
  const tally = (minutesAgo: number, more: Partial<CallTally> = {}): CallTally => ({
    group: 'admin',
    ok: 10,
    failed: 1,
    slow: 2,
    age: minutesAgo * MINUTE,
    ...more,
  })

  test('take tallies of several processes at once without losing any', async () => {
    const groups = ['public', 'admin', 'forum'] as const
    const batch = groups.flatMap((group) => [tally(0, { group }), tally(1, { group }), tally(0, { group })])
    await Promise.all(Array.from({ length: 8 }, () => addCalls(opened.db, batch.toReversed())))
    expect(await sums()).toEqual({ ok: 720, failed: 72, slow: 144 })
    expect((await rows()).length).toBeLessThanOrEqual(9)
  })

  test('are summed for each window of the error budget, and by group for a day', async () => {
    const { db } = opened
    const ages = [1, 20, 50, 200, 1_000, 10_000, 40_000]
    await addCalls(db, [...ages.map((age) => tally(age)), tally(1, { group: 'public' })])
    const callsIn = await readCalls(db)
    const windows = [...BURN_WINDOWS.flatMap(({ long, short }) => [short, long]), 30 * 1_440]
    expect(windows.map((minutes) => [minutes, callsIn(minutes)])).toEqual(
      [2, 4, 3, 5, 5, 6, 8].map((count, at) => [windows[at], { ok: 10 * count, failed: count }]),
    )
    expect(await readCallsByGroup(db)).toEqual([
      { group: 'admin', ok: 50, failed: 5, slow: 10 },
      { group: 'public', ok: 10, failed: 1, slow: 2 },
    ])
  })

  test('are kept for 35 days, those older than four days as hours, with the same sums', async () => {
    const { db } = opened
    const day = 1_440
    const old = Array.from({ length: 180 }, (_, at) => tally(6 * day + at))
    await addCalls(db, [...old, tally(10), tally(3 * day), tally(36 * day)])
    const before = (await readCalls(db))(30 * day)
    await pruneCalls(db)
    await pruneCalls(db)
    expect((await readCalls(db))(30 * day)).toEqual(before)
    const kept = await rows()
    expect(kept.length).toBeLessThanOrEqual(6)
    expect(kept.reduce((sum, { ok }) => sum + ok, 0)).toBe(1_820)
  })
})

test('each function that is called from outside counts its answers in a group of its own', () => {
  const folder = join(import.meta.dirname, '..', '..', 'netlify', 'functions')
  const counted = readdirSync(folder).flatMap((file) => {
    const [, group] = /countingAfter\('([\w-]+)'/.exec(readFileSync(join(folder, file), 'utf8')) ?? []
    return group ? [group] : []
  })
  expect([...counted, 'probe'].toSorted()).toEqual(Object.keys(ROUTE_GROUPS).toSorted())
})
