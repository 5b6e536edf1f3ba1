import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { agendaTemplateGroups, agendaTemplateItems, eventAgenda } from '#db/schema/events.ts'
import { locationLibrary } from '#db/schema/libraries.ts'
import { COMPARE_TEMPLATE } from '#src/contract/agenda-template.ts'
import { PAGE_ADDRESS } from '#src/contract/slug.ts'
import { enterAs } from './support/admin-page.ts'
import { toast } from './support/auth-page.ts'
import { field, fill, frame, giveDraft, openForm, press, registrationUrl, storedEvent } from './support/event-form.ts'
import { freshName } from './support/people.ts'
import { expect, test } from './support/site-test.ts'

test.beforeEach(({ context, product }) => enterAs(context, product, 'admin'))

test('a place is filled from the library, and the agenda from a template: differences are looked at, and taken one by one', async ({
  page,
  product,
}) => {
  const { id, mark } = await giveDraft(product, page)
  const locationId = randomUUID()
  const place = { venueName: `Mill ${mark}`, venueAddress: '1 Mill Road', city: 'Phoenix', state: 'Arizona' }
  await product.query((db) =>
    db.insert(locationLibrary).values({ id: locationId, ...place, timezone: 'America/Phoenix' }),
  )
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

  await field(page, 'Agenda template').selectOption(groupId)
  await press(page, COMPARE_TEMPLATE)
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
  await expect.poll(async () => (await storedEvent(product, id)).agendaTemplateGroupId).toBe(groupId)
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
    [PAGE_ADDRESS]: `workshop-${name}`,
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
