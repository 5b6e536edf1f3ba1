import { randomBytes, randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { eventVendors } from '#db/schema/events.ts'
import { locationLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import type { RunningProduct } from '#tests/support/product.ts'

/** A name no other test uses, searchable by its last word. */
export function ownName(what: string): { name: string; word: string } {
  const word = `q${randomBytes(4).toString('hex')}`
  return { name: `${what} ${word}`, word }
}

/** A vendor of the library. */
export async function giveVendor(product: RunningProduct, vendorName: string): Promise<string> {
  const id = randomUUID()
  await product.query((db) => db.insert(vendorLibrary).values({ id, vendorName, tags: 'gauges' }))
  return id
}

/** What someone else saves in the meantime. */
export async function changeVendor(
  product: RunningProduct,
  id: string,
  changes: Partial<typeof vendorLibrary.$inferInsert>,
): Promise<void> {
  const version = sql`${vendorLibrary.version} + 1`
  await product.query((db) =>
    db
      .update(vendorLibrary)
      .set({ ...changes, version })
      .where(eq(vendorLibrary.id, id)),
  )
}

export async function readVendor(product: RunningProduct, id: string) {
  const [row] = await product.query((db) => db.select().from(vendorLibrary).where(eq(vendorLibrary.id, id)))
  return row
}

/** A draft that has a vendor in it: no page shows it. */
export async function giveDraftWith(
  product: RunningProduct,
  vendorLibraryId: string,
  eventName: string,
): Promise<void> {
  await product.query(async (db) => {
    const eventId = await storeEvent(db, { eventName, isPublished: false })
    await db.insert(eventVendors).values({ eventId, vendorLibraryId, displayOrder: 1 })
  })
}

/** A location that a draft was filled from. */
export async function giveUsedLocation(product: RunningProduct, venueName: string, eventName: string): Promise<void> {
  const id = randomUUID()
  await product.query(async (db) => {
    await db.insert(locationLibrary).values({ id, venueName, city: 'Tulsa' })
    await storeEvent(db, { eventName, isPublished: false, locationId: id })
  })
}

export type UploadFile = { name: string; mimeType: string; buffer: Buffer }

/** Drops or pastes a file as a person does. */
export async function handOver(how: 'drop' | 'paste', on: Locator, file: UploadFile): Promise<void> {
  const base64 = file.buffer.toString('base64')
  await on.evaluate(
    (target, { how, base64, name, mimeType }) => {
      const data = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
      data.items.add(new File([bytes], name, { type: mimeType }))
      const event =
        how === 'drop'
          ? new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data })
          : new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data })
      target.dispatchEvent(event)
    },
    { how, base64, name: file.name, mimeType: file.mimeType },
  )
}
