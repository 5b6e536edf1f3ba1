import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { eventAgenda, eventConfig } from '#db/schema/events.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { openScreen } from './admin-page.ts'
import { freshName } from './people.ts'

type Changes = Partial<Omit<typeof eventConfig.$inferInsert, 'id' | 'eventSlug' | 'eventName'>> & {
  eventSlug?: string
  eventName?: string
}

/** A draft nobody else uses, with one agenda entry; `mark` is a word of its name. */
export async function giveDraft(product: RunningProduct, changes: Changes = {}) {
  const mark = freshName()
  const named = { id: randomUUID(), eventSlug: `managed-${mark}`, eventName: `Managed ${mark}`, ...changes }
  const draft = {
    eventDate: '2029-03-01',
    earlyBirdDeadline: '2029-02-01',
    earlyBirdPrice: 395,
    eventTimeStart: '08:30',
    eventTimeEnd: '15:45',
    city: 'Tulsa',
    state: 'Oklahoma',
    registrationUrl: `https://register.uptime-workshops.example/${mark}`,
    ...changes,
    ...named,
  }
  await product.query(async (db) => {
    await db.insert(eventConfig).values(draft)
    await db.insert(eventAgenda).values({ eventId: draft.id, timeSlot: '8:30am', title: 'Walk', displayOrder: 1 })
  })
  return { ...draft, mark }
}

/** The events of this name as the database has them. */
export function storedEvents(product: RunningProduct, eventName: string) {
  return product.query((db) => db.select().from(eventConfig).where(eq(eventConfig.eventName, eventName)))
}

/** Opens the list, narrowed to one event. */
export async function openManaged(page: Page, mark: string, more = ''): Promise<Locator> {
  await openScreen(page, `/admin/event/manage?q=${mark}${more}`, 'Events')
  return page.getByRole('table').getByRole('row').filter({ hasText: mark })
}

/** Opens the actions of the one event that is listed, and chooses one. */
export async function choose(page: Page, mark: string, action: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Actions for .*${mark}`) }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
