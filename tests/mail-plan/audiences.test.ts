import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { profiles, userRoles, users } from '#db/schema/accounts.ts'
import { eventConfig, eventSlugRedirects, eventTeam, eventVendors } from '#db/schema/events.ts'
import { eventReports } from '#db/schema/feedback.ts'
import { figureWishes } from '#db/schema/figure-wishes.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { forumFollows, forumPreferences } from '#db/schema/forum-notices.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { vendorContacts } from '#db/schema/partners.ts'
import { bans } from '#db/schema/security.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import { mailRuleVerdicts, plannedMails } from '#db/schema/workflows.ts'
import { CONDITION_UNMET, MAIL_REASON } from '#src/contract/mail-reason.ts'
import type { EventAudience, MailCondition, MailRuleDefinition } from '#src/contract/mail-rule.ts'
import { SUPPRESSED, type SuppressionReason } from '#src/contract/suppression.ts'
import { instantAt } from '#src/contract/wall-clock.ts'
import { advance } from '#src/domain/mail-plan/advance.ts'
import { ACCOUNTS } from '#src/domain/mail-plan/scope.ts'
import { readNextAudiences } from '#src/domain/mail-rules/preview-mail-rule.ts'
import { keepAddress, suppress } from '#src/domain/suppressions/suppression.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { aMember, aTopic } from '../forum/notice-rows.ts'
import { storeWorld } from './event-world.ts'
import { advancing, storeRule, storeTeamMember } from './plan-rows.ts'

let open: TestDb
beforeAll(async () => {
  open = await testDb()
})
afterAll(() => open.close())

const NOW = instantAt('2027-01-02', '09:00', 'America/Chicago')
const stop = (db: Db, email: string, reason: SuppressionReason) =>
  suppress(db, keepAddress(email), { reason, source: 'test', ...(reason === 'kind' && { kind: 'event-mail' }) }, NOW)

async function ban(db: Db, userId: string): Promise<void> {
  await db.insert(bans).values({ subjectType: 'user', subject: userId, reason: 'Spam.', actor: 'cli' })
}

async function confirmedOnly(db: Db) {
  const [unconfirmed, deleted, banned] = [await aMember(db), await aMember(db), await aMember(db)]
  await db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, unconfirmed.id))
  await db
    .update(users)
    .set({ deletedAt: new Date(NOW) })
    .where(eq(users.id, deleted.id))
  await ban(db, banned.id)
  return { unconfirmed, deleted, banned }
}

async function aVendor(db: Db, eventId: string, contactEmail: string | null, isActive = true): Promise<string> {
  const id = randomUUID()
  await db
    .insert(vendorLibrary)
    .values({ id, vendorName: `Works ${id}`, websiteUrl: 'https://w.example', contactEmail })
  await db.insert(eventVendors).values({ eventId, vendorLibraryId: id, displayOrder: 1, isActive })
  return id
}

async function aContact(db: Db, vendorId: string, email: string, state: 'invited' | 'active'): Promise<void> {
  await db.insert(vendorContacts).values({ vendorId, name: 'Maria', email, emailKey: email, state, invitedBy: 'cli' })
}

