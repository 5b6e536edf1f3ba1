import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { menuItems } from '#db/schema/site.ts'
import { INVALID_VALUE, NOT_FOUND, UNKNOWN_FIELD } from '#src/contract/failure.ts'
import { type Menu, MOST_MENU_ITEMS, navigationFor, type StoredMenuItem } from '#src/contract/navigation.ts'
import { type Changed, STALE } from '#src/contract/versioned.ts'
import { problemOf } from '#tests/support/api.ts'
import { storeEvent, storeMenu } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { revisionOf, wishes } from '../site/event-rows.ts'
import { ADA, expectAdminsOnly, lastEntry, siteAdminApi } from './site-admin-api.ts'

const MISSING = '00000000-0000-4000-8000-000000000000'
const SHOWN = { isActive: true, isExternal: false, visibleToAnonymous: true, visibleToUser: true, visibleToAdmin: true }
const newItem = (changes: object = {}) => ({ id: randomUUID(), label: 'Shop', href: '/shop', ...SHOWN, ...changes })

describe('the menu', () => {
  let opened: TestDb
  let db: Db
  let api: Awaited<ReturnType<typeof siteAdminApi>>
  beforeAll(async () => {
    opened = await testDb()
    db = opened.db
    await storeMenu(db)
    await storeEvent(db, { eventName: 'Tulsa Workshop', eventSlug: 'tulsa' })
  })
  afterAll(() => opened.close())
  beforeEach(async () => {
    api = await siteAdminApi(db)
  })

  const list = async () => (await api.ask<Menu>('GET', 'menu-items')).items
  const create = (changes?: object) => api.ask<Changed<StoredMenuItem>>('POST', 'menu-items', newItem(changes))
  const change = (item: StoredMenuItem, changes: object) =>
    api.ask<Changed<StoredMenuItem>>('PATCH', `menu-items/${item.id}`, { version: item.version, ...changes })

  test('is for admins alone', async () => {
    await expectAdminsOnly(db, [
      ['GET', 'menu-items'],
      ['POST', 'menu-items', newItem()],
      ['PUT', 'menu-items/order', { ids: [], from: [] }],
      ['PATCH', `menu-items/${MISSING}`, { version: 1 }],
      ['DELETE', `menu-items/${MISSING}`],
    ])
  })

  test('lists every item in order, active or not, with what the preview of the bar needs', async () => {
    const answer = await api.send('GET', 'menu-items')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const { items, bar, siteName }: Menu = await answer.json()
    expect(siteName).toBe('Uptime Workshops')
    expect(items.map(({ label }) => label)).toEqual(['Events', 'Members', 'canary admin', 'canary inactive', 'Report'])
    expect(bar).toEqual({
      showToPublic: true,
      externalSiteHost: null,
      featured: { eventName: 'Tulsa Workshop', eventSlug: 'tulsa' },
    })
    const links = navigationFor({ items, ...bar, viewer: 'user' }).links
    expect(links.map(({ label }) => label)).toEqual(['Events', 'Members'])
  })

  test('adds a new item at its end, audits it and queues a build', async () => {
    const before = await revisionOf(db)
    const { item, revision } = await create({ label: 'Gauges' })
    expect((await list()).at(-1)).toEqual(item)
    expect(item).toMatchObject({ label: 'Gauges', displayOrder: 6, version: 1 })
    expect(revision).toBe(before + 1)
    expect(api.builds.asked).toBe(1)
    expect((await wishes(db)).at(-1)).toBe(`${revision} queued added the menu item Gauges`)
    expect(await lastEntry(db)).toMatchObject({
      actor: ADA,
      action: 'menu-item.create',
      subjectType: 'menu-item',
      subjectId: item.id,
      before: null,
      after: item,
    })
  })

  test('makes one item of a double click', async () => {
    const input = newItem({ label: 'Twice' })
    const answers = await Promise.all([1, 2].map(() => api.send('POST', 'menu-items', input)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect((await list()).filter(({ label }) => label === 'Twice')).toHaveLength(1)
    expect(api.builds.asked).toBe(1)
    const corrected = await problemOf(await api.send('POST', 'menu-items', { ...input, href: '/corrected' }))
    expect(corrected).toMatchObject({ status: 409, detail: STALE })
    expect((await list()).find(({ id }) => id === input.id)).toMatchObject({ href: '/shop', version: 1 })
  })

  test.each([
    [{ label: '' }, 'label', 'Label is required'],
    [{ label: 'x'.repeat(101) }, 'label', 'Label must be at most 100 characters'],
    [{ href: '' }, 'href', 'Address is required'],
    [{ href: 'javascript:alert(1)' }, 'href', 'Enter a web address, a path or a # anchor'],
    [{ href: 'data:text/html,x' }, 'href', 'Enter a web address, a path or a # anchor'],
    [{ href: '//evil.example' }, 'href', 'Enter a web address, a path or a # anchor'],
    [{ href: 'https://ada:pw@plant.example' }, 'href', 'Enter a web address, a path or a # anchor'],
    [{ href: '/a\nb' }, 'href', 'Enter a web address, a path or a # anchor'],
    [{ displayOrder: 1.5 }, 'displayOrder', 'Order must be a whole number from 0 to 10000'],
    [{ isActive: 'yes' }, 'isActive', INVALID_VALUE],
    [{ owner: true }, 'owner', UNKNOWN_FIELD],
  ])('refuses %j (IV6)', async (changes, field, message) => {
    const problem = await problemOf(await api.send('POST', 'menu-items', newItem(changes)))
    expect(problem).toMatchObject({ status: 400, detail: message, errors: [{ field, message }] })
    expect(api.builds.asked).toBe(0)
  })

  test('changes what is given of an item, with the row before and after in the log', async () => {
    const { item } = await create({ label: 'Old name' })
    const before = await revisionOf(db)
    const changed = await change(item, { label: 'New name', visibleToUser: false })
    expect(changed).toEqual({
      item: { ...item, label: 'New name', visibleToUser: false, version: 2 },
      revision: before + 1,
    })
    expect(await lastEntry(db)).toMatchObject({ action: 'menu-item.update', before: item, after: changed.item })
    expect(api.builds.asked).toBe(2)
  })

  test('queues no build for an item that is hidden before and after, but records the change', async () => {
    const before = await revisionOf(db)
    const { item, revision } = await create({ label: 'Hidden', isActive: false })
    expect(revision).toBeNull()
    const renamed = await change(item, { label: 'Still hidden' })
    expect(renamed.revision).toBeNull()
    expect(await lastEntry(db)).toMatchObject({ action: 'menu-item.update', subjectId: item.id })
    expect(await revisionOf(db)).toBe(before)
    expect(api.builds.asked).toBe(0)
    expect((await change(renamed.item, { isActive: true })).revision).toBe(before + 1)
  })

  test('a save of the present values changes nothing', async () => {
    const { item } = await create()
    const before = [await revisionOf(db), await lastEntry(db)]
    expect(await change(item, { label: item.label })).toEqual({ item, revision: null })
    expect([await revisionOf(db), await lastEntry(db)]).toEqual(before)
  })

  test('the second of two people who save the same item gets a conflict (409)', async () => {
    const { item } = await create()
    await change(item, { label: 'By Ada' })
    const late = await api.send('PATCH', `menu-items/${item.id}`, { version: item.version, label: 'By Bob' })
    expect(await problemOf(late)).toMatchObject({
      status: 409,
      detail: STALE,
    })
    expect((await list()).find(({ id }) => id === item.id)?.label).toBe('By Ada')
  })

  test.each(['PATCH', 'DELETE'])('%s of an item that is not there, or cannot be, is 404', async (method) => {
    for (const id of [MISSING, 'nonsense']) {
      const answer = await api.send(method, `menu-items/${id}`, method === 'PATCH' ? { version: 1 } : undefined)
      expect(await problemOf(answer)).toMatchObject({ status: 404, detail: NOT_FOUND.menuItem })
    }
  })

  test('deletes an item, which stays whole in the log', async () => {
    const { item } = await create({ label: 'Short-lived' })
    const { revision } = await api.ask<Changed<StoredMenuItem>>('DELETE', `menu-items/${item.id}`)
    expect(revision).toBe(await revisionOf(db))
    expect(await lastEntry(db)).toMatchObject({ action: 'menu-item.delete', before: item, after: null })
    expect((await api.send('DELETE', `menu-items/${item.id}`)).status).toBe(404)
  })

  describe('its order', () => {
    const ids = (items: readonly StoredMenuItem[]) => items.map(({ id }) => id)

    test('is saved whole, numbered from 1, and the bar follows', async () => {
      const from = ids(await list())
      const { item, revision } = await api.ask<Changed<StoredMenuItem[]>>('PUT', 'menu-items/order', {
        ids: from.toReversed(),
        from,
      })
      expect(ids(item)).toEqual(from.toReversed())
      expect(item.map(({ displayOrder }) => displayOrder)).toEqual(item.map((_, index) => index + 1))
      expect(await list()).toEqual(item)
      expect(revision).toBe(await revisionOf(db))
      expect(await lastEntry(db)).toMatchObject({ action: 'menu.reorder', subjectType: 'menu' })
    })

    test('leaves an open form of an item valid', async () => {
      const items = await list()
      const from = ids(items)
      await api.ask('PUT', 'menu-items/order', { ids: from.toReversed(), from })
      const [first] = items
      if (!first) throw new Error('There are no items')
      expect((await change(first, { label: 'Saved after the order' })).item.version).toBe(first.version + 1)
    })

    test('that changes nothing is not written down', async () => {
      const from = ids(await list())
      const entry = await lastEntry(db)
      expect(await api.ask<Changed<unknown>>('PUT', 'menu-items/order', { ids: from, from })).toMatchObject({
        revision: null,
      })
      expect(await lastEntry(db)).toEqual(entry)
    })

    test('is refused when it was made from another one, or does not name each item once', async () => {
      const from = ids(await list())
      const [first = '', ...rest] = from
      const orders = [
        { ids: from, from: from.toReversed() },
        { ids: rest, from },
        { ids: [...rest, rest[0]], from },
        { ids: [...rest, MISSING], from },
        { ids: from, from: [first] },
      ]
      for (const order of orders) expect((await api.send('PUT', 'menu-items/order', order)).status).toBe(409)
      expect((await api.send('PUT', 'menu-items/order', { ids: ['x'], from })).status).toBe(400)
      expect(ids(await list())).toEqual(from)
    })
  })

  test(`holds ${MOST_MENU_ITEMS} items`, async () => {
    const missing = MOST_MENU_ITEMS - (await db.$count(menuItems))
    await db.insert(menuItems).values(Array.from({ length: missing }, () => newItem({ label: 'Filler' })))
    const problem = await problemOf(await api.send('POST', 'menu-items', newItem()))
    expect(problem).toMatchObject({ status: 409, detail: 'A menu can have at most 100 items. Delete one first.' })
    await db.delete(menuItems).where(eq(menuItems.label, 'Filler'))
  })
})
