import type { Request } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { linkTokens } from '#db/schema/accounts.ts'
import { eventConfig } from '#db/schema/events.ts'
import { LINK_DEAD_TITLE } from '#src/contract/dead-link.ts'
import { LINK_DAYS, LINK_RECIPIENT, PHASE_UNUSED, PREVIEW_DEAD } from '#src/contract/event-preview.ts'
import { EARLY_BIRD_PACKAGE } from '#src/contract/landing-copy.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { enterAs } from './support/admin-page.ts'
import { toast } from './support/auth-page.ts'
import { giveDraft, press } from './support/event-form.ts'
import { ADD_TO_CALENDAR } from './support/landing-page.ts'
import { expectUsable } from './support/looks.ts'
import { violations } from './support/site-pages.ts'
import { expect, type Page, test } from './support/site-test.ts'

test.beforeEach(({ context, product }) => enterAs(context, product, 'admin'))

const DEADLINE = '2029-02-01'
const frame = (page: Page) => page.frameLocator('iframe[title^="Preview of"]')
/** What of the page shows now. */
const shown = (page: Page, text: string | RegExp) => frame(page).getByText(text).filter({ visible: true }).first()

async function openPreview(page: Page, id: string, search = ''): Promise<void> {
  await page.goto(`/admin/event/preview/${id}${search}`)
  await expect(frame(page).getByRole('heading', { level: 1 })).toBeVisible()
}

test('a draft is seen in every phase it will have, and the phase is in the address; any date and time can be chosen, on the clock of the event; a logo that cannot be loaded leaves the strip, as it does for visitors', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(/Failed to load resource: the server responded with a status of 404/)
  const { id, mark } = await giveDraft(product, page, {
    ...{ earlyBirdDeadline: DEADLINE, standardPrice: 495, eventTimezone: 'Pacific/Honolulu' },
  })
  await openPreview(page, id)
  await expect(frame(page).getByRole('heading', { level: 1 })).toHaveText(`Setup ${mark}`)
  await expect(shown(page, EARLY_BIRD_PACKAGE)).toBeVisible()
  await expect(shown(page, '$395')).toBeVisible()
  await page.getByRole('radio', { name: 'Standard price' }).check()
  await expect(page).toHaveURL(/phase=standard/)
  await expect(shown(page, '$495')).toBeVisible()
  await expect(frame(page).getByText('Early bird ends').filter({ visible: true })).toHaveCount(0)
  await page.getByRole('radio', { name: 'Under way' }).check()
  await expect(shown(page, 'Registration is closed. The workshop is under way.')).toBeVisible()
  await page.getByRole('radio', { name: 'Past' }).check()
  await expect(shown(page, 'This workshop has taken place')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Past' })).toBeChecked()
  await expect(shown(page, 'This workshop has taken place')).toBeVisible()

  const moment = page.getByLabel(/^Date and time, Hawaii/)
  await moment.fill(`${DEADLINE}T23:59`)
  await expect(page.getByRole('radio', { name: 'Early bird' })).toBeChecked()
  await moment.fill('2029-02-02T00:00')
  await expect(page.getByRole('radio', { name: 'Standard price' })).toBeChecked()
  await expect(page).toHaveURL(/at=2029-02-02T00%3A00/)
  await expect(shown(page, 'Early Bird Package has ended')).toBeVisible()

  const [event] = await product.query((db) =>
    db.select({ id: eventConfig.id }).from(eventConfig).where(eq(eventConfig.eventSlug, 'kansas-city-2026')),
  )
  await openPreview(page, event?.id ?? '')
  const strip = frame(page).locator('[data-partners]')
  await expect(strip.getByRole('img', { name: 'Corvane' })).toBeVisible()
  await expect(strip.locator('img[src*="gannet"]')).toBeHidden()
})

test('each screen shows the page as that wide a screen does, and no link of it leads the frame away', async ({
  page,
  product,
}) => {
  const { id } = await giveDraft(product, page)
  await openPreview(page, id)
  await expect(page.getByRole('radio', { name: `Standard price (${PHASE_UNUSED})` })).toBeDisabled()
  for (const [screen, width] of [
    ['Phone', 390],
    ['Tablet', 820],
    ['Desktop', 1280],
  ] as const) {
    await page.getByRole('radio', { name: screen }).check()
    await expect
      .poll(() =>
        frame(page)
          .locator('html')
          .evaluate(() => innerWidth),
      )
      .toBe(width)
  }
  await frame(page).getByRole('link', { name: ADD_TO_CALENDAR }).click()
  await page.getByRole('radio', { name: 'Past' }).check()
  await frame(page).getByRole('link', { name: 'See upcoming workshops' }).filter({ visible: true }).first().click()
  await expect(frame(page).getByRole('heading', { level: 1 })).toBeVisible()
  expect(page.frames().map((one) => one.url())).toEqual([page.url(), 'about:blank'])
})

