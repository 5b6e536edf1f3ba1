import { eq } from 'drizzle-orm'
import { eventReports } from '#db/schema/feedback.ts'
import { REPORT_RECEIVED } from '#src/contract/report.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { freshName } from './support/people.ts'
import {
  expectReport,
  fillReport,
  keptDrafts,
  modal,
  openModal,
  REPORT,
  restored,
  SUBMIT,
  submitButton,
  toast,
} from './support/report-modal.ts'
import { expect, type Page, test } from './support/site-test.ts'

const SENT = REPORT_RECEIVED

const typedBy = (name: string) => ({ ...REPORT, title: `The agenda overlaps ${name}`, email: `${name}@gauge.example` })

function reportsBy({ query }: RunningProduct, email: string) {
  return query((db) => db.select().from(eventReports).where(eq(eventReports.reporterEmail, email)))
}

async function mailsTo(page: Page, email: string): Promise<{ subject: string; text: string; html: string }[]> {
  const kept: { to: string; subject: string; text: string; html: string }[] = await (
    await page.request.get('/__local/mail.json')
  ).json()
  return kept.filter(({ to }) => to === email)
}

test('a report from the home page is kept, and its link mailed without a word of it', async ({ page, product }) => {
  const typed = typedBy(freshName())
  await page.setViewportSize({ width: 360, height: 740 })
  await openModal(page)
  await fillReport(page, typed)
  await modal(page).getByLabel('Include technical details').check()
  await submitButton(page).click()
  await expect(toast(page, SENT)).toBeVisible()
  const [report, ...more] = await reportsBy(product, typed.email)
  expect(more).toEqual([])
  expect(report).toMatchObject({
    title: typed.title,
    description: typed.description,
    reportType: 'problem',
    status: 'unverified',
  })
  expect(report?.context).toMatchObject({ page: '/', viewport: '360x740' })
  await expect.poll(() => mailsTo(page, typed.email)).toHaveLength(1)
  const [mail] = await mailsTo(page, typed.email)
  expect(mail?.text).toMatch(/\/verify-report#/)
  expect(JSON.stringify(mail)).not.toMatch(/agenda overlaps|third slot/)
})

test('a report whose answer is lost, and that is sent again by the next tab, is one report', async ({
  page,
  context,
  product,
  trouble,
}) => {
  trouble.allow(/Failed to load resource/)
  const typed = typedBy(freshName())
  await openModal(page)
  await fillReport(page, typed)
  await page.route(SUBMIT, loseAnswer)
  await submitButton(page).click()
  await expect(toast(page, 'Error')).toBeVisible()
  expect(await reportsBy(product, typed.email)).toHaveLength(1)
  await expectReport(page, typed)
  const next = await context.newPage()
  await page.close()
  await openModal(next)
  await expect(restored(next)).toBeVisible()
  await expectReport(next, typed)
  await submitButton(next).click()
  await expect(toast(next, SENT)).toBeVisible()
  expect(await reportsBy(product, typed.email)).toHaveLength(1)
  expect(await keptDrafts(next)).toEqual([])
})

test("the server's own refusal comes at its field", async ({ page, trouble }) => {
  trouble.allow(/Failed to load resource/)
  await page.route(SUBMIT, (route) =>
    route.continue({ postData: { ...route.request().postDataJSON(), title: 'Four' } }),
  )
  await openModal(page)
  await fillReport(page, typedBy(freshName()))
  await submitButton(page).click()
  await expect(toast(page, 'Error')).toContainText('Title must be at least 5 characters')
  await expect(modal(page).getByLabel('Title')).toBeFocused()
  await expect(modal(page).getByLabel('Title')).toHaveAttribute('aria-invalid', 'true')
})

/** The server has it, but the browser never hears so. */
async function loseAnswer(route: Parameters<Parameters<Page['route']>[1]>[0]): Promise<void> {
  await route.fetch()
  await route.abort('connectionreset')
}
