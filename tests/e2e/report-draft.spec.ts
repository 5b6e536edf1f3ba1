import { AUTOSAVE } from '#src/islands/drafts/draft-storage.ts'
import {
  accept,
  expectReport,
  fillReport,
  keptDrafts,
  modal,
  openModal,
  REPORT,
  reportButton,
  restored,
  SUBMIT,
  submitButton,
  unsaved,
} from './support/report-modal.ts'
import { expect, type Page, test } from './support/site-test.ts'

const NOTHING = { title: '', description: '', email: '' }

test('a draft is there again after a reload and is no edit, and is gone for good after Close Anyway', async ({
  page,
}) => {
  await page.addInitScript(() => addEventListener('beforeunload', (event) => event.stopImmediatePropagation()))
  await openModal(page)
  await modal(page).getByRole('tab', { name: 'Suggest Improvement' }).click()
  await fillReport(page)
  await openModal(page)
  await expect(restored(page)).toContainText('Your unsaved report was restored.')
  await expectReport(page, REPORT)
  await expect(modal(page).getByRole('tab', { name: 'Suggest Improvement' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(unsaved(page)).toHaveCount(0)
  await expect(modal(page)).toHaveCount(0)
  expect(await keptDrafts(page)).toHaveLength(1)
  await openModal(page)
  await fillReport(page, { title: 'Another title' })
  await modal(page).getByRole('button', { name: 'Cancel' }).click()
  await unsaved(page).getByRole('button', { name: 'Close Anyway' }).click()
  await expect(modal(page)).toHaveCount(0)
  expect(await keptDrafts(page)).toEqual([])
  await openModal(page)
  await expectReport(page, NOTHING)
  await expect(restored(page)).toHaveCount(0)
})

test('each tab keeps its own draft; one whose tab was closed is found by the next, and by no further one', async ({
  page,
  context,
}) => {
  await context.clock.install()
  await openModal(page)
  await fillReport(page, { title: 'The first tab' })
  const second = await context.newPage()
  await openModal(second)
  await expect(restored(second)).toHaveCount(0)
  await fillReport(second, { title: 'The second tab' })
  await context.clock.runFor(AUTOSAVE)
  await expect.poll(() => titles(second)).toEqual(['The first tab', 'The second tab'])
  await page.bringToFront()
  await fillReport(page, { title: 'The first tab, on' })
  await context.clock.runFor(AUTOSAVE)
  await expect.poll(() => titles(page)).toEqual(['The first tab, on', 'The second tab'])
  await page.close()
  const [third, fourth] = [await context.newPage(), await context.newPage()]
  await third.bringToFront()
  await openModal(third)
  await expect(restored(third)).toBeVisible()
  await expect(modal(third).getByLabel('Title')).toHaveValue('The first tab, on')
  await fourth.bringToFront()
  await openModal(fourth)
  await expectReport(fourth, NOTHING)
  expect(await keptDrafts(fourth)).toHaveLength(2)
  await third.bringToFront()
  await fillReport(third, { title: 'Not needed' })
  await modal(third).getByRole('button', { name: 'Cancel' }).click()
  await unsaved(third).getByRole('button', { name: 'Close Anyway' }).click()
  await expect.poll(() => titles(third)).toEqual(['The second tab'])
  await expect(modal(second).getByLabel('Title')).toHaveValue('The second tab')
})

test('a copied tab does not write over the one it was copied from', async ({ page, context }) => {
  await context.clock.install()
  await openModal(page)
  await fillReport(page, { title: 'The original' })
  await context.clock.runFor(AUTOSAVE)
  await expect.poll(() => titles(page)).toEqual(['The original'])
  const [copy] = await Promise.all([context.waitForEvent('page'), page.evaluate(() => void window.open('/'))])
  await copy.bringToFront()
  await reportButton(copy).click()
  await expect(submitButton(copy)).toBeEnabled()
  await fillReport(copy, { title: 'The copy' })
  await context.clock.runFor(AUTOSAVE)
  await expect.poll(() => titles(copy)).toEqual(['The copy', 'The original'])
})

test('a storage that is forbidden loses no report', async ({ page, context }) => {
  await context.addInitScript(forbidStorage)
  const sent: unknown[] = []
  await page.route(SUBMIT, (route) => {
    sent.push(route.request().postDataJSON())
    return accept(route)
  })
  await openModal(page)
  await fillReport(page)
  await modal(page).getByRole('button', { name: 'Cancel' }).click()
  await unsaved(page).getByRole('button', { name: 'Continue Editing' }).click()
  await expectReport(page, REPORT)
  await submitButton(page).click()
  await expect(modal(page)).toHaveCount(0)
  expect(sent).toHaveLength(1)
})

async function titles(page: Page): Promise<unknown[]> {
  return (await keptDrafts(page)).map(({ title }) => title).sort()
}

/** Runs in the page: a browser that was told to keep nothing. */
function forbidStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      get: () => {
        throw new DOMException('Access is denied.', 'SecurityError')
      },
    })
}
