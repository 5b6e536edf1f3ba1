import { eq } from 'drizzle-orm'
import { appSettings, menuItems } from '#db/schema/site.ts'
import { act, enterAs, openScreen, row } from './support/admin-page.ts'
import { REFUSED, toast } from './support/auth-page.ts'
import { ownProductTest } from './support/own-product.ts'
import { violations } from './support/site-pages.ts'
import { expect, type Page } from './support/site-test.ts'

const test = ownProductTest()
test.beforeEach(({ trouble }) => trouble.allow(/404 .*\/api\/events\/featured/))

const preview = (page: Page) => page.getByRole('region', { name: 'Preview of the bar' })
const wide = (page: Page) => preview(page).getByRole('figure', { name: 'On a wide screen' })
const publicBar = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** Opens a public page again until it shows what a build must bring first. */
async function untilLive(page: Page, check: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.goto('/events')
    await check()
  }).toPass({ timeout: 90_000 })
}

async function add(page: Page, label: string, href: string): Promise<void> {
  await page.getByRole('button', { name: 'New item' }).click()
  const form = page.getByRole('dialog', { name: 'New menu item' })
  await form.getByLabel('Label').fill(label)
  await form.getByLabel('Address').fill(href)
  await form.getByRole('button', { name: 'Add item' }).click()
  await expect(form).toBeHidden()
}

test('an empty menu says what to do, and an item that cannot be is refused beside its field', async ({
  page,
  context,
  own,
}) => {
  await enterAs(context, own, 'admin')
  await openScreen(page, '/admin/menu', 'Menu')
  await expect(page.getByText('No items yet')).toBeVisible()
  await expect(preview(page)).toContainText('Visitors see no bar')
  await page.getByRole('button', { name: 'New item' }).click()
  const form = page.getByRole('dialog', { name: 'New menu item' })
  await form.getByLabel('Address').fill('javascript:alert(1)')
  await form.getByRole('button', { name: 'Add item' }).click()
  await expect(form.getByText('Label is required')).toBeVisible()
  await expect(form.getByText('Enter a web address, a path or a # anchor')).toBeVisible()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Close Anyway' }).click()
  await expect(form).toBeHidden()
})

test('items are added, and the setting shows the bar to everybody: the next build brings both to visitors', async ({
  page,
  context,
  own,
}) => {
  await enterAs(context, own, 'admin')
  await openScreen(page, '/admin/menu', 'Menu')
  await add(page, 'All workshops', '/events')
  await expect(toast(page, 'Menu item added')).toBeVisible()
  await add(page, 'Partner', 'https://partner.example/')
  await add(page, 'Forum', '/forum')
  await page.goto('/admin/settings')
  const setting = page.getByRole('region', { name: 'Navigation bar for everybody' })
  await expect(setting.getByRole('status')).toContainText('Visitors see the pages without a bar')
  await setting.getByLabel('Show the bar to everybody').check()
  await expect(setting.getByRole('status')).toContainText('Visitors see: All workshops, Partner, Forum')
  await setting.getByRole('button', { name: 'Save setting' }).click()
  await expect(toast(page, 'Setting updated successfully')).toBeVisible()
  await context.clearCookies()
  await untilLive(page, async () => {
    await expect(publicBar(page).getByRole('listitem')).toHaveText(['All workshops', 'Partner', 'Forum', 'Sign In'], {
      timeout: 1_000,
    })
  })
})

test('the preview shows each kind of viewer their bar, wide and on a phone, and stands in the address', async ({
  page,
  context,
  own,
}) => {
  const { email } = await enterAs(context, own, 'admin')
  await openScreen(page, '/admin/menu', 'Menu')
  await expect(wide(page).getByRole('listitem')).toHaveText(['All workshops', 'Partner', 'Forum', 'Sign In'])
  await expect(preview(page)).toContainText('They see no Report Issue button on the home page')
  await act(page, 'Forum', 'Edit')
  const form = page.getByRole('dialog', { name: 'Edit menu item' })
  await form.getByLabel('Visitors').uncheck()
  await form.getByRole('button', { name: 'Save item' }).click()
  await expect(toast(page, 'Menu item updated')).toBeVisible()
  await expect(wide(page).getByRole('listitem')).toHaveText(['All workshops', 'Partner', 'Sign In'])
  await preview(page).getByText('Members').click()
  await expect(wide(page).getByRole('listitem')).toHaveText(['All workshops', 'Partner', 'Forum', email])
  await preview(page).getByText('Admins').click()
  await expect(page).toHaveURL(/as=admin/)
  await page.reload()
  await expect(wide(page).getByRole('listitem')).toHaveText(['All workshops', 'Partner', 'Forum', 'Admin', email])
  const phone = preview(page).getByRole('figure', { name: 'On a phone, opened' })
  await expect(phone).toContainText('Signed in as')
})

