import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ALL_WELL,
  BACKUP_BOUND,
  DRILL_BOUND,
  type JobRuns,
  type Overview,
  QUEUES,
  type QueueName,
  SCHEDULED,
} from './overview.ts'
import { findNeeds, sayNeeds } from './overview-needs.ts'

type Facts = Omit<Overview, 'needs'>

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOW = Date.parse('2026-11-23T12:00:00Z')

const ran = (job: string, ago: number | null): JobRuns => ({
  job,
  startedAt: NOW - MINUTE,
  succeededAt: ago === null ? null : NOW - ago,
  failedAt: null,
  error: null,
})

/** A project that is as it should be. */
const WELL: Facts = {
  now: NOW,
  since: NOW - 100 * DAY,
  tickEvery: 15 * MINUTE,
  mode: { level: 0, reason: null, mailHeldSince: null },
  site: {
    revision: 7,
    live: { revision: 7, builtAt: NOW - HOUR },
    isCurrent: true,
    isBuilding: false,
    hold: null,
    failures: 0,
  },
  builds: [],
  lastFailure: null,
  freshness: { changes: 100, late: 1 },
  boundaries: [],
  events: [],
  queues: (Object.keys(QUEUES) as QueueName[]).map((queue) => ({ queue, count: 0, oldestAt: null })),
  deadMail: 0,
  mailAlerts: [],
  jobs: Object.keys(SCHEDULED).map((job) => ran(job, 10 * MINUTE)),
  backup: ran('backup', DAY),
  drill: ran('restore-drill', 30 * DAY),
  calls: { total: { ok: 10_000, failed: 1 }, left: 0.9, burn: null, groups: [] },
  databaseBytes: 10_000_000,
}

const needs = (changes: Partial<Facts>) =>
  findNeeds({ ...WELL, ...changes }).map(({ about, sentence }) => `${about}: ${sentence}`)
const waiting = (queue: QueueName, ago: number) => ({ queues: [{ queue, count: 1, oldestAt: NOW - ago }] })
const jobs = (job: string, ago: number | null) => ({
  jobs: WELL.jobs.map((runs) => (runs.job === job ? ran(job, ago) : runs)),
})
const event = {
  id: 'a',
  eventName: 'Tulsa',
  isPublished: true,
  filled: 20,
  total: 26,
  fallback: 3,
  missing: ['Registration URL'],
}

test('a project that is as it should be needs nobody', () => {
  expect(needs({})).toEqual([])
  expect([0, 1, 2].map(sayNeeds)).toEqual([ALL_WELL, '1 thing needs your attention.', '2 things need your attention.'])
})

