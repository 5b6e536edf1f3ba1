import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { userRoles } from '#db/schema/accounts.ts'
import { changeItems, changeSets } from '#db/schema/change-sets.ts'
import { eventConfig } from '#db/schema/events.ts'
import { rateLimits } from '#db/schema/security.ts'
import { shopProducts } from '#db/schema/shop.ts'
import { PREVIEW_DEAD } from '#src/contract/event-preview.ts'
import { deleteSet } from '#src/domain/change-sets/edit-set.ts'
import { createSetLink, listSetLinks, readSetPreview, revokeSetLink } from '#src/domain/change-sets/set-preview.ts'
import { createPage } from '#src/domain/content/pages.ts'
import { createBlock } from '#src/domain/content/save-block.ts'
import { preparePerson } from '#tests/accounts/people.ts'
import { addVariant } from '#tests/shop/shop-api.ts'
import { NOON, testApi } from '#tests/support/api.ts'
import { storeEvent, storeMenu } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { aSet, publish, site, stored } from './set-ground.ts'

const DAY = 86_400_000
let opened: TestDb
let db: Db
let maker: { id: string }
beforeAll(async () => {
  opened = await testDb()
  db = opened.db
  await storeMenu(db)
})
afterAll(() => opened.close())
beforeEach(async () => {
  for (const table of [changeItems, changeSets, eventConfig]) await db.delete(table)
  maker = await preparePerson(db, { level: 1, approval: 'approved', roles: ['admin'] })
})

/** A set that publishes a draft under another address, with a link to it. */
async function shared() {
  const live = await storeEvent(db, { eventSlug: 'tulsa', eventName: 'Tulsa Workshop' })
  const draft = await storeEvent(db, {
    eventSlug: 'old',
    eventName: 'Draft Workshop',
    isPublished: false,
    eventDate: '2027-01-02',
    earlyBirdDeadline: null,
  })
  const set = await aSet(db, 'Launch', [
    { type: 'event', id: draft, fields: { isPublished: true, eventSlug: 'launch', earlyBirdPrice: 123 } },
    { type: 'event', id: live, fields: { isPublished: false } },
  ])
  const link = { id: randomUUID(), days: 7, note: '' }
  const { url } = await createSetLink(db, set, link, { actor: maker, site, now: NOON })
  const token = new URL(url).hash.replace('#set.', '')
  const look = (path: string, now = NOON) => readSetPreview(db, { token, path }, now)
  return { set, linkId: link.id, token, look }
}

test('shows every page as it will be, and none that will not be', async () => {
  const { look } = await shared()
  expect(await look('/')).toMatchObject({ name: 'Launch', page: { kind: 'landing', landing: { slug: 'launch' } } })
  expect(await look('/event/launch')).toMatchObject({ page: { kind: 'landing' } })
  expect(await look('/events')).toMatchObject({ page: { kind: 'events', soonest: [{ slug: 'launch' }], past: [] } })
  for (const path of ['/event/tulsa', '/event/old', '/events/past/1', '/about', '/event/../admin'])
    expect((await look(path)).page.kind, path).toBe('none')
})

test('shows lists as they will be, each with its own workshops alone', async () => {
  const { look } = await shared()
  for (let day = 1; day <= 31; day += 1)
    await storeEvent(db, { eventDate: `2027-03-${String(day).padStart(2, '0')}`, earlyBirdDeadline: null })
  for (let day = 1; day <= 31; day += 1)
    await storeEvent(db, { eventDate: `2026-01-${String(day).padStart(2, '0')}`, earlyBirdDeadline: null })
  const { page } = await look('/events')
  if (page.kind !== 'events') throw new Error('It is another page.')
  expect([page.soonest.length, page.past.length, page.count]).toEqual([30, 30, 2])
  expect([page.soonest[0]?.slug, page.months]).toEqual(['launch', ['2027-03']])
  const month = await look('/events/2027-03')
  expect(month).toMatchObject({ page: { kind: 'month', month: '2027-03', months: ['2027-03'] } })
  expect(month.page).toHaveProperty('events.length', 31)
  expect(await look('/events/past/2')).toMatchObject({
    page: { kind: 'past', number: 2, count: 2, events: [{ dateTime: '2026-01-01' }] },
  })
  for (const path of ['/events/2027-01', '/events/2027-04', '/events/past/3', '/events/march'])
    expect((await look(path)).page.kind, path).toBe('none')
})

