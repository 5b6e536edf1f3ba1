/**
 * Takes a picture of every screen of the admin area, on a phone and on a desk, from a running product with the demo:
 * `PRODUCT_URL=http://localhost:8888 PRODUCT_DATA_DIR=.data node docs/screenshots/take-admin.ts`
 */
import { type BrowserContext, chromium } from '@playwright/test'
import sharp from 'sharp'
import { enterAs } from '#tests/e2e/support/admin-page.ts'
import { screensOf, standing } from '#tests/e2e/support/admin-screens.ts'
import { forgetLimits, type Person } from '#tests/e2e/support/people.ts'
import { BROWSER_ARGS, ensureBrowser } from '#tests/support/browser.ts'
import { productAt } from '#tests/support/product.ts'

const product = productAt(process.env.PRODUCT_URL ?? 'http://localhost:8888', process.env.PRODUCT_DATA_DIR ?? '.data')
const LOOKS = [
  { name: '1440', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { name: '1440-dark', viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  { name: '360', viewport: { width: 360, height: 740 }, colorScheme: 'light' },
] as const

const only = process.argv[2]
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_ARGS })
for (const { name, ...look } of LOOKS) {
  const context = await browser.newContext({ ...look, reducedMotion: 'reduce', baseURL: product.url })
  await forgetLimits(product)
  await takeAll(context, await enterAs(context, product, 'owner'), name)
  await context.close()
}
await browser.close()

async function takeAll(context: BrowserContext, me: Person, look: string): Promise<void> {
  const page = await context.newPage()
  for (const { title, address } of await screensOf(product, me)) {
    const file = `admin-${title.toLowerCase().replaceAll(/\W+/g, '-')}-${look}`
    if (only !== undefined && !file.includes(only)) continue
    await page.goto(address)
    await standing(page)
    await page.waitForLoadState('networkidle')
    const width = look === '360' ? 360 : 960
    await sharp(await page.screenshot())
      .resize({ width })
      .png({ palette: true, quality: 70, effort: 8 })
      .toFile(new URL(`${file}.png`, import.meta.url).pathname)
  }
}
