import { eq } from 'drizzle-orm'
import { profiles, users } from '#db/schema/accounts.ts'
import { DASHBOARD_TITLE } from '#src/contract/dashboard.ts'
import { decidedSentence } from '#src/contract/user.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { openAuth, toast } from './support/auth-page.ts'
import { giveDraft, storedEvent } from './support/event-form.ts'
import { tabTo } from './support/keyboard.ts'
import { PASSWORD } from './support/people.ts'
import { publishingTest } from './support/publishing-test.ts'
import { giveMember } from './support/signed-in.ts'
import { expect, type Page } from './support/site-test.ts'
import { giveReport, reportOf } from './support/stored-reports.ts'

const test = publishingTest({ cleared: 'nothing' })

/** Signs in by the keyboard alone, and goes to the admin area; nobody touches a mouse from here on. */
async function comeIn(page: Page, product: RunningProduct): Promise<void> {
  const { email } = await giveMember(product, { approval: 'approved', role: 'admin' })
  await openAuth(page)
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/forum')
  const toAdmin = page.getByRole('link', { name: 'Admin', exact: true })
  await expect(toAdmin).toBeVisible()
  await tabTo(page, toAdmin)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: DASHBOARD_TITLE })).toBeVisible()
}

test('an event is published, a registration approved and a report answered by the keyboard alone, from the sign-in to the page that visitors get', async ({
  page,
  own,
}) => {
  const [waiting, report] = [await giveMember(own), await giveReport(own)]
  // Other tests leave people who wait too; the queue begins with who has waited longest.
  const longAgo = { createdAt: new Date('2020-01-01T12:00:00Z') }
  await own.query((db) => db.update(users).set(longAgo).where(eq(users.id, waiting.id)))
  await comeIn(page, own)
  const { id, eventName, eventSlug } = await giveDraft(own, page)
  await tabTo(page, page.getByRole('link', { name: /^Events/ }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: eventName }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('navigation', { name: 'This event' }).getByRole('link', { name: 'Details' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('form', { name: 'Event' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Publish', exact: true }))
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Event published')).toBeVisible()
  expect(await storedEvent(own, id)).toMatchObject({ isPublished: true })

  await tabTo(page, page.getByRole('link', { name: /^People/ }))
  await page.keyboard.press('Enter')
  const card = page.getByRole('listitem').filter({ hasText: waiting.username })
  await tabTo(page, card.getByRole('button', { name: 'Approve' }))
  await page.keyboard.press('Enter')
  await expect(toast(page, decidedSentence(waiting.username, 'approved'))).toBeVisible()
  const [profile] = await own.query((db) => db.select().from(profiles).where(eq(profiles.id, waiting.id)))
  expect(profile?.approval).toBe('approved')

  await tabTo(page, page.getByRole('link', { name: /^Feedback/ }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: report.title }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Report', exact: true })).toBeVisible()
  await expect(page.locator('#content')).toBeFocused()
  await tabTo(page, page.getByLabel('Answer to the reporter'))
  await page.keyboard.type('It does not stay blank any more.')
  await tabTo(page, page.getByRole('button', { name: 'Resolve' }))
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Report updated successfully')).toBeVisible()
  expect(await reportOf(own, report)).toMatchObject({ status: 'resolved', answer: 'It does not stay blank any more.' })
  await tabTo(page, page.getByRole('link', { name: 'All reports' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Reports', exact: true })).toBeVisible()
  await expect(page.locator('#content')).toBeFocused()

  await expect.poll(async () => (await fetch(`${own.url}/event/${eventSlug}`)).status, { timeout: 90_000 }).toBe(200)
})
