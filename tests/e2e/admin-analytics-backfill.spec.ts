import { strToU8, zipSync } from 'fflate'
import { ZONE_QUESTION } from '#src/contract/analytics-import.ts'
import { IMPORT_REFUSED } from '#src/contract/analytics-import-refusals.ts'
import { act, enterAs, openScreen, row } from './support/admin-page.ts'
import { toast } from './support/auth-page.ts'
import { expectUsable } from './support/looks.ts'
import { expect, type Page, test } from './support/site-test.ts'

const BATCHES = '**/api/admin/analytics-imports/*/batches'

let year = 2000
/** A file of Plausible with this many pages, of days that no other test has. */
function plausibleFile(name: string, pages: number) {
  year += 1
  const lines = Array.from({ length: pages }, (_, at) => `${year}-03-0${(at % 9) + 1},plant.example,/page-${at},2,2,3`)
  const text = `date,hostname,page,visits,visitors,pageviews\n${lines.join('\n')}\n`
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
}

const choose = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.getByLabel('Choose files').setInputFiles(files)
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a file is looked at, imported and undone; what cannot be imported says why, and what to do instead', async ({
  page,
  context,
  product,
}) => {
  await enterAs(context, product, 'admin')
  await openScreen(page, '/admin/analytics-backfill', 'Backfill')
  const name = `pages-${Date.now()}.csv`
  await choose(page, plausibleFile(name, 1_200))
  const chosen = card(page, name)
  await expect(chosen).toContainText('9 days')
  await expect(chosen).toContainText('Pages: 1,200')
  await chosen.getByLabel(ZONE_QUESTION.days.label).selectOption('America/Denver')
  await chosen.getByRole('button', { name: 'Import 1,200 rows' }).click()
  await expect(chosen).toContainText('1,200 of 1,200 rows')
  await expect(row(page, name)).toContainText('Imported')
  await chosen.getByRole('button', { name: 'Close' }).click()

  await act(page, name, 'Undo import')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`The 1,200 rows of ${name} are deleted`)
  await dialog.getByRole('button', { name: 'Undo import' }).click()
  await expect(toast(page, `The import of ${name} was undone`)).toBeVisible()
  await expect(row(page, name)).toContainText('Undone')

  const mimeType = 'application/octet-stream'
  await choose(
    page,
    { name: 'self-hosted.zip', mimeType, buffer: Buffer.from(zipSync({ 'pages.csv': strToU8('x,y\n/,3\n') })) },
    { name: 'latin-1.csv', mimeType, buffer: Buffer.from('date,page,pageviews\n2026-03-01,/caf\u00e9,3\n', 'latin1') },
    { name: 'bericht.csv', mimeType, buffer: Buffer.from('# Startdatum: 20250901\nSeitenpfad,Aufrufe\n/,7\n') },
  )
  await expect(card(page, 'self-hosted.zip').getByRole('alert')).toContainText(IMPORT_REFUSED.umamiTotals.why)
  await expect(card(page, 'latin-1.csv').getByRole('alert')).toContainText(IMPORT_REFUSED.encoding.instead)
  const report = card(page, 'bericht.csv')
  await report.getByLabel('Seitenpfad').selectOption('Page path')
  await report.getByLabel('Aufrufe').selectOption('Views')
  await report.getByRole('button', { name: 'Read the file' }).click()
  await expect(report.getByLabel('First day')).toHaveValue('2025-09-01')
  await report.getByLabel('Last day').fill('2025-09-30')
  await expectUsable(page, 'files that are refused, and totals of a period')
  await report.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(report).toContainText('1 of 1 row')
})

test('an import that is paused goes on, and one whose tab was closed goes on with the same file', async ({
  page,
  context,
  product,
}) => {
  await enterAs(context, product, 'admin')
  await openScreen(page, '/admin/analytics-backfill', 'Backfill')
  const name = `half-${Date.now()}.csv`
  const file = plausibleFile(name, 1_600)
  let held = 0
  await page.route(BATCHES, async (route) => {
    held += 1
    // The third batch never arrives: the tab is closed before.
    if (held < 3) await route.continue()
  })
  await choose(page, file)
  const chosen = card(page, name)
  await chosen.getByRole('button', { name: 'Import 1,600 rows' }).click()
  await expect(chosen).toContainText('1,000 of 1,600 rows')
  await chosen.getByRole('button', { name: 'Pause' }).click()
  await expect(chosen).toContainText('Paused')
  await expectUsable(page, 'an import that is paused')

  const other = await context.newPage()
  await page.close({ runBeforeUnload: false })
  await openScreen(other, '/admin/analytics-backfill', 'Backfill')
  await expect(row(other, name)).toContainText('1,000 of 1,600')
  await choose(other, file)
  await card(other, name).getByRole('button', { name: 'Continue with row 1,001' }).click()
  await expect(card(other, name)).toContainText('1,600 of 1,600 rows')
  await expect(row(other, name)).toContainText('Imported')
  await choose(other, { ...file, name: `again-${name}` })
  await expect(card(other, `again-${name}`).getByRole('button', { name: 'Import 1,600 rows' })).toBeDisabled()
})
