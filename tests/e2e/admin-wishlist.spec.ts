import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { adminWishes } from '#db/schema/feedback.ts'
import { outbox } from '#db/schema/security.ts'
import { MERGE_DONE, MERGE_TITLE, STALE } from '#src/contract/versioned.ts'
import {
  MOVE_KEYS,
  NO_MATCHES,
  NOTIFIED_ON,
  SHIPPING_MAILS,
  SORTED_BY_DATE,
  WISH_LOSS,
  WISH_PREVIEW,
} from '#src/contract/wish.ts'
import { act, enterAs } from './support/admin-page.ts'
import { REFUSED, toast } from './support/auth-page.ts'
import { column, expectColumn, givePromoted, giveWishes, openBoard, storedWishes, WIDE } from './support/board.ts'
import { expectUsable } from './support/looks.ts'
import { freshName } from './support/people.ts'
import { expect, type Page, test } from './support/site-test.ts'

const THREE = [{ title: 'Axle' }, { title: 'Bolt' }, { title: 'Crane' }]
const handle = (page: Page, title: string) => page.getByRole('button', { name: `Move ${title}` })

test.beforeEach(({ context, product }) => enterAs(context, product, 'admin'))

test('a wish is added, found, exported as CSV and changed beside what visitors will read; what someone else has saved since is merged', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(REFUSED)
  const mark = freshName()
  await openBoard(page, mark)
  await page.getByRole('link', { name: 'New wish' }).click()
  await expect(page).toHaveURL(/wish=new/)
  await page.getByRole('button', { name: 'Save wish' }).click()
  await expect(page.getByText('Title is required')).toBeVisible()
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.getByLabel('Title').fill(`Print ${mark}`)
  await page.getByLabel('Description').fill('Old')
  await page.getByLabel('Target').fill('March 2027')
  await page.getByLabel('Column').selectOption('Planned')
  await page.getByRole('button', { name: 'Save wish' }).click()
  await expect(toast(page, 'Wish saved')).toBeVisible()
  await expectColumn(page, 'Planned', ['Print'])
  await expect(column(page, 'Planned')).toContainText('Target: March 2027')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^wishes-\d{4}-\d\d-\d\d\.csv$/)
  expect((await readFile(await file.path(), 'utf8')).trim().split('\r\n')).toHaveLength(2)

  await page.getByRole('link', { name: `Print ${mark}` }).click()
  await expect(page).toHaveURL(/wish=[0-9a-f-]{36}/)
  const id = new URL(page.url()).searchParams.get('wish') ?? ''
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('status')).toContainText(WISH_PREVIEW.hidden)
  await expect(preview.getByRole('heading')).toHaveText(`Print ${mark}`)
  await page.getByLabel('Title for visitors').fill('You can print it')
  await page.getByLabel('Show under “You asked, we did”').check()
  await expect(preview.getByRole('status')).toContainText(WISH_PREVIEW.later)
  await page.getByLabel('Column').selectOption('Shipped')
  await expect(preview.getByRole('status')).toContainText(WISH_PREVIEW.published)
  await expect(preview.getByRole('heading')).toHaveText('You can print it')
  await expectUsable(page, 'the form')
  await page.setViewportSize(WIDE)

  await page.getByLabel('Column').selectOption('Planned')
  await page.getByLabel('Title', { exact: true }).fill(`Reprint ${mark}`)
  await page.getByLabel('Description').fill('Mine')
  await product.query((db) =>
    db.update(adminWishes).set({ description: 'Theirs', target: 'May', version: 2 }).where(eq(adminWishes.id, id)),
  )
  await page.getByRole('button', { name: 'Save wish' }).click()
  const merge = page.getByRole('dialog', { name: MERGE_TITLE })
  await merge.getByText('Yours:').click()
  await merge.getByRole('button', { name: MERGE_DONE }).click()
  await page.getByRole('button', { name: 'Save wish' }).click()
  await expectColumn(page, 'Planned', ['Reprint'])
  const [row] = await product.query((db) => db.select().from(adminWishes).where(eq(adminWishes.id, id)))
  expect(row).toMatchObject({ description: 'Mine', target: 'May', version: 3 })
})

