import { eq } from 'drizzle-orm'
import { appSettings, menuItems } from '#db/schema/site.ts'
import {
  NAVIGATION_PREVIEW,
  NO_REPORT_BUTTON,
  PHONE_PREVIEW,
  SEES_NO_BAR,
  WIDE_PREVIEW,
} from '#src/admin/screens/menu/menu-items.ts'
import {
  EXTERNAL_SITE_ADDRESS,
  HIDDEN_ITEMS,
  NEVER_SAVED,
  NO_PUBLIC_BAR,
  PUBLIC_BAR,
  SHOW_TO_EVERYONE,
} from '#src/contract/setting.ts'
import { MERGE_DONE, MERGE_TAKEN, MERGE_TITLE, STALE } from '#src/contract/versioned.ts'
import { act, enterAs, openScreen, row } from './support/admin-page.ts'
import { openNext } from './support/admin-screens.ts'
import { REFUSED, toast } from './support/auth-page.ts'
import { holdBuilds, publishingTest } from './support/publishing-test.ts'
import { expect, type Page } from './support/site-test.ts'

const test = publishingTest({ cleared: 'rows' })
test.beforeEach(({ trouble }) => trouble.allow(/404 .*\/api\/events\/featured/))

const preview = (page: Page) => page.getByRole('region', { name: NAVIGATION_PREVIEW })
const wide = (page: Page) => preview(page).getByRole('figure', { name: WIDE_PREVIEW })
const publicBar = (page: Page) => page.getByRole('navigation', { name: 'Main' })

async function add(page: Page, label: string, href: string): Promise<void> {
  await page.getByRole('button', { name: 'New item' }).click()
  const form = page.getByRole('dialog', { name: 'New menu item' })
  await form.getByLabel('Label').fill(label)
  await form.getByLabel('Address').fill(href)
  await form.getByRole('button', { name: 'Add item' }).click()
  await expect(form).toBeHidden()
}

test('an empty menu says what to do; an item that cannot be is refused beside its field; items are added and the bar is shown to everybody, and the next build brings both to visitors', async ({
  page,
  context,
  own,
}) => {
  await enterAs(context, own, 'admin')
  await openScreen(page, '/admin/menu', 'Menu')
  await expect(page.getByText('No items yet')).toBeVisible()
  await expect(preview(page)).toContainText(`Visitors ${SEES_NO_BAR}`)
  await page.getByRole('button', { name: 'New item' }).click()
  const form = page.getByRole('dialog', { name: 'New menu item' })
  await form.getByLabel('Address').fill('javascript:alert(1)')
  await form.getByRole('button', { name: 'Add item' }).click()
  await expect(form.getByText('Label is required')).toBeVisible()
  await expect(form.getByText('Enter a web address, a path or a # anchor')).toBeVisible()
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Unsaved Changes' })
  await expect(question.getByRole('button', { name: 'Cancel' }), 'Enter twice loses nothing').toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(form.getByLabel('Address')).toHaveValue('javascript:alert(1)')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Close Anyway' }).click()
  await expect(form).toBeHidden()

  await add(page, 'All workshops', '/events')
  await expect(toast(page, 'Menu item added')).toBeVisible()
  await add(page, 'Partner', 'https://partner.example/')
  await add(page, 'Forum', '/forum')
  await openNext(page, '/admin/settings')
  const setting = page.getByRole('region', { name: PUBLIC_BAR })
  await expect(setting.getByRole('status')).toContainText(NO_PUBLIC_BAR)
  await setting.getByLabel(SHOW_TO_EVERYONE).check()
  await expect(setting.getByRole('status')).toContainText('Visitors see: All workshops, Partner, Forum')
  await setting.getByRole('button', { name: 'Save setting' }).click()
  await expect(toast(page, 'Setting updated successfully')).toBeVisible()
  const html = async () => (await fetch(`${own.url}/events`)).text()
  await expect.poll(html, { timeout: 90_000 }).toContain('href="https://partner.example/"')
  // Left first: the admin area asks for the builds, which visitors may not.
  await page.goto('/events')
  await context.clearCookies()
  await page.reload()
  await expect(publicBar(page).getByRole('listitem')).toHaveText(['All workshops', 'Partner', 'Forum', 'Sign In'])
})