/** Makes a link on the screen and reads it there. */
async function makeLink(page: Page, note: string): Promise<string> {
  await page.getByLabel(LINK_RECIPIENT).fill(note)
  await press(page, 'Create link')
  const url = page.getByText(/\/preview#[\w-]{43}$/)
  await expect(url).toBeVisible()
  return (await url.textContent()) ?? ''
}

test('a link shows the draft as it is saved without an account until it is revoked or over, and its token is sent only to our API (TL6); another one in the same tab is opened', async ({
  page,
  product,
  browser,
}) => {
  const { id, mark } = await giveDraft(product, page)
  await openPreview(page, id)
  await expect(page.getByText('No links yet')).toBeVisible()
  await page.getByLabel(LINK_DAYS).fill('31')
  await press(page, 'Create link')
  await expect(page.getByLabel(LINK_DAYS)).toHaveAccessibleDescription(/at most 30 days/)
  await page.getByLabel(LINK_DAYS).fill('2')
  const url = await makeLink(page, 'Foundry Hall')
  await expect(page.getByText(/Created just now by/)).toBeVisible()
  await expectUsable(page, 'a link just made')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await press(page, 'Copy link')
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)

  const outside = await browser.newContext()
  const venue = await outside.newPage()
  const said: string[] = []
  venue.on('console', (message) => said.push(message.text()))
  const token = new URL(url).hash.slice(1)
  const asked: Promise<string>[] = []
  venue.on('request', (request) => asked.push(holdsToken(request, token)))
  await venue.goto(url)
  await expect(venue.getByRole('heading', { level: 1 })).toHaveText(`Setup ${mark}`)
  await expect(venue.getByRole('note').filter({ hasText: 'Preview – not public' })).toContainText(
    'This link works until',
  )
  await expect(venue).toHaveTitle(`Preview: Setup ${mark}`)
  expect(await violations(venue)).toEqual([])
  expect((await Promise.all(asked)).filter(Boolean)).toEqual(['POST /api/event-previews'])
  await venue.reload()
  await expect(venue.getByRole('heading', { level: 1 })).toHaveText(`Setup ${mark}`)
  expect(said).toEqual([])
  await change(product, id, { heroTitle: 'Said later' })
  await venue.reload()
  await expect(venue.getByRole('heading', { level: 1 })).toHaveText('Said later')

  await page.reload()
  await expect(page.getByText(/Valid until .* Created just now by/)).toBeVisible()
  expect(await page.content()).not.toContain(url)
  await page.getByRole('button', { name: 'Revoke the link for Foundry Hall' }).click()
  await press(page, 'Revoke link')
  await expect(toast(page, 'Link revoked')).toBeVisible()
  await expect(page.getByText('No links yet')).toBeVisible()
  await venue.reload()
  await expect(venue.getByRole('alert')).toContainText(PREVIEW_DEAD)
  expect(await violations(venue)).toEqual([])

  const next = await makeLink(page, '')
  await venue.evaluate((hash) => {
    location.hash = hash
  }, new URL(next).hash)
  const heading = venue.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Said later')
  const endLinks = (ms: number) =>
    product.query((db) =>
      db
        .update(linkTokens)
        .set({ expiresAt: new Date(Date.now() + ms) })
        .where(eq(linkTokens.subjectId, id)),
    )
  await endLinks(-1_000)
  await venue.reload()
  await expect(heading).toHaveText(LINK_DEAD_TITLE)
  await endLinks(60_000)
  await venue.reload()
  await expect(heading).toHaveText('Said later')
  await product.query((db) => db.delete(eventConfig).where(eq(eventConfig.id, id)))
  await venue.reload()
  await expect(heading).toHaveText(LINK_DEAD_TITLE)
  await outside.close()
})

/** What a request asks for, if the token is anywhere in it; else nothing. */
async function holdsToken(request: Request, token: string): Promise<string> {
  const text = JSON.stringify([request.url(), await request.allHeaders(), request.postData() ?? ''])
  return text.includes(token) ? `${request.method()} ${new URL(request.url()).pathname}` : ''
}

async function change(product: RunningProduct, id: string, values: Partial<typeof eventConfig.$inferInsert>) {
  await product.query((db) => db.update(eventConfig).set(values).where(eq(eventConfig.id, id)))
}