test('shows pages of blocks and the footer as they will be', async () => {
  const draft = { slug: 'about', title: 'About', metaTitle: null, metaDescription: null, isPublished: false }
  const page = (await createPage(db, { id: randomUUID(), ...draft }, maker)).item.id
  const body = { schemaVersion: 1 as const, heading: '', markdown: 'We mend pumps.' }
  const made = { id: randomUUID(), kind: 'text' as const, title: 'Us', tags: [], isActive: false, body }
  const block = (await createBlock(db, made, maker)).item.id
  const set = await aSet(db, 'Launch', [
    { type: 'content_page', id: page, fields: { isPublished: true, slug: 'about-us', blockIds: [block] } },
    { type: 'content_block', id: block, fields: { isActive: true, 'body.heading': 'Who we are' } },
    { type: 'site_copy', id: 'footer.text', fields: { text: 'Days that pay.' } },
  ])
  const link = { id: randomUUID(), days: 7, note: '' }
  const { url } = await createSetLink(db, set, link, { actor: maker, site, now: NOON })
  const token = new URL(url).hash.replace('#set.', '')
  const shown = { kind: 'text', heading: 'Who we are', html: '<p>We mend pumps.</p>' }
  expect(await readSetPreview(db, { token, path: '/about-us' }, NOON)).toMatchObject({
    footer: 'Days that pay.',
    page: { kind: 'page', title: 'About', blocks: [shown] },
  })
  expect((await readSetPreview(db, { token, path: '/about' }, NOON)).page.kind).toBe('none')
})

test('shows the shop and the contact as the settings of the set make them', async () => {
  await addVariant(db, { title: 'Shim kit' })
  const set = await aSet(db, 'Launch', [
    { type: 'setting', id: 'shop', fields: { is_open: false } },
    { type: 'setting', id: 'partner_contact', fields: { email: 'help@site.example' } },
  ])
  const link = { id: randomUUID(), days: 7, note: '' }
  const { url } = await createSetLink(db, set, link, { actor: maker, site, now: NOON })
  const token = new URL(url).hash.replace('#set.', '')
  const look = (path: string) => readSetPreview(db, { token, path }, NOON)
  expect(await look('/shop')).toMatchObject({
    contact: { email: 'help@site.example' },
    page: { kind: 'catalog', isOpen: false, number: 1, count: 1, products: [{ title: 'Shim kit' }] },
  })
  const [product] = await db.select({ slug: shopProducts.slug }).from(shopProducts)
  expect((await look(`/shop/${product?.slug}`)).page).toMatchObject({
    kind: 'product',
    isOpen: false,
    product: { title: 'Shim kit' },
    email: 'help@site.example',
  })
  for (const path of ['/shop/page/2', '/shop/none', '/shop/cart'])
    expect((await look(path)).page.kind, path).toBe('none')
  expect((await readSetPreview(db, { token: (await shared()).token, path: '/shop' }, NOON)).contact).toBeNull()
})

test('is dead in the same words once it is over: expired, revoked, published, deleted, or its maker is no longer an admin', async () => {
  const expired = await shared()
  await expect(expired.look('/', NOON + 7 * DAY)).rejects.toThrow(PREVIEW_DEAD)
  await revokeSetLink(db, { subjectId: expired.set, linkId: expired.linkId }, { actor: maker, site, now: NOON })
  await expect(expired.look('/')).rejects.toThrow(PREVIEW_DEAD)
  await deleteSet(db, expired.set, (await stored(db, expired.set)).version, maker)
  await db.delete(eventConfig)
  const published = await shared()
  await publish(db, published.set)
  await expect(published.look('/')).rejects.toThrow(PREVIEW_DEAD)
  expect(await listSetLinks(db, published.set, NOON)).toEqual([])
  await db.delete(eventConfig)
  const left = await shared()
  await expect(left.look('/')).resolves.toBeDefined()
  await db.delete(userRoles).where(eq(userRoles.userId, maker.id))
  await expect(left.look('/')).rejects.toThrow(PREVIEW_DEAD)
  await expect(readSetPreview(db, { token: 'x', path: '/' }, NOON)).rejects.toThrow(PREVIEW_DEAD)
})

test('its answer is kept by no cache', async () => {
  const { token } = await shared()
  await db.delete(rateLimits)
  const answer = await (await testApi({ db })).post('/api/change-set-previews', { token, path: '/events' })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
})
