import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { Role } from '#src/contract/viewer.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import type { Person } from './people.ts'
import { giveMember, signIn } from './signed-in.ts'
import { expect } from './site-test.ts'

/** Somebody new with a role, signed in in this browser. */
export async function enterAs(context: BrowserContext, product: RunningProduct, role: Role): Promise<Person> {
  const person = await giveMember(product, { approval: 'approved', role })
  await signIn(context, product, person)
  return person
}

/** Opens a screen and waits for its heading. */
export async function openScreen(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

/** The row of a list that holds this text. */
export function row(page: Page, text: string | RegExp): Locator {
  return page.getByRole('row').filter({ hasText: text })
}

/** Opens the actions of a row and chooses one. */
export async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Escape asks before typed text in a dialog is lost, and Cancel leads back to it. */
export async function expectGuarded(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Unsaved Changes' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
}

/** Runs in the page: the second after which the app asks once more for what it was refused is over at once. */
export function tryAgainAtOnce(): void {
  const wait = window.setTimeout
  window.setTimeout = ((handler: TimerHandler, delay?: number, ...rest: unknown[]) =>
    wait(handler, delay === 1_000 ? 0 : delay, ...rest)) as typeof window.setTimeout
}
