import {
  CURRENT_VERSION,
  GO_BACK,
  RESTORE_AS_DRAFT,
  RESTORE_EVENT,
  restoredAsDraft,
} from '#src/contract/event-history.ts'
import { CREATE_DRAFT, DRAFT_CREATED, NO_MATCHING_EVENTS, OPEN_SETUP, PUBLICATION } from '#src/contract/event-record.ts'
import { PAGE_ADDRESS, slugTaken } from '#src/contract/slug.ts'
import { STALE } from '#src/contract/versioned.ts'
import { enterAs, expectGuarded, openScreen } from './support/admin-page.ts'
import { REFUSED, refusing, toast } from './support/auth-page.ts'
import { expectUsable, PHONE, take } from './support/looks.ts'
import { choose, giveDraft, openManaged, storedEvents } from './support/managed-events.ts'
import { freshName } from './support/people.ts'
import { violations } from './support/site-pages.ts'
import { expect, test } from './support/site-test.ts'

test.beforeEach(({ context, product }) => enterAs(context, product, 'admin'))

test('events are found by words and filters, which are in the address; a name leads to the overview; past events are folded below the upcoming ones until a search finds them', async ({
  page,
  product,
}) => {
  const { id, mark, eventName } = await giveDraft(product)
  await openScreen(page, '/admin/event/manage', 'Events')
  await page.getByRole('searchbox').fill(mark)
  await expect(page).toHaveURL(`/admin/event/manage?q=${mark}`)
  const link = page.getByRole('link', { name: eventName })
  await expect(link).toHaveAttribute('href', `/admin/event/overview?event=${id}`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('combobox', { name: PUBLICATION }).selectOption('Published')
  await expect(page).toHaveURL(`/admin/event/manage?q=${mark}&state=published`)
  await expect(page.getByText(NO_MATCHING_EVENTS)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('combobox', { name: PUBLICATION })).toHaveValue('published')
  await page.getByRole('button', { name: 'Show all events' }).click()
  await expect(page).toHaveURL('/admin/event/manage')
  await expect(page.getByRole('row')).not.toHaveCount(2)

  const gone = await giveDraft(product, { eventDate: '2020-03-01', earlyBirdDeadline: null })
  const fold = page.getByRole('heading', { name: 'Past events' })
  await page.reload()
  await expect(fold).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(1)
  await fold.click()
  await expect(page.getByRole('table')).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('table')).toHaveCount(1)
  await page.getByRole('searchbox').fill(gone.mark)
  await expect(page.getByRole('link', { name: gone.eventName })).toBeVisible()
})

test('each action leads where it says, and what cannot be done says why', async ({ page, product }) => {
  const { id, mark } = await giveDraft(product, { registrationUrl: null, unpublishedRevision: 1_000_000_000 })
  await openManaged(page, mark)
  await expect(page.getByText('Visitors still see it')).toBeVisible()
  await expect(page.getByText('Needs a registration URL')).toBeVisible()
  await page.getByRole('button', { name: /^Actions for/ }).click()
  const item = (name: string) => page.getByRole('menuitem', { name: new RegExp(`^${name}`) })
  await expect(item('View on the site')).toContainText('Only published events are on the site.')
  await expect(item('Publish')).toContainText('It needs a registration URL.')
  await expect(item('Publish')).toBeDisabled()
  await item('Vendors, team and agenda').click()
  await expect(page).toHaveURL(`/admin/event/vendors?event=${id}`)
  await expect(page.getByText('Visitors still see it')).toBeVisible()
  await page.goBack()
  await choose(page, mark, 'Preview')
  await expect(page).toHaveURL(`/admin/event/preview/${id}`)
  await page.goBack()
  await choose(page, mark, 'Edit')
  await expect(page).toHaveURL(`/admin/event/setup?id=${id}`)
})

