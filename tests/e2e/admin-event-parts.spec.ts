import type { Locator, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { eventAgenda } from '#db/schema/events.ts'
import { teamLibrary } from '#db/schema/libraries.ts'
import { ADD_ENTRY } from '#src/contract/agenda-template.ts'
import { ALREADY_ON_EVENT, CANNOT_LOAD, DROPPED_AT } from '#src/contract/event-parts.ts'
import { MERGE_DONE, MERGE_TAKEN, MERGE_TITLE, STALE } from '#src/contract/versioned.ts'
import { enterAs, openScreen } from './support/admin-page.ts'
import { REFUSED, refusing, toast } from './support/auth-page.ts'
import {
  button,
  expectOrder,
  giveAgenda,
  giveLineup,
  giveVendors,
  openLineup,
  storedVendors,
} from './support/lineup.ts'
import { expectUsable, take } from './support/looks.ts'
import { expect, test } from './support/site-test.ts'

const VENDORS = ['Axle', 'Bolt', 'Crane']

test.beforeEach(({ context, product }) => enterAs(context, product, 'admin'))

test('an event is found by its words, and is in the address', async ({ page, product }) => {
  await take(page)
  const { id, name, mark } = await giveLineup(product, VENDORS)
  await openScreen(page, '/admin/event/vendors', 'Event lineup')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectUsable(page, 'the picker')
  await page.getByRole('combobox').fill(mark)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/event/vendors?event=${id}`)
  await expect(page.getByRole('main').getByText(name, { exact: true })).toBeVisible()
  await expectOrder(page, 'Vendors', VENDORS)
  await page.getByRole('link', { name: 'Agenda', exact: true }).click()
  await expect(page).toHaveURL(`/admin/event/vendors?event=${id}&part=agenda`)
  await expect(page.getByRole('tablist')).toHaveCount(0)
  await page.goBack()
  await expectOrder(page, 'Vendors', VENDORS)
  await page.goBack()
  await expect(page.getByRole('combobox')).toBeVisible()
})

test('an entry is moved by the keyboard, spoken on the way, and stays there; Escape leaves it where it was; plain buttons move it too, with the focus, and many moves in a row all count; it is dragged', async ({
  page,
  product,
}) => {
  const { id, mark } = await giveLineup(product, [...VENDORS, 'Drum', 'Engine'])
  await openLineup(page, id)
  const spoken = page.locator('[id^=DndLiveRegion]')
  const handle = button(page, `Move Axle ${mark}`)
  await expect(handle).toHaveAccessibleDescription(/press Space, then the arrow keys/)
  await handle.focus()
  await page.keyboard.press('Space')
  await expect(spoken).toContainText('is picked up')
  await arrowDown(spoken, 'over position 2 of 5.')
  await page.keyboard.press('Escape')
  await expectOrder(page, 'Vendors', [...VENDORS, 'Drum', 'Engine'])
  expect(await storedVendors(product, id)).toEqual(['1 Axle', '2 Bolt', '3 Crane', '4 Drum', '5 Engine'])
  await expect(handle).toBeFocused()
  await page.keyboard.press('Space')
  await expect(spoken).toHaveText(`Axle ${mark} is picked up at position 1 of 5.`)
  await arrowDown(spoken, `Axle ${mark} is over position 2 of 5.`)
  await arrowDown(spoken, `Axle ${mark} is over position 3 of 5.`)
  await page.keyboard.press('Space')
  await expect(spoken).toHaveText(`Axle ${mark} ${DROPPED_AT} position 3 of 5.`)
  await expectOrder(page, 'Vendors', ['Bolt', 'Crane', 'Axle', 'Drum', 'Engine'])
  await expect(handle).toBeFocused()
  await expect.poll(() => storedVendors(product, id)).toEqual(['1 Bolt', '2 Crane', '3 Axle', '4 Drum', '5 Engine'])
  await page.reload()
  await expectOrder(page, 'Vendors', ['Bolt', 'Crane', 'Axle', 'Drum', 'Engine'])

  const down = button(page, `Move Bolt ${mark} down`)
  await down.focus()
  for (let at = 2; at <= 5; at += 1) {
    await page.keyboard.press('Enter')
    await expect(page.getByText(`Bolt ${mark} moved to position ${at} of 5.`)).toBeAttached()
    await expect(down).toBeFocused()
  }
  await expect(down).toHaveAttribute('aria-disabled', 'true')
  await button(page, `Move Drum ${mark} up`).click()
  await expectOrder(page, 'Vendors', ['Crane', 'Drum', 'Axle', 'Engine', 'Bolt'])
  await expect.poll(() => storedVendors(product, id)).toEqual(['1 Crane', '2 Drum', '3 Axle', '4 Engine', '5 Bolt'])

  // Hovering waits until the list no longer moves. An entry that is let go before the list has seen where it is stays in place.
  await button(page, `Move Axle ${mark}`).hover()
  const target = await button(page, `Move Crane ${mark}`).boundingBox()
  if (!target) throw new Error('There is nothing to drag to')
  await page.mouse.down()
  await page.mouse.move(target.x + 20, target.y + 60, { steps: 4 })
  await expect(spoken).toContainText('Axle')
  await page.mouse.move(target.x + 20, target.y + 10, { steps: 4 })
  await expect(spoken).toContainText('position 1 of 5.')
  await page.mouse.up()
  await expect(spoken).toHaveText(`Axle ${mark} ${DROPPED_AT} position 1 of 5.`)
  await expectOrder(page, 'Vendors', ['Axle', 'Crane', 'Drum', 'Engine', 'Bolt'])
  await expect.poll(() => storedVendors(product, id)).toEqual(['1 Axle', '2 Crane', '3 Drum', '4 Engine', '5 Bolt'])
})

test('one is added, then many, at the end; those there already cannot be chosen; a logo that does not load is flagged; a team member is added and removed like a vendor', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(/status of 404/)
  await take(page)
  const { id, mark } = await giveLineup(product, ['Axle'])
  await giveVendors(product, [`Bolt ${mark}`, `Crane ${mark}`, `Drum ${mark}`])
  await giveVendors(product, [`Broken ${mark}`], { logoUrl: `/demo/logos/corvane.svg?${mark}` })
  // For everybody else it loads: other tests look at the same library.
  await page.route(`**/*.svg?${mark}`, (route) => route.fulfill({ status: 404 }))
  await openLineup(page, id)
  const choose = async (...names: string[]) => {
    await button(page, 'Add vendors').click()
    await page.getByLabel('Search the library').fill(mark)
    const dialog = page.getByRole('dialog')
    const choice = (name: string) => dialog.getByRole('checkbox', { name: `${name} ${mark}` })
    await expect(choice('Axle')).toBeDisabled()
    // Before the search has answered, all entries are listed, and each is somewhere else.
    await expect(dialog.getByRole('checkbox')).toHaveCount(5)
    for (const name of names) await choice(name).check()
  }
  await choose('Crane')
  await expectUsable(page, 'adding vendors')
  await button(page, 'Add vendor').click()
  await expect(toast(page, 'Vendor added to event')).toBeVisible()
  await expectOrder(page, 'Vendors', ['Axle', 'Crane'])
  await choose('Drum', 'Bolt')
  await expect(page.getByRole('dialog').getByText(ALREADY_ON_EVENT)).toHaveCount(2)
  await button(page, 'Add 2 vendors').click()
  await expect(toast(page, '2 vendors added to event')).toBeVisible()
  await expectOrder(page, 'Vendors', ['Axle', 'Crane', 'Drum', 'Bolt'])
  await expect(button(page, 'Add vendors')).toBeFocused()
  expect(await storedVendors(product, id)).toEqual(['1 Axle', '2 Crane', '3 Drum', '4 Bolt'])
  await choose('Broken')
  await button(page, 'Add vendor').click()
  await expect(page.getByText(`Logo ${CANNOT_LOAD}`)).toHaveCount(1)
  await expect(page.getByRole('img', { name: `Logo of Axle ${mark}` })).toBeVisible()

  await product.query((db) =>
    db.insert(teamLibrary).values({ fullName: `Ada ${mark}`, title: 'Trainer', bio: 'Mills.' }),
  )
  await page.getByRole('navigation', { name: 'This event' }).getByRole('link', { name: 'Team', exact: true }).click()
  await button(page, 'Add team members').click()
  await page.getByLabel('Search the library').fill(mark)
  await expect(page.getByRole('dialog').getByRole('checkbox')).toHaveCount(1)
  await page.getByRole('checkbox', { name: `Ada ${mark}` }).check()
  await button(page, 'Add team member').click()
  await expect(toast(page, 'Team member added to event')).toBeVisible()
  await expectOrder(page, 'Team members', ['Ada'])
  await button(page, `Remove Ada ${mark}`).click()
  await expect(toast(page, 'Team member removed from event')).toContainText(`Ada ${mark}`)
  await expect(page.getByText('No team members on this event')).toBeVisible()
  await toast(page, 'Team member removed from event').getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Team member is on the event again')).toBeVisible()
  await expectOrder(page, 'Team members', ['Ada'])
})

test('one that is hidden keeps its place; removing closes the gap, does not lose the focus and can be undone; so can an order, unless someone else has changed the list since', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(REFUSED)
  const { id, mark } = await giveLineup(product, VENDORS)
  await openLineup(page, id)
  const isActive = page.getByRole('checkbox', { name: `Active: Bolt ${mark}` })
  await isActive.click()
  await expect.poll(() => storedVendors(product, id)).toEqual(['1 Axle', '2 Bolt (hidden)', '3 Crane'])
  await page.reload()
  await expect(isActive).not.toBeChecked()
  await button(page, `Remove Axle ${mark}`).click()
  await expect(toast(page, 'Vendor removed from event')).toBeVisible()
  await expectOrder(page, 'Vendors', ['Bolt', 'Crane'])
  expect(await page.evaluate(() => document.activeElement?.contains(document.querySelector('main ol')))).toBe(true)
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('DIV')
  expect(await storedVendors(product, id)).toEqual(['1 Bolt (hidden)', '2 Crane'])
  await button(page, 'Undo').click()
  await expectOrder(page, 'Vendors', ['Axle', 'Bolt', 'Crane'])
  await button(page, `Remove Bolt ${mark}`).click()
  await toast(page, `Bolt ${mark}`).getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, `Bolt ${mark}`).filter({ hasText: 'Vendor is on the event again' })).toBeVisible()
  expect(await storedVendors(product, id)).toEqual(['1 Axle', '2 Bolt (hidden)', '3 Crane'])

  const reordered = toast(page, 'Vendors reordered')
  await button(page, `Move Axle ${mark} down`).click()
  await expect(reordered).toBeVisible()
  await reordered.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Order of vendors restored')).toBeVisible()
  expect(await storedVendors(product, id)).toEqual(['1 Axle', '2 Bolt (hidden)', '3 Crane'])
  await button(page, `Move Axle ${mark} down`).click()
  await expect(reordered).toBeVisible()
  await removeElsewhere(page, id)
  await reordered.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, `Failed to reorder vendors: ${STALE}`)).toBeVisible()
  await expectOrder(page, 'Vendors', ['Bolt', 'Axle'])
})

test('what the server refuses to remove is still there, what it refuses to add is not; both say why; a move that another change made impossible is undone, and the list shows that change', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(REFUSED)
  const why = 'The database is busy.'
  const { id, mark } = await giveLineup(product, VENDORS)
  await giveVendors(product, [`Drum ${mark}`, `Engine ${mark}`])
  await openLineup(page, id)
  await page.route('**/vendors/*', refusing(409, why))
  await button(page, `Remove Axle ${mark}`).click()
  await expect(toast(page, `Failed to remove vendor: ${why}`)).toBeVisible()
  await expectOrder(page, 'Vendors', VENDORS)
  await page.route('**/events/*/vendors', (route) =>
    route.request().method() === 'POST' ? refusing(409, why)(route) : route.fallback(),
  )
  await button(page, 'Add vendors').click()
  await page.getByLabel('Search the library').fill(mark)
  await expect(page.getByRole('dialog').getByRole('checkbox')).toHaveCount(5)
  await page.getByRole('checkbox', { name: `Drum ${mark}` }).check()
  await button(page, 'Add vendor').click()
  await expect(toast(page, `Failed to add vendor: ${why}`)).toBeVisible()
  await page.getByRole('checkbox', { name: `Engine ${mark}` }).check()
  await button(page, 'Add 2 vendors').click()
  await expect(toast(page, `Failed to add vendors: ${why}`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expectOrder(page, 'Vendors', VENDORS)

  await page.unrouteAll()
  await removeElsewhere(page, id)
  await button(page, `Move Axle ${mark} down`).click()
  await expect(toast(page, `Failed to reorder vendors: ${STALE}`)).toBeVisible()
  await expectOrder(page, 'Vendors', ['Axle', 'Bolt'])
})

test.describe('the agenda', () => {
  const fill = async (page: Page, words: { Time?: string; Title?: string; Description?: string }) => {
    for (const [label, text] of Object.entries(words)) await page.getByRole('dialog').getByLabel(label).fill(text)
  }

  test('entries are added and edited, a faulty field says what is wrong, and a form with typed text asks before it closes', async ({
    page,
    product,
  }) => {
    const { id } = await giveLineup(product, [])
    await openLineup(page, id, 'agenda')
    await expect(page.getByText('No agenda entries on this event')).toBeVisible()
    await button(page, 'Add agenda entry').click()
    await take(page)
    await expectUsable(page, 'an agenda entry')
    await button(page, ADD_ENTRY).click()
    await expect(page.getByText('Time is required')).toBeVisible()
    await expect(page.getByText('Title is required')).toBeVisible()
    await fill(page, { Time: '8:30am', Title: 'Asset walk' })
    await button(page, ADD_ENTRY).click()
    await expect(toast(page, 'Agenda entry added to event')).toBeVisible()
    await expectOrder(page, 'Agenda entries', ['Asset walk'])
    await button(page, 'Edit 8:30am Asset walk').click()
    await fill(page, { Title: 'Asset run', Description: 'Bring a photo.' })
    await button(page, 'Save entry').click()
    await expect(toast(page, 'Agenda entry updated')).toBeVisible()
    const long = { timeSlot: '9:00am', title: 'A title without end '.repeat(9).trim(), displayOrder: 2 }
    await product.query((db) => db.insert(eventAgenda).values({ eventId: id, ...long }))
    await page.reload()
    await expectOrder(page, 'Agenda entries', ['Asset run', 'A title'])
    await expect(page.getByText('Bring a photo.')).toBeVisible()
    await expectUsable(page, 'the agenda')

    await button(page, 'Add agenda entry').click()
    await fill(page, { Title: 'Half done' })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Unsaved Changes' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Half done')
    await page.keyboard.press('Escape')
    await button(page, 'Close Anyway').click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('two editors of one entry lose nothing; a choice that was made in a merge is not asked again after another save', async ({
    page,
    context,
    product,
    trouble,
  }) => {
    trouble.allow(/status of 409/)
    const { id } = await giveLineup(product, [])
    await giveAgenda(product, id, ['Walk'])
    const other = await context.newPage()
    for (const editor of [page, other]) {
      await openLineup(editor, id, 'agenda')
      await button(editor, 'Edit 8:00am Walk').click()
    }
    await fill(other, { Title: 'Their walk', Description: 'Their words' })
    await button(other, 'Save entry').click()
    await expect(toast(other, 'Agenda entry updated')).toBeVisible()
    await fill(page, { Title: 'My walk', Time: '7:45am' })
    await button(page, 'Save entry').click()
    const merge = page.getByRole('dialog', { name: MERGE_TITLE })
    await merge.getByLabel('Yours: My walk').check()
    await button(page, MERGE_DONE).click()
    await button(page, 'Save entry').click()
    await expect(toast(page, 'Agenda entry updated')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Agenda entries' })).toContainText('7:45amMy walkTheir words')
    await other.close()

    const saveElsewhere = (words: { title?: string; description: string }) =>
      product.query((db) => db.update(eventAgenda).set(words).where(eq(eventAgenda.eventId, id)))
    await button(page, 'Edit 7:45am My walk').click()
    await fill(page, { Title: 'My round' })
    await saveElsewhere({ title: 'Their round', description: 'New words' })
    await button(page, 'Save entry').click()
    await merge.getByLabel('Yours: My round').check()
    await button(page, MERGE_DONE).click()
    await saveElsewhere({ description: 'Later words' })
    await button(page, 'Save entry').click()
    await expect(merge).toContainText(`${MERGE_TAKEN}: Description.`)
    await expect(merge.getByRole('group')).toHaveCount(0)
    await button(page, MERGE_DONE).click()
    await button(page, 'Save entry').click()
    await expect(page.getByRole('list', { name: 'Agenda entries' })).toContainText('7:45amMy roundLater words')
  })
})

/** Removes the third vendor of an event as somebody else does it, without the screen. */
async function removeElsewhere(page: Page, eventId: string): Promise<void> {
  const status = await page.evaluate(async (event) => {
    const list = await (await fetch(`/api/admin/events/${event}/vendors`)).json()
    const path = `/api/admin/events/${event}/vendors/${list.items[2].id}`
    return (await fetch(path, { method: 'DELETE' })).status
  }, eventId)
  expect(status).toBe(200)
}

/**
 * Presses the arrow until the move is announced. The drag library says that an entry is picked up a moment before it listens
 * to the arrow keys, so a key pressed at once may be lost.
 */
async function arrowDown(spoken: Locator, announced: string): Promise<void> {
  await expect(async () => {
    await spoken.page().keyboard.press('ArrowDown')
    await expect(spoken).toContainText(announced, { timeout: 1000 })
  }).toPass()
}
