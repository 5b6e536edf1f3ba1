import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authFactors, linkTokens, users } from '#db/schema/accounts.ts'
import { calendarFeeds } from '#db/schema/logistics.ts'
import { checkStates } from '#db/schema/operations.ts'
import { authAttempts, bans } from '#db/schema/security.ts'
import { openSession } from '#src/auth/sessions.ts'
import { openVendorSession } from '#src/auth/vendor-session.ts'
import { RANK_SENTENCE } from '#src/contract/rank.ts'
import type { AdminSession, BanTrial, RoleHolder, SecurityOverview } from '#src/contract/security-overview.ts'
import { AUDIT } from '#src/domain/checks/state/record-checks.ts'
import { issueSharedLink } from '#src/domain/links/shared-link.ts'
import { aTask } from '#tests/event-tasks/task-rows.ts'
import { addEvent } from '#tests/site/event-rows.ts'
import { NOON, problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { doneTo, HOUR, profileOf, type Somebody, userApi } from './user-api.ts'

const DAY = 24 * HOUR
let opened: TestDb
let api: Awaited<ReturnType<typeof userApi>>
beforeAll(async () => {
  opened = await testDb()
  api = await userApi(opened.db)
})
afterAll(() => opened.close())

const nameOf = async ({ id }: Somebody) => (await profileOf(opened.db, id)).username
const read = (who: Somebody): Promise<SecurityOverview> => api.take(who, 'GET', 'security')
const holderIn = ({ holders }: SecurityOverview, { id }: Somebody): RoleHolder | undefined =>
  holders.find((holder) => holder.id === id)
const attempt = (ago: number, changes: Partial<typeof authAttempts.$inferInsert> = {}) => ({
  at: new Date(NOON - ago),
  address: '203.0.113.40',
  attemptType: 'signin',
  isSuccess: false,
  ...changes,
})

test('shows attempts by outcome without what browsers claim, and what is usual at these hours', async () => {
  const admin = await api.enter('admin')
  const weeksAgo = [1, 2, 3, 4].flatMap((week) => Array.from({ length: 30 }, () => attempt(week * 7 * DAY + HOUR)))
  await opened.db
    .insert(authAttempts)
    .values([
      ...weeksAgo,
      attempt(1, { isSuccess: true, userId: 'ada' }),
      attempt(HOUR - 1, { reason: 'wrong password' }),
      attempt(HOUR, { reason: 'rate limited' }),
      attempt(DAY - 1, { reason: 'banned' }),
      attempt(DAY, { reason: 'wrong password' }),
      attempt(2, { attemptType: 'client:signin', reason: 'Reported a success' }),
    ])
  const { day, week } = await read(admin)
  expect(day.counts).toEqual({ succeeded: 1, failed: 1, refused: 2 })
  expect(week.counts).toEqual({ succeeded: 1, failed: 2, refused: 2 })
  expect(day.bars.slice(-2).map(({ counts }) => counts)).toEqual([
    { succeeded: 0, failed: 0, refused: 1 },
    { succeeded: 1, failed: 1, refused: 0 },
  ])
  expect(week.usual.failed).toEqual({ median: 30, low: 13, high: 47 })
  await opened.db.delete(authAttempts)
})

test('names locks, bans, holders of roles, links and the last entry of the audit log', async () => {
  const owner = await api.enter('an owner with a factor')
  const [plain, locked, banned] = [await api.enter('moderator'), await api.enter('admin'), await api.enter('banned')]
  await opened.db
    .update(users)
    .set({ failedSignIns: 10, lockedUntil: new Date(NOON + HOUR), codesLockedUntil: new Date(NOON) })
    .where(eq(users.id, locked.id))
  const ban = { subjectType: 'address', reason: 'Spam', actor: 'limits', createdAt: new Date(NOON) } as const
  await opened.db.insert(bans).values([
    { ...ban, subject: '192.0.2.1', expiresAt: new Date(NOON + HOUR) },
    { ...ban, subject: '192.0.2.2', expiresAt: new Date(NOON) },
  ])
  const eventId = await addEvent(opened.db, 'shared-preview')
  const link = { purpose: 'event-preview', subjectId: eventId, note: 'For Rita', by: owner.id } as const
  const expiresAt = NOON + DAY
  await issueSharedLink(opened.db, { ...link, id: 'one', expiresAt }, NOON - DAY)
  await issueSharedLink(opened.db, { ...link, id: 'over', expiresAt: NOON }, NOON - DAY)
  const feed = { userId: owner.id, scope: 'all', createdAt: new Date(NOON - 100 * DAY) } as const
  await opened.db.insert(calendarFeeds).values([
    { ...feed, tokenHash: 'a' },
    { ...feed, tokenHash: 'b', endedAt: new Date(NOON) },
  ])
  const { contact } = await aTask(opened.db)
  await openVendorSession(opened.db, contact.id, NOON - HOUR)
  await openVendorSession(opened.db, contact.id, NOON - 9 * HOUR)
  const overview = await read(owner)
  expect(overview.locks).toEqual([
    {
      userId: locked.id,
      username: await nameOf(locked),
      roles: ['admin'],
      what: 'passwords',
      failures: 10,
      until: NOON + HOUR,
    },
  ])
  expect(overview.addressBans).toMatchObject([{ address: '192.0.2.1', reason: 'Spam', expiresAt: NOON + HOUR }])
  expect(overview.bannedPeople).toEqual([
    { id: banned.id, username: await nameOf(banned), ban: { reason: 'test', until: null } },
  ])
  expect(overview.hasMoreBans).toBe(false)
  expect(holderIn(overview, owner)).toMatchObject({
    roles: ['owner'],
    grantedBy: 'test',
    factorSince: expect.any(Number),
  })
  expect(holderIn(overview, owner)?.sessions).toMatchObject([{ device: 'Test', aal: 2, isCurrent: true }])
  expect(holderIn(overview, plain)).toMatchObject({ roles: ['moderator'], factorSince: null })
  expect(overview.holders[0]?.id).toBe(owner.id)
  expect(overview.holders.map(({ id }) => id)).not.toContain(banned.id)
  expect(overview.previews).toMatchObject({
    total: 1,
    items: [{ id: 'one', eventId, note: 'For Rita', by: await nameOf(owner), expiresAt }],
  })
  expect(overview.links).toContainEqual({
    purpose: 'event-preview',
    count: 1,
    oldest: NOON - DAY,
    limit: 30 * DAY,
    overdue: 0,
  })
  expect(overview.links).toContainEqual({
    purpose: 'calendar-feed',
    count: 1,
    oldest: NOON - 100 * DAY,
    limit: 90 * DAY,
    overdue: 1,
  })
  expect(overview.links).toContainEqual({
    purpose: 'vendor-session',
    count: 1,
    oldest: NOON - HOUR,
    limit: 7 * DAY,
    overdue: 0,
  })
  expect(overview.test).toBeNull()
  expect(JSON.stringify(overview)).not.toMatch(/gauge\.example|203\.0\.113/)
})

test('a factor from before all of them were declared void counts as none', async () => {
  const [owner, reader] = [await api.enter('an owner with a factor'), await api.enter('an owner with a factor')]
  await opened.db.update(authFactors).set({ createdAt: new Date(NOON - 1) })
  const isOwner = eq(users.id, owner.id)
  await opened.db
    .update(users)
    .set({ factorsExpiredAt: new Date(NOON) })
    .where(isOwner)
  expect(holderIn(await read(reader), owner)?.factorSince).toBeNull()
})

test('the newest entry of the audit log is shown with its hash, links that were used are not counted', async () => {
  const owner = await api.enter('an owner with a factor')
  const member = await api.enter('approved')
  const used = { hash: 'used', purpose: 'password-reset', subjectId: member.id, expiresAt: new Date(NOON + HOUR) }
  await opened.db.insert(linkTokens).values({ ...used, usedAt: new Date(NOON) })
  await api.take(owner, 'POST', `users/${member.id}/ban`, { reason: 'Spam' })
  const entry = (await doneTo(opened.db, member.id)).at(-1)
  const overview = await read(owner)
  expect(overview.auditHead).toEqual({ id: entry?.id, at: entry?.at.getTime(), hash: entry?.hash })
  expect(overview.links.map(({ purpose }) => purpose)).not.toContain('password-reset')
})

test('the last security test is counted by state, without checks that are muted', async () => {
  const times = { since: new Date(NOON), lastRunAt: new Date(NOON) }
  const row = (key: string, state: 'pass' | 'fail' | 'unknown') => ({ key, state, ...times })
  const mute = (until: number) => ({ mutedUntil: new Date(until), muteReason: 'Known' })
  const muted = [
    { ...row('muted', 'fail'), ...mute(NOON + 1) },
    { ...row('no longer muted', 'unknown'), ...mute(NOON) },
  ]
  const late = { ...row('two', 'fail'), lastRunAt: new Date(NOON + 1) }
  await opened.db.insert(checkStates).values([{ ...row(AUDIT, 'pass'), lastPassAt: new Date(NOON) }, late, ...muted])
  const { test: summary, auditVerifiedAt } = await read(await api.enter('admin'))
  expect(auditVerifiedAt).toBe(NOON)
  expect(summary).toEqual({ pass: 1, warn: 0, fail: 1, unknown: 1, lastRunAt: NOON + 1 })
})

describe('ending sessions from there', () => {
  const open = async ({ id }: Somebody): Promise<Somebody> => {
    const token = await openSession(opened.db, { userId: id, device: 'Elsewhere' }, NOON)
    return { id, cookie: `__Host-session=${token}` }
  }
  const sessionsOf = async (reader: Somebody, who: Somebody): Promise<AdminSession[]> =>
    holderIn(await read(reader), who)?.sessions ?? []
  const end = async (by: Somebody, who: Somebody, isElsewhere: (session: AdminSession) => boolean = () => true) => {
    const found = (await sessionsOf(by, who)).find(isElsewhere)
    return api.send(by, 'DELETE', `security/sessions/${found?.handle}`)
  }

  test('an owner ends one of anyone’s, which is out at the very next request, and it is written down', async () => {
    const [owner, other] = [await api.enter('owner'), await api.enter('owner')]
    const elsewhere = await open(other)
    const answer = await end(owner, other, ({ device }) => device === 'Elsewhere')
    expect(answer.status).toBe(204)
    expect([await api.isIn(other), await api.isIn(elsewhere)]).toEqual([true, false])
    expect((await doneTo(opened.db, other.id)).at(-1)).toMatchObject({
      action: 'account.end-session',
      actor: owner.id,
      before: { device: 'Elsewhere' },
    })
  })

  test('an admin ends their own and those of moderators, never those of admins and owners', async () => {
    const [admin, peer, owner] = [await api.enter('admin'), await api.enter('admin'), await api.enter('owner')]
    const moderator = await api.enter('moderator')
    for (const who of [peer, owner]) {
      const all = await api.send(admin, 'DELETE', `security/people/${who.id}/sessions`)
      for (const answer of [await end(admin, who), all])
        expect(await problemOf(answer)).toMatchObject({ status: 403, detail: RANK_SENTENCE.lower })
      expect(await api.isIn(who)).toBe(true)
    }
    expect((await end(admin, moderator)).status).toBe(204)
    expect(await api.isIn(moderator)).toBe(false)
    const elsewhere = await open(admin)
    expect((await end(admin, admin, ({ isCurrent }) => !isCurrent)).status).toBe(204)
    expect([await api.isIn(admin), await api.isIn(elsewhere)]).toEqual([true, false])
  })

  test('all of somebody’s end at once; of one’s own all but the one in use', async () => {
    const [owner, admin] = [await api.enter('owner'), await api.enter('admin')]
    const all = [admin, await open(admin), await open(admin)]
    expect(await api.take(owner, 'DELETE', `security/people/${admin.id}/sessions`)).toEqual({ ended: 3 })
    for (const one of all) expect(await api.isIn(one)).toBe(false)
    const elsewhere = await open(owner)
    expect(await api.take(owner, 'DELETE', `security/people/${owner.id}/sessions`)).toEqual({ ended: 1 })
    expect([await api.isIn(owner), await api.isIn(elsewhere)]).toEqual([true, false])
    expect((await doneTo(opened.db, admin.id)).at(-1)).toMatchObject({ after: { ended: 3 } })
  })
})

describe('a ban rule tried on the last week', () => {
  const tried = async (query = ''): Promise<BanTrial> =>
    api.take(await api.enter('admin'), 'GET', `security/ban-rule?${query}`)
  beforeAll(async () => {
    await opened.db.delete(authAttempts)
    const guess = (minute: number, changes = {}) =>
      attempt(DAY - minute * 60_000, { reason: 'wrong password', ...changes })
    await opened.db
      .insert(authAttempts)
      .values([
        ...Array.from({ length: 41 }, (_, minute) => guess(minute)),
        guess(50, { isSuccess: true, reason: null, userId: 'ada' }),
        guess(51, { reason: 'banned' }),
        guess(52, { attemptType: 'client:signin' }),
        ...Array.from({ length: 60 }, (_, minute) =>
          guess(minute, { address: '203.0.113.41', reason: 'rate limited' }),
        ),
        ...Array.from({ length: 60 }, (_, minute) =>
          guess(minute, { address: '203.0.113.42', at: new Date(NOON - 7 * DAY) }),
        ),
      ])
  })

  test('the rule in force is the default', async () => {
    const rule = { failures: 40, within: 2, hours: 1 }
    expect(await tried()).toEqual({
      ...{ rule, inForce: rule, addresses: 1, bans: 1, keptOut: 3, keptOutOfPeople: 1, people: 1, isPartial: false },
    })
  })

  test('another rule is tried as asked', async () => {
    expect(await tried('failures=50')).toMatchObject({ rule: { failures: 50 }, addresses: 0, keptOut: 0 })
    expect(await tried('failures=10&within=1&hours=1')).toMatchObject({ addresses: 1, bans: 1, keptOut: 33 })
  })

  test.each(['failures=4', 'failures=1001', 'within=0', 'within=25', 'hours=169', 'hours=1.5', 'failures=', 'days=1'])(
    'refuses %s',
    async (query) => {
      expect((await api.send(await api.enter('admin'), 'GET', `security/ban-rule?${query}`)).status).toBe(400)
    },
  )
})