test('a copy gets a slug and a deadline by itself, and says which texts still name the source; a slug that is taken is reported at its field, and what was typed stays', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(REFUSED)
  const { mark, eventName, eventSlug } = await giveDraft(product, { heroTitle: 'Fewer breakdowns in Tulsa' })
  await openManaged(page, mark)
  await choose(page, mark, 'Duplicate')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Date').fill('2030-05-09')
  await expect(
    dialog.getByText('The early bird deadline will be Thu, Apr 11, 2030, 28 days before the event.'),
  ).toBeVisible()
  await dialog.getByLabel('City').fill(`Boise ${mark}`)
  await expect(dialog.getByLabel(PAGE_ADDRESS, { exact: true })).toHaveValue(`boise-${mark}-2030`)
  await dialog.getByLabel('State').fill('Idaho')
  const address = dialog.getByLabel(PAGE_ADDRESS, { exact: true })
  await address.fill(eventSlug)
  await dialog.getByRole('button', { name: CREATE_DRAFT }).click()
  await expect(dialog.getByText(slugTaken(eventSlug))).toBeVisible()
  await expect(address).toBeFocused()
  await expect(dialog.getByLabel('Date')).toHaveValue('2030-05-09')
  await expectGuarded(page)
  await address.fill(`boise-${mark}-2030`)
  await dialog.getByRole('button', { name: CREATE_DRAFT }).dblclick()
  await expect(dialog.getByRole('heading', { name: DRAFT_CREATED })).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Hero title' })).toContainText('Mentions the city of')
  expect(await violations(page)).toEqual([])
  const copies = (await storedEvents(product, eventName)).filter(({ city }) => city !== 'Tulsa')
  expect(copies).toMatchObject([{ eventDate: '2030-05-09', earlyBirdDeadline: '2030-04-11', isPublished: false }])
  await dialog.getByRole('link', { name: OPEN_SETUP }).click()
  await expect(page).toHaveURL(`/admin/event/setup?id=${copies[0]?.id}`)
  await page.getByRole('button', { name: `Replace Tulsa with Boise ${mark} in 1 field` }).click()
  await expect(page.getByLabel('Hero title')).toHaveValue(`Fewer breakdowns in Boise ${mark}`)
  await expect(page.getByRole('button', { name: /^Replace Tulsa/ })).toHaveCount(0)
  const [copy] = (await storedEvents(product, eventName)).filter(({ id }) => id === copies[0]?.id)
  expect(copy?.heroTitle).toBe('Fewer breakdowns in Tulsa')
})

