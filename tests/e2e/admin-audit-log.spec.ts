import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import {
  BAD_HASH,
  CONTENT_CHANGED,
  FIND_HASH,
  HASH_FOUND,
  HASH_NOT_FOUND,
  LOG_INTACT,
  NO_MATCHING_ENTRIES,
  ONE_UNCHANGED,
  REMOVE_FILTER,
  SAVED_HASH,
  VERIFY_CHAIN,
} from '#src/contract/audit-log.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { enterAs, openScreen, row } from './support/admin-page.ts'
import { expectUsable } from './support/looks.ts'
import { violations } from './support/site-pages.ts'
import { expect, test } from './support/site-test.ts'

/** Two entries about something nobody else knows, by this person: made, then changed. */
async function leaveTraces(product: RunningProduct, actor: string): Promise<string> {
  const thing = `gauge-${randomUUID().slice(0, 8)}`
  const subject = { subjectType: 'e2e-gauge', subjectId: thing }
  await product.query(async (db) => {
    await recordAudit(db, { id: actor }, { ...subject, action: 'e2e-gauge.create', after: { name: 'Old', range: 10 } })
    await recordAudit(
      db,
      { id: actor, address: '203.0.113.7', requestId: 'request-1' },
      {
        ...subject,
        action: 'e2e-gauge.update',
        before: { name: 'Old', range: 10, note: '=1+1' },
        after: { name: 'New', range: 10, note: null },
      },
    )
  })
  return thing
}

test('entries are filtered by person, action, subject and time, and the filters stand in the address; the file has what the list has; an entry opens by its own address and shows field by field what changed', async ({
  page,
  context,
  product,
}) => {
  const { id, username } = await enterAs(context, product, 'admin')
  const thing = await leaveTraces(product, id)
  await openScreen(page, '/admin/audit-logs', 'Audit log')
  await page.getByLabel('Person (username)').fill(username)
  await expect(page).toHaveURL(new RegExp(`actor=${username}`))
  await expect(page.getByRole('row')).toHaveCount(4)
  await page.getByLabel('Action').selectOption('e2e-gauge.')
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(row(page, 'e2e-gauge.update')).toContainText('name, note')
  await expect(row(page, 'e2e-gauge.create')).toContainText('Added: name, range')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/admin/audit-logs')
  await page.goBack()
  await expect(page.getByLabel('Person (username)')).toHaveValue(username)
  await page.goto(`/admin/audit-logs?subjectType=e2e-gauge&subjectId=${thing}`)
  await expect(page.getByRole('row')).toHaveCount(3)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/)
  expect((await readFile(await download.path(), 'utf8')).split('\r\n')).toHaveLength(4)
  await row(page, 'e2e-gauge.update').getByRole('link').first().click()
  await expect(page).toHaveURL(/entry=\d+/)
  await page.reload()
  const entry = page.getByRole('dialog', { name: /^Entry \d+$/ })
  await expect(entry).toContainText('203.0.113.7')
  await expect(entry.getByRole('definition').filter({ hasText: 'Before: Old' })).toBeVisible()
  await expect(entry.getByRole('definition').filter({ hasText: 'After: New' })).toBeVisible()
  await expect(entry.getByText(ONE_UNCHANGED)).toBeVisible()
  await expectUsable(page, 'an entry')
  await page.keyboard.press('Escape')
  await expect(entry).toBeHidden()
  await expect(page).toHaveURL(`/admin/audit-logs?subjectType=e2e-gauge&subjectId=${thing}`)
  await page.getByRole('button', { name: `${REMOVE_FILTER} e2e-gauge ${thing}` }).click()
  await expect(page.getByRole('row').nth(5)).toBeVisible()
  await page.getByLabel('From').fill('2100-01-01T00:00')
  await page.getByLabel('From').press('Enter')
  await expect(page).toHaveURL(/from=2100-01-01T06/)
  await expect(page.getByText(NO_MATCHING_ENTRIES)).toBeVisible()
})

test('the chain is verified to its end; its last hash is copied, and found again; a check goes part by part, shows how far it is, and goes on where the line broke', async ({
  page,
  context,
  product,
  trouble,
}) => {
  trouble.allow(/Failed to load resource/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enterAs(context, product, 'admin')
  await openScreen(page, '/admin/audit-logs', 'Audit log')
  await page.getByRole('button', { name: VERIFY_CHAIN }).click()
  const dialog = page.getByRole('dialog', { name: VERIFY_CHAIN })
  await dialog.getByRole('button', { name: 'Verify now' }).click()
  await expect(dialog.getByText(new RegExp(`${LOG_INTACT}: [\\d,]+ entries\\.`))).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy hash' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied!' })).toBeVisible()
  const hash = await page.evaluate(() => navigator.clipboard.readText())
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  const noted = dialog.getByLabel(SAVED_HASH)
  const look = dialog.getByRole('button', { name: FIND_HASH })
  await noted.fill(hash)
  await look.click()
  await expect(dialog.getByText(HASH_FOUND)).toBeVisible()
  await noted.fill('f'.repeat(64))
  await look.click()
  await expect(dialog.getByText(HASH_NOT_FOUND)).toBeVisible()
  await noted.fill('short')
  await look.click()
  await expect(dialog.getByText(BAD_HASH)).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const part = (rows: number, nextCursor: string | null) => ({
    isWhole: true,
    rows,
    head: 'a'.repeat(64),
    reached: rows,
    last: 12_000,
    nextCursor,
  })
  const asked: (string | null)[] = []
  await page.route('**/api/admin/audit-log/verify*', async (route) => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor')
    asked.push(cursor)
    if (cursor === null) return route.fulfill({ json: part(5_000, 'second') })
    if (asked.length === 2) return route.abort()
    return route.fulfill({
      json: { isWhole: false, rows: 5_003, brokenAt: 5_004, reason: CONTENT_CHANGED },
    })
  })
  await page.getByRole('button', { name: VERIFY_CHAIN }).click()
  await dialog.getByRole('button', { name: 'Verify now' }).click()
  await expect(dialog.getByText('The check was interrupted.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText(`The log is broken at entry 5004. ${CONTENT_CHANGED}`)).toBeVisible()
  expect(asked).toEqual([null, 'second', 'second'])
})
