import { controlStops, focusStops, unseenStops } from './support/keyboard.ts'
import { expectUsable, holdToasts, take } from './support/looks.ts'
import {
  accept,
  fillReport,
  modal,
  openModal,
  reportButton,
  SUBMIT,
  submitButton,
  toast,
  unsaved,
} from './support/report-modal.ts'
import { expect, type Page, test } from './support/site-test.ts'

/** Every state of the modal, each from the one before. (security AX1) */
const STATES: [state: string, reach: (page: Page) => Promise<void>][] = [
  [
    'with mistakes and the facts of the page',
    async (page) => {
      await openModal(page)
      await submitButton(page).click()
      await expect(toast(page, 'Title must be at least 5 characters')).toBeVisible()
      await holdToasts(page)
      await modal(page).getByRole('checkbox').check()
      await expect(modal(page).getByRole('definition')).toHaveCount(3)
    },
  ],
  [
    'with an improvement, too long',
    async (page) => {
      await modal(page).getByRole('tab', { name: 'Suggest Improvement' }).click()
      await modal(page).getByLabel('Description').fill('x'.repeat(5_001))
    },
  ],
  [
    'asking',
    async (page) => {
      await modal(page).getByRole('button', { name: 'Cancel' }).click()
      await expect(unsaved(page)).toBeVisible()
    },
  ],
  [
    'sending',
    async (page) => {
      await unsaved(page).getByRole('button', { name: 'Continue Editing' }).click()
      await fillReport(page)
      await submitButton(page).click()
      await expect(modal(page).getByRole('button', { name: 'Submitting...' })).toBeDisabled()
    },
  ],
]

test('everybody can use the modal in any state, and the page after sending', async ({ page }) => {
  test.setTimeout(120_000)
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
  await page.route(SUBMIT, (route) => isAnswered.then(() => accept(route)))
  await take(page)
  for (const [state, reach] of STATES) {
    await reach(page)
    await expectUsable(page, state)
  }
  answer()
  const sent = toast(page, 'Report submitted!')
  await expect(sent).toBeVisible()
  await holdToasts(page)
  await expectUsable(page, 'sent', { reached: () => expect(sent).toBeVisible() })
})

test('a report can be written and sent with keys alone, and the focus comes back', async ({ page }) => {
  await page.route(SUBMIT, accept)
  await page.goto('/')
  await reportButton(page).focus()
  await page.keyboard.press('Enter')
  const tab = (name: string) => modal(page).getByRole('tab', { name })
  await expect(tab('Report a Problem')).toBeFocused()
  await expect(submitButton(page)).toBeEnabled()
  await page.keyboard.press('ArrowRight')
  await expect(tab('Suggest Improvement')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('A later start')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Our plant is three hours from the venue.')
  await page.keyboard.press('Tab')
  await page.keyboard.type('maria@plant.example')
  await page.keyboard.press('Enter')
  await expect(modal(page)).toHaveCount(0)
  await expect(toast(page, 'Report submitted!')).toBeVisible()
  await expect(reportButton(page)).toBeFocused()
})

test('the focus stays within the modal and is always seen, and a field is in sight while a phone shows its keyboard', async ({
  page,
}) => {
  const phone = { width: 360, height: 740 }
  await page.setViewportSize({ width: 320, height: 256 })
  await openModal(page)
  for (const size of [{ width: 320, height: 256 }, { width: 1280, height: 800 }, phone]) {
    await page.setViewportSize(size)
    const walk = size.width === 320 ? focusStops(page, 'Tab') : controlStops(page)
    const stops = await walk
    expect(stops.length).toBeGreaterThanOrEqual(7)
    expect(unseenStops(stops, { height: size.height, bar: 0 })).toEqual([])
    expect(stops.filter(({ name }) => /Reserve|Home|Skip/.test(name))).toEqual([])
  }
  for (const label of ['Title', 'Description', 'Email']) {
    await modal(page).getByLabel(label).focus()
    await page.setViewportSize({ width: 360, height: 380 })
    await modal(page).getByLabel(label).pressSequentially('x')
    await expect(modal(page).getByLabel(label)).toBeInViewport({ ratio: 0.4 })
    await page.setViewportSize(phone)
  }
})

test('toasts can be read and dismissed from within the modal, and outlive it; a visitor who wants less motion sees none', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openModal(page)
  await submitButton(page).click()
  const alert = modal(page).getByRole('alert').filter({ hasText: 'Error' })
  await expect(alert).toBeVisible()
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 0)
      .map((one) => Reflect.get(one, 'animationName')),
  )
  expect(moving.filter(Boolean)).toEqual([])
  await alert.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.locator('.toast')).toHaveCount(0)
  await submitButton(page).click()
  await page.keyboard.press('Escape')
  await expect(modal(page)).toHaveCount(0)
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.locator('.toast')).toHaveCount(0)
})
