import type { Request } from '@playwright/test'
import { desc, eq, sql } from 'drizzle-orm'
import { eventConfig } from '#db/schema/events.ts'
import { logisticsPeople, logisticsRequests } from '#db/schema/logistics.ts'
import { outbox } from '#db/schema/security.ts'
import { LINK_DEAD_TITLE } from '#src/contract/dead-link.ts'
import { KEPT_CACHE } from '#src/contract/kept.ts'
import { NEW_LINK_SENT } from '#src/contract/logistics.ts'
import { LOGISTICS_SECTIONS, type LogisticsRole } from '#src/contract/logistics-sections.ts'
import { decideRequest } from '#src/domain/logistics/decide-request.ts'
import { saveEventContact } from '#src/domain/logistics/event-contact.ts'
import { sendLink } from '#src/domain/logistics/links.ts'
import { addPeople } from '#src/domain/logistics/people.ts'
import { readPerson } from '#src/domain/logistics/read-person.ts'
import { addRunItem } from '#src/domain/logistics/run-items.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { expectUsable, holdToasts } from './support/looks.ts'
import { giveDraft } from './support/managed-events.ts'
import { commandContext, freshName } from './support/people.ts'
import { expect, type Page, test } from './support/site-test.ts'

const PHONE = { width: 360, height: 740 }
const DAY = 86_400_000
/** The question of a field. */
function labelOf(section: string, key: string): string {
  const field = LOGISTICS_SECTIONS.find((one) => one.key === section)?.fields.find((one) => one.key === key)
  if (!field) throw new Error(`No field ${section}.${key}`)
  return field.label
}
const BADGE_NAME = labelOf('badge', 'name')
const PHOTOGRAPHS = labelOf('photographs', 'consent')
const dayIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)

/** Somebody who was sent the link to their form for a workshop in so many days. */
async function invite(product: RunningProduct, role: LogisticsRole, days: number) {
  const venue = { venueName: 'Foundry Hall', venueAddress: '12 Mill Street', eventTimezone: 'America/Chicago' }
  const event = await giveDraft(product, { ...venue, eventDate: dayIn(days), earlyBirdDeadline: null })
  const email = `${freshName()}@gauge.example`
  const { token, personId } = await product.query(async (db) => {
    const { actor, ...context } = commandContext(product)
    const { ids } = await addPeople(db, event.id, [{ name: 'Maria Ortiz', email, role }], actor)
    await sendLink(db, { eventId: event.id, personId: ids[0] ?? '' }, { actor, ...context })
    const [mail] = await db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(desc(outbox.createdAt))
    const [, token = ''] = /logistics-form\/([\w-]{43})/.exec(mail?.textBody ?? '') ?? []
    return { token, personId: ids[0] ?? '' }
  })
  return { event, email, token, personId, path: `/logistics-form/${token}` }
}

const namesContact = (page: Page) =>
  page.getByText('The email with your link names the contact of your workshop.').filter({ visible: true })
/** A field is saved while somebody types, and at once when it is left. */
const saved = (page: Page) => expect(page.getByText('Everything is saved.')).toBeVisible()

test('a form is filled in on a phone with a poor connection, resumed, handed in, and becomes a run sheet', async ({
  page,
  product,
  trouble,
}) => {
  await page.addInitScript(() => addEventListener('beforeunload', (event) => event.stopImmediatePropagation()))
  const { path, event } = await invite(product, 'host', 30)
  await page.setViewportSize(PHONE)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: event.eventName })).toBeVisible()
  await expect(page.getByText('8:30 AM - 3:45 PM Central Time')).toBeVisible()
  await expectUsable(page, 'a new form')
  await page.setViewportSize(PHONE)

  await page.getByLabel(labelOf('travel', 'phone')).fill('+1 555 0100')
  await page.getByLabel(labelOf('travel', 'contact')).fill('Ray, +1 555 0101')
  await page.getByLabel('Parking and entrance').fill('Behind the mill')
  await saved(page)

  trouble.allow(/Failed to load resource/)
  await page.route('**/api/logistics/save', (route) => route.abort('internetdisconnected'))
  await page.getByLabel(BADGE_NAME).fill('Maria Ortiz')
  await page.getByLabel('Allergies and intolerances').fill('peanuts')
  await expect(page.getByText('Not saved yet. We keep trying.')).toHaveCount(2)
  expect(JSON.stringify(await page.evaluate(() => ({ ...localStorage })))).not.toContain('peanuts')
  await expectUsable(page, 'answers that are not saved')
  await page.setViewportSize(PHONE)
  await page.unroute('**/api/logistics/save')
  await page.goto('about:blank')
  await page.goto(path)
  await expect(page.getByLabel(BADGE_NAME)).toHaveValue('Maria Ortiz')
  await saved(page)
  await page.reload()
  await expect(page.getByLabel(BADGE_NAME)).toHaveValue('Maria Ortiz')
  await expect(page.getByText(/Last opened/)).toBeVisible()

  await expect(page.getByRole('button', { name: 'Hand in' })).toBeDisabled()
  await page.getByLabel(PHOTOGRAPHS).selectOption('group')
  await page.getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByRole('region', { name: 'Your run sheet' })).toBeFocused()
  await expect(page.getByText('Behind the mill').first()).toBeVisible()
  await holdToasts(page)
  await expectUsable(page, 'a run sheet')
})

