import type { BrowserContext } from '@playwright/test'
import {
  accept,
  DRAFT_KEY,
  expectReport,
  fillReport,
  heldLock,
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

const NOON = new Date('2026-11-20T12:00:00Z').getTime()
const DAY = 86_400_000

/** The modal on a page whose clock stands still from here on. */
async function openAt(page: Page, now: number): Promise<void> {
  await page.clock.install({ time: now - 60_000 })
  await openModal(page)
  await page.clock.pauseAt(now)
}

/** A draft as it was kept by a tab that is closed. */
async function plant(context: BrowserContext, draft: unknown): Promise<void> {
  await context.addInitScript(
    ([key, text]) => {
      if (!sessionStorage.planted) localStorage.setItem(key, text)
      sessionStorage.planted = 'yes'
    },
    [`${DRAFT_KEY}planted`, typeof draft === 'string' ? draft : JSON.stringify(draft)] as const,
  )
}

const keptAt = (timestamp: number) => ({
  reportType: 'improvement',
  ...REPORT,
  timestamp,
  name: '0123456789abcdef0123456789abcdef',
})

test('a draft is kept two seconds after the last change, not a millisecond earlier', async ({ page }) => {
  await openAt(page, NOON)
  await fillReport(page)
  await page.clock.runFor(1_999)
  expect(await keptDrafts(page)).toEqual([])
  await page.clock.runFor(1)
  const { title, description, email } = REPORT
  expect(await keptDrafts(page)).toEqual([
    { reportType: 'problem', title, description, email, timestamp: NOON + 2_000, name: expect.any(String) },
  ])
  await fillReport(page, { title: 'Changed' })
  await page.clock.runFor(1_000)
  await fillReport(page, { title: 'Changed again' })
  await page.clock.runFor(1_999)
  expect((await keptDrafts(page))[0]?.title).toBe(title)
  await page.clock.runFor(1)
  expect((await keptDrafts(page))[0]?.title).toBe('Changed again')
})

test('an empty form is not kept, and emptying it removes what was', async ({ page }) => {
  await openAt(page, NOON)
  await modal(page).getByRole('tab', { name: 'Suggest Improvement' }).click()
  await page.clock.runFor(2_000)
  expect(await keptDrafts(page)).toEqual([])
  await fillReport(page, { title: 'A' })
  await page.clock.runFor(2_000)
  expect(await keptDrafts(page)).toHaveLength(1)
  await fillReport(page, { title: '' })
  await page.clock.runFor(2_000)
  expect(await keptDrafts(page)).toEqual([])
})

test('a draft of 23:59:59 is restored, said so, and no edit', async ({ page, context }) => {
  await plant(context, keptAt(NOON))
  await page.clock.install({ time: NOON + DAY - 60_000 })
  await page.goto('/')
  await page.clock.pauseAt(NOON + DAY - 1_000)
  await openPaused(page)
  await expect(restored(page)).toContainText('Your unsaved report was restored.')
  await expectReport(page, REPORT)
  await expect(modal(page).getByRole('tab', { name: 'Suggest Improvement' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(unsaved(page)).toHaveCount(0)
  await expect(modal(page)).toHaveCount(0)
  expect(await keptDrafts(page)).toHaveLength(1)
})

test('a draft of 24:00:00 is not, and is thrown away', async ({ page, context }) => {
  await plant(context, keptAt(NOON))
  await page.clock.install({ time: NOON + DAY - 60_000 })
  await page.goto('/')
  await page.clock.pauseAt(NOON + DAY)
  await openPaused(page)
  await heldLock(page)
  await expect.poll(() => keptDrafts(page)).toEqual([])
  await expectReport(page, { title: '', description: '', email: '' })
  await expect(restored(page)).toHaveCount(0)
})

test('a draft is there again after a reload, and gone for good after Close Anyway', async ({ page }) => {
  await page.addInitScript(() => addEventListener('beforeunload', (event) => event.stopImmediatePropagation()))
  await openModal(page)
  await fillReport(page)
  await expect.poll(() => keptDrafts(page)).toHaveLength(1)
  await openModal(page)
  await expect(restored(page)).toBeVisible()
  await expectReport(page, REPORT)
  await fillReport(page, { title: 'Another title' })
  await modal(page).getByRole('button', { name: 'Cancel' }).click()
  await unsaved(page).getByRole('button', { name: 'Close Anyway' }).click()
  await expect(modal(page)).toHaveCount(0)
  expect(await keptDrafts(page)).toEqual([])
  await openModal(page)
  await expectReport(page, { title: '', description: '', email: '' })
  await expect(restored(page)).toHaveCount(0)
})

test('sending calls off the autosave that waits, and removes what was kept', async ({ page }) => {
  await page.route(SUBMIT, accept)
  await openAt(page, NOON)
  await fillReport(page)
  await page.clock.runFor(1_500)
  await submitButton(page).click()
  await expect(modal(page)).toHaveCount(0)
  expect(await keptDrafts(page)).toEqual([])
  await page.clock.runFor(10_000)
  expect(await keptDrafts(page)).toEqual([])
})

test.describe('two tabs', () => {
  test('each keep their own draft, in whatever order they write', async ({ page, context }) => {
    await openModal(page)
    await fillReport(page, { title: 'The first tab' })
    await expect.poll(() => titles(page)).toEqual(['The first tab'])
    const other = await context.newPage()
    await openModal(other)
    await expect(restored(other)).toHaveCount(0)
    await fillReport(other, { title: 'The second tab' })
    await expect.poll(() => titles(page)).toEqual(['The first tab', 'The second tab'])
    await fillReport(page, { title: 'The first tab, on' })
    await expect.poll(() => titles(page)).toEqual(['The first tab, on', 'The second tab'])
    await modal(page).getByRole('button', { name: 'Cancel' }).click()
    await unsaved(page).getByRole('button', { name: 'Close Anyway' }).click()
    await expect.poll(() => titles(page)).toEqual(['The second tab'])
    await expect(modal(other).getByLabel('Title')).toHaveValue('The second tab')
  })

  test('a draft whose tab was closed is found by the next, and by no further one', async ({ page, context }) => {
    await openModal(page)
    await fillReport(page)
    await expect.poll(() => keptDrafts(page)).toHaveLength(1)
    const [second, third] = [await context.newPage(), await context.newPage()]
    await page.close()
    await openModal(second)
    await expect(restored(second)).toBeVisible()
    await expectReport(second, REPORT)
    await openModal(third)
    await expectReport(third, { title: '', description: '', email: '' })
    expect(await keptDrafts(third)).toHaveLength(1)
  })

  test('a copied tab does not write over the one it was copied from', async ({ page, context }) => {
    await openModal(page)
    await fillReport(page, { title: 'The original' })
    await expect.poll(() => titles(page)).toEqual(['The original'])
    const [copy] = await Promise.all([context.waitForEvent('page'), page.evaluate(() => void window.open('/'))])
    await reportButton(copy).click()
    await expect(submitButton(copy)).toBeEnabled()
    await fillReport(copy, { title: 'The copy' })
    await expect.poll(() => titles(page)).toEqual(['The copy', 'The original'])
  })
})

test.describe('a storage', () => {
  for (const text of ['{', 'null', '"text"', '{"title":5}', JSON.stringify({ ...keptAt(Date.now()), reportType: 'x' })])
    test(`that holds ${text.slice(0, 20)} opens an empty form`, async ({ page, context }) => {
      await plant(context, text)
      await openModal(page)
      await expectReport(page, { title: '', description: '', email: '' })
      await expect(restored(page)).toHaveCount(0)
      await fillReport(page, { title: 'Kept all the same' })
      await expect.poll(() => titles(page)).toEqual(['Kept all the same'])
    })

  for (const [state, breakIt] of [
    ['full', breakWriting],
    ['forbidden', forbidStorage],
  ] as const)
    test(`that is ${state} loses no report`, async ({ page, context }) => {
      await context.addInitScript(breakIt)
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

  test('is emptied of drafts when somebody signs out in another tab, and stays so', async ({ page, context }) => {
    await openAt(page, NOON)
    await fillReport(page)
    await page.clock.runFor(2_000)
    await fillReport(page, { title: 'One more edit' })
    const other = await context.newPage()
    await other.goto('/')
    await other.evaluate(() => new BroadcastChannel('session').postMessage('signed out'))
    await expect.poll(() => keptDrafts(page)).toEqual([])
    await page.clock.runFor(10_000)
    expect(await keptDrafts(page)).toEqual([])
    await expect(modal(page).getByLabel('Title')).toHaveValue('One more edit')
  })
})

/** Opens the modal on a page whose clock stands still: the click that waits for its script needs a tick of it. */
async function openPaused(page: Page): Promise<void> {
  await reportButton(page).click()
  await expect(async () => {
    await page.clock.runFor(1)
    await expect(submitButton(page)).toBeEnabled({ timeout: 100 })
  }).toPass()
}

async function titles(page: Page): Promise<unknown[]> {
  return (await keptDrafts(page)).map(({ title }) => title).sort()
}

/** Runs in the page: a quota without room, for what this test writes. */
function breakWriting(): void {
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
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
