import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { heartbeats } from '#db/schema/site.ts'
import { JOBS, type Job, runJobs } from '#netlify/jobs.ts'
import { provideRuntime } from '#netlify/runtime.ts'
import { LOCAL_TIMING } from '#src/domain/site/rebuild-plan.ts'
import { parseEnv } from '#src/platform/env.ts'
import { SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
let opened: TestDb

beforeAll(async () => {
  opened = await testDb()
  provideRuntime({
    env: parseEnv({ SITE_URL }),
    db: opened.db,
    clock: () => Date.now(),
    log,
    hook: { ask: async () => ({ ok: true }) },
    siteUrl: SITE_URL,
    readLive: async () => null,
    pace: LOCAL_TIMING,
    wakeOutbox: async () => {},
  })
})
beforeEach(() => opened.db.delete(heartbeats))
afterAll(() => opened.close())

const job = (name: string, run: Job['run'], more: Partial<Job> = {}): Job => ({ name, share: 5_000, run, ...more })
const beats = () => opened.db.select().from(heartbeats).orderBy(heartbeats.job)

test('a job that fails is logged and leaves word, and the next one runs', async () => {
  const next = vi.fn(async () => undefined)
  await runJobs([job('broken', () => Promise.reject(new Error('secret'))), job('next', next)])
  expect(next).toHaveBeenCalledOnce()
  expect(log.error).toHaveBeenCalledWith('broken failed', {}, expect.any(Error))
  const [broken, well] = await beats()
  expect(broken).toMatchObject({ succeededAt: null, error: 'The job failed. See the log of the function.' })
  expect(well).toMatchObject({ job: 'next', failedAt: null, succeededAt: expect.any(Date) })
})

test('a job that hangs gives way once its share is over, and has no success', async () => {
  const next = vi.fn(async () => undefined)
  const end = Promise.withResolvers<undefined>()
  await runJobs([job('hanging', () => end.promise, { share: 200 }), job('next', next)])
  expect(next).toHaveBeenCalledOnce()
  expect((await beats())[0]).toMatchObject({ job: 'hanging', succeededAt: null })
  end.resolve(undefined)
  await vi.waitFor(async () => expect((await beats())[0]?.succeededAt).not.toBeNull())
})

test('what is due once an hour waits for its hour after a success, not after a failure', async () => {
  let fails = true
  const run = vi.fn(async () => {
    if (fails) throw new Error('no')
    return undefined
  })
  const hourly = [job('hourly', run, { every: 3_600_000 })]
  await runJobs(hourly)
  fails = false
  await runJobs(hourly)
  await runJobs(hourly)
  expect(run).toHaveBeenCalledTimes(2)
  await opened.db.update(heartbeats).set({ succeededAt: new Date(Date.now() - 3_601_000) })
  await runJobs(hourly)
  expect(run).toHaveBeenCalledTimes(3)
})

test('all that is scheduled runs on a fresh database, and ends before the host does', async () => {
  await runJobs()
  await sleep(0)
  const names = JOBS.map(({ name }) => name)
  expect((await beats()).filter(({ succeededAt }) => succeededAt).map((beat) => beat.job)).toEqual(names.toSorted())
  expect(JOBS.reduce((sum, { share }) => sum + share, 0)).toBeLessThanOrEqual(25_000)
})
