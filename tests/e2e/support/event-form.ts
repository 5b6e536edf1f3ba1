import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { eventConfig } from '#db/schema/events.ts'
import type { SetupFacts } from '#src/contract/event-preview.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { freshName } from './people.ts'
import { expect } from './site-test.ts'

type Changes = Partial<Omit<typeof eventConfig.$inferInsert, 'id' | 'eventSlug'>>

/** A draft nobody else uses, with every field that a save asks for. */
export async function giveDraft(product: RunningProduct, page: Page, changes: Changes = {}) {
  const mark = freshName()
  const id = randomUUID()
  const event = {
    id,
    eventSlug: `setup-${mark}`,
    eventName: `Setup ${mark}`,
    eventDate: '2029-03-01',
    eventTimeStart: '08:30',
    eventTimeEnd: '15:45',
    registrationUrl: await registrationUrl(page, mark),
    earlyBirdPrice: 395,
    ...changes,
  }
  await product.query((db) => db.insert(eventConfig).values(event))
  return { ...event, mark }
}

/** An address the product takes for registration. */
export async function registrationUrl(page: Page, path: string): Promise<string> {
  const facts: SetupFacts = await (await page.request.get('/api/admin/event-setup')).json()
  return `${facts.registrationOrigin}/${path}`
}

/** Opens the form of an event, or the blank one. */
export async function openForm(page: Page, id?: string): Promise<Locator> {
  await page.goto(id === undefined ? '/admin/event/setup' : `/admin/event/setup?id=${id}`)
  const form = page.getByRole('form', { name: 'Event' })
  await expect(form).toBeVisible({ timeout: 30_000 })
  return form
}

export const field = (page: Page, label: string) =>
  page.getByRole('form', { name: 'Event' }).getByLabel(label, { exact: true })

/** The page beside the form. */
export const frame = (page: Page, screen: 'phone' | 'desktop') =>
  page.frameLocator(`iframe[title="Preview on a ${screen}"]`)

/** Fills fields by their labels. */
export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value)
}

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The rows of the database with this id. */
export function storedEvents(product: RunningProduct, id: string) {
  return product.query((db) => db.select().from(eventConfig).where(eq(eventConfig.id, id)))
}

export async function storedEvent(product: RunningProduct, id: string) {
  const [row] = await storedEvents(product, id)
  if (!row) throw new Error('The event is not stored')
  return row
}