test('a wish is moved by the keyboard alone, the focus goes with it, and it stays there; moves made faster than they are sent all happen', async ({
  page,
  product,
}) => {
  const { mark, ids } = await giveWishes(product, THREE)
  await openBoard(page, mark)
  await expect(handle(page, 'Axle')).toHaveAccessibleDescription(new RegExp(MOVE_KEYS))
  await handle(page, 'Axle').focus()
  await page.keyboard.press('ArrowDown')
  await expectColumn(page, 'Idea', ['Bolt', 'Axle', 'Crane'])
  await expect(handle(page, 'Axle')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expectColumn(page, 'Idea', ['Bolt', 'Crane', 'Axle'])
  await page.keyboard.press('ArrowRight')
  await expectColumn(page, 'Planned', ['Axle'])
  await expect(handle(page, 'Axle')).toBeFocused()
  await expect(page.getByText(`Axle ${mark} moved to Planned.`)).toBeAttached()
  await expect.poll(() => storedWishes(product, ids)).toEqual(['idea Bolt', 'idea Crane', 'planned Axle'])
  await openBoard(page, mark)
  await expectColumn(page, 'Idea', ['Bolt', 'Crane'])
  await expectColumn(page, 'Planned', ['Axle'])

  await handle(page, 'Crane').focus()
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key)
  await expectColumn(page, 'Idea', ['Bolt'])
  await expect
    .poll(async () => (await storedWishes(product, ids)).toSorted())
    .toEqual(['idea Bolt', 'planned Axle', 'planned Crane'])
})

test('a wish is dragged to another column, and moved by its menu, on a phone too, where one column is shown at a time; a move of a wish that someone else has moved is reported', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(REFUSED)
  const { mark, ids } = await giveWishes(product, [
    ...THREE,
    { title: 'Drill', status: 'planned' },
    { title: 'Elbow', status: 'shipped', shippedAt: new Date('2026-10-01T12:00:00Z') },
  ])
  await openBoard(page, mark)
  const from = await handle(page, 'Bolt').boundingBox()
  const onto = await column(page, 'Planned').getByRole('listitem').boundingBox()
  if (!from || !onto) throw new Error('There is nothing to drag')
  await page.mouse.move(from.x + 12, from.y + 12)
  await page.mouse.down()
  await page.mouse.move(from.x + 40, from.y, { steps: 5 })
  await page.mouse.move(onto.x + 30, onto.y + onto.height + 20, { steps: 12 })
  await page.mouse.up()
  await expectColumn(page, 'Idea', ['Axle', 'Crane'])
  await expect(column(page, 'Planned').getByRole('listitem')).toHaveCount(2)
  await expect
    .poll(async () => (await storedWishes(product, ids)).filter((wish) => /Bolt/.test(wish)))
    .toEqual(['planned Bolt'])

  await act(page, `Crane ${mark}`, 'Move up')
  await expectColumn(page, 'Idea', ['Crane', 'Axle'])
  await act(page, `Axle ${mark}`, 'Move to Declined')
  await expect(toast(page, 'Wish moved to Declined')).toBeVisible()
  await expectColumn(page, 'Declined', ['Axle'])
  expect(await storedWishes(product, ids)).toEqual(expect.arrayContaining(['declined Axle', 'idea Crane']))
  await page.getByRole('button', { name: `Actions for Elbow ${mark}` }).click()
  await expect(page.getByRole('menuitem', { name: /^Move up/ })).toContainText(SORTED_BY_DATE)
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 360, height: 740 })
  await expectColumn(page, 'Idea', ['Crane'])
  await expect(column(page, 'Declined')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Declined' }).click()
  await expect(page).toHaveURL(/column=declined/)
  await expectColumn(page, 'Declined', ['Axle'])
  await act(page, `Axle ${mark}`, 'Move to Idea')
  await expect(column(page, 'Declined')).toContainText(NO_MATCHES)
  await expect(page.getByRole('tab', { name: 'Declined' })).toBeFocused()
  await page.getByRole('tab', { name: 'Idea' }).click()
  await expectColumn(page, 'Idea', ['Axle', 'Crane'])
  await expect(page.getByRole('tab', { name: 'Idea' })).toBeFocused()
  // The board shows a move before it is stored.
  await expect.poll(() => storedWishes(product, ids)).toContain('idea Axle')

  await page.setViewportSize(WIDE)
  const [axle = ''] = ids
  await product.query((db) =>
    db.update(adminWishes).set({ status: 'declined', version: 9 }).where(eq(adminWishes.id, axle)),
  )
  await act(page, `Axle ${mark}`, 'Move down')
  await expect(toast(page, `Failed to move wish: ${STALE}`)).toBeVisible()
  await expectColumn(page, 'Declined', ['Axle'])
  await expectColumn(page, 'Idea', ['Crane'])
})