test('a form goes from half filled on a phone over the freeze to a printed run sheet, and nothing that was typed is lost', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(/Failed to load resource/)
  await page.addInitScript(() => addEventListener('beforeunload', (event) => event.stopImmediatePropagation()))
  const { path, event, personId } = await invite(product, 'speaker', 30)
  const badge = page.locator('#badge')
  await page.setViewportSize(PHONE)
  await test.step('half filled on a phone', async () => {
    await page.goto(path)
    await page.getByLabel('Day of arrival').fill(dayIn(1))
    await page.getByLabel(labelOf('travel', 'phone')).fill('+1 555 0100')
    await page.getByLabel(BADGE_NAME).fill('Ada Quill')
    await page.getByLabel(BADGE_NAME).blur()
    await saved(page)
  })
  await test.step('resumed', async () => {
    await page.goto('about:blank')
    await page.goto(path)
    await expect(page.getByLabel(BADGE_NAME)).toHaveValue('Ada Quill')
  })
  await test.step('frozen while something is typed', async () => {
    await product.query(async (db) => {
      await db
        .update(eventConfig)
        .set({ eventDate: dayIn(2) })
        .where(eq(eventConfig.id, event.id))
      const { actor } = commandContext(product)
      const line = {
        title: 'Tables and power',
        kind: 'setup',
        days: 0,
        startsAt: '07:00',
        minutes: 30,
        owner: null,
      } as const
      await addRunItem(db, event.id, { id: crypto.randomUUID(), ...line }, actor)
    })
    await page.getByLabel('Company').fill('Gauge & Co')
    await page.getByLabel('Company').blur()
    await expect(badge.getByRole('alert')).toContainText('closed before your last changes were saved')
    await expect(badge.getByLabel('Company')).toHaveValue('Gauge & Co')
    await saved(page)
    await page.reload()
    await expect(badge.getByLabel('Company')).toHaveValue('Gauge & Co')
    await badge.getByRole('button', { name: 'Ask for 1 change' }).click()
    await expect(badge.getByText('Company: Gauge & Co')).toBeVisible()
  })
  await test.step('handed in', async () => {
    await page.getByLabel(PHOTOGRAPHS).selectOption('Yes')
    await page.getByRole('button', { name: 'Hand in' }).click()
    await expect(page.getByRole('region', { name: 'Your run sheet' })).toContainText('Tables and power')
  })
  await test.step('the change is accepted', async () => {
    await product.query(async (db) => {
      const [asked] = await db.select().from(logisticsRequests).where(eq(logisticsRequests.personId, personId))
      const { person } = await readPerson(db, { eventId: event.id, personId }, Date.now())
      const decision = { decision: 'accepted', note: 'Your badge is printed again.', version: person.version } as const
      await decideRequest(db, { eventId: event.id, requestId: asked?.id ?? '', ...decision }, commandContext(product))
    })
    await page.reload()
    await badge.locator('summary').click()
    await expect(badge.getByText('The organizers write: Your badge is printed again.')).toBeVisible()
    await expect(badge.getByText('Gauge & Co')).toBeVisible()
  })
  await test.step('printed', async () => {
    await page.setViewportSize({ width: 794, height: 1123 })
    await page.emulateMedia({ media: 'print' })
    const sheet = page.getByRole('region', { name: 'Your run sheet' })
    await expect(sheet.getByText('Tables and power')).toBeVisible()
    await expect(sheet.getByText('12 Mill Street')).toBeVisible()
    for (const hidden of [badge, page.getByRole('button'), page.getByRole('navigation')])
      await expect(hidden.filter({ visible: true })).toHaveCount(0)
  })
})

