import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import {
  agendaTemplateGroups,
  agendaTemplateItems,
  eventAgenda,
  eventConfig,
  eventSlugRedirects,
} from '#db/schema/events.ts'
import { locationLibrary } from '#db/schema/libraries.ts'
import { enterAs, openScreen } from './support/admin-page.ts'
import { REFUSED, refusing, toast } from './support/auth-page.ts'
import {
  field,
  fill,
  giveDraft,
  openForm,
  press,
  registrationUrl,
  storedEvent,
  storedEvents,
} from './support/event-form.ts'
import { smallTargets } from './support/keyboard.ts'
import { freshName } from './support/people.ts'
import { violations } from './support/site-pages.ts'
import { expect, type Page, test } from './support/site-test.ts'

test.beforeEach(({ context, product }) => enterAs(context, product, 'admin'))

const frame = (page: Page, screen: 'phone' | 'desktop') => page.frameLocator(`iframe[title="Preview on a ${screen}"]`)

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
  await expect(field(page, 'Address')).toHaveValue(`tulsa-${name}-2029`)
  await page.getByRole('button', { name: 'Save draft' }).dblclick()
  await expect(toast(page, 'Draft saved')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/event\/setup\?id=[\w-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: `Workshop ${name}` })).toBeVisible()
  const id = new URL(page.url()).searchParams.get('id') ?? ''
  expect(await storedEvents(product, id)).toMatchObject([
    { eventSlug: `tulsa-${name}-2029`, isPublished: false, earlyBirdPrice: 1395.5, city: `Tulsa ${name}` },
  ])
  await fill(page, { City: 'Tulsa' })
  await press(page, 'Save draft')
  await expect(page.getByText('Unsaved changes.')).toBeHidden()
  await expect.poll(async () => (await storedEvent(product, id)).city).toBe('Tulsa')
})

