import { randomUUID } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { changeItems, changeSets } from '#db/schema/change-sets.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { FORM_UNSAVED, SAVE_WORDS, STUDIO } from '#src/contract/change-set.ts'
import { MERGE_DONE, MERGE_TITLE } from '#src/contract/versioned.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { enterAs, openScreen } from './support/admin-page.ts'
import { publishingTest } from './support/publishing-test.ts'
import { expect, type Page } from './support/site-test.ts'

const test = publishingTest({ cleared: 'nothing' })
test.beforeEach(({ trouble }) => trouble.allow(/Failed to load resource/))

const SAVES = '**/change-sets/*/items/*'
const NAME = 'Torque Works'

/** Opens the form of a vendor in a set of its own. */
async function openForm(page: Page, context: BrowserContext, own: RunningProduct) {
  const set = { id: randomUUID(), name: `Set ${randomUUID()}` }
  const item = { id: randomUUID(), setId: set.id, subjectType: 'vendor', label: NAME }
  await own.query(async (db) => {
    const [vendor] = await db.insert(vendorLibrary).values({ vendorName: NAME }).returning()
    if (!vendor) throw new Error('The vendor was not stored')
    const value = { vendorName: NAME, websiteUrl: null, logoUrl: null, tags: null }
    await db.insert(changeSets).values({ ...set, state: 'open', createdBy: 'somebody' })
    await db
      .insert(changeItems)
      .values({ ...item, subjectId: vendor.id, updatedBy: 'somebody', before: value, after: value })
  })
  await enterAs(context, own, 'admin')
  await openScreen(page, `/admin/content-studio/${set.id}?edit=${item.id}`, set.name)
  const form = page.getByRole('form', { name: `Changes of ${NAME}` })
  const done = page.getByRole('button', { name: `Done ${NAME}` })
  const stored = async () => {
    const rows = await own.query((db) => db.select().from(changeItems).where(eq(changeItems.id, item.id)))
    return rows[0]?.after.tags
  }
  return { form, tags: form.getByLabel('Tags', { exact: true }), done, stored, item }
}

/** Whether the browser would ask before the page is left. */
const asksToLeave = (page: Page) => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))

async function cancelQuestion(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Unsaved Changes' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
}

test('a change that could not be saved is said to be unsaved, holds back the set, and is saved by itself later', async ({
  page,
  context,
  own,
}) => {
  const { form, tags, done, stored } = await openForm(page, context, own)
  await page.route(SAVES, (route) => route.abort())
  await tags.fill('wrenches')
  await expect(form.getByText(SAVE_WORDS.failed)).toBeVisible()
  expect(await asksToLeave(page)).toBe(true)
  await expect(page.getByText(FORM_UNSAVED)).toHaveCount(3)
  for (const name of [STUDIO.publishNow, STUDIO.schedule, STUDIO.askReview])
    await expect(page.getByRole('button', { name, exact: true })).toBeDisabled()
  await done.click()
  await cancelQuestion(page)
  await expect(tags).toHaveValue('wrenches')
  await page.unroute(SAVES)
  await expect(form.getByText(SAVE_WORDS.saved)).toBeVisible()
  expect(await asksToLeave(page)).toBe(false)
  expect(await stored()).toBe('wrenches')
  await expect(page.getByText(FORM_UNSAVED)).toHaveCount(0)
})

test('Done waits for a slow save and sends what was typed since', async ({ page, context, own }) => {
  const { form, tags, done, stored } = await openForm(page, context, own)
  const gate = Promise.withResolvers<void>()
  await page.route(SAVES, async (route) => {
    await gate.promise
    await route.continue()
  })
  const sent = page.waitForRequest(SAVES)
  await tags.fill('wrenches')
  await sent
  await tags.fill('wrenches, gauges')
  await done.click()
  await expect(form).toBeVisible()
  gate.resolve()
  await expect(form).toBeHidden()
  expect(await stored()).toBe('wrenches, gauges')
})

test('Done shows a conflict with somebody else, and the merged version is saved', async ({ page, context, own }) => {
  const { form, tags, done, stored, item } = await openForm(page, context, own)
  await expect(tags).toBeVisible()
  await own.query((db) =>
    db
      .update(changeItems)
      .set({ version: 2, after: { vendorName: NAME, websiteUrl: null, logoUrl: null, tags: 'theirs' } })
      .where(eq(changeItems.id, item.id)),
  )
  await tags.fill('mine')
  await done.click()
  const merge = page.getByRole('dialog', { name: MERGE_TITLE })
  await merge.getByLabel('Yours').check()
  await merge.getByRole('button', { name: MERGE_DONE }).click()
  await expect(form.getByText(SAVE_WORDS.saved)).toBeVisible()
  expect(await stored()).toBe('mine')
})

test('Done asks before an invalid form is lost', async ({ page, context, own }) => {
  const { form, tags, done } = await openForm(page, context, own)
  await tags.fill('wrenches')
  await form.getByLabel('Vendor name').fill('')
  await done.click()
  await expect(form.getByText(SAVE_WORDS.invalid)).toBeVisible()
  await cancelQuestion(page)
  await expect(tags).toHaveValue('wrenches')
})

test('the form of a record that somebody else removes stays while it has unsaved text', async ({
  page,
  context,
  own,
}) => {
  await page.clock.install()
  const { form, tags, item } = await openForm(page, context, own)
  await expect(tags).toBeVisible()
  await own.query((db) => db.delete(changeItems).where(eq(changeItems.id, item.id)))
  await tags.fill('wrenches')
  await expect(form.getByText(SAVE_WORDS.removed)).toBeVisible()
  // The screen looks for changes of others every 20 seconds.
  await page.clock.fastForward(20_000)
  await expect(page.getByRole('heading', { name: '0 records' })).toBeVisible()
  await expect(tags).toHaveValue('wrenches')
})

test('a save that was stored although its answer was lost is no conflict', async ({ page, context, own }) => {
  const { form, tags, stored } = await openForm(page, context, own)
  await page.route(
    SAVES,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await tags.fill('wrenches')
  await expect(form.getByText(SAVE_WORDS.failed)).toBeVisible()
  await tags.fill('wrenches, gauges')
  await expect(form.getByText(SAVE_WORDS.saved)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await stored()).toBe('wrenches, gauges')
})
