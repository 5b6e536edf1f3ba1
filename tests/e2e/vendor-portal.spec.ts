import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { linkTokens } from '#db/schema/accounts.ts'
import { eventVendors } from '#db/schema/events.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { vendorSessions } from '#db/schema/partners.ts'
import { LINK_DEAD_TITLE } from '#src/contract/dead-link.ts'
import { inviteContact } from '#src/domain/vendor-contacts/invite.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { expectUsable } from './support/looks.ts'
import { commandContext, freshName, mailedToken } from './support/people.ts'
import { expect, type Page, test } from './support/site-test.ts'

/** A company with an event, and a person there who was invited. */
async function giveInvited(product: RunningProduct, vendorName: string) {
  const email = `${freshName()}@vendor.example`
  return product.query(async (db) => {
    const [vendor] = await db.insert(vendorLibrary).values({ vendorName }).returning()
    const vendorId = vendor?.id ?? ''
    const eventSlug = `${freshName()}-day`
    const eventId = await storeEvent(db, { eventSlug, eventDate: '2034-02-02', earlyBirdDeadline: null })
    await db.insert(eventVendors).values({ eventId, vendorLibraryId: vendorId, displayOrder: 1, isActive: true })
    const { id } = await inviteContact(db, { vendorId, name: 'Maria Ortiz', email }, commandContext(product))
    return { email, vendorId, id, slug: eventSlug }
  })
}

/** What is left of the links to a person, and their sessions. */
const stateOf = (product: RunningProduct, contactId: string) =>
  product.query(async (db) => ({
    open: (await db.select().from(linkTokens).where(eq(linkTokens.subjectId, contactId))).filter(
      ({ usedAt }) => usedAt === null,
    ).length,
    sessions: await db.$count(vendorSessions, eq(vendorSessions.contactId, contactId)),
  }))

/** Loads a link as the scanner of a mail program does, which runs scripts and presses nothing. */
async function scan(page: Page, path: string, button: string): Promise<void> {
  for (const method of ['GET', 'HEAD']) await page.request.fetch(path, { method })
  await page.goto(path)
  await expect(page.getByRole('button', { name: button })).toBeEnabled()
  expect(await page.context().cookies()).toEqual([])
  await page.goto('/events')
}

test('links in mails open the portal with a press alone, and a colleague’s access is ended there (VP2, VP5); one that was used offers a new one', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(/status of 404/)
  const company = `Torque ${randomUUID().slice(0, 8)}`
  const { email, vendorId, id, slug } = await giveInvited(product, company)
  const invitation = `/vendor-portal#invite=${await mailedToken(product, email, '/vendor-portal#invite=')}`
  const accept = 'Accept and open the portal'
  await scan(page, invitation, accept)
  expect(await stateOf(product, id)).toEqual({ open: 1, sessions: 0 })
  await page.goto(invitation)
  await expect(page.getByText(company)).toBeVisible()
  await expect(page).toHaveURL('/vendor-portal#invite')
  await expectUsable(page, 'an invitation')
  await page.getByRole('button', { name: accept }).click()
  await expect(page.getByRole('heading', { level: 1, name: company })).toBeFocused()
  expect(await stateOf(product, id)).toEqual({ open: 0, sessions: 1 })
  await expect(page.locator(`main a[href="/event/${slug}.ics"]`)).toBeVisible()
  await expect(page.getByText('You are the only person with access.')).toBeVisible()
  await expectUsable(page, 'the portal')

  await product.query((db) =>
    inviteContact(db, { vendorId, name: 'Ben Colleague', email: `ben.${email}` }, commandContext(product)),
  )
  await page.reload()
  await page.getByRole('button', { name: 'End the access of Ben Colleague' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End access' }).click()
  await expect(page.getByText('Ben Colleague no longer has access.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'End the access of Ben Colleague' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign out' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Vendor portal' })).toBeFocused()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Check your email' })).toBeVisible()
  const signIn = `/vendor-portal#sign-in=${await mailedToken(product, email, '/vendor-portal#sign-in=')}`
  await page.goto('/events')
  await scan(page, signIn, 'Sign in')
  expect(await stateOf(product, id)).toEqual({ open: 1, sessions: 0 })
  await page.goto(signIn)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: company })).toBeVisible()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.goto('/events')
  await page.goto(signIn)
  await expect(page.getByRole('alert')).toContainText(LINK_DEAD_TITLE)
  await expectUsable(page, 'a link that was used')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Check your email' })).toBeVisible()
})
