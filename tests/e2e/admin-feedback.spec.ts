import { randomUUID } from 'node:crypto'
import { adminWishes, eventReports } from '#db/schema/feedback.ts'
import { DASHBOARD_TITLE, OPEN_REPORTS } from '#src/contract/dashboard.ts'
import {
  NONE_PUBLISHED,
  NONE_RECEIVED,
  NOTHING_SHIPPED,
  UNPUBLISHED_WISHES,
  WISH_PUBLISHED,
} from '#src/contract/wish.ts'
import { setLocked } from '#src/domain/site/builds.ts'
import { enterAs, openScreen } from './support/admin-page.ts'
import { toast } from './support/auth-page.ts'
import { publishingTest } from './support/publishing-test.ts'
import { violations } from './support/site-pages.ts'
import { expect, type Page } from './support/site-test.ts'

const test = publishingTest({ cleared: 'rows' })
test.beforeEach(({ context, own }) => enterAs(context, own, 'admin'))

test.afterAll(({ publishing }) => publishing.query((db) => setLocked(db, false)))

const published = (page: Page) => page.getByRole('region', { name: 'Published', exact: true })
const unpublished = (page: Page) => page.getByRole('region', { name: UNPUBLISHED_WISHES })

/** Opens the feedback page again until it shows what a build must bring first. */
async function untilLive(page: Page, check: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.goto('/feedback')
    await check()
  }).toPass({ timeout: 90_000 })
}

test('without shipped wishes and reports, the screen says what to do; the figures show what came in and what waits, and link to it', async ({
  page,
  own,
  context,
}) => {
  await openScreen(page, '/admin/feedback', 'Feedback')
  await expect(page.getByText(NOTHING_SHIPPED)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open the wishlist' })).toHaveAttribute('href', '/admin/wishlist')
  await expect(page.getByText(NONE_RECEIVED)).toBeVisible()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(13)
  expect(await violations(page)).toEqual([])

  const report = (status: 'open' | 'resolved', resolvedAt?: Date) => {
    const reporterEmail = `${randomUUID()}@plant.example`
    const verifiedAt = new Date(Date.now() - 3 * 86_400_000)
    const words = { title: 'It leaks', description: 'The gauge of the third page leaks.' }
    const sent = { reportType: 'problem', reporterEmail, emailKey: reporterEmail, status, verifiedAt } as const
    return { ...sent, ...words, ...(resolvedAt && { resolvedAt }) }
  }
  await own.query((db) =>
    db.insert(eventReports).values([report('open'), report('open'), report('resolved', new Date())]),
  )
  await openScreen(page, '/admin/feedback', 'Feedback')
  const open = page.getByRole('link', { name: '2 open' })
  await expect(open).toHaveAttribute('href', '/admin/reports?status=open')
  await expect(page.getByRole('listitem').filter({ hasText: 'verified, of 3' })).toContainText('100%')
  await expect(page.getByRole('listitem').filter({ hasText: 'from verified to resolved' })).toContainText('3 days')
  await expect(page.getByRole('table').getByRole('row').nth(1).getByRole('cell').last()).toHaveText('3')
  await enterAs(context, own, 'moderator')
  await openScreen(page, '/admin', DASHBOARD_TITLE)
  await page.getByRole('link', { name: `2 ${OPEN_REPORTS}` }).click()
  await expect(page).toHaveURL('/admin/reports?status=open')
})

test('a shipped wish is published: the next build shows it to visitors; its text is changed on the board; once unpublished, visitors no longer see it', async ({
  page,
  own,
}) => {
  const shipped = { status: 'shipped', shippedAt: new Date('2026-10-04T12:00:00Z'), createdBy: 'test' } as const
  await own.query((db) =>
    db.insert(adminWishes).values([{ ...shipped, title: 'Our name for it', publicTitle: 'You can print the agenda' }]),
  )
  await openScreen(page, '/admin/feedback', 'Feedback')
  await expect(published(page)).toContainText(NONE_PUBLISHED)
  await unpublished(page).getByRole('button', { name: 'Publish You can print the agenda' }).click()
  await expect(toast(page, WISH_PUBLISHED)).toBeVisible()
  await expect(published(page)).toContainText('You can print the agenda')
  await expect(unpublished(page)).toHaveCount(0)
  await untilLive(page, async () => {
    const line = page.getByRole('listitem').filter({ hasText: 'You can print the agenda' })
    await expect(line).toContainText('October 2026', { timeout: 1_000 })
    await expect(page.getByText('Our name for it')).toHaveCount(0)
  })

  // The new text is not looked at on the page, so it needs no build of its own.
  await own.query((db) => setLocked(db, true))
  await openScreen(page, '/admin/feedback', 'Feedback')
  await published(page).getByRole('link', { name: 'Edit text of You can print the agenda' }).click()
  await expect(page).toHaveURL(/\/admin\/wishlist\?wish=/)
  await page.getByLabel('Text for visitors').fill('On one page, for the wall of the workshop.')
  await page.getByRole('button', { name: 'Save wish' }).click()
  await expect(toast(page, 'Wish saved')).toBeVisible()
  await openScreen(page, '/admin/feedback', 'Feedback')
  await expect(published(page)).toContainText('On one page, for the wall of the workshop.')
  await own.query((db) => setLocked(db, false))
  await published(page).getByRole('button', { name: 'Unpublish You can print the agenda' }).click()
  await expect(unpublished(page)).toContainText('You can print the agenda')
  await untilLive(page, async () => {
    await expect(page.getByRole('heading', { name: 'You asked, we did' })).toBeVisible({ timeout: 1_000 })
    await expect(page.getByText('You can print the agenda')).toHaveCount(0, { timeout: 1_000 })
  })
})