/** By what makes people recipients: stores people, and returns what each address is to get; null for a mail that is planned. */
const AUDIENCES: Record<EventAudience, (db: Db, eventId: string) => Promise<[string, string | null][]>> = {
  'event-team': async (db, eventId) => {
    for (const name of ['in', 'hard', 'wrong'])
      await storeTeamMember(db, eventId, name === 'wrong' ? 'wrong' : `${name}@t.example`)
    await storeTeamMember(db, eventId, null)
    const left = await storeTeamMember(db, eventId, 'left@t.example')
    await db.update(eventTeam).set({ isActive: false }).where(eq(eventTeam.teamLibraryId, left))
    await storeTeamMember(db, await storeEvent(db), 'elsewhere@t.example')
    await stop(db, 'HARD@t.example', 'hard')
    return [
      ['in@t.example', null],
      ['hard@t.example', SUPPRESSED.hard],
      ['wrong', MAIL_REASON.badAddress],
    ]
  },
  'vendor-contacts': async (db, eventId) => {
    for (const name of ['in', 'ended']) await aVendor(db, eventId, `${name}@v.example`)
    await aVendor(db, eventId, 'left@v.example', false)
    await aVendor(db, eventId, null)
    await stop(db, 'ended@v.example', 'kind')
    const shown = await aVendor(db, eventId, 'BOTH@v.example')
    const left = await aVendor(db, eventId, null, false)
    await aContact(db, shown, 'both@v.example', 'active')
    await aContact(db, shown, 'second@v.example', 'active')
    await aContact(db, shown, 'invited@v.example', 'invited')
    await aContact(db, left, 'gone@v.example', 'active')
    return [
      ['both@v.example', null],
      ['second@v.example', null],
      ['in@v.example', null],
      ['ended@v.example', SUPPRESSED.kind],
    ]
  },
  'open-tasks': async (db, eventId) => {
    const task = (assigneeType: 'team' | 'vendor', assigneeId: string, doneAt: Date | null = null) =>
      db.insert(eventTasks).values({
        eventId,
        title: 'Bring it',
        assigneeType,
        assigneeId,
        dueDays: -3,
        doneAt,
        state: doneAt ? 'done' : 'open',
      })
    await task('team', await storeTeamMember(db, eventId, 'open@k.example'))
    await task('vendor', await aVendor(db, eventId, 'works@k.example'))
    await task('team', await storeTeamMember(db, eventId, 'done@k.example'), new Date(NOW))
    await storeTeamMember(db, eventId, 'without@k.example')
    return [
      ['open@k.example', null],
      ['works@k.example', null],
    ]
  },
  'room-followers': async (db, eventId) => {
    const [writer, stopped, off, quit] = [await aMember(db), await aMember(db), await aMember(db), await aMember(db)]
    const { unconfirmed, deleted, banned } = await confirmedOnly(db)
    const topicId = await aTopic(db, writer.id)
    const [topic] = await db.select().from(forumTopics).where(eq(forumTopics.id, topicId))
    await db
      .update(forumCategories)
      .set({ eventId })
      .where(eq(forumCategories.id, topic?.categoryId ?? ''))
    for (const { id } of [writer, stopped, off, quit, unconfirmed, deleted, banned])
      await db.insert(forumFollows).values({ topicId, userId: id, isOn: id !== quit.id })
    await db.insert(forumPreferences).values({ userId: off.id, mail: 'none' })
    await stop(db, stopped.email, 'complaint')
    return [
      [writer.email, null],
      [stopped.email, SUPPRESSED.complaint],
      [off.email, MAIL_REASON.forumMailOff],
      [banned.email, MAIL_REASON.banned],
    ]
  },
  reporters: async (db, eventId) => {
    const [event] = await db.select().from(eventConfig).where(eq(eventConfig.id, eventId))
    await db.insert(eventSlugRedirects).values({ oldSlug: 'before-it-moved', eventId })
    const report = (email: string, page: string, verifiedAt: Date | null = new Date(NOW)) =>
      db.insert(eventReports).values({
        ...{ reportType: 'problem', title: 'The map is wrong', description: 'It shows another town.', verifiedAt },
        ...{ reporterEmail: email, emailKey: email, status: verifiedAt ? 'open' : 'unverified' },
        context: { page, viewport: '1440x900', release: 'test' },
      })
    await report('said@r.example', `/event/${event?.eventSlug}`)
    await report('said@r.example', `/event/${event?.eventSlug}`)
    await report('earlier@r.example', '/event/before-it-moved')
    await report('unverified@r.example', `/event/${event?.eventSlug}`, null)
    await report('elsewhere@r.example', '/')
    await report('manual@r.example', '/event/before-it-moved')
    await stop(db, 'manual@r.example', 'manual')
    return [
      ['said@r.example', null],
      ['earlier@r.example', null],
      ['manual@r.example', SUPPRESSED.manual],
    ]
  },
  administrators: async (db) => {
    const [owner, moderator] = [await aMember(db), await aMember(db)]
    const { unconfirmed, deleted, banned } = await confirmedOnly(db)
    const grant = (userId: string, role: 'owner' | 'admin' | 'moderator') =>
      db.insert(userRoles).values({ userId, role, grantedBy: 'cli' })
    await grant(owner.id, 'owner')
    await grant(moderator.id, 'moderator')
    for (const { id } of [owner, unconfirmed, deleted, banned]) await grant(id, 'admin')
    return [
      [owner.email, null],
      [banned.email, MAIL_REASON.banned],
    ]
  },
  'figure-readers': async (db) => {
    const [reader, without, weekly] = [await aMember(db), await aMember(db), await aMember(db)]
    const [moderator, ended] = [await aMember(db), await aMember(db)]
    for (const { id } of [reader, without, weekly, ended])
      await db.insert(userRoles).values({ userId: id, role: 'admin', grantedBy: 'cli' })
    await db.insert(userRoles).values({ userId: moderator.id, role: 'moderator', grantedBy: 'cli' })
    for (const { id } of [reader, moderator, ended])
      await db.insert(figureWishes).values({ userId: id, afterEvents: true })
    await db.insert(figureWishes).values({ userId: weekly.id, weekly: true })
    await stop(db, reader.email, 'kind')
    const figures = { reason: 'kind', kind: 'figures', source: 'link' } as const
    await suppress(db, keepAddress(ended.email), figures, NOW)
    return [
      [reader.email, null],
      [ended.email, SUPPRESSED.kind],
    ]
  },
}

