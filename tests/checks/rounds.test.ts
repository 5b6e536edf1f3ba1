import { setTimeout } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { mailAlerts } from '#db/schema/deliveries.ts'
import { checkRounds, checkRuns, checkStates } from '#db/schema/operations.ts'
import { outbox } from '#db/schema/security.ts'
import { auditLog } from '#db/schema/site.ts'
import { CouldNotRun } from '#src/contract/checks.ts'
import type { Check } from '#src/domain/checks/check.ts'
import { muteCheck, unmuteCheck } from '#src/domain/checks/mute-check.ts'
import { readChecks } from '#src/domain/checks/read-checks.ts'
import { claimRound, pruneRounds, requestDailyRound, requestRound } from '#src/domain/checks/rounds.ts'
import { type RoundParts, runNextRound } from '#src/domain/checks/run-round.ts'
import { PEOPLE, preparePerson } from '#tests/accounts/people.ts'
import { NO_MAIL } from '#tests/mail-checks/mail-means.ts'
import { NOON, SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const OWNER = { id: 'cli' }

let opened: TestDb
let now = NOON

beforeAll(async () => {
  opened = await testDb()
})
beforeEach(async () => {
  now = NOON
  await opened.db.delete(checkRounds)
  await opened.db.delete(checkStates)
  await opened.db.delete(outbox)
})
afterAll(() => opened.close())

const planted = (key: string, run: Check['run'], more: Partial<Check> = {}): Check => ({
  key: `state.${key}`,
  group: 'state',
  title: `Check ${key}`,
  mend: '/admin/settings',
  every: 'round',
  retries: 0,
  blips: 0,
  run,
  ...more,
})
const passes = async () => ({ state: 'pass', said: 'All is well.' }) as const
const fails = async () => ({ state: 'fail', said: 'All is not well.' }) as const

const partsFor = (checks: readonly Check[], more: Partial<RoundParts> = {}): RoundParts => ({
  checks,
  site: { siteUrl: SITE_URL, siteName: 'Uptime Workshops' },
  clock: () => now,
  means: { routes: [], mail: NO_MAIL, openSession: () => Promise.reject(new CouldNotRun('no')) },
  probe: () => ({ ask: () => Promise.reject(new CouldNotRun('no')), tls: () => Promise.reject(new CouldNotRun('no')) }),
  readLive: async () => ({ revision: 7, builtAt: NOON, featuredSlug: null, nextBoundaryAt: null }),
  timeLeft: () => Number.POSITIVE_INFINITY,
  onFault: () => {},
  pause: 0,
  ...more,
})
const ask = (trigger: 'asked' | 'daily' | 'deploy' = 'asked') => requestRound(opened.db, { trigger, actor: OWNER, now })
/** A whole round of these checks, an hour after the one before. */
const runRound = async (checks: readonly Check[], more: Partial<RoundParts> = {}) => {
  now += HOUR
  await ask()
  return runNextRound(opened.db, partsFor(checks, more))
}
const stateOf = async (key: string) => {
  const [row] = await opened.db
    .select()
    .from(checkStates)
    .where(eq(checkStates.key, `state.${key}`))
  return row
}
const mails = () => opened.db.select().from(outbox).where(eq(outbox.template, 'checks-failed'))
const runsOf = (key: string) =>
  opened.db
    .select()
    .from(checkRuns)
    .where(eq(checkRuns.key, `state.${key}`))
    .orderBy(checkRuns.at)

test('sending that worked and fails is a warning for owners until it works again; what never worked is none', async () => {
  await opened.db.delete(mailAlerts)
  const alerts = async () =>
    (await opened.db.select().from(mailAlerts)).map(({ key, sentence }) => `${key} ${sentence}`)
  const mail = (name: string, run: Check['run']) => planted(name, run, { key: `mail.${name}`, group: 'mail' })
  const could = () => Promise.reject(new CouldNotRun('The DNS did not answer.'))
  const never = mail('dkim', fails)
  await runRound([mail('spf', passes), never, planted('key', passes)])
  await runRound([mail('spf', fails), never, planted('key', fails)])
  expect(await alerts()).toEqual(['dns:spf All is not well.'])
  await runRound([mail('spf', async () => ({ state: 'fail', said: 'Another record is there.' })), never])
  expect(await alerts()).toEqual(['dns:spf Another record is there.'])
  await runRound([mail('spf', could), never])
  expect(await alerts()).toHaveLength(1)
  await runRound([mail('spf', passes), never])
  expect(await alerts()).toEqual([])
})

describe('what a check ends with', () => {
  test('is recorded with its sentence and evidence, and secrets in the evidence are masked', async () => {
    const run = async () => ({ state: 'warn', said: 'Old.', evidence: { days: 200, token: 'abc' } }) as const
    expect(await runRound([planted('key', run)])).toBe('finished')
    expect(await runsOf('key')).toMatchObject([
      { state: 'warn', said: 'Old.', evidence: { days: 200, token: '[masked]' } },
    ])
    expect(await opened.db.select().from(checkRounds)).toMatchObject([
      { liveRevision: 7, finishedAt: new Date(now), askedBy: 'cli' },
    ])
  })

  test('could not run: because its means are missing, because it broke, or because it hung', async () => {
    const onFault = vi.fn()
    const checks = [
      planted('means', () => Promise.reject(new CouldNotRun('There is no TLS on this machine.'))),
      planted('broken', () => Promise.reject(new Error('password authentication failed'))),
      planted('hanging', () => new Promise(() => {})),
      planted('well', passes),
    ]
    await runRound(checks, { onFault, tryTime: 50 })
    const { checks: results } = await readChecks(opened.db, checks, now)
    expect(results.map(({ state, said }) => [state, said])).toEqual([
      ['unknown', 'There is no TLS on this machine.'],
      ['unknown', 'The check itself failed. See the log for the reason.'],
      ['unknown', 'The check did not end in time.'],
      ['pass', 'All is well.'],
    ])
    expect(onFault).toHaveBeenCalledExactlyOnceWith('state.broken', expect.any(Error))
  })

  test('is asked to end, with its calls, when its time is over', async () => {
    let signal: AbortSignal | undefined
    const hangs: Check['run'] = (context) => {
      signal = context.signal
      return new Promise(() => {})
    }
    await runRound([planted('hanging', hangs)], { tryTime: 50 })
    expect(signal?.aborted).toBe(true)
  })

  test('has its own time, and is not begun where less is left', async () => {
    const slow = planted('slow', () => setTimeout(60, { state: 'pass', said: 'All is well.' } as const), {
      time: 5_000,
    })
    const hasty = planted('hasty', () => new Promise(() => {}), { time: 20 })
    await runRound([slow, hasty])
    expect([await stateOf('slow'), await stateOf('hasty')]).toMatchObject([{ state: 'pass' }, { state: 'unknown' }])
    expect(await runRound([hasty, slow], { timeLeft: () => 4_999 })).toBe('interrupted')
    expect([await runsOf('hasty'), await runsOf('slow')].map(({ length }) => length)).toEqual([2, 1])
  })

  test('is the last of its tries: one that passes is enough', async () => {
    const run = vi.fn<Check['run']>().mockImplementationOnce(fails).mockImplementation(passes)
    await runRound([planted('shaky', run, { retries: 2 })])
    expect(run).toHaveBeenCalledTimes(2)
    expect(await stateOf('shaky')).toMatchObject({ state: 'pass', blips: 0 })
    run.mockReset().mockImplementation(fails)
    await runRound([planted('shaky', run, { retries: 2 })])
    expect(run).toHaveBeenCalledTimes(3)
    expect(await stateOf('shaky')).toMatchObject({ state: 'fail', blips: 1 })
  })
})

describe('who is told of a failure', () => {
  beforeAll(() => preparePerson(opened.db, PEOPLE.owner))

  test('all owners, once, beyond the failures that are tolerated in a row', async () => {
    const check = planted('flaky', fails, { blips: 2 })
    for (const expected of [0, 0, 1, 1]) {
      await runRound([check])
      expect(await mails()).toHaveLength(expected)
    }
    const [mail] = await mails()
    expect(mail?.subject).toBe('Security test of Uptime Workshops: 1 check failed')
    expect(mail?.textBody).toContain('* Check flaky\n\nAll is not well. It has failed since')
    expect(mail?.textBody).toContain(`${SITE_URL}/admin/security-test`)
    expect(await opened.db.select().from(auditLog).where(eq(auditLog.subjectId, 'state.flaky'))).toMatchObject([
      { action: 'check.announce', actor: 'system' },
    ])
  })

  test('nobody, if a run in between passed; a run that could not find out anything changes nothing', async () => {
    const cannot = () => Promise.reject(new CouldNotRun('The site cannot be reached.'))
    const run = (how: Check['run']) => runRound([planted('flaky', how, { blips: 1 })])
    for (const how of [fails, passes, fails, passes]) await run(how)
    expect(await mails()).toHaveLength(0)
    await run(fails)
    await run(cannot)
    expect(await mails()).toHaveLength(0)
    await run(fails)
    expect(await mails()).toHaveLength(1)
  })

  test('at once, when the check had failed before and was mended', async () => {
    const run = (how: Check['run']) => runRound([planted('mended', how, { blips: 1 })])
    for (const how of [fails, fails, passes]) await run(how)
    expect(await stateOf('mended')).toMatchObject({ announcedAt: null, mendedAt: new Date(now) })
    expect(await mails()).toHaveLength(1)
    await run(fails)
    expect(await mails()).toHaveLength(2)
    expect((await mails()).some(({ textBody }) => textBody.includes('It had been mended before.'))).toBe(true)
  })

  test('in one mail for all checks of a round', async () => {
    await runRound([planted('one', fails), planted('two', fails), planted('three', passes)])
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Security test of Uptime Workshops: 2 checks failed',
    ])
  })

  test('nobody while the check is muted, and everybody by the first round after that', async () => {
    await runRound([planted('mute', passes)])
    await muteCheck(opened.db, 'state.mute', { until: now + 2 * HOUR + 1, reason: 'Known' }, { actor: OWNER, now })
    await runRound([planted('mute', fails)])
    await runRound([planted('mute', fails)])
    expect(await mails()).toHaveLength(0)
    await runRound([planted('mute', fails)])
    expect(await mails()).toHaveLength(1)
  })

  test('and a mute that is lifted is heard in the next round', async () => {
    await runRound([planted('unmuted', passes)])
    await muteCheck(opened.db, 'state.unmuted', { until: now + 30 * DAY, reason: 'Known' }, { actor: OWNER, now })
    await unmuteCheck(opened.db, 'state.unmuted', OWNER)
    await runRound([planted('unmuted', fails)])
    expect(await mails()).toHaveLength(1)
    const entries = await opened.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, 'state.unmuted'))
      .orderBy(auditLog.id)
    expect(entries.map(({ action }) => action)).toEqual(['check.mute', 'check.unmute', 'check.announce'])
  })
})

