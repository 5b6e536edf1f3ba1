import { expect, test } from 'vitest'
import { concernSentence, getConcerns, type RoleHolder, type SecurityOverview } from './security-overview.ts'

const NOW = Date.parse('2026-11-20T18:00:00Z')
const DAY = 86_400_000
const usual = { median: 4, low: 0, high: 12 }
const span = (counts: Partial<SecurityOverview['day']['counts']>): SecurityOverview['day'] => ({
  counts: { succeeded: 0, failed: 0, refused: 0, ...counts },
  usual: { succeeded: usual, failed: usual, refused: usual },
  bars: [],
})
const session = { handle: 'h', device: 'Test', startedAt: NOW, lastSeenAt: NOW, aal: 2, isCurrent: false } as const
const holder = (username: string, changes: Partial<RoleHolder> = {}): RoleHolder => ({
  id: username,
  username,
  roles: ['admin'],
  factorSince: NOW,
  grantedAt: NOW,
  grantedBy: 'Command line',
  sessions: [session],
  ...changes,
})
const lock = { userId: 'ada', username: 'ada', what: 'passwords', failures: 10, until: NOW + 1 } as const
const calm = {
  at: NOW,
  day: span({ succeeded: 90, failed: 12, refused: 12 }),
  locks: [],
  holders: [holder('ada')],
  test: null,
}
const judge = (changes: Partial<SecurityOverview>) =>
  getConcerns({ ...calm, ...changes }).map(({ sentence }) => sentence)

test('nothing needs a person on a quiet day, up to the last count that is usual', () => {
  expect(getConcerns(calm)).toEqual([])
  expect(judge({ locks: [{ ...lock, roles: [] }] })).toEqual([])
  expect(judge({ test: { pass: 40, warn: 2, fail: 0, unknown: 3, lastRunAt: NOW } })).toEqual([])
})

test.each<[Partial<SecurityOverview>, string]>([
  [{ day: span({ failed: 13 }) }, 'There were 13 failed attempts in the last 24 hours. Up to 12 are usual.'],
  [
    { day: span({ refused: 1_400 }) },
    'There were 1,400 attempts turned away by a limit or a ban in the last 24 hours. Up to 12 are usual.',
  ],
  [{ locks: [{ ...lock, roles: ['owner'] }] }, 'ada has a role and is locked after too many wrong passwords or codes.'],
  [{ holders: [holder('ada', { factorSince: null })] }, 'ada has a role and no second factor.'],
  [
    { holders: ['ada', 'bo', 'cy', 'dee', 'eve'].map((name) => holder(name, { factorSince: null })) },
    'ada, bo, cy and 2 more have a role and no second factor.',
  ],
  [
    { holders: [holder('ada', { sessions: [{ ...session, lastSeenAt: NOW - 7 * DAY }, session] })] },
    '1 session of people with a role has not been used for a week.',
  ],
  [{ test: { pass: 40, warn: 2, fail: 2, unknown: 0, lastRunAt: NOW } }, '2 checks of the security test fail.'],
])('says of %j what is to be looked at', (changes, sentence) => {
  expect(judge(changes)).toEqual([sentence])
})

test('the sentence on top counts what needs a person', () => {
  const concerns = getConcerns({ ...calm, day: span({ failed: 13, refused: 13 }) })
  expect([0, 1, 2].map((count) => concernSentence(concerns.slice(0, count)))).toEqual([
    'Nothing needs your attention.',
    '1 thing needs your attention.',
    '2 things need your attention.',
  ])
})