test.each<[Partial<Facts>, string]>([
  [
    { mode: { ...WELL.mode, level: 2, reason: 'A stolen session' } },
    'mode: The site is closed at level 2: A stolen session',
  ],
  [{ mode: { ...WELL.mode, mailHeldSince: NOW - 3 * HOUR } }, 'mode: Outgoing mail has been held for 3 hours.'],
  [
    { site: { ...WELL.site, isCurrent: false, hold: 'locked' } },
    'builds: Publishing is locked on the host. Changes are saved and go live when someone unlocks it there.',
  ],
  [
    { site: { ...WELL.site, isCurrent: false, failures: 1 } },
    'builds: The last build failed. Visitors still see what was there before.',
  ],
  [
    { freshness: { changes: 200, late: 6 } },
    'builds: 6 of 200 changes in 30 days took longer than three minutes to go live.',
  ],
  [
    { calls: { ...WELL.calls, burn: { rate: 14.4, long: 60, short: 5 } } },
    'calls: Requests fail 14.4 times faster than the error budget allows.',
  ],
  [
    { calls: { ...WELL.calls, burn: { rate: 1, long: 4_320, short: 360 } } },
    'calls: Requests fail faster than the error budget allows.',
  ],
  [
    { calls: { ...WELL.calls, left: -0.2, total: { ok: 4_000, failed: 5 } } },
    'calls: More requests failed in 30 days than the error budget allows.',
  ],
  [jobs('outbox', 50 * MINUTE), 'jobs: The job “Email and text messages” has not succeeded for 50 minutes.'],
  [jobs('prune', null), 'jobs: The job “Deleting old data” has never succeeded.'],
  [{ jobs: [] }, 'jobs: The schedule does not run: all its jobs are late.'],
  [waiting('mail', 61 * MINUTE), 'mail: The oldest message to send has waited for 61 minutes.'],
  [waiting('builds', 31 * MINUTE), 'builds: The oldest change to go live has waited for 31 minutes.'],
  [waiting('accounts', 4 * DAY), 'accounts: The oldest account to approve has waited for 4 days.'],
  [waiting('reports', 8 * DAY), 'reports: The oldest open report has waited for 8 days.'],
  [
    { mailAlerts: [{ key: 'dns:spf', sentence: 'SPF fails: there are two records.', since: NOW }] },
    'domain: SPF fails: there are two records.',
  ],
  [
    {
      ...waiting('mail', 61 * MINUTE),
      mailAlerts: [{ key: 'queue-age', sentence: '1 email waits to be sent, the oldest for 61 minutes.', since: NOW }],
    },
    'delivery: 1 email waits to be sent, the oldest for 61 minutes.',
  ],
  [{ deadMail: 1 }, 'dead: 1 message could not be delivered.'],
  [{ backup: null, drill: null }, 'backup: There is no backup yet.'],
  [{ backup: ran('backup', 3 * DAY) }, 'backup: The last backup is 3 days old.'],
  [{ drill: null }, 'backup: No backup has been restored as a test yet.'],
  [{ drill: ran('restore-drill', 100 * DAY) }, 'backup: The last restore drill was 100 days ago.'],
  [{ events: [{ ...event, eventDate: '2026-12-10' }] }, 'events: Tulsa takes place soon and lacks Registration URL.'],
])('%j needs somebody', (changes, sentence) => {
  expect(needs(changes)).toEqual([sentence])
})

test.each<[string, Partial<Facts>]>([
  ['within its bound', waiting('accounts', 3 * DAY)],
  ['of reports that nobody verified', waiting('unverified', 300 * DAY)],
  ['of mail that is held, which is said already', { ...waiting('mail', DAY) }],
])('a queue %s', (name, changes) => {
  const isHeld = name.includes('held')
  const mode = { ...WELL.mode, mailHeldSince: isHeld ? NOW - DAY : null }
  expect(needs({ ...changes, mode })).toHaveLength(isHeld ? 1 : 0)
})

test('a fresh site has no job that is late, and an event far ahead may be incomplete', () => {
  expect(needs({ since: null, jobs: [] })).toEqual([])
  expect(needs({ since: NOW - 10 * MINUTE, jobs: [] })).toEqual([])
  expect(needs({ events: [{ ...event, eventDate: '2027-06-01' }] })).toEqual([])
})

test('a failed build that is being repeated, few failures and three times a schedule are no needs', () => {
  expect(needs({ site: { ...WELL.site, isCurrent: false, failures: 1, isBuilding: true } })).toEqual([])
  expect(needs({ calls: { ...WELL.calls, left: -10, total: { ok: 0, failed: 4 } } })).toEqual([])
  expect(needs(jobs('outbox', 45 * MINUTE))).toEqual([])
  expect(needs(jobs('prune', 3 * HOUR))).toEqual([])
})

test('waiting longer never ends a need', () => {
  const ages = fc.integer({ min: 0, max: 200 * DAY })
  const names = fc.constantFrom(...(Object.keys(QUEUES) as QueueName[]))
  fc.assert(
    fc.property(names, ages, ages, ages, (queue, ago, backup, drill) => {
      const facts = {
        ...WELL,
        ...waiting(queue, ago),
        backup: ran('backup', backup),
        drill: ran('restore-drill', drill),
      }
      const later = findNeeds({ ...facts, now: NOW + DAY }).map(({ about }) => about)
      for (const { about } of findNeeds(facts)) expect(later).toContain(about)
      if (backup > BACKUP_BOUND || drill > DRILL_BOUND) expect(findNeeds(facts)).not.toEqual([])
    }),
  )
})
