/**
 * Takes the pictures of the signed-in pages from a running product with the demo:
 * `PRODUCT_URL=http://localhost:8888 PRODUCT_DATA_DIR=.data node docs/screenshots/take-account.ts`
 */
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { forgetLimits } from '#tests/e2e/support/people.ts'
import { giveMember, signIn } from '#tests/e2e/support/signed-in.ts'
import { appCode } from '#tests/support/authenticator-app.ts'
import { BROWSER_ARGS, ensureBrowser } from '#tests/support/browser.ts'
import { productAt } from '#tests/support/product.ts'

const product = productAt(process.env.PRODUCT_URL ?? 'http://localhost:8888', process.env.PRODUCT_DATA_DIR ?? '.data')
const phone = { width: 360, height: 740 }
const desk = { width: 1440, height: 900 }
const dark = { colorScheme: 'dark' } as const

type Standing = Parameters<typeof giveMember>[1]
type Shot = {
  name: string
  path?: string
  size: { width: number; height: number }
  look?: BrowserContextOptions
  standing?: Standing | null
  before?: (page: Page) => Promise<unknown>
  after?: (page: Page) => Promise<unknown>
  /** The whole page, not only what fits the screen. */
  whole?: boolean
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true }).last().click()
const rejected: Standing = {
  approval: 'rejected',
  reason: 'We could not tell which plant you work at. Please register with your work address.',
}

const shots: Shot[] = [
  { name: 'account-1440', size: desk, whole: true },
  { name: 'account-360', size: phone, whole: true },
  { name: 'account-rejected-360-dark', size: phone, look: dark, standing: rejected, whole: true },
  { name: 'account-loading-360', size: phone, before: (page) => page.route('**/api/auth/account', () => {}) },
  {
    name: 'account-failed-1440',
    size: desk,
    before: (page) => page.route('**/api/auth/account', (route) => route.abort()),
    after: (page) => page.getByRole('alert').first().waitFor(),
  },
  { name: 'account-errors-1440', size: desk, after: refuseProfile },
  { name: 'account-add-app-1440', size: desk, after: addApp },
  { name: 'account-add-app-360', size: phone, after: addApp },
  { name: 'account-add-phone-360', size: phone, after: press('Add phone') },
  { name: 'account-recovery-codes-1440', size: desk, after: makeCodes },
  { name: 'account-recovery-codes-360-dark', size: phone, look: dark, after: makeCodes },
  { name: 'account-second-step-1440', size: desk, after: showFactors },
  { name: 'account-second-step-360', size: phone, after: showFactors },
  { name: 'account-remove-360', size: phone, after: (page) => showFactors(page).then(() => press('Remove Work phone')(page)) },
  { name: 'account-confirm-1440', size: desk, after: askAgain },
  { name: 'account-confirm-360-dark', size: phone, look: dark, after: askAgain },
  { name: 'account-delete-1440', size: desk, after: press('Delete my account') },
  { name: 'account-delete-360', size: phone, after: press('Delete my account') },
  { name: 'account-menu-1440', path: '/', size: desk, standing: { approval: 'approved', role: 'admin' }, after: press(/^Account menu/) },
  { name: 'account-menu-360', path: '/', size: phone, standing: { approval: 'approved', role: 'admin' }, after: press('Menu') },
  { name: 'account-signed-out-1440', path: '/events', size: desk, after: signOut },
]

async function refuseProfile(page: Page): Promise<void> {
  await page.getByLabel('Username').fill('x')
  await page.getByLabel('Full name').fill('Ada Wrench')
  await press('Save profile')(page)
}

async function addApp(page: Page): Promise<void> {
  await press('Add authenticator app')(page)
  await page.getByLabel('Name', { exact: true }).fill('Work phone')
  await press('Continue')(page)
  await page.getByRole('img', { name: /^QR code/ }).waitFor()
}

async function finishApp(page: Page): Promise<void> {
  await addApp(page)
  const secret = (await page.locator('dialog code').textContent()) ?? ''
  await page.getByRole('dialog').getByLabel('Code').fill(appCode(secret.replaceAll(' ', ''), Date.now()))
  await press('Add')(page)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function makeCodes(page: Page): Promise<void> {
  await finishApp(page)
  await press('Make recovery codes')(page)
}

async function showFactors(page: Page): Promise<void> {
  await makeCodes(page)
  await press('I have stored them')(page)
  await page.reload()
  await page.getByRole('button', { name: 'Remove Work phone' }).waitFor()
  await page.getByRole('heading', { name: 'Second step' }).evaluate((heading) => heading.scrollIntoView())
}

async function askAgain(page: Page): Promise<void> {
  await product.query((db) => db.execute(`update sessions set authenticated_at = now() - interval '1 hour'`))
  await page.getByLabel('New email').fill('ada@wrench.example')
  await press('Change email')(page)
}

async function signOut(page: Page): Promise<void> {
  await press(/^Account menu/)(page)
  await press('Sign Out')(page)
}

const only = process.argv[2]?.split(",")
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_ARGS })
for (const shot of shots) if (!only || only.some((part) => shot.name.includes(part))) await take(shot)
await browser.close()

async function take(shot: Shot): Promise<void> {
  const { name, path = '/account', size, look, standing = {}, before, after, whole = false } = shot
  await forgetLimits(product)
  const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce', ...look })
  if (standing) await signIn(context, product, await giveMember(product, standing))
  const page = await context.newPage()
  await page.goto(`${product.url}/events`)
  await before?.(page)
  await page.goto(product.url + path)
  await page.waitForTimeout(1_000)
  await after?.(page)
  await page.waitForTimeout(700)
  const picture = sharp(await page.screenshot({ fullPage: whole }))
  const width = whole && size.width > 700 ? Math.round(size.width / 2) : size.width
  await picture.resize({ width }).png({ palette: true, quality: 70, effort: 8 }).toFile(new URL(`${name}.png`, import.meta.url).pathname)
  await context.close()
}
