import type { Browser } from '@playwright/test'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import type { Db } from '#db/client.ts'
import { eventVendors } from '#db/schema/events.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { vendorHitDays } from '#db/schema/partners.ts'
import { STATISTICS_ZONE } from '#src/contract/analytics.ts'
import { NOTE_NEEDED } from '#src/contract/vendor-proposal.ts'
import { dayIn } from '#src/contract/wall-clock.ts'
import { rollUpDay } from '#src/domain/analytics/roll-up.ts'
import { inviteContact } from '#src/domain/vendor-contacts/invite.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { enterAs, expectGuarded, openScreen } from './support/admin-page.ts'
import { expectUsable } from './support/looks.ts'
import { commandContext, freshName, mailedToken } from './support/people.ts'
import { publishingTest } from './support/publishing-test.ts'
import { expect, type Page } from './support/site-test.ts'

const test = publishingTest({ cleared: 'nothing' })
test.beforeEach(({ trouble }) => trouble.allow(/404 .*\/api\/events\/featured|ERR_FAILED/))

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const DESCRIPTION = 'Torque wrenches, and everything that anybody ever said of them.'
const WEBSITE = 'https://torque.example/tools'

/** A vendor of an event, without a logo, and an invitation to one of its contacts. The next build makes the event's page. */
async function giveVendor(own: RunningProduct) {
  const slug = `${freshName()}-day`
  const vendorName = `Torque ${freshName()}`
  const email = `${freshName()}@vendor.example`
  let vendorId = ''
  await own.query(async (tx) => {
    const [vendor] = await tx.insert(vendorLibrary).values({ vendorName, websiteUrl: WEBSITE }).returning()
    vendorId = vendor?.id ?? ''
    const eventId = await storeEvent(tx, { eventSlug: slug, eventDate: '2035-03-02', earlyBirdDeadline: null })
    await tx.insert(eventVendors).values({ eventId, vendorLibraryId: vendorId, displayOrder: 1, isActive: true })
    await inviteContact(tx, { vendorId, name: 'Maria Ortiz', email }, commandContext(own))
  })
  const token = await mailedToken(own, email, '/vendor-portal#invite=')
  return { slug, vendorName, vendorId, invitation: `/vendor-portal#invite=${token}` }
}

test('a person who accepts an invitation proposes a logo, which is approved, is on the built page, and is counted when it is pressed (VP6, VP7, VP10)', async ({
  page,
  context,
  browser,
  own,
}) => {
  test.setTimeout(240_000)
  const { slug, vendorName, vendorId, invitation } = await giveVendor(own)
  await page.goto(invitation)
  await page.getByRole('button', { name: 'Accept and open the portal' }).click()
  await expect(page.getByRole('heading', { level: 1, name: vendorName })).toBeVisible()
  await proposeLogo(page)

  await enterAs(context, own, 'admin')
  await openScreen(page, '/admin/vendor-portal', 'Vendor portal')
  await page.getByRole('button', { name: vendorName }).click()
  const dialog = page.getByRole('dialog', { name: vendorName })
  await dialog.getByRole('group', { name: 'Decision about Description' }).getByRole('radio', { name: 'Return' }).check()
  await dialog.getByRole('button', { name: 'Save decision' }).click()
  await expect(dialog.getByText(NOTE_NEEDED)).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await expectUsable(page, 'a review')
  await dialog.getByRole('textbox', { name: 'Note' }).fill('One sentence, please.')
  await expectGuarded(page)
  await dialog.getByRole('button', { name: 'Save decision' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('No proposals to review')).toBeVisible()

  await visit(browser, own, { slug, vendorName })
  const count = async (db: Db) => {
    await rollUpDay(db, dayIn(STATISTICS_ZONE, Date.now()), Date.now())
    return db.select().from(vendorHitDays).where(eq(vendorHitDays.vendorId, vendorId))
  }
  await expect.poll(() => own.query(count)).toMatchObject([{ shown: 2, clicked: 1, registered: 1 }])
  await page.goto('/vendor-portal')
  await expect(page.getByText('Returned: Description.')).toBeVisible()
  await expect(page.getByText('One sentence, please.')).toBeVisible()
  await page.getByRole('button', { name: 'Start from what you sent' }).click()
  await expect(page.getByText('The form has what you sent.')).toBeFocused()
  await expect(page.getByLabel('Description')).toHaveValue(DESCRIPTION)
  await expect(page.locator('section[aria-labelledby=vendor-statistics]').getByText('fewer than 5')).toHaveCount(4)
})

async function proposeLogo(page: Page): Promise<void> {
  const picture = sharp({ create: { width: 300, height: 90, channels: 4, background: '#b3201c' } })
  await page.goto('/vendor-portal')
  const buffer = await picture.png().toBuffer()
  await page.getByLabel('Logo file').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await expect(page.getByRole('button', { name: 'Replace logo' })).toBeVisible()
  await page.getByLabel('Description').fill(DESCRIPTION)
  await page.getByRole('button', { name: 'Propose changes' }).click()
  await expect(page.getByText('Waiting for our decision')).toBeInViewport()
}

/**
 * A visitor reads the built page with the logo, presses it and then registration. Another one has a window so tall that the logo is in
 * sight without scrolling. Nothing outside is loaded.
 */
async function visit(
  browser: Browser,
  { url }: RunningProduct,
  { slug, vendorName }: Record<'slug' | 'vendorName', string>,
) {
  const visitor = await browser.newContext({ userAgent: BROWSER, baseURL: url })
  await visitor.route(
    (address) => address.origin !== new URL(url).origin,
    (route) => route.fulfill({ body: 'elsewhere' }),
  )
  const html = async () => (await visitor.request.get(`/event/${slug}`)).text()
  await expect.poll(html, { timeout: 150_000 }).toMatch(RegExp(`<img[^>]+alt="${vendorName}"`))
  const page = await visitor.newPage()
  await page.goto(`/event/${slug}`)
  const logo = page.getByRole('img', { name: vendorName })
  const seen = page.waitForRequest((request) => request.postData()?.includes('"links":[]') ?? false)
  await logo.scrollIntoViewIfNeeded()
  await seen
  // Two calls of the same moment may reach the server in any order.
  const pressed = page.waitForResponse('**/api/page-views')
  await logo.click()
  await pressed
  await page.locator('[data-register] a:visible').first().click()
  const tall = await visitor.newPage()
  await tall.setViewportSize({ width: 1440, height: 6000 })
  const atOnce = tall.waitForEvent('requestfinished', (request) => request.postData()?.includes('"links":[]') ?? false)
  await tall.goto(`/event/${slug}`)
  await atOnce
  await visitor.close()
}