test('the order is changed by keyboard, the focus stays with the item, and it is saved', async ({
  page,
  context,
  own,
}) => {
  await enterAs(context, own, 'admin')
  await openScreen(page, '/admin/menu', 'Menu')
  const down = page.getByRole('button', { name: 'Move All workshops down' })
  await down.focus()
  await page.keyboard.press('Enter')
  await expect(down).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('All workshops is now at position 3 of 3.')).toBeAttached()
  await expect(down).toBeFocused()
  await expect(down).toHaveAttribute('aria-disabled', 'true')
  await expect(toast(page, 'Menu item updated')).toBeVisible()
  await expect
    .poll(() => own.query((db) => db.select().from(menuItems).orderBy(menuItems.displayOrder)))
    .toMatchObject([{ label: 'Partner' }, { label: 'Forum' }, { label: 'All workshops' }])
  await page.reload()
  await expect(page.getByRole('row')).toHaveText([/Item/, /Partner/, /Forum/, /All workshops/])
})

test('an item is switched off and deleted, which names what is lost', async ({ page, context, own }) => {
  await enterAs(context, own, 'admin')
  await openScreen(page, '/admin/menu', 'Menu')
  await page.getByLabel('Active: Partner').uncheck()
  await expect(toast(page, 'Menu item updated')).toBeVisible()
  await expect(wide(page).getByRole('listitem')).toHaveText(['All workshops', 'Sign In'])
  await act(page, 'Partner', 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete menu item?' })
  await expect(question).toContainText('Partner, leading to https://partner.example/')
  await question.getByRole('button', { name: 'Delete menu item' }).click()
  await expect(toast(page, 'Menu item deleted')).toBeVisible()
  await expect(row(page, 'Partner')).toHaveCount(0)
})

test('what somebody else saved meanwhile is merged', async ({ page, context, own, trouble }) => {
  trouble.allow(REFUSED)
  await enterAs(context, own, 'admin')
  await openScreen(page, '/admin/menu', 'Menu')
  await act(page, 'Forum', 'Edit')
  const form = page.getByRole('dialog', { name: 'Edit menu item' })
  await form.getByLabel('Label').fill('Discussion')
  await own.query((db) =>
    db.update(menuItems).set({ label: 'Board', isExternal: true, version: 9 }).where(eq(menuItems.href, '/forum')),
  )
  await form.getByRole('button', { name: 'Save item' }).click()
  const merge = page.getByRole('dialog', { name: 'Saved by somebody else meanwhile' })
  await expect(merge).toContainText('Taken over from them: Opens in a new tab.')
  await merge.getByLabel('Yours: Discussion').check()
  await merge.getByRole('button', { name: 'Go on with this' }).click()
  await form.getByRole('button', { name: 'Save item' }).click()
  await expect(toast(page, 'Menu item updated')).toBeVisible()
  await expect(row(page, 'Discussion')).toContainText('opens in a new tab')
})

test('a stale order is not forced on anybody', async ({ page, context, own, trouble }) => {
  trouble.allow(REFUSED)
  await enterAs(context, own, 'admin')
  await openScreen(page, '/admin/menu', 'Menu')
  await expect(row(page, 'All workshops')).toBeVisible()
  await own.query((db) => db.insert(menuItems).values({ label: 'By Bob', href: '/shop', displayOrder: 0 }))
  await page.getByRole('button', { name: 'Move All workshops up' }).click()
  await expect(toast(page, 'Failed to update menu item: Somebody else has changed this meanwhile.')).toBeVisible()
  await expect(row(page, 'By Bob')).toBeVisible()
})

test('the external site leaves its items out of the bar; a wrong address is refused, a stale save merged', async ({
  page,
  context,
  own,
  trouble,
}) => {
  trouble.allow(REFUSED)
  await own.query((db) =>
    db.update(menuItems).set({ href: 'https://shop.example/x' }).where(eq(menuItems.label, 'By Bob')),
  )
  await enterAs(context, own, 'admin')
  await openScreen(page, '/admin/settings', 'Settings')
  const setting = page.getByRole('region', { name: 'External site' })
  const address = setting.getByLabel('Address of the external site')
  const save = setting.getByRole('button', { name: 'Save setting' })
  await expect(setting).toContainText('Never saved: the default counts.')
  await address.fill('shop')
  await save.click()
  await expect(setting.getByText('Enter a web address such as https://example.com, or nothing')).toBeVisible()
  await address.fill('https://shop.example')
  await expect(setting.getByText('The bar leaves out: By Bob.')).toBeVisible()
  await save.click()
  await expect(toast(page, 'Setting updated successfully')).toBeVisible()
  await own.query((db) =>
    db
      .update(appSettings)
      .set({ settingValue: { url: 'https://other.example' }, version: 5 })
      .where(eq(appSettings.settingKey, 'external_site')),
  )
  await address.fill('')
  await save.click()
  const merge = page.getByRole('dialog', { name: 'Saved by somebody else meanwhile' })
  await merge.getByLabel('Theirs: https://other.example').check()
  await merge.getByRole('button', { name: 'Go on with this' }).click()
  await expect(address).toHaveValue('https://other.example')
})

for (const { look, width, colorScheme } of [
  { look: 'wide', width: 1280, colorScheme: 'light' },
  { look: 'on a phone, dark', width: 320, colorScheme: 'dark' },
] as const) {
  test(`both screens have no barriers, ${look}`, async ({ page, context, own }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await enterAs(context, own, 'admin')
    for (const [path, heading] of [
      ['/admin/menu?as=admin', 'Menu'],
      ['/admin/settings', 'Settings'],
    ] as const) {
      await openScreen(page, path, heading)
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      expect(await violations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })
}