test('each rule says its sentence at its field, and the first faulty field gets the focus', async ({
  page,
  product,
}) => {
  const { id } = await giveDraft(product, page)
  await openForm(page, id)
  const rules: [label: string, value: string, sentence: RegExp][] = [
    ['Event name', 'Tuls', /at least 5 characters/],
    ['Event name', 'x'.repeat(201), /at most 200 characters/],
    ['Address', 'ab', /at least 3 characters/],
    ['Address', 'Tulsa 2029', /only lowercase letters, digits and hyphens/],
    ['Date', '', /Enter a date/],
    ['Start time', '', /Enter a time/],
    ['Registration URL', 'https://elsewhere.example/x', /must start with https:\/\//],
    ['Early bird price', '0', /must be a positive number/],
    ['Early bird price', 'cheap', /must be a number/],
    ['Venue name', 'x'.repeat(201), /at most 200 characters/],
    ['Venue address', 'x'.repeat(501), /at most 500 characters/],
    ['City', 'x'.repeat(101), /at most 100 characters/],
    ['State', 'x'.repeat(51), /at most 50 characters/],
    ['Hero title', 'x'.repeat(201), /at most 200 characters/],
    ['Hero subtitle', 'x'.repeat(501), /at most 500 characters/],
    ['Hero description', 'x'.repeat(1001), /at most 1000 characters/],
    ['Button text', 'x'.repeat(51), /at most 50 characters/],
    ['Page title', 'x'.repeat(101), /at most 100 characters/],
    ['Page description', 'x'.repeat(201), /at most 200 characters/],
    ['Announcement', 'x'.repeat(501), /at most 500 characters/],
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
  }
  expect((await storedEvent(product, id)).version).toBe(1)
})

test('what is missing before publishing is named, and leads to its field', async ({ page }) => {
  await openForm(page)
  const list = page.getByRole('region', { name: /^Before publishing/ })
  await expect(list.getByRole('status')).toHaveText('5 missing')
  await list.getByRole('button', { name: 'Early bird price' }).click()
  await expect(field(page, 'Early bird price')).toBeFocused()
  await press(page, 'Publish')
  await expect(page.getByRole('alert').filter({ hasText: 'Please look at' })).toContainText(
    'Event name, Address, Date, Registration URL, Early bird price',
  )
  await expect(field(page, 'Event name')).toBeFocused()
  await fill(page, {
    'Event name': 'Workshop',
    Address: 'tulsa-2029',
    Date: '2029-03-01',
    'Registration URL': await registrationUrl(page, 'x'),
    'Early bird price': '395',
  })
  await expect(list.getByRole('status')).toHaveText('Nothing is missing')
})

test('the page stands beside the form, on a phone and on a desktop, and follows the typing', async ({
  page,
  product,
}) => {
  const { id, mark } = await giveDraft(product, page)
  await openForm(page, id)
  for (const screen of ['phone', 'desktop'] as const) {
    const shown = frame(page, screen)
    await expect(shown.getByRole('heading', { level: 1 })).toHaveText(`Setup ${mark}`)
    await expect(shown.getByText('Venue to be announced').first()).toBeAttached()
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
})

test('what was typed and not saved comes back, and can be thrown away', async ({ page, product }) => {
  const { id, mark } = await giveDraft(product, page)
  await openForm(page, id)
  await fill(page, { City: 'Tulsa', 'Hero title': 'A draft' })
  await expect(page.getByText('Unsaved changes. Kept in this browser until you save.')).toBeVisible()
  const key = `private.event-draft.${id}`
  await expect.poll(() => page.evaluate((name) => localStorage.getItem(name), key)).toContain('A draft')
  const again = await page.context().newPage()
  await openForm(again, id)
  await expect(again.getByText('Draft restored.')).toBeVisible()
  await expect(field(again, 'City')).toHaveValue('Tulsa')
  await expect(field(again, 'Event name')).toHaveValue(`Setup ${mark}`)
  await press(again, 'Discard draft')
  await again.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(field(again, 'City')).toHaveValue('')
  await expect(again.getByText('Draft restored.')).toBeHidden()
  await again.reload()
  await expect(field(again, 'City')).toHaveValue('')
  await expect(again.getByText('Draft restored.')).toBeHidden()
})

test('leaving the screen at once keeps what was typed; saving forgets it', async ({ page, product }) => {
  const { id } = await giveDraft(product, page)
  await openForm(page, id)
  await fill(page, { City: 'Tulsa' })
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('form', { name: 'Event' })).toBeHidden()
  await page.goBack()
  await expect(page.getByText('Draft restored.')).toBeVisible()
  await press(page, 'Save draft')
  await expect(toast(page, 'Draft saved')).toBeVisible()
  await page.reload()
  await expect(field(page, 'City')).toHaveValue('Tulsa')
  await expect(page.getByText('Draft restored.')).toBeHidden()
})

test('the browser is told to ask while there are unsaved changes, and only then', async ({ page, product }) => {
  const { id } = await giveDraft(product, page)
  await openForm(page, id)
  const isAsked = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(await isAsked()).toBe(false)
  await fill(page, { City: 'Tulsa' })
  await expect(page.getByText('Unsaved changes.')).toBeVisible()
  expect(await isAsked()).toBe(true)
  await press(page, 'Save draft')
  await expect(page.getByText('Unsaved changes.')).toBeHidden()
  expect(await isAsked()).toBe(false)
})

test('two admins on one event: the second sees both edits, and nothing is lost', async ({
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
  await expect(merge).toContainText('Taken over from them: Venue name.')
  expect(await storedEvent(product, id)).toMatchObject({ heroTitle: 'Theirs', city: 'Tulsa', version: 2 })
  await merge.getByRole('radio', { name: 'Yours: Mine' }).check()
  await merge.getByRole('button', { name: 'Go on with this' }).click()
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
})

test('the merge view can be put off: the form stays as it was', async ({ page, product, trouble }) => {
  trouble.allow(REFUSED)
  const { id } = await giveDraft(product, page)
  await openForm(page, id)
  const other = await page.context().newPage()
  await openForm(other, id)
  await fill(other, { City: 'Theirs' })
  await press(other, 'Save draft')
  await expect(toast(other, 'Draft saved')).toBeVisible()
  await fill(page, { City: 'Mine' })
  await press(page, 'Save draft')
  await page.getByRole('dialog').getByRole('button', { name: 'Back to the form' }).click()
  await expect(field(page, 'City')).toHaveValue('Mine')
  await press(page, 'Save draft')
  await page.getByRole('dialog').getByRole('radio', { name: 'Theirs: Theirs' }).check()
  await press(page, 'Go on with this')
  await expect(field(page, 'City')).toHaveValue('Theirs')
})

test('a draft that was typed over an older state is restored, and merged when it is saved', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(REFUSED)
  const { id } = await giveDraft(product, page, { city: 'Tulsa' })
  await openForm(page, id)
  await fill(page, { City: 'Mine', 'Venue name': 'Foundry Hall' })
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('form', { name: 'Event' })).toBeHidden()
  await product.query((db) =>
    db.update(eventConfig).set({ city: 'Theirs', state: 'Ohio', version: 2 }).where(eq(eventConfig.id, id)),
  )
  await openForm(page, id)
  await expect(page.getByText('Somebody saved this event since')).toBeVisible()
  await expect(field(page, 'City')).toHaveValue('Mine')
  await press(page, 'Save draft')
  await page.getByRole('dialog').getByRole('radio', { name: 'Theirs: Theirs' }).check()
  await press(page, 'Go on with this')
  await press(page, 'Save draft')
  await expect(toast(page, 'Draft saved')).toBeVisible()
  expect(await storedEvent(product, id)).toMatchObject({ city: 'Theirs', state: 'Ohio', venueName: 'Foundry Hall' })
})

