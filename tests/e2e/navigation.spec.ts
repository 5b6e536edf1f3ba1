import type { Locator } from '@playwright/test'
import { expect, type Page, test } from './support/site-test.ts'

const PHONE = { width: 360, height: 740 }
const BAR = 88
/** The bar of the demo for anonymous visitors. */
const LINKS = [
  ['Home', '/'],
  ['Upcoming Events', '/events'],
  ['Kansas City Reliability Workshop', '/event/kansas-city-2026'],
  ['Forum', '/forum'],
  ['Shop', '/shop'],
  ['Sign In', '/auth'],
]

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const menuButton = (page: Page) => bar(page).getByRole('button', { name: 'Menu' })
const menuLinks = (page: Page) => bar(page).getByRole('list').getByRole('link')

test('the bar is hidden without the setting, and the page keeps its padding', async ({ page, empty, trouble }) => {
  trouble.allow(/404 .*\/api\/events\/featured/)
  await page.goto(empty.url)
  await expect(bar(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Sign In' })).toHaveCount(0)
  await expect(page.locator('body')).toHaveCSS('padding-top', `${BAR}px`)
})

test('the bar stays on top of the page, 88 pixels high; on a phone the same list opens and closes', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.goto('/events')
  await page.keyboard.press('End')
  expect(await page.getByRole('banner').boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: BAR })
  await expect(page.locator('body')).toHaveCSS('padding-top', `${BAR}px`)
  expect(await namesAndAddresses(menuLinks(page))).toEqual(LINKS)
  await expect(bar(page).getByRole('link', { name: 'Upcoming Events' })).toHaveAttribute('aria-current', 'page')
  await expect(bar(page).locator('[aria-current]')).toHaveCount(1)
  await expect(menuButton(page)).toBeHidden()
  await page.setViewportSize(PHONE)
  await expect(menuLinks(page)).toHaveCount(0)
  await menuButton(page).click()
  expect(await namesAndAddresses(menuLinks(page))).toEqual(LINKS)
  for (const link of await menuLinks(page).all()) await expect(link).toBeInViewport()
  await menuButton(page).click()
  await expect(menuLinks(page)).toHaveCount(0)
  await menuButton(page).click()
  await page.mouse.click(PHONE.width / 2, PHONE.height - 20)
  await expect(menuLinks(page)).toHaveCount(0)
})

test('the keyboard opens the list, walks through it, closes it and is back at its button', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/events')
  await menuButton(page).focus()
  await page.keyboard.press('Enter')
  for (const link of await menuLinks(page).all()) {
    await page.keyboard.press('Tab')
    await expect(link).toBeFocused()
  }
  await page.keyboard.press('Escape')
  await expect(menuLinks(page)).toHaveCount(0)
  await expect(menuButton(page)).toBeFocused()
})

async function namesAndAddresses(links: Locator): Promise<[string, string][]> {
  const all = await links.all()
  return Promise.all(
    all.map(async (link): Promise<[string, string]> => {
      const text = (await link.textContent()) ?? ''
      return [text.replace(/\s+/g, ' ').trim(), (await link.getAttribute('href')) ?? '']
    }),
  )
}
