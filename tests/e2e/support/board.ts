import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { asc, eq, inArray } from 'drizzle-orm'
import { adminWishes, eventReports } from '#db/schema/feedback.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { openScreen } from './admin-page.ts'
import { freshName } from './people.ts'
import { expect, type Page } from './site-test.ts'

type NewWish = Partial<typeof adminWishes.$inferInsert>

/** Wishes of this test's own: their titles end in a mark that nothing else has, by which the board is narrowed to them. */
export async function giveWishes(product: RunningProduct, wishes: readonly (NewWish & { title: string })[]) {
  const mark = freshName()
  const rows = wishes.map((wish, at) => ({
    displayOrder: 900_000 + at,
    createdBy: 'test',
    ...wish,
    id: randomUUID(),
    title: `${wish.title} ${mark}`,
  }))
  await product.query((db) => db.insert(adminWishes).values(rows))
  return { mark, ids: rows.map(({ id }) => id) }
}

/** A verified report, and the wish it became. */
export async function givePromoted(product: RunningProduct, title: string) {
  const {
    mark,
    ids: [wishId = ''],
  } = await giveWishes(product, [{ title }])
  const reportId = randomUUID()
  const to = `${mark}@plant.example`
  await product.query(async (db) => {
    const words = { title: `Report of ${mark}`, description: 'The gauge of the third page leaks.' }
    const state = { status: 'resolved', verifiedAt: new Date(), promotedToWishId: wishId } as const
    const sent = { id: reportId, reportType: 'problem', reporterEmail: to, emailKey: to } as const
    await db.insert(eventReports).values({ ...sent, ...words, ...state })
    await db.update(adminWishes).set({ createdFromReportId: reportId }).where(eq(adminWishes.id, wishId))
  })
  return { mark, wishId, reportId, to }
}

/** A window with room for all columns of the board. */
export const WIDE = { width: 1440, height: 900 } as const

/** Opens the board narrowed to these wishes, with room for all its columns. */
export async function openBoard(page: Page, mark: string): Promise<void> {
  await page.setViewportSize(WIDE)
  await openScreen(page, `/admin/wishlist?q=${mark}`, 'Wishlist')
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
}

export function column(page: Page, name: string): Locator {
  return page.getByRole('region', { name: new RegExp(`^${name}`) })
}

/** The titles in a column are these, in this order, their mark aside. */
export async function expectColumn(page: Page, name: string, titles: readonly string[]): Promise<void> {
  const links = column(page, name).getByRole('listitem').getByRole('link')
  await expect(links).toHaveText(titles.map((title) => new RegExp(`^${title} `)))
}

/** `status title` of these wishes as they are stored, by column and order. */
export async function storedWishes(product: RunningProduct, ids: readonly string[]): Promise<string[]> {
  const rows = await product.query((db) =>
    db
      .select()
      .from(adminWishes)
      .where(inArray(adminWishes.id, [...ids]))
      .orderBy(asc(adminWishes.status), asc(adminWishes.displayOrder)),
  )
  return rows.map(({ status, title }) => `${status} ${title.split(' ')[0]}`)
}