test.describe('while the host publishes nothing', () => {
  holdBuilds(test)

  test('the preview shows each kind of viewer their bar, wide and on a phone, and is in the address; the order is changed by keyboard, each move from the answer to the last one, and the focus stays with the item', async ({
    page,
    context,
    own,
  }) => {
    const { email } = await enterAs(context, own, 'admin')
    await openScreen(page, '/admin/menu', 'Menu')
    await expect(wide(page).getByRole('listitem')).toHaveText(['All workshops', 'Partner', 'Forum', 'Sign In'])
    await expect(preview(page)).toContainText(NO_REPORT_BUTTON)
    await act(page, 'Forum', 'Edit')
    const form = page.getByRole('dialog', { name: 'Edit menu item' })
    await form.getByLabel('Visitors').uncheck()
    await form.getByRole('button', { name: 'Save item' }).click()
    await expect(toast(page, 'Menu item updated')).toBeVisible()
    await expect(wide(page).getByRole('listitem')).toHaveText(['All workshops', 'Partner', 'Sign In'])
    await preview(page).getByText('Members').click()
    await expect(wide(page).getByRole('listitem')).toHaveText([
      'All workshops',
      'Partner',
      'Forum',
      `Account menu: ${email}`,
    ])
    await preview(page).getByText('Admins').click()
    await expect(page).toHaveURL(/as=admin/)
    await page.reload()
    await expect(wide(page).getByRole('listitem')).toHaveText([
      'All workshops',
      'Partner',
      'Forum',
      'Admin',
      `Account menu: ${email}`,
    ])
    const phone = preview(page).getByRole('figure', { name: PHONE_PREVIEW })
    await expect(phone).toContainText('Signed in as')

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

    await page.getByRole('button', { name: 'Move Partner down' }).focus()
    // What was fetched and what was saved reach the screen in a timer of 0 ms each; the moment before it lasts half a second here.
    await page.evaluate(() => {
      const start = window.setTimeout
      Object.assign(window, { setTimeout: (run: () => void, wait = 0) => start(run, wait || 500) })
    })
    const orders: string[][] = []
    await page.route('**/api/admin/menu-items/order', async (route) => {
      const { from, ids } = route.request().postDataJSON()
      orders.push(from, ids)
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
    await page.keyboard.press('ArrowDown')
    await expect(toast(page, 'Menu item updated')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect
      .poll(() => own.query((db) => db.select().from(menuItems).orderBy(menuItems.displayOrder)))
      .toMatchObject([{ label: 'Forum' }, { label: 'All workshops' }, { label: 'Partner' }])
    expect(orders).toHaveLength(4)
    expect(orders[2]).toEqual(orders[1])
  })

  test('an item is switched off and deleted, which names what is lost; what someone else has saved since is merged, and a stale order is forced on nobody', async ({
    page,
    context,
    own,
    trouble,
  }) => {
    trouble.allow(REFUSED)
    await enterAs(context, own, 'admin')
    await openScreen(page, '/admin/menu', 'Menu')
    await page.getByLabel('Active: Partner').click()
    await expect(toast(page, 'Menu item updated')).toBeVisible()
    await expect(page.getByLabel('Active: Partner')).not.toBeChecked()
    await expect(wide(page).getByRole('listitem')).toHaveText(['All workshops', 'Sign In'])
    await act(page, 'Partner', 'Delete')
    const question = page.getByRole('dialog', { name: 'Delete menu item?' })
    await expect(question).toContainText('Partner (https://partner.example/)')
    await question.getByRole('button', { name: 'Delete menu item' }).click()
    await expect(toast(page, 'Menu item deleted')).toBeVisible()
    await expect(row(page, 'Partner')).toHaveCount(0)

    await act(page, 'Forum', 'Edit')
    const form = page.getByRole('dialog', { name: 'Edit menu item' })
    await form.getByLabel('Label').fill('Discussion')
    await own.query((db) =>
      db.update(menuItems).set({ label: 'Board', isExternal: true, version: 9 }).where(eq(menuItems.href, '/forum')),
    )
    await form.getByRole('button', { name: 'Save item' }).click()
    const merge = page.getByRole('dialog', { name: MERGE_TITLE })
    await expect(merge).toContainText(`${MERGE_TAKEN}: Opens in a new tab.`)
    await merge.getByLabel('Yours: Discussion').check()
    await merge.getByRole('button', { name: MERGE_DONE }).click()
    await form.getByRole('button', { name: 'Save item' }).click()
    await expect(row(page, 'Discussion')).toContainText('opens in a new tab')

    await expect(row(page, 'All workshops')).toBeVisible()
    await own.query((db) => db.insert(menuItems).values({ label: 'By Bob', href: '/shop', displayOrder: 0 }))
    await page.getByRole('button', { name: 'Move All workshops up' }).click()
    await expect(toast(page, `Failed to update menu item: ${STALE}`)).toBeVisible()
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
    const address = setting.getByLabel(EXTERNAL_SITE_ADDRESS)
    const save = setting.getByRole('button', { name: 'Save setting' })
    await expect(setting).toContainText(NEVER_SAVED)
    await address.fill('shop')
    await save.click()
    await expect(setting.getByText('Enter a web address such as https://example.com, or nothing')).toBeVisible()
    await address.fill('https://shop.example')
    await expect(setting.getByText(`${HIDDEN_ITEMS} By Bob.`)).toBeVisible()
    // The screen requests the settings again once one is saved: what another person saves later is not part of that answer.
    const asked = page.waitForResponse(
      (answer) => answer.request().method() === 'GET' && /\/api\/admin\/settings/.test(answer.url()),
    )
    await save.click()
    await expect(toast(page, 'Setting updated successfully')).toBeVisible()
    await asked
    await own.query((db) =>
      db
        .update(appSettings)
        .set({ settingValue: { url: 'https://other.example' }, version: 5 })
        .where(eq(appSettings.settingKey, 'external_site')),
    )
    await address.fill('')
    await save.click()
    const merge = page.getByRole('dialog', { name: MERGE_TITLE })
    await merge.getByLabel('Theirs: https://other.example').check()
    await merge.getByRole('button', { name: MERGE_DONE }).click()
    await expect(address).toHaveValue('https://other.example')
    // The form continues from the version that was merged.
    await address.fill('https://third.example')
    await save.click()
    await expect
      .poll(() => own.query((db) => db.select().from(appSettings).where(eq(appSettings.settingKey, 'external_site'))))
      .toMatchObject([{ settingValue: { url: 'https://third.example' } }])
  })
})
