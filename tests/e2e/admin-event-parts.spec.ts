import type { Page } from '@playwright/test'
import { teamLibrary } from '#db/schema/libraries.ts'
import { STALE } from '#src/contract/changed.ts'
import { startProduct } from '#tests/support/product.ts'
import { enterAs, openScreen } from './support/admin-page.ts'
import { REFUSED, refusing, toast } from './support/auth-page.ts'
import { smallTargets } from './support/keyboard.ts'
import {
  button,
  expectOrder,
  giveAgenda,
  giveLineup,
  giveVendors,
  openLineup,
  storedVendors,
} from './support/lineup.ts'
import { violations } from './support/site-pages.ts'
import { expect, test } from './support/site-test.ts'

const VENDORS = ['Axle', 'Bolt', 'Crane']
const PUBLISHED = { isPublished: true, registrationUrl: 'https://register.uptime-workshops.example/lineup' }

test.beforeEach(({ context, product }) => enterAs(context, product, 'admin'))

test('an event is found by its words, and stands in the address', async ({ page, product }) => {
  const { id, name, mark } = await giveLineup(product, VENDORS)
  await openScreen(page, '/admin/event/vendors', 'Event lineup')
  await page.getByRole('combobox').fill(mark)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/event/vendors?event=${id}`)
  await expect(page.getByRole('main').getByText(name, { exact: true })).toBeVisible()
  await expectOrder(page, 'Vendors', VENDORS)
  await page.getByRole('tab', { name: 'Agenda' }).click()
  await expect(page).toHaveURL(`/admin/event/vendors?event=${id}&part=agenda`)
  await page.goBack()
  await expect(page.getByRole('combobox')).toBeVisible()
})

test('an entry is moved by the keyboard, spoken on the way, and stays there', async ({ page, product }) => {
  const { id, mark } = await giveLineup(product, VENDORS)
  await openLineup(page, id)
  const spoken = page.locator('[id^=DndLiveRegion]')
  const handle = button(page, `Move Axle ${mark}`)
  await expect(handle).toHaveAccessibleDescription(/press Space, then the arrow keys/)
  await handle.focus()
  await page.keyboard.press('Space')
  await expect(spoken).toHaveText(`Axle ${mark} is picked up at position 1 of 3.`)
  await page.keyboard.press('ArrowDown')
  await expect(spoken).toHaveText(`Axle ${mark} is over position 2 of 3.`)
  await page.keyboard.press('ArrowDown')
  await expect(spoken).toHaveText(`Axle ${mark} is over position 3 of 3.`)
  await page.keyboard.press('Space')
  await expect(spoken).toHaveText(`Axle ${mark} is put down at position 3 of 3.`)
  await expectOrder(page, 'Vendors', ['Bolt', 'Crane', 'Axle'])
  await expect(handle).toBeFocused()
  await expect.poll(() => storedVendors(product, id)).toEqual(['1 Bolt', '2 Crane', '3 Axle'])
  await page.reload()
  await expectOrder(page, 'Vendors', ['Bolt', 'Crane', 'Axle'])
})

test('Escape leaves an entry where it was', async ({ page, product }) => {
  const { id, mark } = await giveLineup(product, VENDORS)
  await openLineup(page, id)
  await button(page, `Move Axle ${mark}`).focus()
  await page.keyboard.press('Space')
  await expect(page.locator('[id^=DndLiveRegion]')).toContainText('is picked up')
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('[id^=DndLiveRegion]')).toContainText('over position 2')
  await page.keyboard.press('Escape')
  await expectOrder(page, 'Vendors', VENDORS)
  expect(await storedVendors(product, id)).toEqual(['1 Axle', '2 Bolt', '3 Crane'])
})

test('plain buttons move it too, and the focus goes with it', async ({ page, product }) => {
  const { id, mark } = await giveLineup(product, VENDORS)
  await openLineup(page, id)
  const down = button(page, `Move Axle ${mark} down`)
  await down.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Axle ${mark} moved to position 2 of 3.`)).toBeAttached()
  await expect(down).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Axle ${mark} moved to position 3 of 3.`)).toBeAttached()
  await expect(down).toBeFocused()
  await expect(down).toHaveAttribute('aria-disabled', 'true')
  await expect.poll(() => storedVendors(product, id)).toEqual(['1 Bolt', '2 Crane', '3 Axle'])
})

test('an entry is dragged', async ({ page, product }) => {
  const { id, mark } = await giveLineup(product, VENDORS)
  await openLineup(page, id)
  const handle = await button(page, `Move Crane ${mark}`).boundingBox()
  const target = await button(page, `Move Axle ${mark}`).boundingBox()
  if (!handle || !target) throw new Error('There is nothing to drag')
  await page.mouse.move(handle.x + 20, handle.y + 20)
  await page.mouse.down()
  await page.mouse.move(handle.x + 20, handle.y - 10, { steps: 4 })
  await page.mouse.move(target.x + 20, target.y + 10, { steps: 8 })
  await page.mouse.up()
  await expectOrder(page, 'Vendors', ['Crane', 'Axle', 'Bolt'])
  await expect.poll(() => storedVendors(product, id)).toEqual(['1 Crane', '2 Axle', '3 Bolt'])
})

test('many moves in a row all count', async ({ page, product }) => {
  const { id, mark } = await giveLineup(product, ['Axle', 'Bolt', 'Crane', 'Drum', 'Engine'])
  await openLineup(page, id)
  const down = button(page, `Move Axle ${mark} down`)
  for (let at = 2; at <= 5; at += 1) {
    await down.click()
    await expect(page.getByText(`Axle ${mark} moved to position ${at} of 5.`)).toBeAttached()
  }
  await button(page, `Move Engine ${mark} up`).click()
  await expectOrder(page, 'Vendors', ['Bolt', 'Crane', 'Engine', 'Drum', 'Axle'])
  await expect.poll(() => storedVendors(product, id)).toEqual(['1 Bolt', '2 Crane', '3 Engine', '4 Drum', '5 Axle'])
})

test('one is added, then many, at the end; those there already cannot be chosen', async ({ page, product }) => {
  const { id, mark } = await giveLineup(product, ['Axle'])
  await giveVendors(product, [`Bolt ${mark}`, `Crane ${mark}`, `Drum ${mark}`])
  await openLineup(page, id)
  const choose = async (...names: string[]) => {
    await button(page, 'Add vendors').click()
    await page.getByLabel('Search the library').fill(mark)
    const choice = (name: string) => page.getByRole('dialog').getByRole('checkbox', { name: `${name} ${mark}` })
    await expect(choice('Axle')).toBeDisabled()
    for (const name of names) await choice(name).check()
  }
  await choose('Crane')
  await button(page, 'Add vendor').click()
  await expect(toast(page, 'Vendor added to event')).toBeVisible()
  await expectOrder(page, 'Vendors', ['Axle', 'Crane'])
  await choose('Drum', 'Bolt')
  await expect(page.getByRole('dialog').getByText('On this event already')).toHaveCount(2)
  await button(page, 'Add 2 vendors').click()
  await expect(toast(page, '2 vendors added to event')).toBeVisible()
  await expectOrder(page, 'Vendors', ['Axle', 'Crane', 'Drum', 'Bolt'])
  await expect(button(page, 'Add vendors')).toBeFocused()
  expect(await storedVendors(product, id)).toEqual(['1 Axle', '2 Crane', '3 Drum', '4 Bolt'])
})

test('somebody of the team is added and removed like a vendor', async ({ page, product }) => {
  const { id, mark } = await giveLineup(product, [])
  await product.query((db) =>
    db.insert(teamLibrary).values({ fullName: `Ada ${mark}`, title: 'Trainer', bio: 'Mills.' }),
  )
  await openLineup(page, id, 'team')
  await button(page, 'Add team members').click()
  await page.getByLabel('Search the library').fill(mark)
  await page.getByRole('checkbox', { name: `Ada ${mark}` }).check()
  await button(page, 'Add team member').click()
  await expect(toast(page, 'Team member added to event')).toBeVisible()
  await expectOrder(page, 'Team members', ['Ada'])
  await button(page, `Remove Ada ${mark}`).click()
  await button(page, 'Remove team member').click()
  await expect(toast(page, 'Team member removed from event')).toBeVisible()
  await expect(page.getByText('No team members on this event')).toBeVisible()
})

test('an entry is hidden and keeps its place', async ({ page, product }) => {
  const { id, mark } = await giveLineup(product, VENDORS)
  await openLineup(page, id)
  await page.getByRole('checkbox', { name: `Active: Bolt ${mark}` }).click()
  await expect.poll(() => storedVendors(product, id)).toEqual(['1 Axle', '2 Bolt (hidden)', '3 Crane'])
  await page.reload()
  await expect(page.getByRole('checkbox', { name: `Active: Bolt ${mark}` })).not.toBeChecked()
})

test('removing says what is lost, closes the gap and does not lose the focus', async ({ page, product }) => {
  const { id, name, mark } = await giveLineup(product, VENDORS)
  await openLineup(page, id)
  await button(page, `Remove Axle ${mark}`).click()
  const question = page.getByRole('dialog', { name: 'Remove vendor?' })
  await expect(question).toContainText(`Axle ${mark} leaves ${name}, with its place 1.`)
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await storedVendors(product, id)).toHaveLength(3)
  await button(page, `Remove Axle ${mark}`).click()
  await button(page, 'Remove vendor').click()
  await expect(toast(page, 'Vendor removed from event')).toBeVisible()
  await expectOrder(page, 'Vendors', ['Bolt', 'Crane'])
  expect(await page.evaluate(() => document.activeElement?.contains(document.querySelector('main ol')))).toBe(true)
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('DIV')
  expect(await storedVendors(product, id)).toEqual(['1 Bolt', '2 Crane'])
})

test.describe('when the server refuses', () => {
  test.beforeEach(({ trouble }) => trouble.allow(REFUSED))
  const why = 'The database is busy.'

  test('a vendor that was not removed is still there', async ({ page, product }) => {
    const { id, mark } = await giveLineup(product, VENDORS)
    await openLineup(page, id)
    await page.route('**/vendors/*', refusing(409, why))
    await button(page, `Remove Axle ${mark}`).click()
    await button(page, 'Remove vendor').click()
    await expect(toast(page, `Failed to remove vendor: ${why}`)).toBeVisible()
    await page.keyboard.press('Escape')
    await expectOrder(page, 'Vendors', VENDORS)
  })

  test('vendors that were not added are named by their sentence, one and many', async ({ page, product }) => {
    const { id, mark } = await giveLineup(product, ['Axle'])
    await giveVendors(product, [`Bolt ${mark}`, `Crane ${mark}`])
    await openLineup(page, id)
    await page.route('**/events/*/vendors', (route) =>
      route.request().method() === 'POST' ? refusing(409, why)(route) : route.fallback(),
    )
    await button(page, 'Add vendors').click()
    await page.getByLabel('Search the library').fill(mark)
    await page.getByRole('checkbox', { name: `Bolt ${mark}` }).check()
    await button(page, 'Add vendor').click()
    await expect(toast(page, `Failed to add vendor: ${why}`)).toBeVisible()
    await page.getByRole('checkbox', { name: `Crane ${mark}` }).check()
    await button(page, 'Add 2 vendors').click()
    await expect(toast(page, `Failed to add vendors: ${why}`)).toBeVisible()
    await page.keyboard.press('Escape')
    await expectOrder(page, 'Vendors', ['Axle'])
  })

  test('a move that somebody else made impossible is undone, and the list is theirs', async ({ page, product }) => {
    const { id, mark } = await giveLineup(product, VENDORS)
    await openLineup(page, id)
    const removed = await page.evaluate(async (event) => {
      const list = await (await fetch(`/api/admin/events/${event}/vendors`)).json()
      const path = `/api/admin/events/${event}/vendors/${list.items[2].id}`
      return (await fetch(path, { method: 'DELETE' })).status
    }, id)
    expect(removed).toBe(200)
    await button(page, `Move Axle ${mark} down`).click()
    await expect(toast(page, `Failed to reorder vendors: ${STALE}`)).toBeVisible()
    await expectOrder(page, 'Vendors', ['Axle', 'Bolt'])
  })

  test('a list that does not come says why, and comes on the next try', async ({ page, product, trouble }) => {
    trouble.allow(/status of 503/)
    const { id } = await giveLineup(product, VENDORS)
    await page.route('**/events/*/vendors', refusing(503, why))
    await page.goto(`/admin/event/vendors?event=${id}`)
    await expect(page.getByRole('alert')).toContainText(`Unable to load vendors.${why}`)
    await page.unroute('**/events/*/vendors')
    await button(page, 'Try again').click()
    await expectOrder(page, 'Vendors', VENDORS)
  })
})

test('a logo that does not load is flagged', async ({ page, product, trouble }) => {
  trouble.allow(/status of 404/)
  const { id, mark } = await giveLineup(product, ['Axle'])
  await giveVendors(product, [`Broken ${mark}`], { logoUrl: `/demo/logos/corvane.svg?${mark}` })
  // For everybody else it loads: other tests look at the same library.
  await page.route(`**/*.svg?${mark}`, (route) => route.fulfill({ status: 404 }))
  await openLineup(page, id)
  await button(page, 'Add vendors').click()
  await page.getByLabel('Search the library').fill(mark)
  await page.getByRole('checkbox', { name: `Broken ${mark}` }).check()
  await button(page, 'Add vendor').click()
  await expect(page.getByText('Logo cannot be loaded; visitors do not see it.')).toHaveCount(1)
  await expect(page.getByRole('img', { name: `Logo of Axle ${mark}` })).toBeVisible()
})

test.describe('the agenda', () => {
  const fill = async (page: Page, words: { Time?: string; Title?: string; Description?: string }) => {
    for (const [label, text] of Object.entries(words)) await page.getByRole('dialog').getByLabel(label).fill(text)
  }

  test('entries are added and edited, and a faulty field says what is wrong', async ({ page, product }) => {
    const { id } = await giveLineup(product, [])
    await openLineup(page, id, 'agenda')
    await expect(page.getByText('No agenda entries on this event')).toBeVisible()
    await button(page, 'Add agenda entry').click()
    await button(page, 'Add entry').click()
    await expect(page.getByText('Time is required')).toBeVisible()
    await expect(page.getByText('Title is required')).toBeVisible()
    await fill(page, { Time: '8:30am', Title: 'Asset walk' })
    await button(page, 'Add entry').click()
    await expect(toast(page, 'Agenda entry added to event')).toBeVisible()
    await expectOrder(page, 'Agenda entries', ['Asset walk'])
    await button(page, 'Edit 8:30am Asset walk').click()
    await fill(page, { Title: 'Asset run', Description: 'Bring a photo.' })
    await button(page, 'Save entry').click()
    await expect(toast(page, 'Agenda entry updated')).toBeVisible()
    await page.reload()
    await expectOrder(page, 'Agenda entries', ['Asset run'])
    await expect(page.getByText('Bring a photo.')).toBeVisible()
  })

  test('two editors of one entry lose nothing', async ({ page, context, product, trouble }) => {
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
    const merge = page.getByRole('dialog', { name: 'Saved by somebody else meanwhile' })
    await merge.getByLabel('Yours: My walk').check()
    await button(page, 'Go on with this').click()
    await button(page, 'Save entry').click()
    await expect(toast(page, 'Agenda entry updated')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Agenda entries' })).toContainText('7:45amMy walkTheir words')
  })

  test('what was typed is not closed away unasked', async ({ page, product }) => {
    const { id } = await giveLineup(product, [])
    await openLineup(page, id, 'agenda')
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
})

for (const [width, colorScheme] of [
  [1280, 'light'],
  [320, 'dark'],
] as const) {
  test(`every list and its questions pass axe at ${width} px in ${colorScheme}, and nothing is too small or too wide`, async ({
    page,
    product,
  }) => {
    test.setTimeout(150_000)
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 780 })
    const { id, mark } = await giveLineup(product, VENDORS)
    await giveAgenda(product, id, ['Asset walk', 'A title without end '.repeat(9).trim()])
    const isFine = async () => {
      expect(await violations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      expect(await smallTargets(page)).toEqual([])
    }
    await openScreen(page, '/admin/event/vendors', 'Event lineup')
    await expect(page.getByRole('option').first()).toBeVisible()
    await isFine()
    await openLineup(page, id)
    await isFine()
    await button(page, `Remove Axle ${mark}`).click()
    await isFine()
    await page.keyboard.press('Escape')
    await button(page, 'Add vendors').click()
    await expect(page.getByRole('checkbox').last()).toBeVisible()
    await isFine()
    await openLineup(page, id, 'agenda')
    await isFine()
    await button(page, 'Add agenda entry').click()
    await isFine()
  })
}

test('what is put in order by the keyboard is in that order on the page that visitors get', async ({
  page,
  context,
}) => {
  test.setTimeout(300_000)
  const own = await startProduct({ SEED: 'none' })
  try {
    const { id, slug, mark } = await giveLineup(own, VENDORS, PUBLISHED)
    await own.edit(async () => {})
    await enterAs(context, own, 'admin')
    await page.goto(`${own.url}/admin/event/vendors?event=${id}`)
    await button(page, `Move Axle ${mark}`).focus()
    const spoken = page.locator('[id^=DndLiveRegion]')
    for (const [key, heard] of [
      ['Space', 'picked up'],
      ['ArrowDown', 'over position 2'],
      ['Space', 'put down at position 2'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(spoken).toContainText(heard)
    }
    await expect(page.getByText(/^Your change is live: revision \d+\./)).toBeVisible({ timeout: 120_000 })
    await page.goto(`${own.url}/event/${slug}`)
    const logos = page.locator('[data-partners] img')
    await expect(logos).toHaveCount(3)
    const names = await logos.evaluateAll((images) => images.map((image) => image.getAttribute('alt')))
    expect(names).toEqual([`Bolt ${mark}`, `Axle ${mark}`, `Crane ${mark}`])
  } finally {
    await own.stop()
  }
})
