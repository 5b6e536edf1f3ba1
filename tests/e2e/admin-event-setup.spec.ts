import { eq } from 'drizzle-orm'
import { eventSlugRedirects } from '#db/schema/events.ts'
import { VENUE_UNKNOWN } from '#src/contract/landing-copy.ts'
import { FIX_FIELDS } from '#src/contract/readiness.ts'
import { oldAddressRedirects, PAGE_ADDRESS, slugTaken } from '#src/contract/slug.ts'
import { enterAs } from './support/admin-page.ts'
import { REFUSED, refusing, toast } from './support/auth-page.ts'
import {
  field,
  fill,
  frame,
  giveDraft,
  openForm,
  press,
  registrationUrl,
  storedEvent,
  storedEvents,
} from './support/event-form.ts'
import { expectUsable, take } from './support/looks.ts'
import { freshName } from './support/people.ts'
import { expect, test } from './support/site-test.ts'

test.beforeEach(({ context, product }) => enterAs(context, product, 'admin'))

test('an event is made once, however often the button is pressed, and stays in its form', async ({ page, product }) => {
  const name = freshName()
  await openForm(page)
  await expect(field(page, 'Time zone')).toHaveValue('America/Chicago')
  await expect(field(page, 'Course value')).toHaveValue('750')
  await fill(page, {
    'Event name': `Workshop ${name}`,
    Date: '2029-03-01',
    City: `Tulsa ${name}`,
    'Registration URL': await registrationUrl(page, name),
    'Early bird price': '1,395.50',
  })
  await press(page, `Use tulsa-${name}-2029`)
  await expect(field(page, PAGE_ADDRESS)).toHaveValue(`tulsa-${name}-2029`)
  await page.getByRole('button', { name: 'Save draft' }).dblclick()
  await expect(toast(page, 'Draft saved')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/event\/setup\?id=[\w-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: `Workshop ${name}` })).toBeVisible()
  // A double click whose first half is answered before the second one, which meets a tab.
  await page.getByRole('link', { name: 'Logistics' }).hover()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(page).toHaveURL(/\/admin\/event\/setup\?id=[\w-]{36}$/)
  const id = new URL(page.url()).searchParams.get('id') ?? ''
  expect(await storedEvents(product, id)).toMatchObject([
    { eventSlug: `tulsa-${name}-2029`, isPublished: false, earlyBirdPrice: 1395.5, city: `Tulsa ${name}` },
  ])
  await fill(page, { City: 'Tulsa' })
  await press(page, 'Save draft')
  await expect(page.getByText('Unsaved changes.')).toBeHidden()
  await expect.poll(async () => (await storedEvent(product, id)).city).toBe('Tulsa')
})

