import { eq, inArray } from 'drizzle-orm'
import { eventTeam } from '#db/schema/events.ts'
import { teamLibrary } from '#db/schema/libraries.ts'
import { logisticsPeople } from '#db/schema/logistics.ts'
import { outbox } from '#db/schema/security.ts'
import { answerOnBehalf } from '#src/domain/logistics/decide-request.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { enterAs, expectGuarded } from './support/admin-page.ts'
import { openNext } from './support/admin-screens.ts'
import { toast } from './support/auth-page.ts'
import { expectUsable, PHONE, take } from './support/looks.ts'
import { giveDraft } from './support/managed-events.ts'
import { commandContext } from './support/people.ts'
import { expect, test } from './support/site-test.ts'

const emailOf = (fullName = '') => `${fullName.replaceAll(' ', '-')}@team.example`

/** People of the library, on the team of an event. */
async function giveTeam(product: RunningProduct, eventId: string, people: readonly string[]): Promise<void> {
  await product.query(async (db) => {
    const person = { title: 'Trainer', bio: 'Trains.' }
    const rows = people.map((fullName) => ({ ...person, fullName, email: emailOf(fullName) }))
    const team = await db.insert(teamLibrary).values(rows).returning({ id: teamLibrary.id })
    await db
      .insert(eventTeam)
      .values(team.map((one, displayOrder) => ({ eventId, teamLibraryId: one.id, displayOrder })))
  })
}

test('a hundred and twenty people of the team are added in one press, each in the role that is chosen, and all can be chosen from', async ({
  page,
  context,
  product,
}) => {
  await enterAs(context, product, 'admin')
  const { id, mark } = await giveDraft(product)
  const people = Array.from({ length: 120 }, (_, at) => `${mark} ${String(at).padStart(3, '0')}`)
  await giveTeam(product, id, people)
  await page.goto(`/admin/event/logistics/${id}`)
  await page.getByRole('button', { name: 'Add people' }).click()
  await page.getByLabel(`Role of ${people[0]}`).selectOption('Speaker')
  await page.getByRole('button', { name: 'Add 120 people' }).click()
  await expect(toast(page, '120 people added')).toBeVisible()
  const stored = await product.query((db) => db.select().from(logisticsPeople).where(eq(logisticsPeople.eventId, id)))
  expect(stored.filter(({ teamLibraryId }) => teamLibraryId !== null)).toHaveLength(120)
  expect(stored.filter(({ role }) => role === 'speaker').map(({ name }) => name)).toEqual([people[0]])

  await product.query(async (db) => {
    const changed = stored.find(({ name }) => name === people[1])
    const hotel = { eventId: id, personId: changed?.id ?? '', section: 'travel', field: 'hotel', value: 'Mill Inn' }
    const actor = { id: crypto.randomUUID() }
    await answerOnBehalf(db, { ...hotel, version: 0, source: 'phone' }, { ...commandContext(product), actor })
  })
  await page.getByRole('button', { name: `Actions for ${people[1]}` }).click()
  await page.getByRole('menuitem', { name: 'Change role' }).click()
  await page.getByRole('dialog').getByLabel('Role').selectOption('Host')
  await expect(page.getByRole('dialog').getByText('Travel and arrival: 1 answer')).toBeVisible()
  await expectUsable(page, 'another role')
  await page.getByRole('dialog').getByRole('button', { name: 'Change role and delete answers' }).click()
  await expect(toast(page, `${people[1]} is now host`)).toBeVisible()
  await page.getByRole('link', { name: 'Deliveries', exact: true }).click()
  await page.getByRole('button', { name: 'Add delivery' }).click()
  await expect(page.getByLabel('From').getByRole('option', { name: people[119] ?? '' })).toBeAttached()
  await openNext(page, `/admin/test-logistics-email?event=${id}`)
  await page.getByLabel('Person', { exact: true }).selectOption({ label: `${people[119]}, ${emailOf(people[119])}` })
  await product.query(async (db) => {
    await db.delete(eventTeam).where(eq(eventTeam.eventId, id))
    await db.delete(teamLibrary).where(inArray(teamLibrary.fullName, people))
  })
})

