import { readFile } from 'node:fs/promises'
import type { Route } from '@playwright/test'
import { between } from 'drizzle-orm'
import { analyticsDays, analyticsVisits } from '#db/schema/analytics.ts'
import { type AnalyticsReport, NO_VISITS_YET, OF_PAGE } from '#src/contract/analytics-report.ts'
import { visits } from '#tests/support/analytics-rows.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { enterAs, openScreen } from './support/admin-page.ts'
import { standing } from './support/admin-screens.ts'
import { DESKTOP, expectUsable, PHONE } from './support/looks.ts'
import { expect, test } from './support/site-test.ts'

const NAMED = { exit: '/shop', browser: 'Firefox', utmTerm: 'pumps' }
const TABLES = [
  { dimension: 'page', value: '/events' },
  { dimension: 'exit', value: '/shop' },
  { dimension: 'browser', value: 'Firefox' },
  { dimension: 'utm_term', value: 'pumps' },
] as const

/** Ten days of a month that no other test and no demo uses. A first try may have left rows. */
async function giveDays(product: RunningProduct, month: string): Promise<string> {
  const [from, to] = [`${month}-01`, `${month}-10`]
  const days = Array.from({ length: 10 }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`)
  await product.query(async (db) => {
    await db.delete(analyticsVisits).where(between(analyticsVisits.day, from, to))
    await db.delete(analyticsDays).where(between(analyticsDays.day, from, to))
    await db.insert(analyticsVisits).values(
      days.flatMap((day, at) => [
        visits(day, 10 + at, {
          source: 'google',
          campaign: 'spring',
          country: 'CA',
          device: 'phone',
          register: 2,
          bounces: 3,
        }),
        visits(day, 5, { country: 'US', device: 'desktop', entry: '/events', ...NAMED }),
        visits(day, 5, { country: 'US', device: 'desktop', entry: '/events', ...NAMED, page: '/events' }),
      ]),
    )
    await db
      .insert(analyticsDays)
      .values(days.flatMap((day) => TABLES.map((row) => ({ day, ...row, visits: 5, views: 5 }))))
  })
  return `/admin/analytics?from=${from}&to=${to}&compare=off`
}

test('figures are filtered by pressing rows of any table and by the address, and each filter is removed by its chip; the chart is read by keys, has its figures as a table and as a file, and is printed without what a screen needs; before the first visit, the screen says what comes', async ({
  page,
  context,
  product,
}) => {
  await enterAs(context, product, 'admin')
  await openScreen(page, await giveDays(product, '2024-05'), 'Traffic')
  const figures = page.getByRole('region', { name: 'Figures of the period' })
  await expect(figures.getByRole('listitem').filter({ hasText: 'Daily visitors' })).toContainText('19.5')
  await expect(figures.getByRole('listitem').filter({ hasText: 'Bounce rate' })).toContainText('15%')
  await page.getByRole('button', { name: 'Filter by Canada' }).click()
  await expect(figures.getByRole('listitem').filter({ hasText: 'Visits' }).first()).toContainText('145')
  await expect(page).toHaveURL(/country=CA/)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Entry pages' }).getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove the filter Country: Canada' }).click()
  await expect(page).not.toHaveURL(/country/)
  await expect(page.getByRole('region', { name: 'Entry pages' }).getByRole('row')).toHaveCount(3)

  const visitsTile = figures.getByRole('listitem').nth(1)
  await expect(visitsTile).toContainText('195')
  for (const [table, row, inAddress] of [
    ['Pages', '/events', 'page=%2Fevents'],
    ['Exit pages', '/shop', 'exit=%2Fshop'],
    ['Browsers', 'Firefox', 'browser=Firefox'],
    ['UTM terms', 'pumps', 'utm_term=pumps'],
  ] as const) {
    const region = page.getByRole('region', { name: table, exact: true })
    await region.getByRole('button', { name: `Filter by ${row}` }).click()
    await expect(page).toHaveURL((url) => url.search.includes(inAddress))
    await expect(visitsTile).toContainText('50')
  }
  await page.reload()
  await expect(visitsTile).toContainText('50')
  await expect(page.getByText(OF_PAGE)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Countries' }).getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove the filter Page: /events' }).click()
  await expect(page).not.toHaveURL(/page=/)
  await page.getByRole('button', { name: 'Remove all filters' }).click()
  await expect(visitsTile).toContainText('195')

  const chart = page.getByRole('region', { name: 'Day by day' })
  const slider = chart.getByRole('slider')
  await slider.focus()
  await expect(slider).toHaveAttribute('aria-valuetext', /^Fri, May 10: 24 daily visitors, 24 visits, 24 views\./)
  await page.keyboard.press('ArrowLeft')
  await expect(chart.getByText(/^Thu, May 9: 23 daily visitors/)).toBeVisible()
  await page.keyboard.press('Home')
  await expect(slider).toHaveAttribute('aria-valuetext', /^Wed, May 1: 15 daily visitors/)
  await chart.getByText('Show as a table').click()
  await expect(chart.getByRole('row', { name: /^Fri, May 10, 2024 24 24 24/ })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    chart.getByRole('link', { name: 'CSV of day by day' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('analytics-days-2024-05-01-to-2024-05-10.csv')
  expect((await readFile(await download.path(), 'utf8')).split('\r\n')).toHaveLength(12)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(/^May 1, 2024 to May 10, 2024/)).toBeVisible()
  for (const gone of [
    page.getByRole('button', { name: 'Print' }),
    page.getByRole('search'),
    page.getByRole('navigation'),
  ])
    await expect(gone.first()).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  const answerEmpty = async (route: Route) => {
    const answer = await route.fetch()
    const report: AnalyticsReport = await answer.json()
    await route.fulfill({ response: answer, json: { ...report, hasFigures: false, periods: [] } })
  }
  await page.route('**/api/admin/analytics?*', answerEmpty)
  await page.reload()
  await expect(page.getByText(NO_VISITS_YET)).toBeVisible()
  await expectUsable(page, 'no visits', { looks: [DESKTOP, PHONE], reached: standing })
})