test('each rule says its sentence at its field, and the first faulty field gets the focus; the page is shown beside the form, on a phone and on a desktop, and follows the typing; a new address keeps the old one as a redirect', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(REFUSED)
  const { id, mark, eventSlug } = await giveDraft(product, page)
  await openForm(page, id)
  // One of each kind; `src/contract/event.test.ts` has them all.
  const rules: [label: string, value: string, sentence: RegExp][] = [
    ['Event name', 'Tuls', /at least 5 characters/],
    [PAGE_ADDRESS, 'Tulsa 2029', /only lowercase letters, digits and hyphens/],
    ['Date', '', /Enter a date/],
    ['Registration URL', 'https://elsewhere.example/x', /must start with https:\/\//],
    ['Early bird price', 'cheap', /must be a number/],
    ['Hero description', 'x'.repeat(1001), /at most 1000 characters/],
    ['Early bird deadline', '2029-03-02', /must not be after the event/],
    ['End time', '08:00', /must be after start time/],
  ]
  for (const [label, value, sentence] of rules) {
    const control = field(page, label)
    const good = await control.inputValue()
    await control.fill(value)
    await press(page, 'Save draft')
    await expect(control, label).toHaveAccessibleDescription(sentence)
    await expect(control, label).toHaveAttribute('aria-invalid', 'true')
    await expect(control, label).toBeFocused()
    await control.fill(good)
    await expect(control, label).not.toHaveAttribute('aria-invalid', 'true')
  }
  expect((await storedEvent(product, id)).version).toBe(1)

  for (const screen of ['phone', 'desktop'] as const) {
    const shown = frame(page, screen)
    await expect(shown.getByRole('heading', { level: 1 })).toHaveText(`Setup ${mark}`)
    await expect(shown.getByText(VENUE_UNKNOWN).first()).toBeAttached()
  }
  await expect(field(page, 'Venue name')).toHaveAccessibleDescription(/Fallback shown: Venue to be announced/)
  await fill(page, { 'Hero title': 'Stop the next breakdown', 'Venue name': 'Foundry Hall', Benefits: 'One\nTwo' })
  await expect(field(page, 'Venue name')).not.toHaveAccessibleDescription(/Fallback/)
  for (const screen of ['phone', 'desktop'] as const) {
    const shown = frame(page, screen)
    await expect(shown.getByRole('heading', { level: 1 })).toHaveText('Stop the next breakdown')
    await expect(shown.getByText('Foundry Hall').first()).toBeAttached()
    await expect(shown.getByText('Two', { exact: true })).toBeAttached()
  }
  const [phone, desktop] = await Promise.all(
    (['phone', 'desktop'] as const).map((screen) =>
      frame(page, screen)
        .locator('html')
        .evaluate(() => innerWidth),
    ),
  )
  expect([phone, desktop]).toEqual([390, 1280])
  const sheet = frame(page, 'desktop').locator('.display').first()
  expect(await sheet.evaluate((heading) => getComputedStyle(heading).textTransform)).toBe('uppercase')

  const other = await giveDraft(product, page)
  await fill(page, { [PAGE_ADDRESS]: other.eventSlug })
  await press(page, 'Save draft')
  await expect(toast(page, `Failed to update event: ${slugTaken(other.eventSlug)}`)).toBeVisible()
  await expect(field(page, PAGE_ADDRESS)).toHaveAccessibleDescription(/is used by another event/)
  await fill(page, { [PAGE_ADDRESS]: `${eventSlug}-moved` })
  await expect(page.getByText(oldAddressRedirects(eventSlug))).toBeVisible()
  await press(page, 'Save draft')
  await expect(toast(page, 'Draft saved')).toBeVisible()
  const kept = await product.query((db) =>
    db.select().from(eventSlugRedirects).where(eq(eventSlugRedirects.eventId, id)),
  )
  expect(kept).toMatchObject([{ oldSlug: eventSlug }])
})

test('what is missing before publishing is named, and leads to its field; so does what the checks find; nothing is stored until it was read, and a failure keeps the form', async ({
  page,
  trouble,
}) => {
  trouble.allow(/(422|503) .*\/api\/admin\/events/)
  await take(page)
  await openForm(page)
  const list = page.getByRole('region', { name: /^Before publishing/ })
  await expect(list.getByRole('status')).toHaveText('5 missing')
  await list.getByRole('button', { name: 'Early bird price' }).click()
  await expect(field(page, 'Early bird price')).toBeFocused()
  await press(page, 'Publish')
  await expect(page.getByRole('alert').filter({ hasText: FIX_FIELDS })).toContainText(
    `Event name, ${PAGE_ADDRESS}, Date, Registration URL, Early bird price`,
  )
  await expect(field(page, 'Event name')).toBeFocused()
  // The page has scrolled to the field: the pointer is no longer over the button, whose colors change then.
  await page.mouse.move(0, 0)
  await expectUsable(page, 'fields at fault')
  const slug = `new-${freshName()}`
  await fill(page, {
    'Event name': 'Workshop',
    [PAGE_ADDRESS]: slug,
    Date: '2029-03-01',
    'Registration URL': await registrationUrl(page, slug),
    'Early bird price': '395',
  })
  await expect(list.getByRole('status')).toHaveText('Nothing is missing')

  await fill(page, { 'Hero subtitle': 'Find the the fault' })
  await press(page, 'Publish')
  const asked = page.getByRole('dialog', { name: '1 warning.' })
  await asked.getByRole('link', { name: /“the the” has a word twice/ }).click()
  await expect(field(page, 'Hero subtitle')).toBeFocused()
  await expect(field(page, 'Event name')).toHaveValue('Workshop')
  await expect(page).toHaveURL(/\/admin\/event\/setup#heroSubtitle$/)
  const { items } = await (await page.request.get(`/api/admin/events?q=${slug}`)).json()
  expect(items).toEqual([])

  await page.route('**/api/admin/events', refusing(503, 'The database does not answer.'))
  await press(page, 'Save draft')
  await expect(toast(page, 'Failed to create event: The database does not answer.')).toBeVisible()
  await expect(field(page, 'Event name')).toHaveValue('Workshop')
})
