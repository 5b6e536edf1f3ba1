import { AUTOSAVE } from '#src/islands/drafts/draft-storage.ts'
import { DRAFT_KEY, fillReport, keptDrafts, modal, openModal, REPORT, restored } from './support/report-modal.ts'
import { giveMember, signIn } from './support/signed-in.ts'
import { watchScripts } from './support/site-pages.ts'
import { expect, test } from './support/site-test.ts'

test('what is typed into the feedback page before its script comes is kept, and found again in the modal', async ({
  page,
  context,
}) => {
  await page.clock.install()
  const { promise: mayCome, resolve: come } = Promise.withResolvers<void>()
  await page.route(/_astro\/FeedbackForm/, async (route) => {
    await mayCome
    await route.continue()
  })
  const scripts = watchScripts(page)
  await page.goto('/feedback')
  await page.keyboard.press('End')
  expect(scripts).toEqual([])
  const title = page.getByLabel('Title')
  await title.focus()
  await page.keyboard.type('Typed early')
  const submit = page.getByRole('button', { name: 'Submit Report' })
  await expect(submit).toBeDisabled()
  come()
  await expect(submit).toBeEnabled()
  await page.keyboard.type(', and late')
  await expect(title).toHaveValue('Typed early, and late')
  await page.clock.runFor(AUTOSAVE)
  await expect.poll(async () => (await keptDrafts(page))[0]?.title).toBe('Typed early, and late')
  const other = await context.newPage()
  await page.close()
  await openModal(other)
  await expect(restored(other)).toBeVisible()
  await expect(modal(other).getByLabel('Title')).toHaveValue('Typed early, and late')
})

test('a stored report is back on the feedback page without a touch, and what is typed while its form loads follows it', async ({
  page,
}) => {
  await page.addInitScript(() => addEventListener('beforeunload', (event) => event.stopImmediatePropagation()))
  await page.clock.install()
  await openModal(page)
  await fillReport(page)
  await page.goto('/feedback')
  const [title, description] = [page.getByLabel('Title'), page.getByLabel('Description')]
  await expect(title).toHaveValue(REPORT.title)
  await expect(description).toHaveValue(REPORT.description)
  await expect(page.getByRole('button', { name: 'Submit Report' })).toBeEnabled()

  const { promise: mayCome, resolve: come } = Promise.withResolvers<void>()
  await page.route(/_astro\/FeedbackForm/, async (route) => {
    await mayCome
    await route.continue()
  })
  await page.reload()
  await description.focus()
  await page.keyboard.type('It is so in print too.')
  come()
  await expect(title).toHaveValue(REPORT.title)
  await expect(description).toHaveValue(`${REPORT.description}\n\nIt is so in print too.`)
  await page.clock.runFor(AUTOSAVE)
  await expect.poll(() => keptDrafts(page)).toMatchObject([{ description: await description.inputValue() }])
})

test('signing out takes the drafts of every tab from the browser', async ({ page, context, product }) => {
  await page.clock.install()
  await signIn(context, product, await giveMember(product))
  await openModal(page)
  await fillReport(page)
  await page.clock.runFor(AUTOSAVE)
  await expect.poll(() => keptDrafts(page)).toHaveLength(1)
  const other = await context.newPage()
  await other.setViewportSize({ width: 1280, height: 900 })
  await other.goto('/events')
  await other.getByRole('button', { name: /^Account menu/ }).click()
  await other.getByRole('button', { name: 'Sign Out' }).click()
  await expect(other.getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect.poll(() => keptDrafts(page)).toEqual([])
  await expect(modal(page).getByLabel('Title')).toHaveValue(REPORT.title)
  await page.close()
  const left = await other.evaluate(
    (prefix) => Object.keys(localStorage).filter((key) => key.startsWith(prefix)),
    DRAFT_KEY,
  )
  expect(left).toEqual([])
})