describe('rounds', () => {
  test('are run by one worker each, however many look for one', async () => {
    const run = vi.fn(passes)
    const checks = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => planted(key, run))
    await ask()
    const parts = partsFor(checks)
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => runNextRound(opened.db, parts)))
    expect(outcomes.filter((outcome) => outcome === 'finished')).toHaveLength(1)
    expect(run).toHaveBeenCalledTimes(6)
  })

  test('that were cut off by the time go on where they ended', async () => {
    const run = vi.fn(passes)
    const checks = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => planted(key, run))
    await ask()
    let left = 100_000
    const timeLeft = () => {
      left -= 10_000
      return left
    }
    expect(await runNextRound(opened.db, partsFor(checks, { timeLeft }))).toBe('interrupted')
    const before = run.mock.calls.length
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThan(6)
    expect(await runNextRound(opened.db, partsFor(checks))).toBe('finished')
    expect(run).toHaveBeenCalledTimes(6)
  })

  test('whose worker died are taken up by another one, but not before its time', async () => {
    await ask()
    expect(await claimRound(opened.db, now)).toBeDefined()
    now += MINUTE
    expect(await runNextRound(opened.db, partsFor([planted('a', passes)]))).toBe('nothing')
    now += 2 * MINUTE
    expect(await runNextRound(opened.db, partsFor([planted('a', passes)]))).toBe('finished')
  })

  test('count nothing twice when a worker that was believed dead goes on', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const slow: Check['run'] = async () => {
      await promise
      return fails()
    }
    await ask()
    const first = runNextRound(opened.db, partsFor([planted('a', slow)]))
    await vi.waitFor(async () => expect((await opened.db.select().from(checkRounds))[0]?.startedAt).not.toBeNull())
    now += 10 * MINUTE
    expect(await runNextRound(opened.db, partsFor([planted('a', fails)]))).toBe('finished')
    resolve()
    await first
    expect(await runsOf('a')).toHaveLength(1)
    expect(await stateOf('a')).toMatchObject({ blips: 1 })
  })

  test('are not asked for twice, and deploys in a row share one that nobody has begun', async () => {
    const first = await ask('asked')
    expect((await ask('asked')).id).toBe(first.id)
    const asked = await Promise.all(Array.from({ length: 4 }, () => ask('deploy')))
    expect(new Set(asked.map(({ id }) => id))).toEqual(new Set([first.id]))
    await claimRound(opened.db, now)
    expect((await ask('deploy')).id).not.toBe(first.id)
  })

  test('are daily by themselves, however many schedules run, and only those after a build leave checks out', async () => {
    const checks = [planted('often', passes), planted('rarely', passes, { every: 'day' })]
    const tick = () => Promise.all([requestDailyRound(opened.db, now), requestDailyRound(opened.db, now)])
    await ask('deploy')
    await runNextRound(opened.db, partsFor(checks))
    expect(await stateOf('rarely')).toBeUndefined()
    await runRound(checks)
    expect(await stateOf('rarely')).toMatchObject({ state: 'pass' })
    await opened.db.delete(checkStates)
    await tick()
    expect(await runNextRound(opened.db, partsFor(checks))).toBe('finished')
    expect(await stateOf('rarely')).toMatchObject({ state: 'pass' })
    now += 23 * HOUR
    await tick()
    expect(await runNextRound(opened.db, partsFor(checks))).toBe('nothing')
    now += HOUR
    await tick()
    expect(await runNextRound(opened.db, partsFor(checks))).toBe('finished')
    expect(await opened.db.$count(checkRounds, eq(checkRounds.trigger, 'daily'))).toBe(2)
  })

  test('are kept for 90 days, and the states of their checks for longer', async () => {
    await runRound([planted('a', passes)])
    expect(await pruneRounds(opened.db, now + 89 * DAY)).toBe(0)
    expect(await pruneRounds(opened.db, now + 91 * DAY)).toBe(1)
    expect(await runsOf('a')).toEqual([])
    expect(await stateOf('a')).toMatchObject({ state: 'pass' })
  })
})

describe('the overview', () => {
  test('says what is new since the round before, what was mended, and since when', async () => {
    const checks = (broken: Check['run'], mended: Check['run']) => [
      planted('same', passes),
      planted('broken', broken),
      planted('mended', mended),
    ]
    await runRound(checks(passes, fails))
    await runRound(checks(fails, passes))
    const { round, checks: results } = await readChecks(opened.db, checks(fails, passes), now)
    expect(results.map(({ change }) => change)).toEqual(['unchanged', 'new', 'mended'])
    expect(results.map(({ since }) => since)).toEqual([now - HOUR, now, now])
    expect(results[1]?.history.map(({ state }) => state)).toEqual(['pass', 'fail'])
    expect(round).toMatchObject({ trigger: 'asked', by: 'Command line', total: 3, counts: { pass: 2, fail: 1 } })
  })

  test('knows a check that has not run yet', async () => {
    const { round, checks } = await readChecks(opened.db, [planted('new', passes)], now)
    expect(round).toBeNull()
    expect(checks).toMatchObject([{ state: null, said: null, history: [], mute: null, change: 'unchanged' }])
  })
})
