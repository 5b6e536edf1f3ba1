import sharp from 'sharp'
import { PICTURE_ALT } from '#src/contract/picture.ts'
import { addVariant } from '#tests/shop/shop-rows.ts'
import { enterAs, openScreen, row } from './support/admin-page.ts'
import { toast } from './support/auth-page.ts'
import { ownName } from './support/library.ts'
import { publishingTest } from './support/publishing-test.ts'
import { expect, type Page } from './support/site-test.ts'

const test = publishingTest({ cleared: 'nothing' })

const field = (page: Page, name: string, at = 0) => page.getByLabel(name, { exact: true }).nth(at)
const picture = async () => {
  const bytes = sharp({ create: { width: 1300, height: 975, channels: 3, background: '#2f7fc4' } }).jpeg()
  return { name: 'kit.jpg', mimeType: 'image/jpeg', buffer: await bytes.toBuffer() }
}

test('a product with two variants and a picture is written down, moved with the keyboard, stocked and shown, and its page says so', async ({
  page,
  context,
  own,
}) => {
  await enterAs(context, own, 'admin')
  const { name, word } = ownName('Alignment kit')
  await own.query((db) => addVariant(db, 0))
  await openScreen(page, '/admin/library/products', 'Products')
  await page.getByRole('link', { name: 'New product' }).first().click()
  await field(page, 'Title').fill(name)
  await expect(field(page, 'Page address')).toHaveValue(`alignment-kit-${word}`)
  await page.getByLabel('Kind', { exact: true }).selectOption('kit')
  await field(page, 'Summary').fill('Shims and a straightedge.')
  await page.getByRole('button', { name: 'Add variant' }).click()
  for (const [at, [label, price]] of [
    ['Small', '89'],
    ['Large', '149.50'],
  ].entries()) {
    await field(page, 'Name', at).fill(label ?? '')
    await field(page, 'SKU', at).fill(`${word}-${at}`)
    await field(page, 'Price in US dollars', at).fill(price ?? '')
  }
  await page.getByRole('button', { name: 'Add picture' }).click()
  await page.locator('input[type=file]').setInputFiles(await picture())
  await expect(field(page, 'Picture address')).toHaveValue(/^\/media\/[0-9a-f]{64}$/)
  await field(page, PICTURE_ALT).fill('A case with shims')
  await field(page, 'What it is').fill('Shims of **stainless** steel.')
  await page.getByRole('button', { name: 'Show preview of What it is' }).click()
  await expect(page.locator('.prose strong')).toHaveText('stainless')
  await field(page, 'What is inside').fill('Forty shims\nA straightedge')
  await page.getByLabel('Show in the shop').check()
  await page.getByRole('button', { name: 'Save product' }).click()
  await expect(toast(page, 'Product saved')).toBeVisible()

  const names = page.getByRole('table').getByRole('link')
  await expect(names.last()).toHaveText(name)
  await page.getByRole('button', { name: `Move ${name} up` }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(toast(page, 'Order saved')).toBeVisible()
  await expect(names.last()).not.toHaveText(name)
  await page.reload()
  await expect(names.nth(-2)).toHaveText(name)

  const entry = row(page, name)
  await expect(entry).toContainText('From $89.00')
  await expect(entry).toContainText('Sold out')
  await entry.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Change stock' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Pieces').fill('12')
  await dialog.getByLabel('Reason').fill('Delivery')
  await dialog.getByRole('button', { name: 'Change stock' }).click()
  await expect(toast(page, 'Stock changed')).toBeVisible()
  await expect(entry).toContainText('12')

  const html = async () => (await fetch(`${own.url}/shop/alignment-kit-${word}`)).text()
  await expect.poll(html, { timeout: 90_000 }).toContain('In stock')
  await page.goto(`/shop/alignment-kit-${word}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByText('In stock')).toBeVisible()
  await expect(page.getByText('$149.50')).toBeVisible()
  await expect(page.getByText('Sold out')).toBeVisible()
  await expect(page.getByRole('img', { name: 'A case with shims' })).toHaveJSProperty('complete', true)
  await expect(page.getByText('Forty shims')).toBeVisible()
  await page.getByRole('link', { name: 'All products' }).click()
  await expect(page.getByRole('link', { name })).toBeVisible()
})
