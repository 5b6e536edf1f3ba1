import type { Request } from '@playwright/test'
import { ACCOUNT_SENTENCE } from '#src/contract/account-sentence.ts'
import { giveMember, signIn } from './support/signed-in.ts'
import { violations } from './support/site-pages.ts'
import { expect, type Page, test } from './support/site-test.ts'

const PHONE = { width: 360, height: 740 }
const SIGN_OUT = '**/api/auth/sign-out'

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const opener = (page: Page) => bar(page).getByRole('button', { name: /^Account menu/ })
const signInLink = (page: Page) => bar(page).getByRole('link', { name: 'Sign In' })
const signOut = (page: Page) => bar(page).getByRole('button', { name: 'Sign Out' })
const account = (page: Page) => bar(page).getByRole('link', { name: 'Account' })
const news = (page: Page) => page.getByRole('region', { name: 'Messages' })

test('the account menu shows the e-mail, leads to the account and out, and takes what was private along', async ({
  page,
  context,
  product,
}) => {
  const person = await giveMember(product)
  await signIn(context, product, person)
  const requests = watch(page)
  await page.addInitScript(watchBar)
  await page.goto('/events')
  await expect(opener(page)).toContainText(person.email)
  expect(await page.evaluate(() => Reflect.get(globalThis, 'seen'))).toEqual({ flashes: 0, shifts: [] })
  await expect(signInLink(page)).toHaveCount(0)
  await expect(bar(page).getByRole('link', { name: 'Admin' })).toHaveCount(0)
  await opener(page).click()
  await expect(bar(page).getByText(`Signed in as ${person.email}`)).toBeVisible()
  await expect(account(page)).toHaveAttribute('href', '/account')
  expect(await violations(page)).toEqual([])
  await page.evaluate(() => localStorage.setItem('private.draft', 'x'))
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toContain('private.bar')
  await signOut(page).click()
  await expect(news(page).getByRole('status')).toContainText('Signed out.')
  await expect(signInLink(page)).toBeFocused()
  expect(await context.cookies()).toEqual([])
  const left = await page.evaluate(() => [...Object.keys(sessionStorage), ...Object.keys(localStorage)])
  expect(left.filter((key) => key.startsWith('private.'))).toEqual([])
  expect(pathsOf(requests).filter((path) => path === '/api/auth/session')).toHaveLength(1)
})

test('an admin gets a bar where everybody else has none', async ({ page, context, empty, trouble }) => {
  trouble.allow(/404 .*\/api\/events\/featured/)
  await signIn(context, empty, await giveMember(empty))
  await page.goto(`${empty.url}/events`)
  await expect(page.locator('html')).toHaveAttribute('data-viewer', 'in')
  await expect(bar(page)).toHaveCount(0)
  await signIn(context, empty, await giveMember(empty, { role: 'admin' }))
  await page.reload()
  await expect(opener(page)).toBeVisible()
  await expect(bar(page).getByRole('link', { name: 'Admin' })).toBeVisible()
  await expect(page.locator('body')).toHaveCSS('padding-top', '88px')
  await opener(page).click()
  await signOut(page).click()
  await expect(bar(page)).toHaveCount(0)
})

test('a page left open shows a sign-in when its reader comes back to it; the keyboard opens the menu, walks in it, closes it and is back; a sign-out that fails says so, and the person stays signed in', async ({
  page,
  context,
  product,
  trouble,
}) => {
  trouble.allow(/Failed to load resource/)
  await page.goto('/events')
  await expect(signInLink(page)).toBeVisible()
  const person = await giveMember(product)
  await signIn(context, product, person)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(opener(page)).toContainText(person.email)

  await opener(page).focus()
  await page.keyboard.press('ArrowDown')
  await expect(account(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(signOut(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(account(page)).toBeFocused()
  await page.keyboard.press('End')
  await expect(signOut(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(signOut(page)).toBeHidden()
  await expect(opener(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(signOut(page)).toBeHidden()

  await page.route(SIGN_OUT, (route) => route.abort())
  await opener(page).click()
  await signOut(page).click()
  await expect(news(page).getByRole('alert')).toContainText(ACCOUNT_SENTENCE.signOutFailed)
  await page.unroute(SIGN_OUT)
  await signOut(page).click()
  await expect(signInLink(page)).toBeVisible()
})

test('the bar is as it was built when the script or the answer does not come, or the hint is stale', async ({
  page,
  context,
  product,
  trouble,
}) => {
  trouble.allow(/Failed to load resource/)
  await signIn(context, product, await giveMember(product))
  for (const missing of ['**/_astro/b.*', '**/api/auth/session']) {
    await page.route(missing, (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await page.goto('/events')
    await failed
    await expect(signInLink(page), missing).toBeVisible()
    await page.unroute(missing)
  }
  await context.clearCookies()
  await context.addCookies([{ name: 'signed_in', value: '1', url: product.url }])
  await page.goto('/events')
  await expect(signInLink(page)).toBeVisible()
  expect(await context.cookies()).toEqual([])
})

test('on a phone it is all in the one menu', async ({ page, context, product }) => {
  const person = await giveMember(product, { role: 'admin' })
  await page.setViewportSize(PHONE)
  await signIn(context, product, person)
  await page.goto('/events')
  await bar(page).getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(bar(page).getByText(`Signed in as ${person.email}`)).toBeVisible()
  await expect(bar(page).getByRole('link', { name: 'Admin' })).toHaveAttribute('href', '/admin')
  for (const item of [bar(page).getByRole('link', { name: 'Admin' }), account(page), signOut(page)])
    await expect(item).toBeInViewport()
  expect(await violations(page)).toEqual([])
  await signOut(page).click()
  await expect(news(page).getByRole('status')).toContainText('Signed out.')
})

function watch(page: Page): Request[] {
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  return requests
}

function pathsOf(requests: Request[]): string[] {
  return requests.map((request) => new URL(request.url()).pathname)
}

/** Runs in the page: looks at every frame whether 'Sign In' shows, and notes what moves in the bar. */
function watchBar(): void {
  const seen = { flashes: 0, shifts: [] as string[] }
  Reflect.set(globalThis, 'seen', seen)
  const look = () => {
    const link = document.querySelector<HTMLElement>('.menu a[href="/auth"]')
    if (link?.checkVisibility({ visibilityProperty: true })) seen.flashes += 1
    requestAnimationFrame(look)
  }
  look()
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const sources: unknown = Reflect.get(entry, 'sources')
      for (const { node } of Array.isArray(sources) ? sources : [])
        if (node instanceof Element && node.closest('header')) seen.shifts.push(node.outerHTML)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