/** What makes each condition true. */
const MET: Record<MailCondition, (db: Db, eventId: string, teamId: string) => Promise<unknown>> = {
  'has-venue': (db, id) => db.update(eventConfig).set({ venueName: 'Dock 5' }).where(eq(eventConfig.id, id)),
  'has-early-bird': (db, id) =>
    db.update(eventConfig).set({ earlyBirdDeadline: '2027-01-10' }).where(eq(eventConfig.id, id)),
  'has-room': (db, eventId) =>
    db.insert(forumCategories).values({ eventId, slug: `room-${eventId}`, name: 'Room', displayOrder: 990 }),
  'has-open-tasks': (db, eventId, assigneeId) =>
    db.insert(eventTasks).values({ eventId, title: 'Bring it', assigneeType: 'team', assigneeId, dueDays: -3 }),
}

async function planned(db: Db, ruleId: string): Promise<[string, string | null][]> {
  const rows = await db.select().from(plannedMails).where(eq(plannedMails.ruleId, ruleId))
  for (const { state, reason } of rows) expect(state).toBe(reason === null ? 'planned' : 'skipped')
  return rows.map(({ recipient, reason }) => [recipient, reason])
}

describe('an audience', () => {
  test.each(Object.keys(AUDIENCES) as (keyof typeof AUDIENCES)[])(
    '%s has a mail or a reason for each of its people, and nothing for others',
    async (audience) => {
      const { db } = open
      const eventId = await storeEvent(db, { publishedAt: new Date(0) })
      const people = await AUDIENCES[audience](db, eventId)
      const ruleId = await storeRule(db, { audience })
      await advance(db, eventId, advancing(NOW))
      expect((await planned(db, ruleId)).sort()).toEqual(people.sort())
    },
  )

  test.each(Object.keys(MET) as MailCondition[])(
    'gets nothing while the condition %s of its rule is not met, and then says which',
    async (condition) => {
      const { db } = open
      const eventId = await storeEvent(db, { publishedAt: new Date(0), venueName: null, earlyBirdDeadline: null })
      // Somebody of their own: a person gets four mails a day.
      const address = `${condition}@gauge.example`
      const team = await storeTeamMember(db, eventId, address)
      const ruleId = await storeRule(db, { conditions: [condition] })
      await advance(db, eventId, advancing(NOW))
      expect(await planned(db, ruleId)).toEqual([])
      const isHere = and(eq(mailRuleVerdicts.eventId, eventId), eq(mailRuleVerdicts.ruleId, ruleId))
      expect(await db.select().from(mailRuleVerdicts).where(isHere)).toMatchObject([
        { isWanted: false, reason: CONDITION_UNMET[condition], people: 1 },
      ])
      await MET[condition](db, eventId, team)
      await advance(db, eventId, advancing(NOW))
      expect(await planned(db, ruleId)).toEqual([[address, null]])
    },
  )

  test('of the next event is counted as it is now', async () => {
    const own = await testDb()
    const { db } = own
    const { here, there, memberId, reports, contacts } = await storeWorld(db)
    await db.update(eventConfig).set({ eventDate: '2027-02-21' }).where(eq(eventConfig.id, there))
    const people = async () => (await readNextAudiences(db, NOW))?.people
    const first = { 'event-team': 1, 'vendor-contacts': 1, 'open-tasks': 2, 'room-followers': 1 }
    expect(await readNextAudiences(db, NOW)).toMatchObject({ eventId: here })
    expect(await people()).toEqual({ ...first, reporters: 0, administrators: 0, 'figure-readers': 0 })
    for (const id of [reports.now, reports.before])
      await db
        .update(eventReports)
        .set({ verifiedAt: new Date(NOW), status: 'open' })
        .where(eq(eventReports.id, id))
    await db.update(vendorContacts).set({ state: 'active' }).where(eq(vendorContacts.id, contacts.vendor))
    await db.update(forumFollows).set({ isOn: false })
    await db.insert(userRoles).values({ userId: memberId, role: 'admin', grantedBy: 'cli' })
    await db.insert(figureWishes).values({ userId: memberId, afterEvents: true })
    const admins = { administrators: 1, 'figure-readers': 1 }
    const now = { 'vendor-contacts': 2, 'room-followers': 0, reporters: 1, ...admins }
    expect(await people()).toEqual({ ...first, ...now })
    await own.close()
  })
})

