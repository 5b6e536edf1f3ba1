import { STALE } from '#src/contract/changed.ts'
import { startProduct } from '#tests/support/product.ts'
import { enterAs, openScreen } from './support/admin-page.ts'
import { REFUSED, refusing, toast } from './support/auth-page.ts'
import { smallTargets } from './support/keyboard.ts'
import { choose, giveDraft, openManaged, storedEvents } from './support/managed-events.ts'
import { violations } from './support/site-pages.ts'
import { expect, test } from './support/site-test.ts'

test.beforeEach(({ context, product }) => enterAs(context, product, 'admin'))

test('events are found by words and filters, which stand in the address', async ({ page, product }) => {
  const { mark, eventName } = await giveDraft(product)
  await openScreen(page, '/admin/event/manage', 'Events')
  await page.getByRole('searchbox').fill(mark)
  await expect(page).toHaveURL(`/admin/event/manage?q=${mark}`)
  await expect(page.getByRole('link', { name: eventName })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Site' }).selectOption('Published')
  await expect(page).toHaveURL(`/admin/event/manage?q=${mark}&state=published`)
  await expect(page.getByText('No event fits')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('published')
  await page.getByRole('button', { name: 'Show all events' }).click()
  await expect(page).toHaveURL('/admin/event/manage')
  await expect(page.getByRole('row')).not.toHaveCount(2)
})

test('each action leads where it says, and what cannot be done says why', async ({ page, product }) => {
  const { id, mark } = await giveDraft(product, { registrationUrl: null })
  await openManaged(page, mark)
  await expect(page.getByText('Needs a registration URL')).toBeVisible()
  await page.getByRole('button', { name: /^Actions for/ }).click()
  const item = (name: string) => page.getByRole('menuitem', { name: new RegExp(`^${name}`) })
  await expect(item('View on the site')).toContainText('Only published events are on the site.')
  await expect(item('Publish')).toContainText('It needs a registration URL.')
  await expect(item('Publish')).toBeDisabled()
  await item('Vendors, team and agenda').click()
  await expect(page).toHaveURL(`/admin/event/vendors?event=${id}`)
  await page.goBack()
  await choose(page, mark, 'Preview')
  await expect(page).toHaveURL(`/admin/event/preview/${id}`)
  await page.goBack()
  await choose(page, mark, 'Edit')
  await expect(page).toHaveURL(`/admin/event/setup?id=${id}`)
})

test('a copy gets a slug and a deadline by itself, and says which texts still name the source', async ({
  page,
  product,
}) => {
  const { mark, eventName } = await giveDraft(product, { heroTitle: 'Fewer breakdowns in Tulsa' })
  await openManaged(page, mark)
  await choose(page, mark, 'Duplicate')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Date').fill('2030-05-09')
  await expect(dialog.getByText('The early bird deadline becomes Thu, Apr 11, 2030, 28 days before.')).toBeVisible()
  await dialog.getByLabel('City').fill(`Boise ${mark}`)
  await expect(dialog.getByLabel('Address', { exact: true })).toHaveValue(`boise-${mark}-2030`)
  await dialog.getByLabel('State').fill('Idaho')
  await dialog.getByRole('button', { name: 'Make the draft' }).dblclick()
  await expect(dialog.getByRole('heading', { name: 'Draft made' })).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Hero title' })).toContainText('Names the city of')
  expect(await violations(page)).toEqual([])
  const copies = (await storedEvents(product, eventName)).filter(({ city }) => city !== 'Tulsa')
  expect(copies).toMatchObject([{ eventDate: '2030-05-09', earlyBirdDeadline: '2030-04-11', isPublished: false }])
  await dialog.getByRole('link', { name: 'Open it in the setup' }).click()
  await expect(page).toHaveURL(`/admin/event/setup?id=${copies[0]?.id}`)
})

test('a slug that is taken is said at its field, and what was typed stays', async ({ page, product, trouble }) => {
  trouble.allow(REFUSED)
  const { mark, eventSlug } = await giveDraft(product)
  await openManaged(page, mark)
  await choose(page, mark, 'Duplicate')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address', { exact: true }).fill(eventSlug)
  await dialog.getByLabel('Date').fill('2030-05-09')
  await dialog.getByRole('button', { name: 'Make the draft' }).click()
  await expect(dialog.getByText(`The slug ${eventSlug} is used by another event.`)).toBeVisible()
  await expect(dialog.getByLabel('Address', { exact: true })).toBeFocused()
  await expect(dialog.getByLabel('Date')).toHaveValue('2030-05-09')
})

test('an event is cancelled with a note, moved, and put back to plan', async ({ page, product }) => {
  const { mark, eventName } = await giveDraft(product)
  const line = await openManaged(page, mark)
  const stored = async () => (await storedEvents(product, eventName))[0]
  const dialog = page.getByRole('dialog')
  await choose(page, mark, 'Cancel, postpone or move')
  await dialog.getByRole('radio', { name: 'Cancel' }).check()
  await dialog.getByLabel('Note to visitors').fill('The hall is flooded.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(line.getByText('Cancelled')).toBeVisible()
  expect(await stored()).toMatchObject({ status: 'cancelled', statusNote: 'The hall is flooded.' })
  await choose(page, mark, 'Cancel, postpone or move')
  await dialog.getByRole('radio', { name: /^Move/ }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter a date as YYYY-MM-DD')).toBeVisible()
  await dialog.getByLabel('New date').fill('2029-03-15')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(line.getByText('Thu, Mar 15, 2029')).toBeVisible()
  expect(await stored()).toMatchObject({ previousEventDate: '2029-03-01', earlyBirdDeadline: '2029-02-15' })
  await choose(page, mark, 'Cancel, postpone or move')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(line.getByText('Moved')).toHaveCount(0)
  expect(await stored()).toMatchObject({ status: 'scheduled', statusNote: null, previousEventDate: null })
})

test('deleting names what is lost, and what is deleted comes back as a draft', async ({ page, product }) => {
  const { id, mark, eventName } = await giveDraft(product)
  const line = await openManaged(page, mark)
  await choose(page, mark, 'Delete')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('1 agenda entry')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(line).toHaveCount(1)
  await choose(page, mark, 'Delete')
  await dialog.getByRole('button', { name: 'Delete event' }).click()
  await expect(toast(page, 'Event deleted successfully')).toBeVisible()
  await expect(line).toHaveCount(0)
  await page.getByRole('tab', { name: 'Deleted' }).click()
  await expect(page).toHaveURL(/tab=deleted/)
  await expect(line).toContainText('1 agenda entry')
  expect(await violations(page)).toEqual([])
  await choose(page, mark, 'Put back as a draft')
  await expect(toast(page, `${eventName} is back as a draft.`)).toBeVisible()
  await expect(line).toHaveCount(0)
  expect(await storedEvents(product, eventName)).toMatchObject([{ id, isPublished: false }])
})

test('an address that is taken meanwhile asks for another one', async ({ page, product, trouble }) => {
  trouble.allow(REFUSED)
  const { mark, eventSlug, eventName } = await giveDraft(product)
  await openManaged(page, mark)
  await choose(page, mark, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete event' }).click()
  await expect(toast(page, 'Event deleted successfully')).toBeVisible()
  await giveDraft(product, { eventSlug })
  await page.getByRole('tab', { name: 'Deleted' }).click()
  await choose(page, mark, 'Put back as a draft')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Address')).toHaveValue(`${eventSlug}-2`)
  await dialog.getByRole('button', { name: 'Put it back' }).click()
  await expect(toast(page, `${eventName} is back as a draft.`)).toBeVisible()
  expect(await storedEvents(product, eventName)).toMatchObject([{ eventSlug: `${eventSlug}-2` }])
})

test('the history shows what changed and leads back', async ({ page, product }) => {
  const { id, mark, eventName } = await giveDraft(product)
  await openManaged(page, mark)
  const dialog = page.getByRole('dialog')
  for (const way of [/^Cancel/, /^Postpone/]) {
    await choose(page, mark, 'Cancel, postpone or move')
    await dialog.getByRole('radio', { name: way }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await choose(page, mark, 'History')
  await expect(page).toHaveURL(new RegExp(`history=${id}`))
  const entries = page.getByRole('main').getByRole('list').getByRole('heading', { level: 2 })
  await expect(entries).toHaveText(['Postponed', 'Cancelled'])
  const entry = (text: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: text })
  await expect(entry('Postponed').getByText('It is like this now.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await entry('scheduled')
    .getByRole('button', { name: /^Go back to this version/ })
    .click()
  await dialog.getByRole('button', { name: 'Go back to it' }).click()
  await expect(entries.first()).toHaveText('Put back to an earlier version')
  expect(await storedEvents(product, eventName)).toMatchObject([{ status: 'cancelled' }])
  await page.getByRole('button', { name: 'All events' }).click()
  await expect(page).toHaveURL(`/admin/event/manage?q=${mark}`)
})

test('somebody who changed it meanwhile is told of, and the list shows what stands now', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(REFUSED)
  const { id, mark } = await giveDraft(product)
  await openManaged(page, mark)
  await page.route(`**/api/admin/events/${id}/status`, refusing(409, STALE))
  await choose(page, mark, 'Cancel, postpone or move')
  const again = page.waitForResponse(/\/api\/admin\/events\?/)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, `Failed to update event: ${STALE}`)).toBeVisible()
  await again
})

test('a list that does not come says so and comes again', async ({ page, product, trouble }) => {
  trouble.allow(/Failed to load resource/)
  const { mark, eventName } = await giveDraft(product)
  const calls = '**/api/admin/events?*'
  await page.route(calls, refusing(503, 'The service is not available right now.'))
  await page.goto(`/admin/event/manage?q=${mark}`)
  await expect(page.getByRole('alert')).toContainText('Unable to load events.')
  await page.unroute(calls)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: eventName })).toBeVisible()
})

test('the screen is for admins: moderators are told so', async ({ page, product, context }) => {
  await enterAs(context, product, 'moderator')
  await page.goto('/admin/event/manage')
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toHaveCount(0)
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`on a phone in the ${colorScheme} nothing hangs over, targets are large, and no rule is broken`, async ({
    page,
    product,
  }) => {
    const { mark } = await giveDraft(product, { eventName: `Managed ${'very-long-word'.repeat(6)}` })
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 320, height: 700 })
    await openScreen(page, `/admin/event/manage?q=${mark}`, 'Events')
    await expect(page.getByRole('button', { name: /^Actions for/ })).toBeVisible()
    const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overhang).toBeLessThanOrEqual(0)
    expect(await violations(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
  })

test('publishing is followed until visitors see it, and unpublishing until they do not', async ({ page, context }) => {
  test.setTimeout(240_000)
  const own = await startProduct({ SEED: 'none' })
  try {
    await enterAs(context, own, 'admin')
    const { mark, eventSlug, eventName } = await giveDraft(own)
    await page.goto(`${own.url}/admin/event/manage?q=${mark}`)
    await choose(page, mark, 'Publish')
    await expect(toast(page, `${eventName} is published. It goes live with revision`)).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: mark }).getByText('Published')).toBeVisible()
    await expect(toast(page, 'Visitors see revision')).toBeVisible({ timeout: 120_000 })
    expect((await fetch(`${own.url}/event/${eventSlug}`)).status).toBe(200)
    await choose(page, mark, 'Unpublish')
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish event' }).click()
    await expect(toast(page, `${eventName} is a draft again.`)).toBeVisible()
    await expect(async () => expect((await fetch(`${own.url}/event/${eventSlug}`)).status).toBe(404)).toPass({
      timeout: 120_000,
    })
  } finally {
    await page.close()
    await own.stop()
  }
})
