import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { asc, eq } from 'drizzle-orm'
import { eventAgenda, eventConfig, eventVendors } from '#db/schema/events.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { freshName } from './people.ts'
import { expect } from './site-test.ts'

type Changes = Partial<typeof eventConfig.$inferInsert>

/** An event that pages do not show, unless `changes` say so, with these vendors in this order. */
export async function giveLineup(product: RunningProduct, vendors: readonly string[], changes: Changes = {}) {
  const mark = freshName()
  const id = randomUUID()
  const event = { id, eventSlug: `lineup-${mark}`, eventName: `Lineup ${mark}`, eventDate: '2029-03-01' }
  const library = new Map(vendors.map((name) => [name, randomUUID()]))
  await product.query(async (db) => {
    await db.insert(eventConfig).values({ ...event, registrationUrl: null, ...changes })
    for (const [name, vendorId] of library) await db.insert(vendorLibrary).values(vendor(vendorId, `${name} ${mark}`))
    const rows = [...library.values()].map((vendorLibraryId, at) => ({
      eventId: id,
      vendorLibraryId,
      displayOrder: at + 1,
    }))
    if (rows.length > 0) await db.insert(eventVendors).values(rows)
  })
  return {
    id,
    slug: event.eventSlug,
    name: event.eventName,
    mark,
    libraryOf: (name: string) => library.get(name) ?? '',
  }
}

/** Vendors of the library that stand on no event. */
export async function giveVendors(product: RunningProduct, names: readonly string[], changes: object = {}) {
  const rows = names.map((name) => ({ ...vendor(randomUUID(), name), ...changes }))
  await product.query((db) => db.insert(vendorLibrary).values(rows))
}

export async function giveAgenda(product: RunningProduct, eventId: string, titles: readonly string[]) {
  const rows = titles.map((title, at) => ({ eventId, timeSlot: `${at + 8}:00am`, title, displayOrder: at + 1 }))
  await product.query((db) => db.insert(eventAgenda).values(rows))
}

/** The names of an event's vendors as the database has them, each with its number. */
export function storedVendors(product: RunningProduct, eventId: string): Promise<string[]> {
  return product.query(async (db) => {
    const rows = await db
      .select({ name: vendorLibrary.vendorName, at: eventVendors.displayOrder, isActive: eventVendors.isActive })
      .from(eventVendors)
      .innerJoin(vendorLibrary, eq(vendorLibrary.id, eventVendors.vendorLibraryId))
      .where(eq(eventVendors.eventId, eventId))
      .orderBy(asc(eventVendors.displayOrder))
    return rows.map(({ name, at, isActive }) => `${at} ${name.split(' ')[0]}${isActive ? '' : ' (hidden)'}`)
  })
}

/** Opens the lists of an event and waits for the one that is asked for. */
export async function openLineup(page: Page, eventId: string, part: 'vendors' | 'team' | 'agenda' = 'vendors') {
  await page.goto(`/admin/event/vendors?event=${eventId}&part=${part}`)
  const tab = page.getByRole('navigation', { name: 'This event' }).locator('[aria-current=page]')
  await expect(tab).toHaveText(new RegExp(`^${part}$`, 'i'))
  await expect(page.getByRole('button', { name: /^Add / })).toBeVisible()
}

/** The entries of the list, by the first word of each name. */
export async function expectOrder(page: Page, list: string, names: readonly string[]): Promise<void> {
  const bold = page.getByRole('list', { name: list }).getByRole('listitem').locator('b')
  await expect(bold).toHaveText(names.map((name) => new RegExp(`^${name}\\b`)))
}

/** The button of a row. */
export function button(page: Page, name: RegExp | string): Locator {
  return page.getByRole('button', { name, exact: typeof name === 'string' })
}

function vendor(id: string, vendorName: string) {
  return { id, vendorName, logoUrl: '/demo/logos/corvane.svg', websiteUrl: 'https://corvane.example' }
}
