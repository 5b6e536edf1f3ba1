import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { changeSets } from '#db/schema/change-sets.ts'
import { contentBlocks, contentPages, contentSlots } from '#db/schema/content.ts'
import { eventConfig } from '#db/schema/events.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { menuItems } from '#db/schema/site.ts'
import { CONTENT_STUDIO, ROLLBACK_FIXED, SAVE_WORDS, STUDIO } from '#src/contract/change-set.ts'
import { SET_PREVIEW } from '#src/contract/change-set-preview.ts'
import { ADD_TO_SET } from '#src/contract/change-subject.ts'
import { WARNINGS_READ } from '#src/contract/content-check.ts'
import { PREVIEW_DEAD } from '#src/contract/event-preview.ts'
import { publishDueSets } from '#src/domain/change-sets/schedule-set.ts'
import { createPage } from '#src/domain/content/pages.ts'
import { createBlock } from '#src/domain/content/save-block.ts'
import { changePlace } from '#src/domain/content/slots.ts'
import { rules } from '#tests/change-sets/set-ground.ts'
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
  await expect(form.getByText(SAVE_WORDS.saved)).toBeVisible()
  await page.getByRole('button', { name: `Done ${record}` }).click()
}

const GLOVES = randomUUID()

/** Two blocks, of which a published page has the first. */
async function storeContent(db: Db): Promise<void> {
  const by = { id: 'cli' }
  for (const table of [contentSlots, contentPages, contentBlocks]) await db.delete(table)
  for (const [id, title] of [
    [GLOVES, 'Gloves'],
    [randomUUID(), 'Boots'],
  ] as const) {
    const body = { schemaVersion: 1 as const, heading: '', markdown: `Bring ${title}.` }
    await createBlock(db, { id, kind: 'text', title, tags: [], isActive: true, body }, by)
  }
  const about = { id: randomUUID(), slug: 'clothes', title: 'Clothes', metaTitle: null, metaDescription: null }
  await createPage(db, { ...about, isPublished: true }, by)
  await changePlace(db, { place: { pageId: about.id }, blockIds: [GLOVES], seen: [] }, by)
}

test('six changes are edited in a set, previewed, checked, scheduled, live at their minute and rolled back', async ({
  page,
  context,
  browser,
  own,
  trouble: _trouble,
}) => {
  await own.edit(async (db) => {
    for (const table of [changeSets, vendorLibrary]) await db.delete(table)
    await storeEvent(db, { eventName: 'Tulsa Workshop', eventSlug: 'tulsa', heroTitle: 'Fix it' })
    await storeEvent(db, {
      eventName: 'Dallas Workshop',
      eventSlug: 'dallas',
      heroTitle: 'Grease it',
      eventDate: '2027-02-02',
    })
    await storeMenu(db)
    await db.insert(vendorLibrary).values({ vendorName: 'Gauge Works' })
    await storeContent(db)
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
  // From its own screen, a record is taken into the set, whose form is then open.
  const address = new URL(page.url()).pathname
  await openScreen(page, `/admin/library/content?edit=${GLOVES}`, 'Gloves')
  await page.getByRole('button', { name: `${ADD_TO_SET} Gloves` }).click()
  await page.getByRole('button', { name: 'Add to Spring prices' }).click()
  const text = page.getByRole('form', { name: 'Changes of Gloves' })
  await text.getByLabel('Text', { exact: true }).fill('Bring gloves and and goggles.')
  await expect(text.getByText(SAVE_WORDS.saved)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(address)
  await page.getByRole('button', { name: 'Done Gloves' }).click()
  await expect(page.getByText('Nobody else is here.')).toBeVisible()
  await expectUsable(page, 'a change set', { hasShell: false })

  await page.getByRole('button', { name: STUDIO.preview }).click()
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

  await visitor.goto(`${url}/clothes`)
  await expect(visitor.getByText('Bring gloves and and goggles.')).toBeVisible()

  await page.getByRole('button', { name: STUDIO.schedule, exact: true }).click()
  const planning = page.getByRole('dialog', { name: 'Schedule this set' })
  await planning.getByLabel('Date').fill('2027-03-14')
  await planning.getByLabel('Time', { exact: true }).fill('02:30')
  await expect(planning.getByText('never shows this time').last()).toBeVisible()
  await expect(planning.getByRole('button', { name: STUDIO.schedule })).toBeDisabled()
  await planning.getByLabel('Time', { exact: true }).fill('09:00')
  const warning = 'Text: “and and” has a word twice.'
  await expect(planning.getByRole('link', { name: warning })).toBeVisible()
  await expect(planning.getByRole('button', { name: STUDIO.schedule })).toBeDisabled()
  await planning.getByLabel(WARNINGS_READ).check()
  await planning.getByRole('button', { name: STUDIO.schedule }).click()
  await expect(page.getByText('The set is locked until then.')).toBeVisible()
  await expect(page.getByText(/It (last ran|has never run|has not run)/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Content checks' }).getByRole('link', { name: warning })).toBeVisible()

  // Its minute comes at once, and is not waited for: `tests/local/ticker.test.ts` has the minutes.
  const now = Math.floor(Date.now() / 60_000) * 60_000
  await own.edit(async (db) => {
    await db
      .update(changeSets)
      .set({ publishAt: new Date(now) })
      .where(eq(changeSets.name, 'Spring prices'))
    await publishDueSets(db, { now, rules, site: { siteUrl: own.url, siteName: 'Workshops' }, timeLeft: () => 1_000 })
  })
  await page.goto('/event/tulsa')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mend it')
  await visitor.reload()
  await expect(visitor.getByText(PREVIEW_DEAD)).toBeVisible()
  await visitor.close()

  await openScreen(page, '/admin/content-studio', CONTENT_STUDIO)
  await page.getByRole('link', { name: 'Spring prices' }).click()
  await page.getByRole('link', { name: STUDIO.rollBack }).click()
  await expect(page.getByText(ROLLBACK_FIXED)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove Tulsa Workshop' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Tulsa Workshop' })).toBeHidden()
  await expect(page.getByRole('button', { name: STUDIO.addRecord })).toBeHidden()
  await page.getByRole('button', { name: STUDIO.rollBack }).click()
  const question = page.getByRole('dialog', { name: 'Roll back now?' })
  await question.getByRole('button', { name: STUDIO.rollBack }).click()
  await expect(toast(page, 'The set was rolled back')).toBeVisible()
  const rows = await own.query(async (db) => ({
    texts: (await db.select().from(contentBlocks)).map(({ html }) => html).toSorted(),
    titles: (await db.select().from(eventConfig)).map(({ heroTitle }) => heroTitle).toSorted(),
    tags: (await db.select().from(vendorLibrary)).map(({ tags }) => tags),
    labels: (await db.select().from(menuItems)).map(({ label }) => label),
  }))
  expect(rows).toMatchObject({
    texts: ['<p>Bring Boots.</p>', '<p>Bring Gloves.</p>'],
    titles: ['Fix it', 'Grease it'],
    tags: [null],
    labels: expect.arrayContaining(['Events']),
  })

  await openScreen(page, `/admin/library/content?edit=${GLOVES}`, 'Gloves')
  await page.getByRole('button', { name: STUDIO.replaceBlock }).click()
  await page.getByRole('dialog', { name: 'Replace Gloves with' }).getByRole('button', { name: 'Boots' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Replace Gloves with Boots' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit Clothes' }).click()
  await expect(
    page.getByRole('form', { name: 'Changes of Clothes' }).getByRole('link', { name: 'Boots' }),
  ).toBeVisible()
})
