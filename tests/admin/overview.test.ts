import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import { mailAlerts } from '#db/schema/deliveries.ts'
import { eventAgenda } from '#db/schema/events.ts'
import { eventReports } from '#db/schema/feedback.ts'
import { logisticsPeople, logisticsRequests } from '#db/schema/logistics.ts'
import { vendorProposals } from '#db/schema/partners.ts'
import { outbox } from '#db/schema/security.ts'
import { heartbeats, siteBuilds } from '#db/schema/site.ts'
import { taskSubmissions } from '#db/schema/tasks.ts'
import { mailPlanMarks, mailRuleVersions, plannedMails } from '#db/schema/workflows.ts'
import { JOBS } from '#netlify/jobs.ts'
import { type Overview, SCHEDULED } from '#src/contract/overview.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import { addCalls } from '#src/domain/health/call-minutes.ts'
import { aTask } from '#tests/event-tasks/task-rows.ts'
import { storeRule } from '#tests/mail-plan/plan-rows.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { expectAdminsOnly, siteAdminApi } from './site-admin-api.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let opened: TestDb
beforeAll(async () => {
  opened = await testDb()
})
afterAll(() => opened.close())

const ago = (span: number) => new Date(Date.now() - span)

/** What waits of vendors, people of an event and workflows. */
async function storePartnerQueues(db: Db, eventId: string): Promise<void> {
  const { vendorId, taskId, contact } = await aTask(db, { eventId })
  const proposal = { vendorId, baseVersion: 1, base: {}, fields: { bio: 'New' } }
  await db.insert(vendorProposals).values({ ...proposal, createdAt: ago(4 * DAY) })
  await db.insert(taskSubmissions).values({ taskId, submittedBy: contact.id, value: 'x', createdAt: ago(DAY) })
  const who = { eventId, role: 'host', name: 'Lena', email: 'l@plant.example', emailKey: 'l@plant.example' } as const
  const [person] = await db.insert(logisticsPeople).values(who).returning()
  const request = { personId: person?.id ?? '', sectionKey: 'badge', baseVersion: 1, value: {} }
  await db.insert(logisticsRequests).values({ ...request, createdAt: ago(3 * DAY) })
  const ruleId = await storeRule(db)
  const [version] = await db.select().from(mailRuleVersions)
  const mail = { ruleId, versionId: version?.id ?? '', eventId, recipient: who.email, occurrence: '2026-11-26' }
  const times = { zone: 'UTC', anchorAt: ago(0), lateAt: ago(-DAY) }
  await db.insert(plannedMails).values([
    { ...mail, ...times, recipientKey: 'l', subjectId: 'team:1', dueAt: ago(90 * MINUTE) },
    { ...mail, ...times, recipientKey: 'm', subjectId: 'team:2', dueAt: ago(-HOUR) },
  ])
}

test('a fresh site lacks a backup and nothing else', async () => {
  const { ask } = await siteAdminApi(opened.db)
  // The account of the administrator marked the mails about accounts.
  await opened.db.delete(mailPlanMarks)
  const fresh: Overview = await ask('GET', 'overview')
  expect(fresh).toMatchObject({
    since: null,
    builds: [],
    lastFailure: null,
    jobs: [],
    backup: null,
    drill: null,
    events: [],
  })
  expect(fresh).toMatchObject({ calls: { total: { ok: 0, failed: 0 }, left: 1, burn: null, groups: [] } })
  expect(fresh.freshness).toEqual({ changes: 0, late: 0 })
  expect(fresh.queues.map(({ count, oldestAt }) => [count, oldestAt])).toEqual(Array(11).fill([0, null]))
  expect(fresh.databaseBytes).toBeGreaterThan(1_000_000)
  expect(fresh.needs).toEqual([{ about: 'backup', sentence: 'There is no backup yet.' }])
  await expectAdminsOnly(opened.db, [['GET', 'overview']])
})

test('every scheduled job has words', () => {
  expect(JOBS.map(({ name }) => name).toSorted()).toEqual(Object.keys(SCHEDULED).toSorted())
})

