import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { changeItems, changeSets } from '#db/schema/change-sets.ts'
import { eventConfig } from '#db/schema/events.ts'
import { shopOrders } from '#db/schema/shop-orders.ts'
import type { ScreenRoute } from '#src/admin/places.ts'
import { SCREENS } from '#src/admin/routes.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import type { Person } from './people.ts'
import type { Page } from './site-test.ts'

/** Screens with a parameter, and its value: an event or a person of the demo. */
const PARAMETERS: Record<string, (product: RunningProduct, me: Person) => Promise<string>> = {
  $id: anEvent,
  $eventId: anEvent,
  $userId: async (_product, { id }) => id,
  $orderId: anOrder,
  $setId: aSet,
}

/** Screens that show a form at once where the address says which. */
const SEARCHES: Record<string, (product: RunningProduct) => Promise<string>> = {
  '/admin/test-logistics-email': async (product) => `?event=${await anEvent(product)}`,
  '/admin/event/vendors': async (product) => `?event=${await anEvent(product)}`,
  '/admin/event/emails': async (product) => `?event=${await anEvent(product)}`,
  '/admin/event/tasks': async (product) => `?event=${await anEvent(product)}`,
  '/admin/event/pickups': async (product) => `?event=${await anEvent(product)}`,
  '/admin/event/overview': async (product) => `?event=${await anEvent(product)}`,
  '/admin/event/timeline': async (product) => `?event=${await anEvent(product)}`,
}

/** A screen with an address that leads to it. */
export type Opened = ScreenRoute & { address: string }

/** Every screen of the table, with an address of it. A screen whose parameter nobody knows fails the test. */
export async function screensOf(product: RunningProduct, me: Person): Promise<Opened[]> {
  return Promise.all(
    SCREENS.map(async (screen) => {
      const parts = screen.path.split('/').map(async (part) => {
        if (!part.startsWith('$')) return part
        const find = PARAMETERS[part]
        if (!find) throw new Error(`Say in tests/e2e/support/admin-screens.ts what stands for ${part}`)
        return find(product, me)
      })
      const search = await SEARCHES[screen.path]?.(product)
      return { ...screen, address: (await Promise.all(parts)).join('/') + (search ?? '') }
    }),
  )
}

/** The first screen of each place, and those of these titles. */
export function firstOfEach(screens: readonly Opened[], titles: readonly string[] = []): Opened[] {
  const places = new Set<string>()
  return screens.filter(({ place, title }) => {
    const isFirst = !places.has(place)
    places.add(place)
    return isFirst || titles.includes(title)
  })
}

/** Opens a screen from the one before, as a link of the app does, which loads the app once for all of them. */
export async function openNext(page: Page, address: string): Promise<void> {
  if (!page.url().includes('/admin')) return void (await page.goto(address))
  // The address and the title change before the screen does: some screens share a heading, but none has another's element.
  const before = await page.waitForSelector('h1:visible')
  await page.evaluate((next) => {
    history.pushState({}, '', next)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await page.waitForFunction(
    (old) => !old.isConnected && [...document.querySelectorAll('h1')].some((one) => one.checkVisibility()),
    before,
  )
}

/** Waits until a screen is complete: its heading is there and nothing is loading. */
export async function standing(page: Page): Promise<void> {
  const stands = () =>
    [...document.querySelectorAll('h1')].some((one) => one.checkVisibility()) &&
    !document.querySelector('main [aria-busy="true"]')
  await page.waitForFunction(stands, undefined, { timeout: 20_000 })
}

async function anEvent({ query }: RunningProduct): Promise<string> {
  const isIt = eq(eventConfig.isPublished, true)
  const [event] = await query((db) =>
    db.select().from(eventConfig).where(isIt).orderBy(asc(eventConfig.eventDate)).limit(1),
  )
  if (!event) throw new Error('The demo has no published event')
  return event.id
}

/** A set that changes the title of the first event. */
async function aSet(product: RunningProduct): Promise<string> {
  const [id, subjectId] = [randomUUID(), await anEvent(product)]
  await product.query(async (db) => {
    await db.insert(changeSets).values({ id, name: 'Spring prices', createdBy: 'cli' })
    const item = { setId: id, subjectType: 'event', subjectId, label: 'Workshop', updatedBy: 'cli' }
    await db.insert(changeItems).values({ ...item, before: { heroTitle: 'Fix it' }, after: { heroTitle: 'Mend it' } })
  })
  return id
}

async function anOrder({ query }: RunningProduct): Promise<string> {
  const [order] = await query((db) => db.select().from(shopOrders).orderBy(asc(shopOrders.placedAt)).limit(1))
  if (!order) throw new Error('The demo has no order')
  return order.id
}
