import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { userRoles, users } from '#db/schema/accounts.ts'
import { suppressions } from '#db/schema/deliveries.ts'
import { eventConfig, eventTeam, eventVendors } from '#db/schema/events.ts'
import { eventReports } from '#db/schema/feedback.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { forumFollows, forumPreferences } from '#db/schema/forum-notices.ts'
import { teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import { vendorContacts } from '#db/schema/partners.ts'
import { bans } from '#db/schema/security.ts'
import { shopOrders } from '#db/schema/shop-orders.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import { eventMailRules, mailRules, mailRuleVersions } from '#db/schema/workflows.ts'
import type { Instant } from '#src/contract/instant.ts'
import { mailRuleDefinition } from '#src/contract/mail-rule.ts'
import { hashEmail, keepAddress, suppress } from '#src/domain/suppressions/suppression.ts'
import type { EventWorld } from './event-world.ts'

/** `at` chooses what is changed, `value` what it becomes. */
export type Change = { db: Db; world: EventWorld; rules: readonly string[]; now: Instant; at: number; value: number }

const pick = <Item>(items: readonly Item[], at: number): Item => {
  const item = items[at % items.length]
  if (item === undefined) throw new Error('There is nothing to choose from.')
  return item
}
const eventOf = ({ world, at }: Change) => pick([world.here, world.there], at)
const isEvent = (change: Change) => eq(eventConfig.id, eventOf(change))
const ruleOf = ({ rules, at }: Change) => pick(rules, at)

/** Every kind of write that mails follow from, as the tables see it. Nothing here marks anything. */
export const WRITES = {
  move: (change) =>
    change.db
      .update(eventConfig)
      .set({
        eventDate: sql`${eventConfig.eventDate} + ${(change.value % 12) - 4}::int`,
        earlyBirdDeadline: sql`${eventConfig.earlyBirdDeadline} + ${(change.value % 12) - 4}::int`,
      })
      .where(isEvent(change)),
  deadline: (change) =>
    change.db
      .update(eventConfig)
      .set({
        earlyBirdDeadline:
          change.value % 3 === 0
            ? null
            : sql`least(${eventConfig.eventDate}, ${new Date(change.now).toISOString()}::date + ${change.value % 9}::int)`,
      })
      .where(isEvent(change)),
  status: (change) =>
    change.db
      .update(eventConfig)
      .set({ status: pick(['scheduled', 'postponed', 'moved', 'cancelled', 'scheduled'] as const, change.value) })
      .where(isEvent(change)),
  publish: (change) =>
    change.db
      .update(eventConfig)
      .set({ isPublished: change.value % 3 > 0 })
      .where(isEvent(change)),
  venue: (change) =>
    change.db
      .update(eventConfig)
      .set({ venueName: change.value % 2 ? 'River Spirit Center' : null })
      .where(isEvent(change)),
  remove: (change) => change.db.delete(eventConfig).where(eq(eventConfig.id, change.world.there)),
  person: ({ db, world, at, value }) =>
    db
      .update(teamLibrary)
      .set({ email: value % 4 === 0 ? null : `t${value % 4}@t.example` })
      .where(eq(teamLibrary.id, pick([world.team, world.helper], at))),
  onTeam: ({ db, world, value }) =>
    db
      .update(eventTeam)
      .set({ isActive: value % 2 === 0 })
      .where(eq(eventTeam.teamLibraryId, world.team)),
  vendor: ({ db, world, at, value }) =>
    db
      .update(vendorLibrary)
      .set({ contactEmail: value % 4 === 0 ? null : `v${value % 4}@v.example` })
      .where(eq(vendorLibrary.id, pick([world.vendor, world.supplier], at))),
  present: ({ db, value }) => db.update(eventVendors).set({ isActive: value % 2 === 0 }),
  contact: ({ db, world, at, value }) =>
    db
      .update(vendorContacts)
      .set({ state: pick(['active', 'invited', 'active'] as const, value) })
      .where(eq(vendorContacts.id, pick([world.contacts.vendor, world.contacts.supplier], at))),
  task: ({ db, at, value }) =>
    db
      .update(eventTasks)
      .set({ dueDays: (value % 8) - 5, state: value % 3 === 0 ? 'submitted' : 'open' })
      .where(eq(eventTasks.assigneeType, pick(['team', 'vendor'] as const, at))),
  report: ({ db, world, at, now }) =>
    db
      .update(eventReports)
      .set({ verifiedAt: new Date(now), status: 'open' })
      .where(eq(eventReports.id, pick([world.reports.now, world.reports.before], at))),
  room: async (change) => {
    const { db, world, at } = change
    const eventId = at % 3 === 0 ? null : eventOf(change)
    const [event] = eventId === null ? [] : await db.select().from(eventConfig).where(eq(eventConfig.id, eventId))
    await db.transaction(async (tx) => {
      if (event) await tx.update(forumCategories).set({ eventId: null }).where(eq(forumCategories.eventId, event.id))
      await tx
        .update(forumCategories)
        .set({ eventId: event?.id ?? null })
        .where(eq(forumCategories.id, world.room))
    })
  },
  topic: async ({ db, world, at }) => {
    const rooms = await db.select().from(forumCategories).orderBy(forumCategories.id)
    await db
      .update(forumTopics)
      .set({ categoryId: pick(rooms, at).id })
      .where(eq(forumTopics.id, world.topic))
  },
  follow: ({ db, value }) => db.update(forumFollows).set({ isOn: value % 2 === 0 }),
  forumMail: ({ db, world, value }) => {
    const mail = value % 2 ? 'none' : 'daily'
    const { userId } = forumPreferences
    return db
      .insert(forumPreferences)
      .values({ userId: world.memberId, mail })
      .onConflictDoUpdate({ target: userId, set: { mail } })
  },
  role: ({ db, world, value }) =>
    value % 2
      ? db.insert(userRoles).values({ userId: world.memberId, role: 'admin', grantedBy: 'cli' }).onConflictDoNothing()
      : db.delete(userRoles).where(eq(userRoles.userId, world.memberId)),
  address: ({ db, world, value }) => {
    const email = `m${value % 3}@plant.example`
    return db.update(users).set({ email, emailKey: email }).where(eq(users.id, world.memberId))
  },
  ban: ({ db, world, now, value }) =>
    value % 2
      ? db
          .insert(bans)
          .values({ subjectType: 'user', subject: world.memberId, reason: 'Spam.', actor: 'cli' })
          .onConflictDoNothing()
      : db
          .update(bans)
          .set({ liftedAt: new Date(now) })
          .where(isNull(bans.liftedAt)),
  stop: ({ db, now, value }) => {
    const email = `t${value % 4}@t.example`
    const isOpen = and(eq(suppressions.emailHash, hashEmail(email)), isNull(suppressions.releasedAt))
    return value % 3
      ? suppress(db, keepAddress(email), { reason: 'manual', source: 'test' }, now)
      : db
          .update(suppressions)
          .set({ releasedAt: new Date(now), releasedBy: 'cli' })
          .where(isOpen)
  },
  order: ({ db, world, now, value }) => {
    const state = pick(['invoiced', 'awaiting_po', 'paid', 'cancelled'] as const, value)
    const poDueAt = state === 'awaiting_po' ? new Date(now + (value % 9) * 86_400_000) : null
    return db.update(shopOrders).set({ state, poDueAt }).where(eq(shopOrders.id, world.order))
  },
  invoiceDue: ({ db, world, value }) =>
    db
      .update(shopOrders)
      .set({ dueOn: sql`${shopOrders.dueOn} + ${(value % 9) - 4}::int` })
      .where(eq(shopOrders.id, world.order)),
  rule: async (change) => {
    const { db, value } = change
    const ruleId = ruleOf(change)
    const [rule] = await db.select().from(mailRules).where(eq(mailRules.id, ruleId))
    const [version] = await db.select().from(mailRuleVersions).where(eq(mailRuleVersions.ruleId, ruleId))
    const timing = { kind: 'day', days: (value % 9) - 6, at: pick(['00:30', '09:00', '22:30'], value) }
    const definition = mailRuleDefinition.parse({ ...mailRuleDefinition.parse(version?.definition), timing })
    const number = (rule?.currentVersion ?? 0) + 1
    await db.transaction(async (tx) => {
      await tx.insert(mailRuleVersions).values({ ruleId, number, definition, madeBy: 'cli' })
      await tx.update(mailRules).set({ currentVersion: number }).where(eq(mailRules.id, ruleId))
    })
  },
  state: (change) => {
    const state = pick(['on', 'paused', 'draft', 'on'] as const, change.value)
    const now = new Date(change.now).toISOString()
    const onSince = state === 'draft' ? null : sql`coalesce(${mailRules.onSince}, ${now}::timestamptz)`
    return change.db
      .update(mailRules)
      .set({ state, onSince })
      .where(eq(mailRules.id, ruleOf(change)))
  },
  own: (change) => {
    const own = { isSkipped: change.value % 4 === 0, overrides: { lateHours: 1 + (change.value % 30) } }
    return change.db
      .insert(eventMailRules)
      .values({ eventId: eventOf(change), ruleId: ruleOf(change), ...own })
      .onConflictDoUpdate({ target: [eventMailRules.eventId, eventMailRules.ruleId], set: own })
  },
} satisfies Record<string, (change: Change) => PromiseLike<unknown>>
