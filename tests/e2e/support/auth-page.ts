import type { Locator, Page, Route } from '@playwright/test'
import { ACCOUNT_SENTENCE } from '#src/contract/account-sentence.ts'
import { expect } from './site-test.ts'

export const SIGN_IN_FAILED = ACCOUNT_SENTENCE.signInFailed
/** The browser's own line about an answer that refuses. */
export const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/

/** Opens /auth, or `/auth#fragment`, and waits until its buttons work. */
export async function openAuth(page: Page, fragment = ''): Promise<void> {
  await page.goto(`/auth${fragment}`)
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
}

/** The toast with this title, or text. */
export function toast(page: Page, text: string | RegExp): Locator {
  return page.getByRole('region', { name: 'Notifications' }).locator('.toast').filter({ hasText: text })
}

/** What is on the plate. */
export function plate(page: Page): Locator {
  return page.locator('main .plate[tabindex]')
}

async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  const panel = page.getByRole('tabpanel', { name: 'Sign In' })
  await panel.getByLabel('Email').fill(email)
  await panel.getByLabel('Password', { exact: true }).fill(password)
}

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await fillSignIn(page, email, password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

export async function register(page: Page, person: { username: string; email: string; password: string }) {
  const panel = page.getByRole('tabpanel', { name: 'Register' })
  await panel.getByLabel('Username').fill(person.username)
  await panel.getByLabel('Email').fill(person.email)
  await panel.getByLabel('Password', { exact: true }).fill(person.password)
  await panel.getByRole('button', { name: 'Register' }).click()
}

/** Confirms an address with the password of its registration. */
export async function confirm(page: Page, password: string): Promise<void> {
  const button = page.getByRole('button', { name: 'Confirm email address' })
  await expect(button).toBeEnabled()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button.click()
}

/** Answers a route as the API would refuse it. */
export function refusing(status: number, detail: string, errors?: { field: string; message: string }[]) {
  return (route: Route) =>
    route.fulfill({
      status,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', title: 'Refused', status, code: 'refused', detail, errors }),
    })
}

/** Answers a route with JSON. */
export function answering(body: object, status = 200) {
  return (route: Route) => route.fulfill({ status, json: body })
}
