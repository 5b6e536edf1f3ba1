import { eq } from 'drizzle-orm'
import { outbox } from '#db/schema/security.ts'
import { enterAs, expectGuarded } from './support/admin-page.ts'
import { toast } from './support/auth-page.ts'
import { DESKTOP, expectUsable, PHONE } from './support/looks.ts'
import { giveDraft } from './support/managed-events.ts'
import { expect, test } from './support/site-test.ts'

const ENDS = [DESKTOP, { ...PHONE, look: '320 px, dark', colorScheme: 'dark' }] as const

test('an organizer adds somebody, enters an answer, prints the run sheet and gives the caterer a link', async ({
  page,
  context,
  product,
}) => {
  await enterAs(context, product, 'admin')
  const { id, mark } = await giveDraft(product)
  const email = `${mark}@plant.example`
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await page.goto(`/admin/event/logistics/${id}`)
  await expect(page.getByText('No people yet').first()).toBeVisible()

  await page.getByRole('button', { name: 'Add people' }).click()
  await page.getByRole('button', { name: 'Add someone else' }).click()
  await page.getByLabel('Name').fill(`Ada ${mark}`)
  await expectGuarded(page)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('dialog').getByRole('button', { name: 'Add person' }).click()
  await expect(toast(page, '1 person added')).toBeVisible()
  await page.getByRole('button', { name: `Actions for Ada ${mark}` }).click()
  await page.getByRole('menuitem', { name: 'Send link' }).click()
  await expect(toast(page, `A link is on its way to ${email}`)).toBeVisible()
  expect(await product.query((db) => db.$count(outbox, eq(outbox.recipient, email)))).toBe(1)
  await expectUsable(page, 'the board', { looks: ENDS })

  await page.getByRole('link', { name: `Ada ${mark}` }).click()
  const person = page.getByRole('dialog', { name: `Ada ${mark}` })
  await person.getByRole('button', { name: 'Read this section' }).first().click()
  await person.getByRole('button', { name: /^Answer for them ?: Meals/ }).click()
  await person.getByLabel('Meal').selectOption({ label: 'Vegan' })
  await expectGuarded(page)
  await person.getByRole('button', { name: 'Save answers' }).click()
  await expect(toast(page, 'Answers saved')).toBeVisible()
  await expect(person.getByText('By phone')).toBeVisible()
  await expectUsable(page, 'one person', { looks: ENDS })
  await person.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('link', { name: 'Meals', exact: true }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  const url = await page.getByText('/event-sheet#meals=').innerText()
  await expectUsable(page, 'the meals', { looks: ENDS })
  await page.getByRole('link', { name: 'Run sheet', exact: true }).click()
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(page.locator('html[data-printed]')).toBeAttached()
  await expect(page.getByText('It is the same as the printed revision 1.')).toBeVisible()
  await expectUsable(page, 'the run sheet', { looks: ENDS })

  await page.goto(`/event-sheet${url.slice(url.indexOf('#'))}`)
  await expect(page.getByRole('row', { name: 'Vegan 1' })).toBeVisible()
  await expectUsable(page, 'the sheet of a caterer', { looks: ENDS })

  await page.goto(`/admin/test-logistics-email?event=${id}`)
  await page.getByLabel('Person').selectOption({ label: `Ada ${mark}, ${email}` })
  await page.getByRole('button', { name: 'Send all to me' }).click()
  await expect(page.getByText('Empty: Vendor').first()).toBeVisible()
  await expectUsable(page, 'the test mails', { looks: ENDS })
  expect(await product.query((db) => db.$count(outbox, eq(outbox.recipient, email)))).toBe(1)
})
