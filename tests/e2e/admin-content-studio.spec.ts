import { eq } from 'drizzle-orm'
import { changeSets } from '#db/schema/change-sets.ts'
import { eventConfig } from '#db/schema/events.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { menuItems } from '#db/schema/site.ts'
import { CONTENT_STUDIO, STUDIO } from '#src/contract/change-set.ts'
import { SET_PREVIEW } from '#src/contract/change-set-preview.ts'
import { PREVIEW_DEAD } from '#src/contract/event-preview.ts'
import { storeEvent, storeMenu } from '#tests/support/api-rows.ts'
import { enterAs, openScreen } from './support/admin-page.ts'
import { toast } from './support/auth-page.ts'
import { expectUsable } from './support/looks.ts'
import { publishingTest } from './support/publishing-test.ts'
import { expect, type Page } from './support/site-test.ts'

const test = publishingTest()
test.beforeEach(({ trouble }) => trouble.allow(/404 .*\/api\/(events\/featured|change-set-previews)/))

/** Adds a record to the set that is open. */
async function add(page: Page, kind: string, name: string): Promise<void> {
  await page.getByRole('button', { name: STUDIO.addRecord }).click()
  const dialog = page.getByRole('dialog', { name: STUDIO.addRecord })
  await dialog.getByLabel('Kind').selectOption({ label: kind })
  await dialog.getByRole('button', { name: `Add ${name}` }).click()
  await expect(dialog).toBeHidden()
}

/** Changes one field of a record in its form and waits until it is saved. */
async function change(page: Page, record: string, field: string, value: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${record}` }).click()
  const form = page.getByRole('form', { name: `Changes of ${record}` })
  await form.getByLabel(field, { exact: true }).fill(value)
  await expect(form.getByText('All changes are saved in this set.')).toBeVisible()
  await page.getByRole('button', { name: `Done ${record}` }).click()
}

test('five changes are edited in a set, previewed, scheduled, live at their minute and rolled back', async ({
  page,
  context,
  browser,
  own,
  trouble: _trouble,
}) => {
  await own.edit(async (db) => {
    await db.delete(vendorLibrary)
    await storeEvent(db, { eventName: 'Tulsa Workshop', eventSlug: 'tulsa', heroTitle: 'Fix it' })
    await storeEvent(db, {
      eventName: 'Dallas Workshop',
      eventSlug: 'dallas',
      heroTitle: 'Grease it',
      eventDate: '2027-02-02',
    })
    await storeMenu(db)
    await db.insert(vendorLibrary).values({ vendorName: 'Gauge Works' })
  })
  await enterAs(context, own, 'admin')
  await openScreen(page, '/admin/content-studio', CONTENT_STUDIO)
  await page.getByRole('button', { name: STUDIO.newSet }).click()
  const dialog = page.getByRole('dialog', { name: STUDIO.newSet })
  await dialog.getByLabel('Name').fill('Spring prices')
  await dialog.getByRole('button', { name: 'Create change set' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Spring prices' })).toBeVisible()

  await add(page, 'Event', 'Tulsa Workshop (2027-01-21)')
  await change(page, 'Tulsa Workshop', 'Hero title', 'Mend it')
  await add(page, 'Event', 'Dallas Workshop (2027-02-02)')
  await change(page, 'Dallas Workshop', 'Hero title', 'Oil it')
  await add(page, 'Vendor', 'Gauge Works')
  await change(page, 'Gauge Works', 'Tags', 'meters')
  await add(page, 'Menu item', 'Events')
  await change(page, 'Events', 'Label', 'Dates')
  await add(page, 'Setting', 'External site')
  await change(page, 'External site', 'External site address', 'https://elsewhere.example')
  await expect(page.getByText('Nobody else is here.')).toBeVisible()
  await expectUsable(page, 'a change set', { hasShell: false })

  await page.getByRole('button', { name: 'Create link' }).click()
  const url = (await page.getByText(/\/preview#set\./).textContent()) ?? ''
  const visitor = await browser.newPage()
  await visitor.goto(url)
  await expect(visitor.getByText(SET_PREVIEW)).toBeVisible()
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Mend it')
  await visitor.getByRole('navigation', { name: 'Preview' }).getByRole('link', { name: 'Dates' }).click()
  await visitor
    .getByRole('link', { name: /Dallas Workshop/ })
    .first()
    .click()
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Oil it')

  await page.getByRole('button', { name: STUDIO.schedule, exact: true }).click()
  const planning = page.getByRole('dialog', { name: 'Schedule this set' })
  await planning.getByLabel('Date').fill('2027-03-14')
  await planning.getByLabel('Time', { exact: true }).fill('02:30')
  await expect(planning.getByText('never shows this time').last()).toBeVisible()
  await expect(planning.getByRole('button', { name: STUDIO.schedule })).toBeDisabled()
  await planning.getByLabel('Time', { exact: true }).fill('09:00')
  await planning.getByRole('button', { name: STUDIO.schedule }).click()
  await expect(page.getByText('The set is locked until then.')).toBeVisible()
  await expect(page.getByText(/It (last ran|has never run|has not run)/)).toBeVisible()

  // Its minute comes at once.
  const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000)
  await own.query((db) => db.update(changeSets).set({ publishAt: minute }).where(eq(changeSets.name, 'Spring prices')))
  await expect(async () => {
    await page.goto('/event/tulsa')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Mend it')
  }).toPass({ timeout: 100_000 })
  await visitor.reload()
  await expect(visitor.getByText(PREVIEW_DEAD)).toBeVisible()
  await visitor.close()

  await openScreen(page, '/admin/content-studio', CONTENT_STUDIO)
  await page.getByRole('link', { name: 'Spring prices' }).click()
  await page.getByRole('link', { name: STUDIO.rollBack }).click()
  await page.getByRole('button', { name: STUDIO.rollBack }).click()
  const question = page.getByRole('dialog', { name: 'Roll back now?' })
  await question.getByRole('button', { name: STUDIO.rollBack }).click()
  await expect(toast(page, 'The set was rolled back')).toBeVisible()
  const rows = await own.query(async (db) => ({
    titles: (await db.select().from(eventConfig)).map(({ heroTitle }) => heroTitle).toSorted(),
    tags: (await db.select().from(vendorLibrary)).map(({ tags }) => tags),
    labels: (await db.select().from(menuItems)).map(({ label }) => label),
  }))
  expect(rows).toMatchObject({
    titles: ['Fix it', 'Grease it'],
    tags: [null],
    labels: expect.arrayContaining(['Events']),
  })
})