test('an organizer adds somebody, enters an answer, prints the run sheet and gives the caterer a link', async ({
  page,
  context,
  product,
}) => {
  await enterAs(context, product, 'admin')
  const { id, mark } = await giveDraft(product)
  const email = `${mark}@plant.example`
  await giveTeam(product, id, [`Ben ${mark}`])
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await page.goto(`/admin/event/logistics/${id}`)
  await expect(page.getByText('No people yet').first()).toBeVisible()

  await page.getByRole('button', { name: 'Add people' }).click()
  await expectUsable(page, 'people to add')
  await page.getByRole('button', { name: 'Add someone else' }).click()
  await page.getByLabel('Name').fill(`Ada ${mark}`)
  await expectGuarded(page)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('dialog').getByRole('button', { name: 'Add person' }).click()
  await expect(toast(page, '1 person added')).toBeVisible()
  await page.getByRole('button', { name: `Actions for Ada ${mark}` }).click()
  await page.getByRole('menuitem', { name: 'Send link' }).click()
  await expect(toast(page, `A link is on its way to ${email}`)).toBeVisible()
  // An address has no place to break: what ends the notice stays in sight beside it.
  await take(page, PHONE)
  await expect(page.getByRole('button', { name: 'Dismiss' })).toBeInViewport({ ratio: 1 })
  await take(page)
  expect(await product.query((db) => db.$count(outbox, eq(outbox.recipient, email)))).toBe(1)
  await expectUsable(page, 'the board')

  await page.getByRole('link', { name: `Ada ${mark}` }).click()
  const person = page.getByRole('dialog', { name: `Ada ${mark}` })
  await person.getByRole('button', { name: 'Read this section' }).first().click()
  await person.getByRole('button', { name: /^Answer for them ?: Meals/ }).click()
  await person.getByLabel('Meal').selectOption({ label: 'Vegan' })
  await expectGuarded(page)
  await person.getByRole('button', { name: 'Save answers' }).click()
  await expect(toast(page, 'Answers saved')).toBeVisible()
  await expect(person.getByText('By phone')).toBeVisible()
  await expectUsable(page, 'one person')
  await person.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('link', { name: 'Meals', exact: true }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  const url = (await page.getByText('/event-sheet#meals=').textContent()) ?? ''
  await expectUsable(page, 'the meals')
  await page.getByRole('link', { name: 'Run sheet', exact: true }).click()
  await page.getByRole('button', { name: 'Add line' }).click()
  await page.getByLabel('Activity').fill('Tables and power')
  await page.getByLabel('Responsible').fill('Ben Dock')
  await page.getByRole('dialog').getByRole('button', { name: 'Add line' }).click()
  await page.getByLabel('With phone numbers and emergency contacts').check()
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(page.locator('html[data-printed]')).toBeAttached()
  await expect(page.getByText('It is the same as the printed revision 1.')).toBeVisible()
  // The paper has the sheet alone, and stays until the dialog is closed.
  await page.emulateMedia({ media: 'print' })
  const paper = page.locator('.print-sheet')
  await expect(paper.getByRole('table', { name: 'Run sheet' })).toContainText('Revision 1.')
  await expect(paper.getByRole('row', { name: /Tables and power.*Ben Dock/ })).toBeVisible()
  await expect(
    paper.getByRole('table', { name: /^Contacts: / }).getByRole('row', { name: `Ada ${mark}` }),
  ).toBeVisible()
  await expect(paper.locator('img')).toBeVisible()
  await expect(page.locator('body > :not(.print-sheet)').filter({ visible: true })).toHaveCount(0)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
  await expect(paper).toHaveCount(0)
  await page.getByLabel('With phone numbers and emergency contacts').uncheck()
  await page.getByLabel('Sheet for').selectOption('Speakers')
  await expect(page.getByRole('heading', { name: 'Hosts' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await page.emulateMedia({ media: 'print' })
  await expect(paper).toContainText('For speakers')
  await expect(paper).not.toContainText(`Ada ${mark}`)
  await page.emulateMedia({ media: 'screen' })
  await page.getByLabel('Sheet for').selectOption('Everybody')
  await expect(page.getByRole('heading', { name: 'Hosts' })).toBeVisible()
  await expectUsable(page, 'the run sheet')

  await page.goto(`/event-sheet${url.slice(url.indexOf('#'))}`)
  await expect(page.getByRole('row', { name: 'Vegan 1' })).toBeVisible()
  await expectUsable(page, 'the sheet of a caterer')

  await page.goto(`/admin/test-logistics-email?event=${id}`)
  await page.getByLabel('Person').selectOption({ label: `Ada ${mark}, ${email}` })
  await page.getByRole('button', { name: 'Send all to me' }).click()
  await expect(page.getByText('Empty: Vendor').first()).toBeVisible()
  await expectUsable(page, 'the test mails')
  expect(await product.query((db) => db.$count(outbox, eq(outbox.recipient, email)))).toBe(1)
})