describe('accounts', () => {
  const soon: Pick<MailRuleDefinition, 'audience' | 'timing'> = {
    audience: 'member',
    timing: { kind: 'day', days: 2, at: '09:00' },
  }

  test.each(['sign-up', 'approval'] as const)(
    'that reached %s lately have a mail, unless they are gone or stopped',
    async (anchor) => {
      const own = await testDb()
      const { db } = own
      const [fresh, stopped, old] = [await aMember(db), await aMember(db), await aMember(db)]
      const waiting = await aMember(db, { approval: 'pending' })
      const { unconfirmed, deleted, banned } = await confirmedOnly(db)
      const [lately, longAgo] = [new Date(NOW - 3_600_000), new Date(NOW - 300 * 86_400_000)]
      await db.update(users).set({ createdAt: lately, emailConfirmedAt: lately }).where(eq(users.id, waiting.id))
      for (const { id } of [fresh, stopped, old, deleted, banned, unconfirmed]) {
        const at = id === old.id ? longAgo : lately
        const emailConfirmedAt = id === unconfirmed.id ? null : at
        await db.update(users).set({ createdAt: at, emailConfirmedAt }).where(eq(users.id, id))
        await db.update(profiles).set({ approvalDecidedAt: at }).where(eq(profiles.id, id))
      }
      await stop(db, stopped.email, 'hard')
      const ruleId = await storeRule(db, { ...soon, anchor })
      await advance(db, ACCOUNTS, advancing(NOW))
      const people: [string, string | null][] = [
        [fresh.email, null],
        [stopped.email, SUPPRESSED.hard],
        [banned.email, MAIL_REASON.banned],
      ]
      if (anchor === 'sign-up') people.push([waiting.email, null])
      expect((await planned(db, ruleId)).sort()).toEqual(people.sort())
      await own.close()
    },
  )
})
