import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { forumTopics } from '#db/schema/forum.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { enterAs, openScreen, row } from './support/admin-page.ts'
import { REFUSED, refusing } from './support/auth-page.ts'
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

test('entries are filtered by person, action and subject, and the filters stand in the address', async ({
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
  await expect(row(page, 'e2e-gauge.create')).toContainText('New: name, range')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/admin/audit-logs')
  await page.goBack()
  await expect(page.getByLabel('Person (username)')).toHaveValue(username)
  await page.goto(`/admin/audit-logs?subjectType=e2e-gauge&subjectId=${thing}`)
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByRole('button', { name: `Remove the filter: e2e-gauge ${thing}` }).click()
  await expect(page.getByRole('row').nth(5)).toBeVisible()
})

test('a time outside of everything leaves nothing, and says how to go on', async ({ page, context, product }) => {
  await enterAs(context, product, 'admin')
  await openScreen(page, '/admin/audit-logs', 'Audit log')
  await page.getByLabel('From').fill('2100-01-01T00:00')
  await page.getByLabel('From').press('Enter')
  await expect(page).toHaveURL(/from=2100-01-01T06/)
  await expect(page.getByText('No such entry')).toBeVisible()
})

test('an entry opens by its own address and shows field by field what changed', async ({ page, context, product }) => {
  const { id } = await enterAs(context, product, 'admin')
  const thing = await leaveTraces(product, id)
  await openScreen(page, `/admin/audit-logs?subjectType=e2e-gauge&subjectId=${thing}`, 'Audit log')
  const opener = row(page, 'e2e-gauge.update').getByRole('link').first()
  await opener.click()
  await expect(page).toHaveURL(/entry=\d+/)
  await page.reload()
  const entry = page.getByRole('dialog', { name: /^Entry \d+$/ })
  await expect(entry).toContainText('203.0.113.7')
  await expect(entry.getByRole('definition').filter({ hasText: 'Before: Old' })).toBeVisible()
  await expect(entry.getByRole('definition').filter({ hasText: 'After: New' })).toBeVisible()
  await expect(entry.getByText('One field that stayed')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(entry).toBeHidden()
  await expect(page).toHaveURL(`/admin/audit-logs?subjectType=e2e-gauge&subjectId=${thing}`)
})

test('the file has what the list has, and no cell that a spreadsheet would run (XS2)', async ({
  page,
  context,
  product,
}) => {
  const { id } = await enterAs(context, product, 'admin')
  const thing = await leaveTraces(product, id)
  await openScreen(page, `/admin/audit-logs?subjectType=e2e-gauge&subjectId=${thing}`, 'Audit log')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[1]).toContain('""note"":""=1+1""')
  expect(
    lines
      .join(',')
      .split(',')
      .some((cell) => /^[=+\-@]/.test(cell)),
  ).toBe(false)
})

test('the chain is verified to its end; its last hash is copied, and found again', async ({
  page,
  context,
  product,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enterAs(context, product, 'admin')
  await openScreen(page, '/admin/audit-logs', 'Audit log')
  await page.getByRole('button', { name: 'Verify chain' }).click()
  const dialog = page.getByRole('dialog', { name: 'Verify the chain' })
  await dialog.getByRole('button', { name: 'Verify now' }).click()
  await expect(dialog.getByText(/The log is whole: [\d,]+ entries\./)).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy hash' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied!' })).toBeVisible()
  const hash = await page.evaluate(() => navigator.clipboard.readText())
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  const noted = dialog.getByLabel('A hash noted earlier')
  const look = dialog.getByRole('button', { name: 'Look for it' })
  await noted.fill(hash)
  await look.click()
  await expect(dialog.getByText('It is there')).toBeVisible()
  await noted.fill('f'.repeat(64))
  await look.click()
  await expect(dialog.getByText('No entry has it')).toBeVisible()
  await noted.fill('short')
  await look.click()
  await expect(dialog.getByText('A hash has 64 signs: 0 to 9 and a to f')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('a check goes part by part, shows how far it is, and goes on where the line broke', async ({
  page,
  context,
  product,
  trouble,
}) => {
  trouble.allow(/Failed to load resource/)
  await enterAs(context, product, 'admin')
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
      json: { isWhole: false, rows: 5_003, brokenAt: 5_004, reason: 'Its content is not what was written down.' },
    })
  })
  await openScreen(page, '/admin/audit-logs', 'Audit log')
  await page.getByRole('button', { name: 'Verify chain' }).click()
  const dialog = page.getByRole('dialog', { name: 'Verify the chain' })
  await dialog.getByRole('button', { name: 'Verify now' }).click()
  await expect(dialog.getByText('The check was interrupted.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await expect(
    dialog.getByText('The log is broken at entry 5004. Its content is not what was written down.'),
  ).toBeVisible()
  expect(asked).toEqual([null, 'second', 'second'])
})

test('a list that fails to load says so and tries again', async ({ page, context, product, trouble }) => {
  trouble.allow(REFUSED)
  await enterAs(context, product, 'admin')
  await page.route('**/api/admin/audit-log', refusing(404, 'Nothing here today.'))
  await page.goto('/admin/audit-logs')
  await expect(page.getByRole('alert')).toContainText('Unable to load entries.')
  await page.unroute('**/api/admin/audit-log')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, 'session.open').first()).toBeVisible()
})

for (const { look, width, colorScheme } of [
  { look: 'wide', width: 1280, colorScheme: 'light' },
  { look: 'on a phone, dark', width: 320, colorScheme: 'dark' },
] as const) {
  test(`the log and an entry have no barriers, ${look}`, async ({ page, context, product }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    const { id } = await enterAs(context, product, 'admin')
    const thing = await leaveTraces(product, id)
    await openScreen(page, `/admin/audit-logs?subjectType=e2e-gauge&subjectId=${thing}`, 'Audit log')
    await expect(page.getByRole('row').first()).toBeAttached()
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await row(page, 'e2e-gauge.update').getByRole('link').first().click()
    await expect(page.getByRole('dialog')).toContainText('What changed')
    expect(await violations(page)).toEqual([])
  })
}

test('an entry about a topic of the forum leads to the topic', async ({ page, context, product }) => {
  const { id } = await enterAs(context, product, 'admin')
  const subjectId = await product.query(async (db) => {
    const [topic] = await db
      .select({ id: forumTopics.id })
      .from(forumTopics)
      .where(eq(forumTopics.state, 'shown'))
      .limit(1)
    if (!topic) throw new Error('There is no topic')
    const subject = { subjectType: 'forum-topic', subjectId: topic.id }
    await recordAudit(db, { id }, { ...subject, action: 'forum-topic.update', after: { isPinned: true } })
    return topic.id
  })
  await openScreen(page, `/admin/audit-logs?subjectType=forum-topic&subjectId=${subjectId}`, 'Audit log')
  await page.getByRole('link', { name: 'Open forum-topic' }).first().click()
  await expect(page).toHaveURL(`/forum/post/${subjectId}`)
  await expect(page.locator('article[data-post]').first()).toBeVisible()
})