test('a save goes on by itself when somebody saved what this form does not hold', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(REFUSED)
  const { id } = await giveDraft(product, page)
  await openForm(page, id)
  await product.query((db) => db.update(eventConfig).set({ version: 7 }).where(eq(eventConfig.id, id)))
  await fill(page, { City: 'Tulsa' })
  await press(page, 'Save draft')
  await expect(toast(page, 'Draft saved')).toBeVisible()
  expect(await storedEvent(product, id)).toMatchObject({ city: 'Tulsa', version: 8 })
})

test('a browser that keeps nothing says so, and the form works on', async ({ page, product }) => {
  const { id } = await giveDraft(product, page)
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await page.goto('/admin')
  await page.evaluate(
    (key) => Object.defineProperty(localStorage, key, { value: '{"at":' }),
    `private.event-draft.${id}`,
  )
  await openForm(page, id)
  await fill(page, { City: 'Tulsa' })
  await expect(page.getByText('This browser does not keep them: save before you leave.')).toBeVisible()
  await press(page, 'Save draft')
  await expect(toast(page, 'Draft saved')).toBeVisible()
  expect((await storedEvent(product, id)).city).toBe('Tulsa')
})

test('a new address keeps the old one as a redirect', async ({ page, product }) => {
  const { id, eventSlug } = await giveDraft(product, page)
  await openForm(page, id)
  await fill(page, { Address: `${eventSlug}-moved` })
  await expect(page.getByText(`The old address, /event/${eventSlug}, is kept`)).toBeVisible()
  await press(page, 'Save draft')
  await expect(toast(page, 'Draft saved')).toBeVisible()
  const kept = await product.query((db) =>
    db.select().from(eventSlugRedirects).where(eq(eventSlugRedirects.eventId, id)),
  )
  expect(kept).toMatchObject([{ oldSlug: eventSlug }])
})

