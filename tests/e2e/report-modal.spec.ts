import { REPORT_RECEIVED } from '#src/contract/report.ts'
import {
  accept,
  expectReport,
  fillReport,
  keptDrafts,
  modal,
  openModal,
  REPORT,
  reportButton,
  SUBMIT,
  submitButton,
  toast,
  unsaved,
} from './support/report-modal.ts'
import { expect, type Page, test } from './support/site-test.ts'

const WAYS: [way: string, close: (page: Page) => Promise<void>][] = [
  ['Cancel', (page) => modal(page).getByRole('button', { name: 'Cancel' }).click()],
  ['the X', (page) => modal(page).getByRole('button', { name: 'Close' }).click()],
  ['Escape', (page) => page.keyboard.press('Escape')],
  ['a click beside it', (page) => page.mouse.click(10, 300)],
]

test('tabs change what is reported, by click and by key, and leave what is typed; the first mistake is shown in a toast, all of them at their fields, and nothing is sent', async ({
  page,
}) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await openModal(page)
  const problem = modal(page).getByRole('tab', { name: 'Report a Problem' })
  const improvement = modal(page).getByRole('tab', { name: 'Suggest Improvement' })
  await expect(problem).toBeFocused()
  await expect(problem).toHaveAttribute('aria-selected', 'true')
  await fillReport(page)
  await problem.focus()
  await page.keyboard.press('ArrowRight')
  await expect(improvement).toBeFocused()
  await expect(modal(page).getByRole('tabpanel', { name: 'Suggest Improvement' })).toBeVisible()
  await expectReport(page, REPORT)
  await problem.click()
  await expect(modal(page).getByRole('tabpanel', { name: 'Report a Problem' })).toBeVisible()

  const cases = [
    [{ title: 'Four' }, 'Title', 'Title must be at least 5 characters'],
    [{ ...REPORT, email: 'maria' }, 'Email', 'Invalid email address'],
  ] as const
  for (const [typed, label, sentence] of cases) {
    await fillReport(page, typed)
    await submitButton(page).click()
    await expect(toast(page, sentence)).toBeVisible()
    await expect(page.locator('.toast')).toHaveCount(1)
    const field = modal(page).getByLabel(label)
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(new RegExp(`^${sentence}`))
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }
  expect(sent.filter((url) => url.includes('/api/submit'))).toEqual([])
})

test('a report is sent once; the button says that it is being sent, and then the form is empty; what the page would add is shown in full, and sent only where that box is ticked', async ({
  page,
  product,
}) => {
  const bodies: { context?: unknown }[] = []
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
  await page.route(SUBMIT, async (route) => {
    bodies.push(route.request().postDataJSON())
    await isAnswered
    await accept(route)
  })
  await page.setViewportSize({ width: 800, height: 900 })
  await openModal(page)
  await fillReport(page)
  await submitButton(page).dblclick()
  const busy = modal(page).getByRole('button', { name: 'Submitting...' })
  await expect(busy).toBeDisabled()
  await expect(busy).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(unsaved(page)).toHaveCount(0)
  answer()
  await expect(modal(page)).toHaveCount(0)
  await expect(toast(page, REPORT_RECEIVED)).toBeVisible()
  await expect(reportButton(page)).toBeFocused()
  const { title, description, email } = REPORT
  expect(bodies).toEqual([{ report_type: 'problem', title, description, reporter_email: email, honeypot: '' }])
  expect(await keptDrafts(page)).toEqual([])
  await reportButton(page).click()
  await expectReport(page, { title: '', description: '', email: '' })

  const { revision } = await (await page.request.get(`${product.url}/build.json`)).json()
  await fillReport(page)
  await modal(page).getByLabel('Include technical details').check()
  for (const shown of ['/', '800 × 900 px', String(revision)])
    await expect(modal(page).getByRole('definition').filter({ hasText: shown }).first()).toBeVisible()
  await submitButton(page).click()
  await expect(modal(page)).toHaveCount(0)
  expect(bodies[1]?.context).toEqual({ page: '/', viewport: '800x900', release: String(revision) })
  await reportButton(page).click()
  await modal(page).getByRole('tab', { name: 'Suggest Improvement' }).click()
  await expect(modal(page).getByRole('checkbox')).toHaveCount(0)
})

test('the honeypot is out of sight, of the tab order and of the accessibility tree; filling it shows an error', async ({
  page,
}) => {
  let sent = 0
  await page.route(SUBMIT, (route) => {
    sent += 1
    return accept(route)
  })
  await openModal(page)
  await fillReport(page)
  const names = await modal(page)
    .locator('input, textarea')
    .evaluateAll((all) => all.map((one) => one.getAttribute('name')))
  const trap = modal(page).locator('[aria-hidden=true] > input')
  await expect(trap).toHaveCount(1)
  expect(names.filter((name) => /honey|url|phone|website|company|address/i.test(name ?? ''))).toEqual([])
  expect((await trap.boundingBox())?.x).toBeLessThan(0)
  await expect(trap).toHaveAttribute('tabindex', '-1')
  await expect(modal(page).getByRole('textbox')).toHaveCount(3)
  await trap.evaluate((field: HTMLInputElement) => {
    field.value = 'https://spam.example'
  })
  await submitButton(page).click()
  await expect(toast(page, 'Bot detected')).toBeVisible()
  expect(sent).toBe(0)
  await submitButton(page).click()
  await expect(modal(page)).toHaveCount(0)
  expect(sent).toBe(1)
})

test.describe('closing', () => {
  test("closes at once where nothing is written, else after 'Unsaved Changes', in each of four ways; Escape never closes a form with edits, and leaving the page is warned of while something is unsaved", async ({
    page,
    trouble,
  }) => {
    trouble.allow(/^dialog:/)
    await openModal(page)
    for (const [way, close] of WAYS) {
      await close(page)
      await expect(modal(page), way).toHaveCount(0)
      await expect(reportButton(page), way).toBeFocused()
      await reportButton(page).click()
      await fillReport(page, { title: 'A' })
      await close(page)
      await unsaved(page).getByRole('button', { name: 'Continue Editing' }).click()
      await expect(unsaved(page), way).toHaveCount(0)
      await expect(modal(page).getByLabel('Title'), way).toHaveValue('A')
      await close(page)
      await unsaved(page).getByRole('button', { name: 'Close Anyway' }).click()
      await expect(modal(page), way).toHaveCount(0)
      await expect(reportButton(page), way).toBeFocused()
      expect(await keptDrafts(page), way).toEqual([])
      await reportButton(page).click()
      await expectReport(page, { title: '', description: '', email: '' })
    }

    const warns = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
    expect(await warns()).toBe(false)
    await fillReport(page, { title: 'A' })
    expect(await warns()).toBe(true)
    for (let presses = 0; presses < 7; presses += 1) {
      await page.keyboard.press('Escape')
      await expect(unsaved(page)).toHaveCount(presses % 2 === 0 ? 1 : 0)
      await expect(modal(page)).toHaveCount(1)
    }
    await unsaved(page).getByRole('button', { name: 'Continue Editing' }).click()
    await expect(modal(page).getByLabel('Title')).toHaveValue('A')
    const [dialog] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })])
    expect(dialog.type()).toBe('beforeunload')
    await page.keyboard.press('Escape')
    await unsaved(page).getByRole('button', { name: 'Close Anyway' }).click()
    await expect(modal(page)).toHaveCount(0)
    expect(await warns()).toBe(false)
  })
})