test('an event is cancelled with a note, moved, and put back to plan; a change by someone else is reported; the history shows what changed and leads back', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(REFUSED)
  const { id, mark, eventName } = await giveDraft(product)
  const line = await openManaged(page, mark)
  const stored = async () => (await storedEvents(product, eventName))[0]
  const dialog = page.getByRole('dialog')
  await page.route(`**/api/admin/events/${id}/status`, refusing(409, STALE), { times: 1 })
  await choose(page, mark, 'Cancel, postpone or move')
  const again = page.waitForResponse(/\/api\/admin\/events\?/)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, `Failed to update event: ${STALE}`)).toBeVisible()
  await again
  await page.reload()

  await choose(page, mark, 'Cancel, postpone or move')
  await dialog.getByRole('radio', { name: 'Cancel' }).check()
  await dialog.getByLabel('Note to visitors').fill('The hall is flooded.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(line.getByText('Cancelled')).toBeVisible()
  expect(await stored()).toMatchObject({ status: 'cancelled', statusNote: 'The hall is flooded.' })
  const told = await page.locator('.toast').boundingBox()
  const actions = await line.getByRole('button', { name: /^Actions for/ }).boundingBox()
  expect((told?.x ?? 0) + (told?.width ?? 0), 'the toast leaves the actions free').toBeLessThan(actions?.x ?? 0)
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

  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**/api/admin/events/${id}`, async (route) => {
    await released
    await route.continue()
  })
  await choose(page, mark, 'History')
  await expect(page).toHaveURL(new RegExp(`history=${id}`))
  // The head would push down what is pressed.
  const newest = page.getByText('Set to scheduled', { exact: true })
  await expect(newest).toBeAttached()
  await expect(newest).toBeHidden()
  release()
  const entries = page.getByRole('main').getByRole('list').getByRole('heading', { level: 2 })
  await expect(entries).toHaveText(['Set to scheduled', 'Moved', 'Cancelled'])
  const entry = (text: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: text })
  await expect(entry('Set to scheduled').getByText(CURRENT_VERSION)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: /^Go back to this version: Cancelled/ }).click()
  await dialog.getByRole('button', { name: GO_BACK }).click()
  await expect(entries.first()).toHaveText('Restored to an earlier version')
  expect(await storedEvents(product, eventName)).toMatchObject([{ status: 'cancelled' }])
  await page.getByRole('button', { name: 'All events' }).click()
  await expect(page).toHaveURL(`/admin/event/manage?q=${mark}`)
})

test('deleting names what is lost, and what is deleted comes back as a draft; one whose address has been taken since is asked for another one', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(REFUSED)
  const { id, mark, eventName, eventSlug } = await giveDraft(product)
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
  await choose(page, mark, RESTORE_AS_DRAFT)
  await expect(toast(page, restoredAsDraft(eventName))).toBeVisible()
  await expect(line).toHaveCount(0)
  expect(await storedEvents(product, eventName)).toMatchObject([{ id, isPublished: false }])

  await openManaged(page, mark)
  await choose(page, mark, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete event' }).click()
  await expect(toast(page, 'Event deleted successfully')).toBeVisible()
  await giveDraft(product, { eventSlug })
  await page.getByRole('tab', { name: 'Deleted' }).click()
  await choose(page, mark, RESTORE_AS_DRAFT)
  await expect(dialog.getByLabel(PAGE_ADDRESS)).toHaveValue(`${eventSlug}-2`)
  await dialog.getByRole('button', { name: RESTORE_EVENT }).click()
  await expect(toast(page, restoredAsDraft(eventName))).toBeVisible()
  expect(await storedEvents(product, eventName)).toMatchObject([{ eventSlug: `${eventSlug}-2` }])
})

test('several events are changed at once, and each one that was not is named', async ({ page, product, trouble }) => {
  trouble.allow(REFUSED)
  const group = freshName()
  const give = (name: string, more = {}) => giveDraft(product, { eventName: `${name} ${group}`, ...more })
  const [kept] = await Promise.all([give('Kept'), give('Gone'), give('Incomplete', { registrationUrl: null })])
  const named = (name: string) => page.getByRole('checkbox', { name: `Select ${name} ${group}` })
  const report = page
    .getByRole('status')
    .filter({ has: page.getByRole('button', { name: 'Dismiss' }) })
    .locator('li')
  await openScreen(page, `/admin/event/manage?q=${group}`, 'Events')
  const publish = page.getByRole('button', { name: 'Publish selected', exact: true })
  await expect(publish).toBeHidden()
  await named('Incomplete').check()
  await publish.click()
  await expect(toast(page, 'No event was published. 1 was left unchanged.')).toBeVisible()
  await expect(report).toHaveText([`Incomplete ${group}: It needs a registration URL.`])
  await page.getByRole('checkbox', { name: 'Select all 3' }).check()
  await expect(page.getByRole('checkbox', { name: '3 of 3 selected' })).toBeChecked()
  await page.route(`**/api/admin/events/${kept.id}?*`, refusing(409, STALE))
  await page.getByRole('button', { name: 'Delete selected' }).click()
  const question = page.getByRole('dialog', { name: 'Delete 3 events?' })
  await expect(question.getByRole('listitem')).toHaveCount(3)
  await question.getByRole('button', { name: 'Delete 3 events' }).click()
  await expect(toast(page, '2 events deleted. 1 was left unchanged.')).toBeVisible()
  await expect(report).toHaveText([`Kept ${group}: ${STALE}`])
  expect(await storedEvents(product, `Kept ${group}`)).toHaveLength(1)
  expect(await storedEvents(product, `Gone ${group}`)).toHaveLength(0)
  await expectUsable(page, 'events that were left unchanged')
})

test('on a phone, a long name hangs over nowhere, and filters that are not in use are hidden until someone asks for them', async ({
  page,
  product,
}) => {
  const { mark } = await giveDraft(product, { eventName: `Managed ${'very-long-word'.repeat(6)}` })
  await take(page, PHONE)
  await openScreen(page, `/admin/event/manage?q=${mark}&state=draft`, 'Events')
  await expect(page.getByRole('button', { name: /^Actions for/ })).toBeVisible()
  const publication = page.getByRole('combobox', { name: PUBLICATION })
  const when = page.getByRole('combobox', { name: 'When' })
  await expect(publication).toBeVisible()
  await expect(when).toBeHidden()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await expect(when).toBeVisible()
  await expectUsable(page, 'a long name and open filters', { looks: [PHONE] })
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await expect(when).toBeHidden()
})
