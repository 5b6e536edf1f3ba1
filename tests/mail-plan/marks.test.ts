import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { profiles, userRoles, users } from '#db/schema/accounts.ts'
import { suppressions } from '#db/schema/deliveries.ts'
import { eventConfig, eventSlugRedirects, eventTeam, eventVendors } from '#db/schema/events.ts'
import { eventReports } from '#db/schema/feedback.ts'
import { figureWishes } from '#db/schema/figure-wishes.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { forumFollows, forumPreferences } from '#db/schema/forum-notices.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import { vendorContacts } from '#db/schema/partners.ts'
import { shopOrders } from '#db/schema/shop-orders.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import { eventMailRules, mailPlanMarks, mailRules } from '#db/schema/workflows.ts'
import { keepAddress, suppress } from '#src/domain/suppressions/suppression.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { storeShopOrder } from '../shop/shop-rows.ts'
import { addContact, type EventWorld, storeWorld } from './event-world.ts'

let open: TestDb
let world: EventWorld
beforeAll(async () => {
  open = await testDb()
  world = await storeWorld(open.db)
})
afterAll(() => open.close())

type Scope = 'here' | 'there' | 'accounts' | 'orders' | 'everything'
/** By what is written: the write, and what it marks. They come one after the other. */
const WRITES: [string, (db: Db, world: EventWorld) => Promise<unknown>, Scope[]][] = [
  [
    'an event',
    (db, { here }) => db.update(eventConfig).set({ eventDate: '2027-02-04' }).where(eq(eventConfig.id, here)),
    ['here'],
  ],
  [
    'a person of the team',
    (db, { team }) => db.update(teamLibrary).set({ email: 'new@t.example' }).where(eq(teamLibrary.id, team)),
    ['here'],
  ],
  [
    'a person who has a task alone',
    (db, { helper }) => db.update(teamLibrary).set({ email: 'c@t.example' }).where(eq(teamLibrary.id, helper)),
    ['here'],
  ],
  [
    'the vendor of an event',
    (db, { vendor }) =>
      db.update(vendorLibrary).set({ contactEmail: 'd@v.example' }).where(eq(vendorLibrary.id, vendor)),
    ['here'],
  ],
  [
    'a vendor who has a task alone',
    (db, { supplier }) =>
      db.update(vendorLibrary).set({ contactEmail: 'e@v.example' }).where(eq(vendorLibrary.id, supplier)),
    ['here'],
  ],
  [
    'a contact',
    (db, { contacts }) =>
      db.update(vendorContacts).set({ state: 'active' }).where(eq(vendorContacts.id, contacts.vendor)),
    ['here'],
  ],
  [
    'a contact of a vendor who has a task alone',
    (db, { contacts }) =>
      db.update(vendorContacts).set({ state: 'active' }).where(eq(vendorContacts.id, contacts.supplier)),
    ['here'],
  ],
  [
    'when a contact was last seen',
    (db, { contacts }) =>
      db.update(vendorContacts).set({ lastSeenAt: new Date() }).where(eq(vendorContacts.id, contacts.vendor)),
    [],
  ],
  ['a new contact of a vendor who has a task alone', (db, { supplier }) => addContact(db, supplier), ['here']],
  [
    'the end of a contact',
    (db, { contacts }) => db.delete(vendorContacts).where(eq(vendorContacts.id, contacts.supplier)),
    ['here'],
  ],
  ['a task', (db) => db.update(eventTasks).set({ dueDays: -4 }), ['here']],
  [
    'the end of a vendor who has a task',
    (db, { supplier }) => db.delete(vendorLibrary).where(eq(vendorLibrary.id, supplier)),
    ['here'],
  ],
  [
    'the end of a person who has a task',
    (db, { helper }) => db.delete(teamLibrary).where(eq(teamLibrary.id, helper)),
    ['here'],
  ],
  ['the team of an event', (db, { team }) => db.delete(eventTeam).where(eq(eventTeam.teamLibraryId, team)), ['here']],
  ['the vendors of an event', (db) => db.update(eventVendors).set({ isActive: false }), ['here']],
  [
    'a verified report',
    (db, { reports }) =>
      db.update(eventReports).set({ verifiedAt: new Date(), status: 'open' }).where(eq(eventReports.id, reports.now)),
    ['here'],
  ],
  [
    'a verified report on a former address',
    (db, { reports }) =>
      db
        .update(eventReports)
        .set({ verifiedAt: new Date(), status: 'open' })
        .where(eq(eventReports.id, reports.before)),
    ['here'],
  ],
  [
    'the end of a verified report',
    (db, { reports }) => db.delete(eventReports).where(eq(eventReports.id, reports.before)),
    ['here'],
  ],
  [
    'a former address',
    (db, { there }) => db.insert(eventSlugRedirects).values({ oldSlug: 'another-slug', eventId: there }),
    ['there'],
  ],
  [
    'the end of a former address',
    (db) => db.delete(eventSlugRedirects).where(eq(eventSlugRedirects.oldSlug, 'another-slug')),
    ['there'],
  ],
  ['whether somebody follows', (db) => db.update(forumFollows).set({ isOn: false }), ['here']],
  [
    'whether somebody wants forum mail',
    (db, { memberId }) => db.insert(forumPreferences).values({ userId: memberId, mail: 'none' }),
    ['here'],
  ],
  [
    'an administrator who wants figures',
    (db, { memberId }) => db.insert(figureWishes).values({ userId: memberId, weekly: true }),
    ['everything'],
  ],
  ['another choice of figures', (db) => db.update(figureWishes).set({ afterEvents: true }), ['everything']],
  ['the end of such a choice', (db) => db.delete(figureWishes), ['everything']],
  [
    'an address that has ended figures',
    (db) => suppress(db, keepAddress('f@f.example'), { reason: 'kind', kind: 'figures', source: 'link' }, Date.now()),
    ['everything'],
  ],
  [
    'an address that gets figures again',
    (db) => db.update(suppressions).set({ releasedAt: new Date(), releasedBy: 'link' }),
    ['everything'],
  ],
  [
    'a reply in a topic',
    (db, { topic }) => db.update(forumTopics).set({ lastPostAt: new Date() }).where(eq(forumTopics.id, topic)),
    [],
  ],
  [
    'a topic that goes to the room of another event',
    async (db, { topic, there }) => {
      const [room] = await db.select().from(forumCategories).where(eq(forumCategories.eventId, there))
      await db
        .update(forumTopics)
        .set({ categoryId: room?.id ?? '' })
        .where(eq(forumTopics.id, topic))
    },
    ['here', 'there'],
  ],
  [
    'a room that another event gets',
    async (db, { room, there }) => {
      await db.update(forumCategories).set({ eventId: null }).where(eq(forumCategories.eventId, there))
      await db.delete(mailPlanMarks)
      await db.update(forumCategories).set({ eventId: there }).where(eq(forumCategories.id, room))
    },
    ['here', 'there'],
  ],
  [
    'the name of a room',
    (db, { room }) => db.update(forumCategories).set({ name: 'Valves' }).where(eq(forumCategories.id, room)),
    [],
  ],
  ['the end of a room', (db, { room }) => db.delete(forumCategories).where(eq(forumCategories.id, room)), ['there']],
  [
    'a new room',
    (db, { here }) =>
      db.insert(forumCategories).values({ eventId: here, slug: 'a-new-room', name: 'Room', displayOrder: 991 }),
    ['here'],
  ],
  [
    'the end of a topic',
    async (db, { topic, here }) => {
      const [room] = await db.select().from(forumCategories).where(eq(forumCategories.eventId, here))
      await db
        .update(forumTopics)
        .set({ categoryId: room?.id ?? '' })
        .where(eq(forumTopics.id, topic))
      await db.delete(forumPosts).where(eq(forumPosts.topicId, topic))
      await db.delete(mailPlanMarks)
      await db.delete(forumTopics).where(eq(forumTopics.id, topic))
    },
    ['here'],
  ],
  [
    'what an event does differently',
    (db, { here, ruleId }) => db.insert(eventMailRules).values({ eventId: here, ruleId }),
    ['here'],
  ],
  ['a workflow', (db) => db.update(mailRules).set({ state: 'paused' }), ['everything']],
  [
    'a role',
    (db, { memberId }) => db.insert(userRoles).values({ userId: memberId, role: 'admin', grantedBy: 'cli' }),
    ['everything'],
  ],
  [
    'the address of an account',
    (db, { memberId }) => db.update(users).set({ email: 'x@plant.example' }).where(eq(users.id, memberId)),
    ['everything'],
  ],
  [
    'an approval',
    (db, { memberId }) => db.update(profiles).set({ approval: 'rejected' }).where(eq(profiles.id, memberId)),
    ['accounts'],
  ],
  [
    'a new account',
    (db) => db.insert(users).values({ email: 'y@plant.example', emailKey: 'y@plant.example' }),
    ['accounts'],
  ],
  [
    'the day on which an invoice is due',
    (db, { order }) => db.update(shopOrders).set({ dueOn: '2027-02-04' }).where(eq(shopOrders.id, order)),
    ['orders'],
  ],
  [
    'where the goods of an order are',
    (db, { order }) => db.update(shopOrders).set({ fulfillment: 'ready', version: 2 }).where(eq(shopOrders.id, order)),
    [],
  ],
  [
    'a payment of an order',
    (db, { order }) => db.update(shopOrders).set({ state: 'paid' }).where(eq(shopOrders.id, order)),
    ['orders'],
  ],
  [
    'what happens to an order that waits for nothing',
    (db, { order }) => db.update(shopOrders).set({ state: 'refunded' }).where(eq(shopOrders.id, order)),
    [],
  ],
  ['a new order on invoice', (db) => storeShopOrder(db, { variantId: null, sku: 'KIT', title: 'Kit' }), ['orders']],
  ['the end of an order', (db) => db.delete(shopOrders).where(eq(shopOrders.state, 'invoiced')), ['orders']],
  ['the end of an event', (db, { there }) => db.delete(eventConfig).where(eq(eventConfig.id, there)), ['there']],
]

test.each(WRITES)('%s marks what has to be planned again, and nothing else (MP3)', async (_what, write, scopes) => {
  const { db } = open
  await db.delete(mailPlanMarks)
  await write(db, world)
  const marks = await db.select({ scope: mailPlanMarks.scope }).from(mailPlanMarks)
  const names: Record<string, string> = { [world.here]: 'here', [world.there]: 'there' }
  expect([...new Set(marks.map(({ scope }) => names[scope] ?? scope))].toSorted()).toEqual(scopes)
})
