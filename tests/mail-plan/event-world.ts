import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig, eventSlugRedirects, eventVendors } from '#db/schema/events.ts'
import { eventReports } from '#db/schema/feedback.ts'
import { forumCategories } from '#db/schema/forum.ts'
import { forumFollows } from '#db/schema/forum-notices.ts'
import { teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import { vendorContacts } from '#db/schema/partners.ts'
import { shopOrders } from '#db/schema/shop-orders.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { aMember, aTopic } from '../forum/notice-rows.ts'
import { addVariant, storeShopOrder } from '../shop/shop-rows.ts'
import { storeRule, storeTeamMember } from './plan-rows.ts'

const INVOICED = new Date('2027-03-01T12:00:00Z')

/** Two events: `here` has people of every audience, `there` a room in the forum. */
export type EventWorld = Awaited<ReturnType<typeof storeWorld>>

async function aVendor(db: Db): Promise<string> {
  const id = randomUUID()
  await db.insert(vendorLibrary).values({ id, vendorName: `Works ${id}`, contactEmail: `${id.slice(0, 8)}@v.example` })
  return id
}

/** Adds a contact that is invited. */
export async function addContact(db: Db, vendorId: string): Promise<string> {
  const [id, email] = [randomUUID(), `${randomUUID().slice(0, 8)}@v.example`]
  await db.insert(vendorContacts).values({ id, vendorId, name: 'Maria', email, emailKey: email, invitedBy: 'cli' })
  return id
}

/** An order whose invoice is due on a day of March 2027. */
async function anInvoice(db: Db): Promise<string> {
  const { id } = await storeShopOrder(db, { variantId: await addVariant(db, 5), sku: 'KIT', title: 'Kit' })
  const invoiced = { dueOn: '2027-03-16', placedAt: INVOICED, invoicedAt: INVOICED }
  await db.update(shopOrders).set(invoiced).where(eq(shopOrders.id, id))
  return id
}

/** Stores both, and an order in the shop. */
export async function storeWorld(db: Db) {
  const [here, there] = [await storeEvent(db), await storeEvent(db)]
  const { id: memberId } = await aMember(db)
  const [topic, topicThere] = [await aTopic(db, memberId), await aTopic(db, memberId)]
  const roomOf = async (id: string) =>
    (await db.query.forumTopics.findFirst({ where: (topics, { eq: is }) => is(topics.id, id) }))?.categoryId ?? ''
  const [room, roomThere] = [await roomOf(topic), await roomOf(topicThere)]
  await db.update(forumCategories).set({ eventId: here }).where(eq(forumCategories.id, room))
  await db.update(forumCategories).set({ eventId: there }).where(eq(forumCategories.id, roomThere))
  await db.insert(forumFollows).values({ topicId: topic, userId: memberId })
  const [team, helper] = [await storeTeamMember(db, here, 'ada@t.example'), randomUUID()]
  await db
    .insert(teamLibrary)
    .values({ id: helper, fullName: 'Ben', title: 'Helper', bio: 'Carries.', email: 'b@t.example' })
  const [vendor, supplier] = [await aVendor(db), await aVendor(db)]
  await db.insert(eventVendors).values({ eventId: here, vendorLibraryId: vendor, displayOrder: 1 })
  const task = { eventId: here, title: 'Bring it', dueDays: -3 }
  await db.insert(eventTasks).values([
    { ...task, assigneeType: 'team', assigneeId: helper },
    { ...task, assigneeType: 'vendor', assigneeId: supplier },
  ])
  const [event] = await db.select().from(eventConfig).where(eq(eventConfig.id, here))
  await db.insert(eventSlugRedirects).values({ oldSlug: 'former-slug', eventId: here })
  const report = async (page: string) => {
    const [row] = await db
      .insert(eventReports)
      .values({
        ...{ reportType: 'problem', title: 'The map is wrong', description: 'It shows another town.' },
        ...{ reporterEmail: 'r@r.example', emailKey: 'r@r.example', status: 'unverified' },
        context: { page, viewport: '1440x900', release: 'test' },
      })
      .returning({ id: eventReports.id })
    return row?.id ?? ''
  }
  return {
    ...{ here, there, memberId, topic, room, team, helper, vendor, supplier },
    contacts: { vendor: await addContact(db, vendor), supplier: await addContact(db, supplier) },
    reports: { now: await report(`/event/${event?.eventSlug}`), before: await report('/event/former-slug') },
    ruleId: await storeRule(db),
    order: await anInvoice(db),
  }
}
