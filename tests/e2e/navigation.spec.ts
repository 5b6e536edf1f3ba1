import type { Locator } from '@playwright/test'
import { appSettings, menuItems } from '#db/schema/site.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { ownProductTest } from './support/own-product.ts'
import { expect, type Page } from './support/site-test.ts'

const PHONE = { width: 360, height: 740 }
const BAR = 88

const test = ownProductTest()
test.beforeEach(({ trouble }) => trouble.allow(/404 .*\/api\/events\/featured/))

const nobody = { visibleToAnonymous: false, visibleToUser: false, visibleToAdmin: false }
const ITEMS = [
  { label: 'Last', href: '/events', displayOrder: 9 },
  { label: 'First', href: '/', displayOrder: 1 },
  { label: 'Some event', href: '#event', displayOrder: 2 },
  { label: 'A partner', href: 'https://partner.example/about', displayOrder: 3, isExternal: true },
  { label: 'Our own external site', href: 'https://product.example/start', displayOrder: 4, isExternal: true },
  { label: 'Report Issue', href: '#report-modal', displayOrder: 5 },
  { label: 'Not active', href: '/shop', displayOrder: 6, isActive: false },
  { label: 'For users', href: '/forum', displayOrder: 7, ...nobody, visibleToUser: true },
  { label: 'For admins', href: '/admin', displayOrder: 8, ...nobody, visibleToAdmin: true },
]

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const menuButton = (page: Page) => bar(page).getByRole('button', { name: 'Menu' })
const menuLinks = (page: Page) => bar(page).getByRole('list').getByRole('link')

test('the bar is hidden without the setting, and the page keeps its padding', async ({ page }) => {
  await page.goto('/')
  await expect(bar(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Sign In' })).toHaveCount(0)
  await expect(page.locator('body')).toHaveCSS('padding-top', `${BAR}px`)
})

test('the bar shows active items for anonymous visitors in order, without the external site and the report modal', async ({
  page,
  own,
}) => {
  await own.edit(async (tx) => {
    await tx.insert(menuItems).values(ITEMS)
    await tx.insert(appSettings).values([
      { settingKey: 'navigation_visibility', settingValue: { show_to_public: true } },
      { settingKey: 'external_site', settingValue: { url: 'https://product.example' } },
    ])
  })
  await page.goto('/events')
  expect(await told(menuLinks(page))).toEqual([
    ['First', '/'],
    ['Training Event', '/'],
    ['A partner (opens in a new tab)', 'https://partner.example/about'],
    ['Last', '/events'],
    ['Sign In', '/auth'],
  ])
})

test('the API tells the same bar', async ({ request }) => {
  const { isShown, links } = await (await request.get('/api/navigation')).json()
  expect(isShown).toBe(true)
  expect(links.map(({ label }: { label: string }) => label)).toEqual(['First', 'Training Event', 'A partner', 'Last'])
})

test('a link elsewhere opens in a new tab and learns nothing of this one', async ({ page }) => {
  await page.goto('/')
  const link = bar(page).getByRole('link', { name: 'A partner' })
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', /\bnoopener\b/)
})

test('the item of the page one is on says so', async ({ page }) => {
  await page.goto('/events')
  await expect(bar(page).getByRole('link', { name: 'Last' })).toHaveAttribute('aria-current', 'page')
  await expect(bar(page).getByRole('link', { name: 'First' })).not.toHaveAttribute('aria-current')
})

test('the bar stays on top of the page, 88 pixels high', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.goto('/events')
  await page.keyboard.press('End')
  expect(await page.getByRole('banner').boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: BAR })
  await expect(page.locator('body')).toHaveCSS('padding-top', `${BAR}px`)
})

test('on a phone the same list opens and closes', async ({ page }) => {
  await page.goto('/events')
  const wide = await told(menuLinks(page))
  await expect(menuButton(page)).toBeHidden()
  await page.setViewportSize(PHONE)
  await expect(menuLinks(page)).toHaveCount(0)
  await menuButton(page).click()
  expect(await told(menuLinks(page))).toEqual(wide)
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

test('the item of the event takes the name of the one that is featured', async ({ page, own }) => {
  const event = { eventSlug: 'tulsa-2098', eventName: 'Tulsa Workshop <2098>', eventDate: '2098-01-21' }
  await own.edit((tx) => storeEvent(tx, event))
  await page.goto('/')
  await expect(bar(page).getByRole('link', { name: event.eventName })).toHaveAttribute('href', '/event/tulsa-2098')
  await expect(bar(page).getByRole('link', { name: 'Training Event' })).toHaveCount(0)
})

test('the bar goes when the setting is taken back', async ({ page, own }) => {
  await own.edit((tx) => tx.update(appSettings).set({ settingValue: { show_to_public: false } }))
  for (const path of ['/', '/events', '/event/tulsa-2098', '/no-such-page']) {
    await page.goto(path)
    await expect(bar(page), path).toHaveCount(0)
  }
})

/** Name and address of each link. */
async function told(links: Locator): Promise<[string, string][]> {
  const all = await links.all()
  return Promise.all(
    all.map(async (link): Promise<[string, string]> => {
      const text = (await link.textContent()) ?? ''
      return [text.replace(/\s+/g, ' ').trim(), (await link.getAttribute('href')) ?? '']
    }),
  )
}
