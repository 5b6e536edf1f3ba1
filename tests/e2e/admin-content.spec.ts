import { and, eq } from 'drizzle-orm'
import { contentBlocks, contentSlots } from '#db/schema/content.ts'
import { SLOTS } from '#src/contract/content-kinds.ts'
import { RESET_TO_DEFAULT, SITE_COPY } from '#src/contract/site-copy.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { enterAs, openScreen, row } from './support/admin-page.ts'
import { toast } from './support/auth-page.ts'
import { ownName } from './support/library.ts'
import { holdBuilds, publishingTest } from './support/publishing-test.ts'
import { expect } from './support/site-test.ts'

const test = publishingTest({ cleared: 'nothing' })
holdBuilds(test)
const VALUES = SITE_COPY['about.values'].label

test('a block is written with its preview, restored, put on a page, and removed from it', async ({
  page,
  context,
  own,
  trouble,
}) => {
  trouble.allow(/ERR_FAILED/)
  await enterAs(context, own, 'admin')
  const { name, word } = ownName('How we work')
  await openScreen(page, '/admin/library/content', 'Content')
  await page.getByRole('link', { name: 'New block' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Text', { exact: true }).fill('It **holds**, on January 21, 2027.')
  const preview = page.frameLocator('iframe[title="Preview of the block"]')
  await expect(preview.locator('strong')).toHaveText('holds')
  await expect(page.getByText('{{date}} follows the event.')).toBeVisible()
  await page.getByRole('button', { name: 'Save block' }).click()
  await expect(toast(page, 'Block saved')).toBeVisible()
  await row(page, name).getByRole('link', { name }).click()
  await page.getByLabel('Text', { exact: true }).fill('Changed.')
  await page.getByRole('button', { name: 'Save block' }).click()
  await row(page, name).getByRole('link', { name }).click()
  await page.getByRole('button', { name: /^Restore the version of/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore version' }).click()
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('It **holds**, on January 21, 2027.')

  await openScreen(page, '/admin/library/content?tab=pages', 'Content')
  await page.getByRole('link', { name: 'New page' }).first().click()
  await page.getByLabel('Title', { exact: true }).fill(name)
  await expect(page.getByLabel('Page address')).toHaveValue(`how-we-work-${word}`)
  await page.getByRole('button', { name: 'Save page' }).click()
  await row(page, name).getByRole('link', { name }).click()
  const addBlock = async (title: string) => {
    await page.getByRole('button', { name: /^Add block/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Search by name').fill(title)
    // Before the search has answered, all blocks are listed, and this one is somewhere else.
    await expect(dialog.getByRole('listitem')).toHaveCount(1)
    await dialog.getByRole('button', { name: title }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('listitem').filter({ hasText: title })).toBeVisible()
  }
  await addBlock(name)
  // What changes during a slow save is shown, and saved after it, even if the screen has been left; what could not be saved is taken back.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/admin/content-places', async (route) => {
    await released
    await route.continue()
  })
  const other = `Other ${word}`
  const body = { schemaVersion: 1, heading: '', markdown: 'Wear gloves.' } as const
  const [stored] = await own.query((db) =>
    db.insert(contentBlocks).values({ kind: 'text', title: other, body, html: '<p>Wear gloves.</p>' }).returning(),
  )
  const places = () =>
    own.query((db) =>
      db.$count(contentSlots, and(eq(contentSlots.place, 'page'), eq(contentSlots.blockId, stored?.id ?? ''))),
    )
  await addBlock(other)
  await page.getByRole('button', { name: `Remove ${name}` }).click()
  await page.getByRole('button', { name: `Remove ${other}` }).click()
  await expect(page.getByText('Nothing is here')).toBeVisible()
  await addBlock(other)
  expect(await places()).toBe(0)
  await page.getByRole('link', { name: 'Content studio' }).click()
  await expect(page.getByRole('heading', { name: 'Content studio' })).toBeVisible()
  release()
  await expect.poll(places).toBe(1)
  await page.goBack()
  await expect(page.getByRole('listitem').filter({ hasText: name })).toHaveCount(0)
  await page.unrouteAll()
  await page.route('**/api/admin/content-places', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: `Remove ${other}` }).click()
  await expect(toast(page, /Failed to save the blocks/)).toBeVisible()
  await page.getByRole('button', { name: `Remove ${other}` }).click()
  await expect(page.getByText('Nothing is here')).toBeVisible()

  const eventId = await own.query(async (db) => {
    const [block] = await db.select().from(contentBlocks).where(eq(contentBlocks.title, name))
    await db.insert(contentSlots).values({ place: 'quotes', blockId: block?.id ?? '', position: 1 })
    return storeEvent(db, { eventName: name })
  })
  await openScreen(page, `/admin/library/content?tab=slots&event=${eventId}`, 'Content')
  const quotes = page.getByRole('region', { name: SLOTS.quotes.name, exact: true })
  await expect(quotes.getByText('This event shows what every event shows: 1 block.')).toBeVisible()
})

test('a standing text is edited, and reset to its default', async ({ page, context, own }) => {
  await enterAs(context, own, 'admin')
  await openScreen(page, '/admin/library/content?tab=texts', 'Content')
  const line = page.getByRole('listitem').filter({ hasText: VALUES })
  await line.getByRole('button', { name: /^Edit/ }).click()
  await page.getByRole('dialog').getByLabel(VALUES).fill('What we hold to')
  await page.getByRole('dialog').getByRole('button', { name: 'Save text' }).click()
  await expect(line).toContainText('What we hold to')
  await line.getByRole('button', { name: new RegExp(`^${RESET_TO_DEFAULT}`) }).click()
  await page.getByRole('dialog').getByRole('button', { name: RESET_TO_DEFAULT }).click()
  await expect(line).toContainText('Our values')
})