test('what was planted is all found: builds, changes, events, queues, jobs, answers, backups', async () => {
  const { db } = opened
  await recordAudit(db, { id: 'cli' }, { action: 'x', subjectType: 'x', subjectId: '1' })
  const wish = (minutesAgo: number, took: number | null, more: Partial<typeof siteBuilds.$inferInsert> = {}) => ({
    revision: 1,
    state: 'live' as const,
    reason: 'published tulsa',
    actor: 'ada',
    requestedAt: ago(minutesAgo * MINUTE),
    startedAt: took === null ? null : ago((minutesAgo - 0.1) * MINUTE),
    finishedAt: took === null ? null : ago((minutesAgo - took) * MINUTE),
    ...more,
  })
  await db
    .insert(siteBuilds)
    .values([
      wish(600, 0.5),
      wish(500, 4),
      wish(400, 0.5, { state: 'failed', error: 'No space left', deployId: 'a' }),
      wish(300, 10, { actor: 'schedule', reason: 'a date on the site was reached' }),
      wish(60 * 24 * 31, 9),
      wish(40, null, { state: 'queued' }),
      wish(1, null, { state: 'queued' }),
    ])
  const eventId = await storeEvent(db, { eventDate: '2026-11-26', registrationUrl: null, earlyBirdDeadline: null })
  await db.insert(eventAgenda).values({ eventId, timeSlot: '8am', title: 'Walk', displayOrder: 1 })
  await storeEvent(db, { eventDate: '2026-11-25', status: 'cancelled', earlyBirdDeadline: null })
  const account = { email: 'a@plant.example', emailKey: 'a@plant.example', emailConfirmedAt: new Date() }
  const [person] = await db.insert(users).values(account).returning()
  await db.insert(profiles).values({
    id: person?.id ?? '',
    username: 'member_one',
    usernameKey: 'member_one',
    createdAt: ago(5 * DAY),
  })
  const report = {
    title: 'It leaks',
    description: 'The gauge of the third page leaks.',
    reportType: 'problem',
  } as const
  const reporter = { reporterEmail: 'r@plant.example', emailKey: 'r@plant.example', createdAt: ago(DAY) }
  await db.insert(eventReports).values([
    { ...report, ...reporter, status: 'open' },
    { ...report, ...reporter, status: 'open', createdAt: ago(2 * DAY) },
    { ...report, ...reporter },
  ])
  await storePartnerQueues(db, eventId)
  const mail = { channel: 'mail', recipient: 'x@plant.example', textBody: 'x', template: 'x' } as const
  await db.insert(outbox).values([
    { ...mail, nextAttemptAt: ago(2 * HOUR) },
    { ...mail, nextAttemptAt: new Date(Date.now() + HOUR) },
    { ...mail, state: 'dead' },
  ])
  const sentence = 'SPF fails: there are two records.'
  await db.insert(mailAlerts).values({ key: 'dns:spf', sentence, since: ago(HOUR) })
  const beat = (job: string, span: number) => ({ job, startedAt: ago(span), succeededAt: ago(span) })
  await db
    .insert(heartbeats)
    .values([
      ...Object.keys(SCHEDULED).map((job) => beat(job, 30_000)),
      beat('backup', HOUR),
      { ...beat('restore-drill', 100 * DAY), failedAt: ago(DAY), error: 'The command failed.' },
    ])
  const calls = { group: 'admin', ok: 990, failed: 40, slow: 3, age: MINUTE } as const
  await addCalls(db, [calls, { ...calls, ok: 100_000, failed: 0, age: 10 * DAY }])
  const { ask } = await siteAdminApi(db)
  // What is stored above marked its events as well: these stand for all of them.
  await db.delete(mailPlanMarks)
  const marks = [eventId, eventId, 'accounts'].map((scope, at) => ({ scope, markedAt: ago((3 - at) * HOUR) }))
  await db.insert(mailPlanMarks).values(marks)

  const found: Overview = await ask('GET', 'overview')
  expect(found.builds.map(({ isFailed, milliseconds }) => [isFailed, Math.round(milliseconds / MINUTE)])).toEqual([
    [false, 9],
    [false, 0],
    [false, 4],
    [true, 0],
    [false, 10],
  ])
  expect(found.lastFailure).toMatchObject({ revision: 1, reason: 'published tulsa', error: 'No space left' })
  expect(found.freshness).toEqual({ changes: 4, late: 3 })
  expect(found.boundaries.map(({ kind }) => kind)).toEqual(['starts', 'ends'])
  expect(found.events).toMatchObject([{ id: eventId, missing: ['Registration URL'], isPublished: true }])
  expect(found.events[0]?.filled).toBeLessThan(found.events[0]?.total ?? 0)
  const days = found.queues.map(
    ({ queue, count, oldestAt }) => [queue, count, found.now - (oldestAt ?? found.now)] as const,
  )
  expect(days.map(([queue, count, age]) => [queue, count, Math.round(age / MINUTE)])).toEqual([
    ['mail', 1, 120],
    ['builds', 2, 40],
    ['accounts', 1, 5 * 1_440],
    ['posts', 0, 0],
    ['reports', 2, 2 * 1_440],
    ['proposals', 1, 4 * 1_440],
    ['tasks', 1, 1_440],
    ['requests', 1, 3 * 1_440],
    ['planned', 1, 90],
    ['marks', 2, 180],
    ['unverified', 1, 1_440],
  ])
  expect(found.jobs.map(({ job }) => job)).toEqual(Object.keys(SCHEDULED).toSorted())
  expect(found.backup).toMatchObject({ failedAt: null })
  expect(found.calls).toMatchObject({ total: { ok: 100_990, failed: 40 }, burn: { rate: 14.4 } })
  expect(found.calls.groups).toEqual([{ group: 'admin', ok: 990, failed: 40, slow: 3 }])
  expect(found.needs.map(({ about }) => about)).toEqual([
    'calls',
    'domain',
    'dead',
    'mail',
    'builds',
    'accounts',
    'proposals',
    'requests',
    'planned',
    'marks',
    'events',
    'backup',
  ])
})