test('two windows lose nothing, and a section is deleted after a question', async ({ page, product, trouble }) => {
  trouble.allow(/status of 409/)
  const { path } = await invite(product, 'vendor', 40)
  const other = await page.context().newPage()
  for (const one of [page, other]) {
    await one.goto(path)
    await expect(one.getByLabel(BADGE_NAME)).toBeVisible()
  }
  await page.getByLabel(BADGE_NAME).fill('Maria')
  await page.getByLabel(BADGE_NAME).blur()
  await saved(page)
  await other.getByLabel('Company').fill('Gauge & Co')
  await other.getByLabel('Company').blur()
  await saved(other)
  await other.getByLabel(BADGE_NAME).fill('M. Ortiz')
  await other.getByLabel(BADGE_NAME).blur()
  await expect(other.getByRole('alert')).toContainText('Saved there: Maria')
  await expectUsable(other, 'two values')
  await other.getByRole('button', { name: 'Keep “M. Ortiz”' }).click()
  await expect(other.getByLabel(BADGE_NAME)).toBeFocused()
  await saved(other)
  await page.reload()
  await expect(page.getByLabel('Company')).toHaveValue('Gauge & Co')
  await expect(page.getByLabel(BADGE_NAME)).toHaveValue('M. Ortiz')

  await page.getByRole('button', { name: 'Add a delivery' }).click()
  await page.getByLabel('What it is').fill('One crate')
  await page.getByLabel('Expected at the venue on').fill(dayIn(39))
  await page.getByRole('button', { name: 'Save delivery' }).click()
  await other.reload()
  for (const one of [page, other]) await one.getByRole('button', { name: /Change.*One crate/ }).click()
  await page.getByLabel('Carrier').fill('Mill Freight')
  await page.getByRole('button', { name: 'Save delivery' }).click()
  await expect(page.getByText('1 piece, Mill Freight')).toBeVisible()
  await other.getByLabel('Number of pieces').fill('3')
  await other.getByRole('button', { name: 'Save delivery' }).click()
  await expect(other.getByRole('alert').filter({ hasText: 'another window' })).toContainText('Mill Freight')
  await other.getByRole('button', { name: 'Use what is saved' }).click()
  await expect(other.getByText('1 piece, Mill Freight')).toBeVisible()

  await page.getByRole('button', { name: 'Delete these answers now : Badge' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByLabel('Company')).toHaveValue('')
  await page.getByLabel('Leaving').fill('At noon')
  await page.getByLabel('Leaving').blur()
  await saved(page)
  await page.getByRole('button', { name: 'Delete everything' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByLabel('Leaving')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Delete everything' })).toHaveCount(0)
  await other.close()
})

test('a form that could not load is tried again, a closed section changes by a request, and a cancelled workshop asks nothing', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(/Failed to load resource/)
  const { path, event } = await invite(product, 'speaker', 2)
  await page.route('**/api/logistics/look', (route) => route.abort())
  await page.goto(path)
  await expect(page.getByRole('alert')).toContainText('Your form could not load')
  await page.unroute('**/api/logistics/look')
  await page.getByRole('button', { name: 'Try again' }).click()
  const badge = page.locator('#badge')
  await badge.getByRole('button', { name: /Ask for a change/ }).click()
  await expect(badge.getByLabel(BADGE_NAME)).toBeFocused()
  await badge.getByLabel(BADGE_NAME).fill('Ada Quill')
  await expectUsable(page, 'a closed section')
  await badge.getByRole('button', { name: 'Ask for 1 change' }).click()
  await expect(badge.getByText('Name on the badge: Ada Quill')).toBeVisible()
  await expect(badge.getByRole('button', { name: /Ask for a change/ })).toBeFocused()
  await product.query((db) => db.update(eventConfig).set({ status: 'cancelled' }).where(eq(eventConfig.id, event.id)))
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('This workshop is cancelled.')
  await expect(page.getByRole('button', { name: 'Hand in' })).toHaveCount(0)
  await expect(badge.getByText(/^Deleted on /)).toBeVisible()
  await expectUsable(page, 'a cancelled workshop')
})

test('a link that opens nothing offers a new one and says whom to ask, the same to everybody', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(/status of 404/)
  const { event, path } = await invite(product, 'vendor', 40)
  const own = { name: 'Ray Field', email: 'ray.field@gauge.example', phone: null }
  await product.query(async (db) => {
    await saveEventContact(db, event.id, { ...own, version: 0 }, commandContext(product).actor)
    await db
      .update(eventConfig)
      .set({ eventDate: dayIn(-9) })
      .where(eq(eventConfig.id, event.id))
  })
  const said: string[] = []
  for (const link of [path, `/logistics-form/${'x'.repeat(43)}`]) {
    await page.goto(link)
    await expect(page.getByRole('alert')).toContainText(LINK_DEAD_TITLE)
    await expect(namesContact(page)).toBeVisible()
    await expect(page.getByLabel('Email')).toBeVisible()
    said.push((await page.getByRole('main').textContent()) ?? '')
  }
  expect(said[0]).toBe(said[1])
  expect(said[0]).not.toContain('Field')
  await expectUsable(page, 'a dead link')
  await page.getByLabel('Email').fill(`${freshName()}@gauge.example`)
  await page.getByRole('button', { name: 'Send me a new link' }).click()
  await expect(page.getByText(NEW_LINK_SENT)).toBeVisible()
})

test('the token is in the address and in our own calls alone (LG1)', async ({ page, product }) => {
  const { path, token } = await invite(product, 'vendor', 40)
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await page.goto(path)
  await page.getByLabel(BADGE_NAME).fill('Maria Ortiz')
  await page.getByLabel(BADGE_NAME).blur()
  await saved(page)
  const counted = page.waitForResponse((response) => response.url().endsWith('/api/page-views'))
  await page.goto('/events')
  await counted
  const holders = await Promise.all(
    requests.map(async (request) => {
      const headers = await request.allHeaders()
      // What the browser has already, such as the preloaded font, is asked of nobody.
      if (!('host' in headers)) return []
      const text = JSON.stringify([request.url(), headers, request.postData() ?? ''])
      return text.includes(token) ? [`${request.method()} ${new URL(request.url()).pathname}`] : []
    }),
  )
  const ours = ['look', 'tasks', 'deliveries', 'save'].map((call) => `POST /api/logistics/${call}`)
  expect(holders.flat()).toEqual([`GET ${path}`, ...ours])
  const views = JSON.stringify(await product.query((db) => db.execute(sql`select * from analytics_page_views`)))
  expect(views).not.toContain(token)
  expect(product.output()).not.toContain(token)
})

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' })
  test('a run sheet that was seen opens without sensitive answers, says that it is a copy, and is renewed', async ({
    page,
    product,
    context,
    trouble,
  }) => {
    trouble.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
    const { path, event, token, personId } = await invite(product, 'host', 30)
    await product.query((db) =>
      db
        .update(logisticsPeople)
        .set({ state: 'submitted', submittedAt: new Date() })
        .where(eq(logisticsPeople.id, personId)),
    )
    const sheet = page.getByRole('region', { name: 'Your run sheet' })
    const copies = () =>
      page.evaluate(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url).join(), KEPT_CACHE)
    await page.goto(path)
    await expect(sheet).toBeVisible()
    await expect.poll(copies).toMatch(/\/_astro\/react-dom/)
    await expect.poll(copies).toMatch(/\/kept\/deliveries\//)
    expect(await copies()).not.toContain(token)
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByText(/^No connection\. This is a copy from/)).toBeVisible()
    await expect(sheet).toContainText('12 Mill Street')
    await expect(page.getByRole('heading', { name: event.eventName })).toBeVisible()
    await expect(page.getByLabel('Allergies and intolerances')).toBeHidden()
    await context.setOffline(false)
    await expect(page.getByText(/^No connection\. This is a copy from/)).toBeHidden({ timeout: 30_000 })
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the form says what it needs and whom to ask', async ({ page }) => {
    await page.goto(`/logistics-form/${'x'.repeat(43)}`)
    await expect(page.getByText('This form needs JavaScript.')).toBeVisible()
    await expect(namesContact(page)).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Ask us a question' })).toHaveAttribute(
      'href',
      '/feedback',
    )
  })
})
