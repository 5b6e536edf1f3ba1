import type { Locator, Page, Route } from '@playwright/test'
import { REPORT_RECEIVED } from '#src/contract/report.ts'
import { laidOut } from './site-pages.ts'
import { expect } from './site-test.ts'

/** Pixels: 30rem in `src/styles/actions.css`. */
const LOW_WINDOW = 480
export const SUBMIT = '**/api/submit-event-report'
/** Keys of kept drafts begin so. */
export const DRAFT_KEY = 'private.report-draft.'

type Typed = { title: string; description: string; email: string }
export const REPORT: Typed = {
  title: 'The agenda overlaps',
  description: 'The second and the third slot start at the same time.',
  email: 'maria@plant.example',
}

export const reportButton = (page: Page): Locator => page.getByRole('button', { name: 'Report Issue' })
export const modal = (page: Page): Locator => page.getByRole('dialog', { name: 'Submit Feedback' })
export const unsaved = (page: Page): Locator => page.getByRole('dialog', { name: 'Unsaved Changes' })
export const submitButton = (page: Page): Locator => modal(page).getByRole('button', { name: 'Submit Report' })
/** A toast, in any region. */
export const toast = (page: Page, text: string): Locator => page.locator('.toast').filter({ hasText: text })
export const restored = (page: Page): Locator => toast(page, 'Draft restored')

/** The home page with the modal open and its button ready. */
export async function openModal(page: Page): Promise<void> {
  await page.goto('/')
  // A window as low as a magnified one has no bar that stays: the button is below all sections.
  if ((page.viewportSize()?.height ?? 0) < LOW_WINDOW) await laidOut(page)
  await reportButton(page).click()
  await expect(submitButton(page)).toBeEnabled()
  await heldLock(page)
}

/** Waits until this tab holds its draft: only then it can be kept. */
async function heldLock(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(async () => (await navigator.locks.query()).held?.length ?? 0))
    .toBeGreaterThan(0)
}

export async function fillReport(page: Page, typed: Partial<Typed> = REPORT): Promise<void> {
  const { title, description, email } = typed
  if (title !== undefined) await modal(page).getByLabel('Title').fill(title)
  if (description !== undefined) await modal(page).getByLabel('Description').fill(description)
  if (email !== undefined) await modal(page).getByLabel('Email').fill(email)
}

export async function expectReport(page: Page, { title, description, email }: Typed): Promise<void> {
  await expect(modal(page).getByLabel('Title')).toHaveValue(title)
  await expect(modal(page).getByLabel('Description')).toHaveValue(description)
  await expect(modal(page).getByLabel('Email')).toHaveValue(email)
}

/** The drafts this browser keeps. */
export function keptDrafts(page: Page): Promise<Record<string, unknown>[]> {
  return page.evaluate((prefix) => {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
    return keys.map((key) => JSON.parse(localStorage.getItem(key) ?? 'null'))
  }, DRAFT_KEY)
}

/** Answers as the API does when it has taken a report. */
export function accept(route: Route): Promise<void> {
  return route.fulfill({ status: 202, json: { message: REPORT_RECEIVED } })
}
