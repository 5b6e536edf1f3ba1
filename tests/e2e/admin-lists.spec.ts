import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { eventVendors } from '#db/schema/events.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { deliveries, logisticsPeople } from '#db/schema/logistics.ts'
import { vendorContacts, vendorProposals } from '#db/schema/partners.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import { NOTHING_TO_NUDGE } from '#src/contract/task-answer.ts'
import { addDays, dayIn } from '#src/contract/wall-clock.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { enterAs, openScreen } from './support/admin-page.ts'
import { openNext, standing } from './support/admin-screens.ts'
import { toast } from './support/auth-page.ts'
import { freshName } from './support/people.ts'
import { violations } from './support/site-pages.ts'
import { expect, test } from './support/site-test.ts'

const CATEGORIES = '/admin/forum/categories'
const firstMenu = (page: Page) => page.getByRole('button', { name: /^Actions for / }).first()

test('while the menu of a row is loaded, its button keeps the focus and no arrow key is lost; a list is sorted by a column header, and the address keeps the order', async ({
  page,
  context,
  product,
}) => {
  await enterAs(context, product, 'admin')
  let arrive = () => {}
  const isThere = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/OpenedMenu-[^/]*\.js$/, async (route) => {
    await isThere
    await route.continue()
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await openScreen(page, '/admin/library/locations', 'Locations')
  await firstMenu(page).focus()
  await page.keyboard.press('Enter')
  await expect(firstMenu(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(firstMenu(page)).toBeFocused()
  arrive()
  await expect(page.getByRole('menuitem').nth(1)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(firstMenu(page)).toBeFocused()

  const header = page.getByRole('columnheader', { name: 'Venue' })
  const names = () => page.locator('tbody tr > td:first-child').allTextContents()
  const inOrder = (list: readonly string[]) =>
    list.toSorted((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' }))
  await expect(header).toHaveAttribute('aria-sort', 'none')
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(async () => (await names()).join()).toBe(inOrder(await names()).join())
  await header.getByRole('button').click()
  await expect(page).toHaveURL(/sort=-Venue/)
  await page.reload()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await expect
    .poll(async () => (await names()).join())
    .toBe(
      inOrder(await names())
        .toReversed()
        .join(),
    )
})

test('rows are of one line, compact ones are remembered, and narrow lists are cards', async ({
  page,
  context,
  product,
}) => {
  await enterAs(context, product, 'moderator')
  await page.setViewportSize({ width: 1440, height: 900 })
  await openScreen(page, CATEGORIES, 'Forum categories')
  const row = page.getByRole('row', { name: /Lubrication/ })
  const heightOf = async () => (await row.boundingBox())?.height ?? Number.NaN
  expect(await heightOf()).toBeLessThanOrEqual(45)
  await page.getByRole('button', { name: 'Compact rows' }).click()
  expect(await heightOf()).toBeLessThanOrEqual(38)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Compact rows' })).toHaveAttribute('aria-pressed', 'true')
  expect(await heightOf()).toBeLessThanOrEqual(38)
  await page.setViewportSize({ width: 880, height: 900 })
  const cell = page.getByRole('cell', { name: 'Lubrication', exact: true })
  await expect(cell).toHaveCSS('display', 'block')
  await expect(page.getByRole('columnheader', { name: 'Topics' })).toBeHidden()
})

/** An event in so many days, with one of everything that its lists show, and the longest that it is called. */
async function giveRows(product: RunningProduct, days = -20): Promise<string> {
  const mark = freshName()
  const long = `${mark} with a name that is much longer than what its column has room for`
  return product.query(async (db) => {
    const event = {
      eventSlug: `${mark}-day`,
      eventDate: addDays(dayIn('UTC', Date.now()), days),
      earlyBirdDeadline: null,
    }
    const eventId = await storeEvent(db, { ...event, isPublished: false })
    const [vendor] = await db.insert(vendorLibrary).values({ vendorName: long }).returning()
    const vendorId = vendor?.id ?? ''
    await db.insert(eventVendors).values({ eventId, vendorLibraryId: vendorId, displayOrder: 1 })
    const email = `${mark}@vendor.example`
    await db.insert(vendorContacts).values({ vendorId, name: long, email, emailKey: email, invitedBy: 'cli' })
    await db.insert(vendorProposals).values({ vendorId, baseVersion: 1, base: {}, fields: { tags: 'torque' } })
    const task = { eventId, title: long, assigneeType: 'vendor', assigneeId: vendorId, isRequired: false } as const
    await db.insert(eventTasks).values([
      { ...task, dueDays: -7, state: 'returned', kind: 'acknowledgement' },
      { ...task, title: `${long}.`, dueDays: 7, state: 'returned', kind: 'acknowledgement' },
    ])
    const person = { eventId, name: long, email, emailKey: email, role: 'vendor' } as const
    const [stored] = await db.insert(logisticsPeople).values(person).returning()
    const delivery = { eventId, personId: stored?.id ?? null, title: long, enteredBy: 'person' } as const
    await db.insert(deliveries).values([
      { ...delivery, carrier: long, expectedOn: '2034-02-01', expectedAt: '09:00' },
      { ...delivery, receivedAt: new Date('2034-02-01T15:00:00Z'), receivedBy: 'Ada', storage: long },
    ])
    return eventId
  })
}

test('every long list has room for 13 rows of one line on a desktop, and for 8 on a small notebook; no cell cuts the ring of a link', async ({
  page,
  context,
  product,
  trouble,
}) => {
  test.setTimeout(180_000)
  trouble.allow(/gannet-gauge|Failed to load resource/)
  await enterAs(context, product, 'owner')
  const eventId = await giveRows(product)
  // Two of one screen are not neighbours: each is opened from another one.
  const lists = [
    '/admin/event/manage',
    `/admin/event/tasks?event=${eventId}`,
    `/admin/event/logistics/${eventId}`,
    '/admin/library/vendors',
    `/admin/event/logistics/${eventId}?part=deliveries`,
    '/admin/library/team',
    '/admin/library/locations',
    '/admin/library/agenda',
    '/admin/vendor-portal',
    '/admin/vendor-invites',
    '/admin/vendor-portal?tab=tasks',
    '/admin/users?tab=all',
    '/admin/forum/categories',
    '/admin/audit-logs',
  ]
  await page.setViewportSize({ width: 1440, height: 900 })
  const found: Record<string, Room[]> = {}
  for (const address of lists) {
    await openNext(page, address)
    const row = page.locator('.admin-table tbody tr').first()
    await expect(row, address).toBeVisible()
    await standing(page)
    const counts: Room[] = []
    for (const [width, height] of [
      [1440, 900],
      [1280, 720],
    ] as const) {
      await page.setViewportSize({ width, height })
      counts.push(await page.evaluate(countRoom))
      expect(await page.evaluate(listCutLinks), address).toEqual([])
    }
    found[address] = counts
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  const short = Object.entries(found).filter(([, rooms]) => rooms.some(({ room }, at) => room < (at === 0 ? 13 : 8)))
  expect(Object.fromEntries(short)).toEqual({})
})

/** Where the first row begins, how high the highest one is, and how many of them fit in the window, in pixels. */
type Room = { room: number; top: number; height: number }

/** How many rows as high as the highest one fit below the head of the table. */
function countRoom(): Room {
  scrollTo(0, 0)
  const rows = [...document.querySelectorAll('.admin-table tbody tr')].map((row) => row.getBoundingClientRect())
  const height = Math.max(...rows.map((row) => row.height))
  const top = rows[0]?.top ?? innerHeight
  return { room: Math.floor((innerHeight - top) / height), top, height }
}

/** Links that reach beyond their cell, which hides what is outside of it. */
function listCutLinks(): string[] {
  const links = [...document.querySelectorAll('.admin-table td a')]
  const edge = (element: Element | null) => element?.getBoundingClientRect().right ?? 0
  return links.filter((link) => edge(link) > edge(link.closest('td'))).map((link) => link.textContent)
}

test('what is alike is sorted and changed at once: tasks, deliveries, reminders and invitations', async ({
  page,
  context,
  product,
  trouble,
}) => {
  trouble.allow(/gannet-gauge|Failed to load resource/)
  await enterAs(context, product, 'owner')
  await page.setViewportSize({ width: 1440, height: 900 })
  const eventId = await giveRows(product, 20)
  const all = page.getByRole('checkbox', { name: /^Select all / })
  const sortBy = async (name: string) => {
    const header = page.getByRole('columnheader', { name })
    await header.getByRole('button').click()
    await header.getByRole('button').click()
    await expect(header).toHaveAttribute('aria-sort', 'descending')
  }

  const answer = async (label: string) => {
    await page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }

  await page.goto(`/admin/event/tasks?event=${eventId}`)
  await sortBy('Due')
  await expect(page.locator('tbody tr').first()).toContainText('has room for.')
  await all.check()
  await page.getByRole('button', { name: 'Mark as done', exact: true }).click()
  await expect(toast(page, '2 tasks marked as done.')).toBeVisible()
  await expect(page.locator('tbody').getByText('Done', { exact: true })).toHaveCount(2)

  await openNext(page, `/admin/event/logistics/${eventId}?part=deliveries`)
  await sortBy('Expected')
  await all.check()
  await page.getByRole('button', { name: 'Mark as received' }).click()
  const receipt = page.getByRole('dialog', { name: 'Received: 2 deliveries' })
  await receipt.getByLabel('Storage location').fill('Room 12')
  await receipt.getByRole('button', { name: 'Mark as received' }).click()
  await expect(toast(page, 'Delivery received. 1 was left unchanged.')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'It has already arrived.' })).toBeVisible()
  await expect(page.locator('tbody')).toContainText('kept in Room 12')

  const mark = await product.query(async (db) => {
    const [person] = await db.select().from(logisticsPeople).where(eq(logisticsPeople.eventId, eventId))
    await db.update(eventTasks).set({ state: 'open', doneAt: null }).where(eq(eventTasks.eventId, eventId))
    return person?.name.split(' ')[0] ?? ''
  })
  await openNext(page, `/admin/vendor-portal?tab=tasks&q=${mark}`)
  await sortBy('Vendor')
  await all.check()
  await page.getByRole('button', { name: 'Remind vendors' }).click()
  await answer('Send reminder')
  await expect(page.getByRole('status').filter({ hasText: NOTHING_TO_NUDGE })).toBeVisible()

  await openNext(page, `/admin/event/logistics/${eventId}`)
  await sortBy('Person')

  await openNext(page, `/admin/vendor-invites?q=${mark}`)
  await sortBy('Invited')
  await all.check()
  await page.getByRole('button', { name: 'Invite again' }).click()
  await answer('Send 1 invitation')
  await expect(toast(page, 'Contact invited again.')).toBeVisible()
  // What is selected next has to be the contact as it is now: an older one would be left unchanged.
  await expect(page.locator('tbody').getByText('No longer kept')).toHaveCount(0)
  await all.check()
  await page.getByRole('button', { name: 'End access' }).click()
  await answer('End access')
  await expect(toast(page, 'Contact removed from the portal.')).toBeVisible()
})

test('without a connection, a screen and a part of one say that they could not be loaded, and are there at the next try; a screen that a deploy has replaced is there after one reload, which unsaved text holds back', async ({
  page,
  context,
  product,
  trouble,
}) => {
  trouble.allow(/Failed to load resource|dynamically imported module|could not be fetched|error occurred in/)
  await enterAs(context, product, 'admin')
  await openScreen(page, '/admin/library/locations', 'Locations')
  let loads = 0
  page.on('load', () => (loads += 1))
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Team', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('This screen could not be loaded')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('alert')).toContainText('This screen could not be loaded')
  expect(await violations(page)).toEqual([])
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await context.setOffline(true)
  await page.keyboard.press('?')
  await expect(page.getByRole('alert')).toContainText('This part could not be loaded.')
  expect(await violations(page)).toEqual([])
  await context.setOffline(false)
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(loads).toBe(0)
  await page.keyboard.press('Escape')

  let navigations = 0
  page.on('request', (request) => (navigations += Number(request.isNavigationRequest())))
  await page.route(/\/_astro\/(AgendaTemplatesScreen|open-admin)-[^/]*\.js$/, (route) =>
    navigations === 0 ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await page.evaluate(() => {
    const field = document.body.appendChild(document.createElement('textarea'))
    field.value = 'Half a sentence'
    field.id = 'typed'
  })
  const agenda = page.getByRole('link', { name: 'Agenda templates', exact: true })
  await agenda.click()
  await expect(page.getByText('Save or copy your text, then reload the page.')).toBeVisible()
  expect(navigations).toBe(0)
  await page.evaluate(() => document.getElementById('typed')?.remove())
  await page.getByRole('link', { name: 'Locations', exact: true }).click()
  await agenda.click()
  await expect(page.getByRole('heading', { name: 'Agenda templates', level: 1 })).toBeVisible()
  expect(navigations).toBe(1)
})
