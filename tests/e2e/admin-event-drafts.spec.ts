import { eq } from 'drizzle-orm'
import { eventConfig } from '#db/schema/events.ts'
import { DRAFT_NOT_KEPT, SAVED_SINCE } from '#src/contract/draft-event.ts'
import { MERGE_BACK, MERGE_DONE, MERGE_TAKEN } from '#src/contract/versioned.ts'
import { enterAs } from './support/admin-page.ts'
import { REFUSED, toast } from './support/auth-page.ts'
import { field, fill, giveDraft, openForm, press, storedEvent } from './support/event-form.ts'
import { expect, type Page, test } from './support/site-test.ts'

test.beforeEach(({ context, product }) => enterAs(context, product, 'admin'))

test('what was typed and not saved comes back, also after leaving at once, until it is thrown away or saved; the browser warns as long; what is typed while a save is on its way is not saved yet', async ({
  page,
  product,
}) => {
  const { id, mark } = await giveDraft(product, page)
  await openForm(page, id)
  const isAsked = (tab: Page) => tab.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(await isAsked(page)).toBe(false)
  await fill(page, { City: 'Tulsa', 'Hero title': 'A draft' })
  await expect(page.getByText('Unsaved changes. Kept in this browser until you save.')).toBeVisible()
  expect(await isAsked(page)).toBe(true)
  const key = `private.event-draft.${id}`
  await expect.poll(() => page.evaluate((name) => localStorage.getItem(name), key)).toContain('A draft')
  const again = await page.context().newPage()
  await openForm(again, id)
  await expect(again.getByText('Draft restored.')).toBeVisible()
  await expect(field(again, 'City')).toHaveValue('Tulsa')
  await expect(field(again, 'Event name')).toHaveValue(`Setup ${mark}`)
  await page.close()
  await press(again, 'Discard draft')
  await again.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(field(again, 'City')).toHaveValue('')
  await expect(again.getByText('Draft restored.')).toBeHidden()
  await again.reload()
  await expect(field(again, 'City')).toHaveValue('')
  await expect(again.getByText('Draft restored.')).toBeHidden()

  await fill(again, { City: 'Tulsa' })
  await again.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(again.getByRole('form', { name: 'Event' })).toBeHidden()
  await again.goBack()
  await expect(again.getByText('Draft restored.')).toBeVisible()
  expect(await isAsked(again)).toBe(true)
  await press(again, 'Save draft')
  await expect(toast(again, 'Draft saved')).toBeVisible()
  await expect(again.getByText('Unsaved changes.')).toBeHidden()
  expect(await isAsked(again)).toBe(false)
  await again.reload()
  await expect(field(again, 'City')).toHaveValue('Tulsa')
  await expect(again.getByText('Draft restored.')).toBeHidden()

  let answer = () => {}
  const held = new Promise<void>((done) => {
    answer = done
  })
  await again.route(`**/api/admin/events/${id}`, async (route) => {
    if (route.request().method() === 'PATCH') await held
    await route.continue()
  })
  await fill(again, { City: 'Norman' })
  await press(again, 'Save draft')
  await expect(again.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await fill(again, { City: 'Broken Arrow', 'Venue name': 'Foundry Hall' })
  answer()
  await expect(toast(again, 'Draft saved')).toBeVisible()
  await expect(field(again, 'City')).toHaveValue('Broken Arrow')
  await expect(field(again, 'Venue name')).toHaveValue('Foundry Hall')
  await expect(again.getByText('Unsaved changes.')).toBeVisible()
  expect((await storedEvent(product, id)).city).toBe('Norman')
  await press(again, 'Save draft')
  await expect.poll(async () => (await storedEvent(product, id)).city).toBe('Broken Arrow')
})

test('two admins on one event: the second sees both edits, may look at the form again first, and nothing is lost; a draft that was typed over an older state is merged, too, and fields that the form does not have are in nobody’s way', async ({
  page,
  product,
  browser,
  trouble,
}) => {
  trouble.allow(REFUSED)
  const { id, mark } = await giveDraft(product, page, { city: 'Tulsa', heroTitle: 'Before' })
  const other = await browser.newContext({ baseURL: product.url })
  await enterAs(other, product, 'admin')
  const theirs = await other.newPage()
  await openForm(page, id)
  await openForm(theirs, id)

  await fill(theirs, { 'Hero title': 'Theirs', 'Venue name': 'Foundry Hall' })
  await press(theirs, 'Save draft')
  await expect(toast(theirs, 'Draft saved')).toBeVisible()

  await fill(page, { 'Hero title': 'Mine', City: 'Broken Arrow' })
  await press(page, 'Save draft')
  const merge = page.getByRole('dialog')
  await expect(merge.getByRole('group', { name: 'Hero title' })).toContainText('Before: Before')
  await expect(merge.getByRole('group')).toHaveCount(1)
  await expect(merge).toContainText(`${MERGE_TAKEN}: Venue name.`)
  expect(await storedEvent(product, id)).toMatchObject({ heroTitle: 'Theirs', city: 'Tulsa', version: 2 })
  await merge.getByRole('button', { name: MERGE_BACK }).click()
  await expect(field(page, 'Hero title')).toHaveValue('Mine')
  await press(page, 'Save draft')
  await merge.getByRole('radio', { name: 'Yours: Mine' }).check()
  await merge.getByRole('button', { name: MERGE_DONE }).click()
  await expect(field(page, 'Venue name')).toHaveValue('Foundry Hall')
  await expect(field(page, 'City')).toHaveValue('Broken Arrow')
  await press(page, 'Save draft')
  await expect(toast(page, 'Draft saved')).toBeVisible()
  expect(await storedEvent(product, id)).toMatchObject({
    eventName: `Setup ${mark}`,
    heroTitle: 'Mine',
    city: 'Broken Arrow',
    venueName: 'Foundry Hall',
    version: 3,
  })
  await other.close()

  await fill(page, { City: 'Mine', 'Venue name': 'Mill Hall' })
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page.getByRole('form', { name: 'Event' })).toBeHidden()
  const change = (changes: Partial<typeof eventConfig.$inferInsert>) =>
    product.query((db) => db.update(eventConfig).set(changes).where(eq(eventConfig.id, id)))
  await change({ city: 'Theirs', state: 'Ohio', version: 4 })
  await openForm(page, id)
  await expect(page.getByText(SAVED_SINCE)).toBeVisible()
  await expect(field(page, 'City')).toHaveValue('Mine')
  await press(page, 'Save draft')
  await merge.getByRole('radio', { name: 'Theirs: Theirs' }).check()
  await press(page, MERGE_DONE)
  await press(page, 'Save draft')
  await expect(toast(page, 'Draft saved')).toBeVisible()
  expect(await storedEvent(product, id)).toMatchObject({ city: 'Theirs', state: 'Ohio', venueName: 'Mill Hall' })

  await change({ version: 7 })
  await fill(page, { City: 'Tulsa' })
  await press(page, 'Save draft')
  await expect.poll(() => storedEvent(product, id)).toMatchObject({ city: 'Tulsa', version: 8 })
})

test('a browser that keeps nothing says so, and the form works on', async ({ page, product }) => {
  const { id } = await giveDraft(product, page)
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  // A small file of the same origin.
  await page.goto('/build.json')
  await page.evaluate(
    (key) => Object.defineProperty(localStorage, key, { value: '{"at":' }),
    `private.event-draft.${id}`,
  )
  await openForm(page, id)
  await fill(page, { City: 'Tulsa' })
  await expect(page.getByText(DRAFT_NOT_KEPT)).toBeVisible()
  await press(page, 'Save draft')
  await expect(toast(page, 'Draft saved')).toBeVisible()
  expect((await storedEvent(product, id)).city).toBe('Tulsa')
})