test('a place is filled from the library', async ({ page, product }) => {
  const { id, mark } = await giveDraft(product, page)
  const locationId = randomUUID()
  const place = { venueName: `Mill ${mark}`, venueAddress: '1 Mill Road', city: 'Phoenix', state: 'Arizona' }
  await product.query((db) =>
    db.insert(locationLibrary).values({ id: locationId, ...place, timezone: 'America/Phoenix' }),
  )
  await openForm(page, id)
  await press(page, 'Fill from a location')
  await page.getByRole('dialog').getByLabel('Search locations').fill(mark)
  await page.keyboard.press('Enter')
  expect((await storedEvent(product, id)).version).toBe(1)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Use Mill ${mark}` })
    .click()
  await expect(field(page, 'Venue name')).toHaveValue(`Mill ${mark}`)
  await press(page, 'Save draft')
  await expect(toast(page, 'Draft saved')).toBeVisible()
  expect(await storedEvent(product, id)).toMatchObject({ ...place, locationId, eventTimezone: 'America/Phoenix' })
})

test('the agenda comes from a template: differences are looked at, and taken one by one', async ({ page, product }) => {
  const { id, mark } = await giveDraft(product, page)
  const groupId = randomUUID()
  const slot = (timeSlot: string, title: string, at: number) => ({ timeSlot, title, displayOrder: at })
  await product.query(async (db) => {
    await db.insert(agendaTemplateGroups).values({ id: groupId, groupName: `Day ${mark}` })
    await db.insert(agendaTemplateItems).values([
      { groupId, ...slot('8:30am', 'Welcome', 1) },
      { groupId, ...slot('9:30am', 'Criticality', 2) },
    ])
    await db.insert(eventAgenda).values([
      { eventId: id, ...slot('8:30am', 'Welcome', 1) },
      { eventId: id, ...slot('9:00am', 'Criticality', 2) },
      { eventId: id, ...slot('12:00pm', 'Plant tour', 3) },
    ])
  })
  await openForm(page, id)
  await field(page, 'Agenda template').selectOption(groupId)
  await press(page, 'Compare with this template')
  const review = page.getByRole('dialog')
  await expect(review.getByRole('listitem')).toHaveCount(3)
  await expect(review.getByRole('checkbox')).toHaveCount(2)
  await review.getByRole('checkbox', { name: /Plant tour/ }).uncheck()
  await press(page, 'Update agenda')
  await expect(toast(page, 'Agenda updated')).toBeVisible()
  const rows = await product.query((db) =>
    db.select().from(eventAgenda).where(eq(eventAgenda.eventId, id)).orderBy(asc(eventAgenda.displayOrder)),
  )
  expect(rows.map(({ timeSlot, title }) => `${timeSlot} ${title}`)).toEqual([
    '8:30am Welcome',
    '9:30am Criticality',
    '12:00pm Plant tour',
  ])
  await expect(frame(page, 'desktop').getByRole('heading', { name: 'Plant tour' })).toBeAttached()
  await press(page, 'Save draft')
  await expect(toast(page, 'Draft saved')).toBeVisible()
  expect((await storedEvent(product, id)).agendaTemplateGroupId).toBe(groupId)
})

test('a new event is made with the day of its template', async ({ page, product }) => {
  const name = freshName()
  const groupId = randomUUID()
  await product.query(async (db) => {
    await db.insert(agendaTemplateGroups).values({ id: groupId, groupName: `Day ${name}` })
    await db
      .insert(agendaTemplateItems)
      .values({ groupId, timeSlot: '8:30am', title: `Welcome ${name}`, displayOrder: 1 })
  })
  await openForm(page)
  await fill(page, {
    'Event name': `Workshop ${name}`,
    Address: `workshop-${name}`,
    Date: '2029-03-01',
    'Registration URL': await registrationUrl(page, name),
    'Early bird price': '395',
  })
  await field(page, 'Agenda template').selectOption(groupId)
  await expect(frame(page, 'desktop').getByRole('heading', { name: `Welcome ${name}` })).toBeAttached()
  await press(page, 'Save draft')
  await expect(page).toHaveURL(/\?id=/)
  const id = new URL(page.url()).searchParams.get('id') ?? ''
  await expect
    .poll(() => product.query((db) => db.$count(eventAgenda, eq(eventAgenda.eventId, id))), { timeout: 10_000 })
    .toBe(1)
})

test('a failure says what went wrong in a toast, and keeps the form', async ({ page, product, trouble }) => {
  trouble.allow(REFUSED)
  const { id, eventSlug } = await giveDraft(product, page)
  const other = await giveDraft(product, page)
  await openForm(page, id)
  await fill(page, { Address: other.eventSlug })
  await press(page, 'Save draft')
  await expect(
    toast(page, `Failed to update event: The slug ${other.eventSlug} is used by another event.`),
  ).toBeVisible()
  await expect(field(page, 'Address')).toHaveAccessibleDescription(/is used by another event/)
  await fill(page, { Address: eventSlug })
  await page.route('**/api/admin/events', refusing(503, 'The database does not answer.'))
  await openForm(page)
  await fill(page, {
    'Event name': 'Workshop',
    Address: `new-${freshName()}`,
    Date: '2029-03-01',
    'Registration URL': await registrationUrl(page, 'x'),
    'Early bird price': '395',
  })
  trouble.allow(/status of 503/)
  await press(page, 'Save draft')
  await expect(toast(page, 'Failed to create event: The database does not answer.')).toBeVisible()
  await expect(field(page, 'Event name')).toHaveValue('Workshop')
})

test('an event that is not there is said to be missing', async ({ page, trouble }) => {
  trouble.allow(/status of 404/)
  await page.goto(`/admin/event/setup?id=${randomUUID()}`)
  await expect(page.getByRole('alert')).toContainText('Event not found.')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

for (const [screen, width, scheme] of [
  ['a desktop', 1440, 'light'],
  ['a small phone', 320, 'dark'],
] as const) {
  test(`the form breaks no rule of accessibility on ${screen}, ${scheme}`, async ({ page, product }) => {
    const { id } = await giveDraft(product, page)
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme })
    await openForm(page, id)
    await expect(frame(page, 'phone').getByRole('heading', { level: 1 })).toBeAttached()
    await fill(page, { 'Event name': 'x' })
    await press(page, 'Save draft')
    await expect(field(page, 'Event name')).toHaveAttribute('aria-invalid', 'true')
    expect(await violations(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })
}

test('moderators are told that setting events up is not for them', async ({ context, page, product }) => {
  await context.clearCookies()
  await enterAs(context, product, 'moderator')
  await openScreen(page, '/admin/event/setup', 'Event setup')
  await expect(page.getByRole('form', { name: 'Event' })).toBeHidden()
})
