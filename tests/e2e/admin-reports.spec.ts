import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { eventReports } from '#db/schema/feedback.ts'
import {
  answerEmailed,
  EDIT_REPORT,
  FIND_REPORTS,
  FOLLOWS_SURVIVOR,
  MERGE_INTO_THIS,
  MERGE_QUESTION,
  MERGED_INTO_THIS,
  NO_MATCHING_REPORTS,
  REPORTERS_EMAILED,
  SEPARATE_AGAIN,
  WILL_FOLLOW,
  WISH_TITLE,
} from '#src/contract/report-admin.ts'
import { MERGE_DONE, MERGE_TAKEN, MERGE_TITLE } from '#src/contract/versioned.ts'
import { enterAs, openScreen, row } from './support/admin-page.ts'
import { REFUSED, refusing, toast } from './support/auth-page.ts'
import { expectUsable } from './support/looks.ts'
import { expect, test } from './support/site-test.ts'
import { freshWord, giveReport, mailsTo, reportOf, type StoredReport } from './support/stored-reports.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const openReport = (page: Page, { id }: StoredReport) => openScreen(page, `/admin/reports?report=${id}`, 'Report')
const UPDATED = 'Report updated successfully'

test('a report is found, exported as CSV, answered in one mail with its status, noted on, and becomes a wish; several get a status after one question', async ({
  page,
  context,
  product,
}) => {
  const report = await giveReport(product, { title: `${freshWord()} stays blank ${'long '.repeat(60)}`.trim() })
  const others = [await giveReport(product), await giveReport(product)]
  const [word = ''] = report.title.split(' ')
  await enterAs(context, product, 'admin')
  await openScreen(page, '/admin/reports', 'Reports')
  await page.getByRole('button', { name: /^Open/ }).click()
  await expect(page).toHaveURL(/status=open/)
  await page.getByLabel(FIND_REPORTS).fill(word)
  await expect(page).toHaveURL(new RegExp(`q=${word}`))
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(row(page, report.title)).toContainText('Problem')
  const file = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')
  const lines = await (await page.request.get(file ?? '')).text()
  expect(lines.trim().split('\r\n')).toHaveLength(2)
  expect(lines).toContain(report.title)
  // Most of the long title is cut off, and is no place to click.
  await page.getByRole('link', { name: report.title }).click({ position: { x: 8, y: 8 } })
  const standing = region(page, 'Status and answer')
  await expect(standing).toContainText(`Status: open. ${answerEmailed(report.email)}`)
  await standing.getByLabel('Answer to the reporter').fill('We look at it this week.')
  await standing.getByRole('button', { name: 'Start work' }).click()
  await expect(toast(page, UPDATED)).toBeVisible()
  await expect(standing).toContainText('Status: in progress')
  expect(await reportOf(product, report)).toMatchObject({ status: 'in_progress', answer: 'We look at it this week.' })
  expect(await mailsTo(product, report)).toEqual(['report-status-changed'])
  const notes = region(page, 'Internal notes')
  await notes.getByLabel('New note').fill('Asked the venue.')
  await notes.getByRole('button', { name: 'Add note' }).click()
  await expect(notes.getByRole('listitem')).toContainText('Asked the venue.')
  await expect(notes.getByLabel('New note')).toHaveValue('')
  await notes.getByRole('button', { name: 'Delete note' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click()
  await expect(notes.getByRole('listitem')).toHaveCount(0)

  await region(page, 'Wish').getByRole('button', { name: 'Promote to wishlist' }).click()
  const dialog = page.getByRole('dialog', { name: 'Promote to wishlist' })
  const title = await dialog.getByLabel(WISH_TITLE).inputValue()
  expect(title.length).toBeLessThanOrEqual(200)
  await dialog.getByLabel(WISH_TITLE).fill('Forms never stay blank')
  await dialog.getByLabel('Target').fill('March 2027')
  await dialog.getByRole('button', { name: 'Promote' }).click()
  await expect(toast(page, 'Report promoted to admin wishlist')).toBeVisible()
  const wish = region(page, 'Wish').getByRole('link', { name: 'Forms never stay blank' })
  const { promotedToWishId } = (await reportOf(product, report)) ?? {}
  await expect(wish).toHaveAttribute('href', `/admin/wishlist?wish=${promotedToWishId}`)
  await expect(standing).toContainText('Status: resolved')
  expect(await mailsTo(product, report)).toEqual(['report-status-changed', 'report-status-changed'])

  await page.getByRole('link', { name: 'All reports' }).click()
  await expect(page).toHaveURL(new RegExp(`\\?(?=.*status=open)(?=.*q=${word})`))
  await expect(page.getByText(NO_MATCHING_REPORTS)).toBeVisible()
  await page.getByRole('button', { name: 'Show all reports' }).click()
  await expect(row(page, report.title)).toContainText('Resolved')
  for (const other of others) await row(page, other.title).getByRole('checkbox').check()
  await page.getByLabel('New status').selectOption('Dismissed')
  await page.getByRole('button', { name: 'Set status' }).click()
  const question = page.getByRole('dialog', { name: 'Set 2 reports to Dismissed?' })
  await expect(question).toContainText(REPORTERS_EMAILED)
  await question.getByRole('button', { name: 'Set status' }).click()
  await expect(toast(page, '2 reports updated.')).toBeVisible()
  for (const other of others) expect(await reportOf(product, other)).toMatchObject({ status: 'dismissed' })
})

test('its words are put right within the bounds of the form, and merged field by field with what someone else has saved since', async ({
  page,
  context,
  product,
  trouble,
}) => {
  trouble.allow(REFUSED)
  const report = await giveReport(product, { context: { page: '/events', viewport: '360x740', release: '12' } })
  await enterAs(context, product, 'moderator')
  await openReport(page, report)
  await expect(page.getByText('360x740')).toBeVisible()
  await region(page, 'Problem').getByRole('button', { name: 'Edit' }).click()
  const form = region(page, EDIT_REPORT)
  await form.getByLabel('Title').fill('four')
  await form.getByRole('button', { name: 'Save report' }).click()
  await expect(form.getByRole('alert')).toContainText('Title must be at least 5 characters')
  await expect(form.getByLabel('Title')).toBeFocused()
  await expectUsable(page, 'a report, whose form is at fault')
  await form.getByLabel('Title').fill('Put right by us')
  await form.getByLabel('Type').selectOption('improvement')
  await form.getByRole('button', { name: 'Save report' }).click()
  await expect(toast(page, UPDATED)).toBeVisible()
  await expect(region(page, 'Suggestion')).toContainText('Put right by us')
  expect(await mailsTo(product, report)).toEqual([])

  await region(page, 'Suggestion').getByRole('button', { name: 'Edit' }).click()
  await form.getByLabel('Title').fill('Written by me')
  await product.query((db) =>
    db
      .update(eventReports)
      .set({ title: 'Written by them', reportType: 'problem', version: 3 })
      .where(eq(eventReports.id, report.id)),
  )
  await form.getByRole('button', { name: 'Save report' }).click()
  const dialog = page.getByRole('dialog', { name: MERGE_TITLE })
  await expect(dialog).toContainText(`${MERGE_TAKEN}: Type.`)
  await dialog.getByLabel(/Yours/).check()
  await dialog.getByRole('button', { name: MERGE_DONE }).click()
  await form.getByRole('button', { name: 'Save report' }).click()
  await expect(region(page, 'Problem')).toContainText('Written by me')
  expect(await reportOf(product, report)).toMatchObject({ title: 'Written by me', reportType: 'problem', version: 4 })
})

test('one that says the same is merged into the other, follows it, and is let go again', async ({
  page,
  context,
  product,
}) => {
  const word = freshWord()
  const kept = await giveReport(product, { title: `${word} kept blank form` })
  const twin = await giveReport(product, { title: `${word} again blank form` })
  await enterAs(context, product, 'moderator')
  await openReport(page, twin)
  const similar = region(page, 'Similar reports').getByRole('listitem').filter({ hasText: kept.title })
  await similar.getByRole('button', { name: MERGE_INTO_THIS }).click()
  const question = page.getByRole('dialog', { name: MERGE_QUESTION })
  await expect(question).toContainText(`${twin.title} ${WILL_FOLLOW} ${kept.title}, which is open.`)
  await question.getByRole('button', { name: 'Merge report' }).click()
  await expect(toast(page, 'Report merged')).toBeVisible()
  await expect(region(page, 'Status and answer')).toContainText(FOLLOWS_SURVIVOR)
  await region(page, 'Merged').getByRole('link', { name: kept.title }).click()
  const merged = region(page, MERGED_INTO_THIS)
  await expect(merged).toContainText(twin.title)
  await region(page, 'Status and answer').getByRole('button', { name: 'Resolve' }).click()
  await expect(toast(page, UPDATED)).toBeVisible()
  expect(await reportOf(product, twin)).toMatchObject({ status: 'resolved', mergedIntoId: kept.id })
  expect(await mailsTo(product, twin)).toEqual(['report-status-changed'])
  await merged.getByRole('button', { name: 'Undo merge' }).click()
  await expect(toast(page, 'Merge undone')).toBeVisible()
  await expect(merged).toHaveCount(0)
})

test('what is refused says so in the words of the product description, and the dialog names what is lost before a report is deleted (product 8)', async ({
  page,
  context,
  product,
  trouble,
}) => {
  trouble.allow(REFUSED)
  const report = await giveReport(product)
  await giveReport(product, { title: 'The same again', mergedIntoId: report.id })
  await enterAs(context, product, 'moderator')
  await openReport(page, report)
  const refused = `**/api/admin/reports/${report.id}{,/promote,?version=1}`
  await page.route(refused, (route) =>
    route.request().method() === 'GET' ? route.continue() : refusing(409, 'The gauge leaks.')(route),
  )
  await region(page, 'Status and answer').getByRole('button', { name: 'Dismiss' }).click()
  await expect(toast(page, 'Failed to update report: The gauge leaks.')).toBeVisible()
  await region(page, 'Wish').getByRole('button', { name: 'Promote to wishlist' }).click()
  await expectUsable(page, 'promoting')
  await page.getByRole('dialog').getByRole('button', { name: 'Promote' }).click()
  await expect(toast(page, 'Failed to promote report: The gauge leaks.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete report' }).click()
  const question = page.getByRole('dialog', { name: 'Delete this report?' })
  await expect(question).toContainText(`${report.title} will be permanently deleted.`)
  await expect(question).toContainText(SEPARATE_AGAIN)
  await question.getByRole('button', { name: 'Delete report' }).click()
  await expect(toast(page, 'Failed to delete report: The gauge leaks.')).toBeVisible()
  await page.unroute(refused)
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete report' }).click()
  await question.getByRole('button', { name: 'Delete report' }).click()
  await expect(toast(page, 'Report deleted successfully')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
  expect(await reportOf(product, report)).toBeUndefined()
})