test('a wish that is moved into a column that is still loading is there once it has loaded', async ({
  page,
  product,
}) => {
  const { mark } = await giveWishes(product, [{ title: 'Axle' }, { title: 'Bolt', status: 'planned' }])
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(
    /api\/admin\/wishes\?.*status=idea/,
    async (route) => {
      const response = await route.fetch()
      await released
      // The page may have asked anew since.
      await route.fulfill({ response }).catch(() => {})
    },
    { times: 1 },
  )
  await page.setViewportSize(WIDE)
  await page.goto(`/admin/wishlist?q=${mark}`)
  await act(page, `Bolt ${mark}`, 'Move to Idea')
  await expect(toast(page, 'Wish moved to Idea')).toBeVisible()
  release()
  await expectColumn(page, 'Idea', ['Bolt', 'Axle'])
})

test('shipping what others asked for asks first, and notifies them once; deleting it names what is lost', async ({
  page,
  product,
}) => {
  const { mark, wishId, to, reportId } = await givePromoted(product, 'Gauge')
  const told = () => product.query((db) => db.select().from(outbox).where(eq(outbox.recipient, to)))
  await openBoard(page, mark)
  await act(page, `Gauge ${mark}`, 'Move to Shipped')
  const shipping = page.getByRole('dialog', { name: 'Ship this wish?' })
  await expect(shipping).toContainText(SHIPPING_MAILS)
  await shipping.getByRole('button', { name: 'Cancel' }).click()
  await expectColumn(page, 'Idea', ['Gauge'])
  await act(page, `Gauge ${mark}`, 'Move to Shipped')
  await shipping.getByRole('button', { name: 'Ship wish' }).click()
  await expectColumn(page, 'Shipped', ['Gauge'])
  await expect(toast(page, 'Wish moved to Shipped')).toBeVisible()
  expect((await told()).map(({ template }) => template)).toEqual(['wish-shipped'])
  await page.getByRole('link', { name: `Gauge ${mark}` }).click()
  await expect(page.getByText(NOTIFIED_ON)).toBeVisible()
  const origin = page.getByRole('link', { name: `Report of ${mark}` })
  await expect(origin).toHaveAttribute('href', `/admin/reports?report=${reportId}`)
  await page.goBack()

  await act(page, `Gauge ${mark}`, 'Delete')
  const deletion = page.getByRole('dialog', { name: 'Delete this wish?' })
  await expect(deletion).toContainText(`“Gauge ${mark}” ${WISH_LOSS}`)
  await expect(deletion).toContainText('The report it came from stays')
  await deletion.getByRole('button', { name: 'Delete wish' }).click()
  await expect(toast(page, 'Wish deleted')).toBeVisible()
  await expect(column(page, 'Shipped')).toContainText(NO_MATCHES)
  expect(await storedWishes(product, [wishId])).toEqual([])
})
