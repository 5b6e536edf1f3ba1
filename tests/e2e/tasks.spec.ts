import { eq } from 'drizzle-orm'
import { eventVendors } from '#db/schema/events.ts'
import { teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import { logisticsPeople } from '#db/schema/logistics.ts'
import { vendorContacts } from '#db/schema/partners.ts'
import { outbox } from '#db/schema/security.ts'
import { eventTasks, taskTemplates } from '#db/schema/tasks.ts'
import { vendorCookie } from '#src/auth/session-cookie.ts'
import { openVendorSession } from '#src/auth/vendor-session.ts'
import { sendLink } from '#src/domain/logistics/links.ts'
import { addPeople } from '#src/domain/logistics/people.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { act, enterAs, expectGuarded, openScreen } from './support/admin-page.ts'
import { openNext } from './support/admin-screens.ts'
import { toast } from './support/auth-page.ts'
import { expectUsable } from './support/looks.ts'
import { commandContext, freshName } from './support/people.ts'
import { expect, test } from './support/site-test.ts'

/** An event with one vendor, and the cookie of its contact. */
async function giveVendor(product: RunningProduct) {
  const mark = freshName()
  return product.query(async (db) => {
    const [vendor] = await db
      .insert(vendorLibrary)
      .values({ vendorName: `Torque ${mark}` })
      .returning()
    const vendorId = vendor?.id ?? ''
    const eventId = await storeEvent(db, { eventSlug: `${mark}-day`, eventDate: '2034-02-02', earlyBirdDeadline: null })
    await db.insert(eventVendors).values({ eventId, vendorLibraryId: vendorId, displayOrder: 1 })
    const email = `${mark}@vendor.example`
    const who = { vendorId, name: 'Maria Ortiz', email, emailKey: email, invitedBy: 'cli', state: 'active' } as const
    const [contact] = await db.insert(vendorContacts).values(who).returning()
    const token = await openVendorSession(db, contact?.id ?? '', Date.now())
    const [name = '', value = ''] = vendorCookie(token, 60, product.url).split(';')[0]?.split('=') ?? []
    return { mark, eventId, vendorId, vendorName: `Torque ${mark}`, cookie: { name, value, url: product.url } }
  })
}

test('a person of the team hands in a task on the page of their logistics form', async ({ page, product }) => {
  const mark = freshName()
  const token = await product.query(async (db) => {
    const eventId = await storeEvent(db, { eventSlug: `${mark}-day`, eventDate: '2034-02-02', earlyBirdDeadline: null })
    const email = `${mark}@team.example`
    const person = { fullName: `Ada ${mark}`, title: 'Trainer', bio: 'Ran a mill.', email }
    const [member] = await db.insert(teamLibrary).values(person).returning()
    const teamLibraryId = member?.id ?? ''
    const task = { eventId, title: 'Send the slides', assigneeType: 'team', assigneeId: teamLibraryId } as const
    await db
      .insert(eventTasks)
      .values({ ...task, kind: 'form', options: ['Which file?', 'Who shows it?'], dueDays: -7 })
    const context = commandContext(product)
    const { ids } = await addPeople(db, eventId, [{ name: 'Ada', email, role: 'instructor' }], context.actor)
    await db
      .update(logisticsPeople)
      .set({ teamLibraryId })
      .where(eq(logisticsPeople.id, ids[0] ?? ''))
    await sendLink(db, { eventId, personId: ids[0] ?? '' }, context)
    const [mail] = await db.select().from(outbox).where(eq(outbox.recipient, email))
    return /logistics-form\/([\w-]{43})/.exec(mail?.textBody ?? '')?.[1] ?? ''
  })
  await page.goto(`/logistics-form/${token}`)
  const card = page.getByRole('listitem').filter({ hasText: 'Send the slides' })
  await card.getByLabel('Which file?').fill('slides.pdf')
  await card.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(card.getByText('Answer is required')).toBeVisible()
  await card.getByLabel('Who shows it?').fill('Ada')
  await expectUsable(page, 'a task on the page of a logistics form')
  await card.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(card.getByText('Submitted')).toBeVisible()
  await expect(card).toContainText('slides.pdf')
})

test('an editor gives an event tasks from templates, a vendor hands them in, and one is returned', async ({
  page,
  context,
  product,
}) => {
  await enterAs(context, product, 'admin')
  const given = await giveVendor(product)
  const { mark, eventId, vendorName } = given
  const more = { assigneeType: 'vendor', dueDays: -14 } as const
  await product.query((db) =>
    db.insert(taskTemplates).values([
      { ...more, title: `Send the logo ${mark}`, kind: 'file' },
      { ...more, title: `Read the rules ${mark}`, kind: 'acknowledgement' },
    ]),
  )
  await openScreen(page, '/admin/library/tasks?edit=new', 'New task template')
  await page.getByLabel('Task', { exact: true }).fill(`Choose lunch ${mark}`)
  await page.getByLabel('Type of submission').selectOption('choice')
  await page.getByRole('button', { name: 'Save task template' }).click()
  await expect(page.getByText('Enter at least two options').first()).toBeVisible()
  await page.getByLabel('Options').fill('Meat\nVegetarian')
  await page.getByRole('button', { name: 'Save task template' }).click()
  await expect(toast(page, 'Task template saved')).toBeVisible()

  await openNext(page, `/admin/event/tasks?event=${eventId}`)
  await page.getByRole('button', { name: 'Add from templates' }).click()
  const dialog = page.getByRole('dialog')
  const boxes = dialog.getByRole('checkbox', { name: RegExp(mark) })
  const showMore = dialog.getByRole('button', { name: 'Show more templates' })
  await expect(dialog.getByRole('checkbox').first()).toBeVisible()
  while ((await boxes.count()) < 3 && (await showMore.isVisible())) await showMore.click()
  for (const box of await boxes.all()) await box.check()
  await expectUsable(page, 'adding tasks from templates')
  await dialog.getByRole('button', { name: 'Add tasks' }).click()
  await expect(toast(page, '3 tasks added')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: mark })).toHaveCount(3)

  await context.addCookies([given.cookie])
  const portal = await context.newPage()
  await portal.goto('/vendor-portal')
  const card = (title: string) => portal.getByRole('listitem').filter({ hasText: title })
  await expect(card('Choose lunch')).toBeVisible()
  await card('Read the rules').getByRole('button', { name: 'Confirm' }).click()
  await expect(portal.getByText('Done (1)')).toBeVisible()
  await card('Choose lunch').getByRole('button', { name: 'Send', exact: true }).click()
  await expect(card('Choose lunch').getByText('Choose one')).toBeVisible()
  await card('Choose lunch').getByRole('combobox').selectOption('Vegetarian')
  await card('Choose lunch').getByRole('button', { name: 'Send', exact: true }).click()
  await expect(card('Choose lunch').getByText('Submitted')).toBeVisible()
  await expect(card('Send the logo')).toBeFocused()
  await card('Send the logo').getByRole('button', { name: 'Send', exact: true }).click()
  await expect(card('Send the logo').getByText('Choose a file first')).toBeVisible()
  const file = { name: 'logo.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 logo') }
  await card('Send the logo').locator('input[type=file]').setInputFiles(file)
  await card('Send the logo').getByRole('button', { name: 'Send', exact: true }).click()
  await expect(card('Send the logo').getByRole('link', { name: 'logo.pdf' })).toBeVisible()

  await page.reload()
  await page.getByLabel('State').selectOption('Submitted')
  await expect(page.getByRole('row').filter({ hasText: mark })).toHaveCount(2)
  await act(page, `Send the logo ${mark} of ${vendorName}`, 'Open')
  const review = page.getByRole('dialog')
  await expect(review.getByRole('link', { name: 'Download logo.pdf (1 KB)' })).toBeVisible()
  await expectUsable(page, 'what was handed in for a task')
  await review.getByRole('button', { name: 'Return with a note' }).click()
  await review.getByRole('button', { name: 'Return task' }).click()
  await expect(review.getByText('Note is required')).toBeVisible()
  await review.getByLabel('Note').fill('Please send it as a vector graphic.')
  await expectGuarded(page)
  await review.getByRole('button', { name: 'Return task' }).click()
  await expect(toast(page, 'Task returned')).toBeVisible()
  await portal.reload()
  await expect(card('Send the logo')).toContainText('Please change this: Please send it as a vector graphic.')
  await expectUsable(portal, 'a task that was returned')
  const tasks = await product.query((db) => db.select().from(eventTasks).where(eq(eventTasks.eventId, eventId)))
  expect(tasks.map(({ state }) => state).toSorted()).toEqual(['done', 'returned', 'submitted'])
})
