import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkRounds, checkStates } from '#db/schema/operations.ts'
import { authAttempts, bans, rateLimits } from '#db/schema/security.ts'
import { auditLog } from '#db/schema/site.ts'
import { deriveKey } from '#db/sealed.ts'
import { runChecksSoon } from '#netlify/checks.ts'
import { deploySucceeded } from '#netlify/deploys.ts'
import runChecks from '#netlify/functions/run-checks.ts'
import { JOBS } from '#netlify/jobs.ts'
import { provideRuntime } from '#netlify/runtime.ts'
import { serve } from '#netlify/serve.ts'
import { checkingAfter } from '#netlify/wake.ts'
import { authApi } from '#src/api/auth/auth-api.ts'
import { ALL_CHECKS } from '#src/domain/checks/all-checks.ts'
import { LOCAL_TIMING } from '#src/domain/site/rebuild-plan.ts'
import { parseEnv } from '#src/platform/env.ts'
import { PROBE_HEADER, PROBE_PURPOSE, signProbe } from '#src/platform/probe-mark.ts'
import { wakeSecret } from '#src/platform/waker.ts'
import { type Somebody, userApi } from '#tests/admin/user-api.ts'
import { fromOurPage, NOON, problemOf, SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { provideTestKey } from '#tests/support/secret-key.ts'

const DATABASE_URL = 'postgres://someone:secret@db.example/site'
const DAY = 86_400_000

let opened: TestDb
let api: Awaited<ReturnType<typeof userApi>>
let people: Record<'member' | 'moderator' | 'admin' | 'owner', Somebody>
beforeAll(async () => {
  provideTestKey()
  opened = await testDb()
  api = await userApi(opened.db)
  const enter = (kind: Parameters<typeof api.enter>[0]) => api.enter(kind)
  people = {
    member: await enter('approved'),
    moderator: await enter('moderator'),
    admin: await enter('admin'),
    owner: await enter('owner'),
  }
})
beforeEach(async () => {
  await opened.db.delete(checkRounds)
  await opened.db.delete(checkStates)
})
afterAll(() => opened.close())

const rounds = () => opened.db.select().from(checkRounds)

describe('the API of the checks', () => {
  const statusFor = async (who: Somebody | null, method: string, path: string, body?: object) =>
    (await api.send(who, method, path, body)).status

  test('reads for admins, and runs for owners alone', async () => {
    const { member, moderator, admin: anAdmin, owner } = people
    const statuses = async (method: string, path: string) => [
      await statusFor(null, method, path),
      await statusFor(member, method, path),
      await statusFor(moderator, method, path),
      await statusFor(anAdmin, method, path),
      await statusFor(owner, method, path),
    ]
    for (const path of ['checks', 'checks/rounds', 'checks/clock.agrees/history'])
      expect(await statuses('GET', path), path).toEqual([401, 403, 403, 200, 200])
    expect(await statuses('POST', 'checks/rounds')).toEqual([401, 403, 403, 403, 202])
    expect(await rounds()).toMatchObject([{ trigger: 'asked', askedBy: owner.id, startedAt: null }])
  })

  test('answers a request to run at once, with the round that waits, and writes down who asked', async () => {
    const { round, checks } = await api.take(people.owner, 'POST', 'checks/rounds')
    expect(round).toMatchObject({ trigger: 'asked', finishedAt: null, total: ALL_CHECKS.length })
    expect(checks.map(({ key }: { key: string }) => key)).toEqual(ALL_CHECKS.map(({ key }) => key))
    expect((await api.take(people.owner, 'POST', 'checks/rounds')).round.id).toBe(round.id)
    expect(await opened.db.select().from(auditLog).where(eq(auditLog.subjectId, round.id))).toMatchObject([
      { action: 'checks.run', actor: people.owner.id },
    ])
  })

  test('mutes with a reason, until a date within 90 days, and what has run alone', async () => {
    const mute = (body: object) => api.send(people.admin, 'POST', 'checks/clock.agrees/mute', body)
    const good = { until: NOON + DAY, reason: 'The machine moves' }
    expect(await problemOf(await mute(good))).toMatchObject({ status: 404, detail: 'Check not found.' })
    const at = new Date(NOON)
    await opened.db.insert(checkStates).values({ key: 'clock.agrees', state: 'fail', since: at, lastRunAt: at })
    for (const bad of [
      {},
      { until: NOON + DAY },
      { ...good, reason: ' ' },
      { ...good, until: NOON },
      { ...good, until: NOON + 91 * DAY },
      { ...good, more: 1 },
    ])
      expect((await mute(bad)).status, JSON.stringify(bad)).toBe(400)
    expect((await mute(good)).status).toBe(200)
    const muted = await api.take(people.admin, 'GET', 'checks')
    expect(muted.checks.find(({ key }: { key: string }) => key === 'clock.agrees').mute).toMatchObject({
      until: good.until,
      reason: good.reason,
    })
    const { checks } = await api.take(people.admin, 'POST', 'checks/clock.agrees/unmute')
    expect(checks.find(({ key }: { key: string }) => key === 'clock.agrees').mute).toBeNull()
  })

  test('has no history of a check that there is not', async () => {
    const answer = await api.send(people.admin, 'GET', 'checks/clock.stops/history')
    expect(await problemOf(answer)).toMatchObject({ status: 404, detail: 'Check not found.' })
  })
})

describe('who has the rounds run', () => {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const wakeChecks = vi.fn(async () => {})
  const run = (variables: Record<string, string> = {}, wake: () => Promise<void> = wakeChecks) => {
    wakeChecks.mockClear()
    provideRuntime({
      // The site is not there: what is asked of it could not run.
      env: parseEnv({ SITE_URL: 'http://127.0.0.1:1', DATABASE_URL, ...variables }),
      db: opened.db,
      clock: () => NOON,
      log,
      hook: { ask: async () => ({ ok: true }) },
      siteUrl: 'http://127.0.0.1:1',
      readLive: async () => null,
      pace: LOCAL_TIMING,
      wakeOutbox: async () => {},
      wakeChecks: wake,
    })
  }
  const tick = () => JOBS.find(({ name }) => name === 'checks')?.run(() => 1_000)
  const deploy = { id: 'deploy-1', context: 'production' } as Parameters<typeof deploySucceeded>[0]

  test('the schedule, once a day and again for a round that was cut off', async () => {
    run()
    await tick()
    await tick()
    expect(await rounds()).toMatchObject([{ trigger: 'daily', askedBy: 'schedule' }])
    expect(wakeChecks).toHaveBeenCalledTimes(2)
    await opened.db.update(checkRounds).set({ finishedAt: new Date(NOON) })
    await tick()
    expect(wakeChecks).toHaveBeenCalledTimes(2)
  })

  test('each deploy of the site, and none of a preview', async () => {
    run()
    await deploySucceeded({ ...deploy, context: 'deploy-preview' })
    expect(await rounds()).toEqual([])
    await deploySucceeded(deploy)
    expect(await rounds()).toMatchObject([{ trigger: 'deploy' }])
    expect(wakeChecks).toHaveBeenCalledOnce()
  })

  test('nobody by themselves where checks run only when an owner asks', async () => {
    run({ CHECKS: 'asked' })
    await tick()
    await deploySucceeded(deploy)
    expect(await rounds()).toEqual([])
  })

  test('an owner, behind the answer; a request that is refused wakes nobody', async () => {
    run()
    const send = async (status: number, path = 'checks/rounds') => {
      const waitUntil = vi.fn()
      const request = new Request(`${SITE_URL}/api/admin/${path}`, { method: 'POST', headers: fromOurPage })
      await checkingAfter(async () => new Response(null, { status }))(request, { waitUntil })
      return waitUntil.mock.calls.length
    }
    expect([await send(202), await send(403), await send(202, 'builds')]).toEqual([1, 0, 0])
    expect(wakeChecks).toHaveBeenCalledOnce()
  })

  test('a function of their own, which our functions alone can wake and which answers first', async () => {
    run({}, runChecksSoon)
    await tick()
    expect((await rounds())[0]?.finishedAt).not.toBeNull()
    await opened.db.update(checkRounds).set({ finishedAt: null, startedAt: null })
    const behind: Promise<unknown>[] = []
    const wake = (headers: Record<string, string>) =>
      runChecks(new Request(`${SITE_URL}/api/run-checks`, { method: 'POST', headers }), {
        waitUntil: (work) => void behind.push(work),
      })
    expect(await problemOf(await wake({}))).toMatchObject({ status: 404, code: 'not_found' })
    expect((await wake({ Authorization: `Bearer ${wakeSecret(DATABASE_URL)}` })).status).toBe(202)
    expect(behind).toHaveLength(1)
    await Promise.all(behind)
    expect((await rounds())[0]?.finishedAt).not.toBeNull()
    expect(await opened.db.select().from(checkStates)).toHaveLength(ALL_CHECKS.length)
  })
})

describe('a call with the mark of the probe', () => {
  const signIn = async (mark: string) => {
    const headers = { ...fromOurPage, Origin: 'http://127.0.0.1:1', [PROBE_HEADER]: mark }
    const body = JSON.stringify({ email: 'nobody@plant.example', password: 'wrong password' })
    const request = new Request('http://127.0.0.1:1/api/auth/sign-in', { method: 'POST', headers, body })
    return (await serve(authApi)(request, { ip: '203.0.113.77', requestId: 'request-2' })).status
  }
  const mark = (bucket: string) => signProbe(deriveKey(PROBE_PURPOSE), bucket, NOON)

  test('is counted by itself, is limited all the same, and bans nobody', async () => {
    await opened.db.delete(rateLimits)
    const statuses: number[] = []
    for (let at = 0; at < 8; at += 1) statuses.push(await signIn(mark('limits.sign-in')))
    expect(statuses.at(0)).toBe(401)
    expect(statuses.at(-1)).toBe(429)
    const keys = (await opened.db.select().from(rateLimits)).map(({ key }) => key)
    expect(keys.some((key) => key.includes('probe limits.sign-in'))).toBe(true)
    expect(keys.some((key) => key.includes('203.0.113.77'))).toBe(false)
    expect(await opened.db.select().from(bans)).toEqual([])
    // Another bucket is not spent, and neither is that of the address.
    expect(await signIn(mark('another'))).toBe(401)
    expect(await signIn('forged')).toBe(401)
    expect((await opened.db.select().from(rateLimits)).some(({ key }) => key.includes('203.0.113.77'))).toBe(true)
    expect(await opened.db.$count(authAttempts)).toBeGreaterThan(0)
  })
})
