import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { profiles, sessions } from '#db/schema/accounts.ts'
import { bans } from '#db/schema/security.ts'
import { SHORTCUTS } from '#src/admin/blocks/queue-keys.tsx'
import { TWO_STEP } from '#src/contract/account-sentence.ts'
import { ACTOR_NAMES } from '#src/contract/audit-log.ts'
import { UNTIL_LIFTED } from '#src/contract/ban-end.ts'
import { STEP_UP_TITLE } from '#src/contract/factor.ts'
import { RANK_SENTENCE } from '#src/contract/rank.ts'
import {
  ASSIGN_ROLE,
  BAD_ADDRESS,
  BAN_ADDRESS,
  BAN_DURATION,
  BAN_THIS_ADDRESS,
  decidedSentence,
  MAY_POST,
  NEW_ROLE,
  NO_ROLE,
  NO_USERS_FOUND,
  REMOVE_ROLE,
  RESET_TWO_STEP,
  ROLE_PASSWORD,
  roleAssigned,
  twoStepReset,
  undoneSentence,
} from '#src/contract/user.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { enterAs, openScreen, row } from './support/admin-page.ts'
import { openNext } from './support/admin-screens.ts'
import { REFUSED, toast } from './support/auth-page.ts'
import { expectUsable } from './support/looks.ts'
import { giveFactors, PASSWORD, type Person } from './support/people.ts'
import { giveMember, sessionLines } from './support/signed-in.ts'
import { expect, test } from './support/site-test.ts'

const card = (page: Page, { username }: Person) => page.getByRole('listitem').filter({ hasText: username })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const approvalOf = (product: RunningProduct, { id }: Person) =>
  product.query(async (db) => (await db.select().from(profiles).where(eq(profiles.id, id)))[0]?.approval)

test('a moderator approves with one click, rejects with a reason, which is sent to the person, and leaves alone what someone else has decided', async ({
  page,
  context,
  product,
}) => {
  const [person, other] = [await giveMember(product), await giveMember(product)]
  const [one, decided] = [await giveMember(product), await giveMember(product)]
  await enterAs(context, product, 'moderator')
  await openScreen(page, '/admin/users', 'Users')
  await expect(card(page, person)).toContainText(person.email)
  await card(page, person).getByRole('button', { name: 'Approve' }).click()
  await expect(toast(page, decidedSentence(person.username, 'approved'))).toBeVisible()
  await expect(card(page, person)).toHaveCount(0)
  expect(await approvalOf(product, person)).toBe('approved')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, undoneSentence(person.username))).toBeVisible()
  await expect(toast(page, decidedSentence(person.username, 'approved'))).toHaveCount(0)
  expect(await approvalOf(product, person)).toBe('pending')
  await card(page, person).getByRole('button', { name: 'Approve' }).click()
  await expect(card(page, person)).toHaveCount(0)

  for (const each of [one, decided]) await card(page, each).getByRole('checkbox').check()
  const spam = { approval: 'rejected', approvalReason: 'Spam', approvalDecidedBy: 'cli' } as const
  await product.query((db) => db.update(profiles).set(spam).where(eq(profiles.id, decided.id)))
  await page.getByRole('button', { name: 'Approve selected' }).click()
  await expect(toast(page, `${decidedSentence(one.username, 'approved')} 1 was left unchanged.`)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: `by ${ACTOR_NAMES.cli}` })).toContainText(
    `${decided.username}: This account is already rejected, by ${ACTOR_NAMES.cli}.`,
  )
  expect(await approvalOf(product, decided)).toBe('rejected')

  await card(page, other).getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog', { name: `Reject ${other.username}` })
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.getByRole('alert')).toContainText('A rejection needs a reason')
  await dialog.getByLabel('Reason').fill('Which plant do you work at?')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(toast(page, decidedSentence(other.username, 'rejected'))).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await openNext(page, `/admin/users/${other.id}`)
  await expect(section(page, 'Approval')).toContainText('Which plant do you work at?')
  await expect(section(page, 'Timeline')).toContainText('Rejected: Which plant do you work at?')
  await section(page, 'Approval').getByRole('button', { name: 'Approve' }).click()
  await expect(section(page, 'Approval')).toContainText(MAY_POST)
})

test('everybody can use the queue, which is worked by keyboard alone', async ({ page, context, product }) => {
  const people = [await giveMember(product), await giveMember(product), await giveMember(product)]
  await enterAs(context, product, 'moderator')
  await openScreen(page, '/admin/users', 'Users')
  const [first, second, third] = people.map((person) => card(page, person))
  if (!first || !second || !third) throw new Error('There are three of them')
  await expect(page.getByText(SHORTCUTS)).toBeVisible()
  await first.getByRole('checkbox').focus()
  await page.keyboard.press('x')
  await expect(first.getByRole('checkbox')).toBeChecked()
  // Others may register at the same time: one after the other until it is this person.
  await second.getByRole('checkbox').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('k')
  await page.keyboard.press('j')
  await expect(second.getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect(second.getByRole('checkbox')).toBeFocused()
  // At the top of the page, where the top bar covers nothing: a checkbox that scrolled halfway under one of the bar's links
  // counts as too small, and how many people are waiting decides which one that is.
  await expectUsable(page, 'two people chosen', { reached: (screen) => screen.evaluate(() => scrollTo(0, 0)) })
  await page.keyboard.press('a')
  await expect(toast(page, decidedSentence('2 people', 'approved'))).toBeVisible()
  for (const person of people.slice(0, 2)) expect(await approvalOf(product, person)).toBe('approved')
  await expect(first).toHaveCount(0)
  await third.getByRole('checkbox').focus()
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog', { name: `Reject ${people[2]?.username}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(third.getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('o')
  await expect(page).toHaveURL(`/admin/users/${people[2]?.id}`)
})

test('people are found by name or email address; the search is in the address bar; a ban signs out at once and is lifted again; resetting lost factors asks for a new proof of identity', async ({
  page,
  context,
  product,
  trouble,
}) => {
  trouble.allow(REFUSED)
  const person = await giveMember(product, { approval: 'approved' })
  const theirs = (await sessionLines(product, person)).map((line) => line.split(';')[0]).join('; ')
  await giveFactors(product, person)
  const admin = await enterAs(context, product, 'admin')
  await openScreen(page, '/admin/users?tab=all', 'Users')
  await page.getByLabel('Name or email').fill(person.email)
  await expect(page).toHaveURL(/q=/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByLabel('Approval').selectOption('rejected')
  await expect(page.getByText(NO_USERS_FOUND)).toBeVisible()
  await page.reload()
  await expect(page.getByText(NO_USERS_FOUND)).toBeVisible()
  await page.getByLabel('Approval').selectOption('Any')
  await expectUsable(page, 'everybody')
  const found = row(page, person.email).getByRole('link', { name: person.username })
  await found.click()
  await expect(page.getByRole('heading', { level: 1, name: person.username })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Name or email')).toHaveValue(person.email)
  await found.click()

  await expect(section(page, 'Sessions').getByRole('button', { name: 'Sign out everywhere' })).toBeVisible()
  await section(page, 'Ban').getByRole('button', { name: 'Ban' }).click()
  const dialog = page.getByRole('dialog', { name: `Ban ${person.username}` })
  await expectUsable(page, 'banning a person')
  await dialog.getByLabel('Reason').fill('Sells bearings')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog', { name: 'Unsaved Changes' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByLabel('Reason'), 'what was typed is not lost unasked').toHaveValue('Sells bearings')
  await dialog.getByLabel(BAN_DURATION).selectOption(UNTIL_LIFTED)
  await dialog.getByRole('button', { name: 'Ban', exact: true }).click()
  await expect(section(page, 'Ban')).toContainText('Banned until lifted: Sells bearings')
  await expect(section(page, 'Sessions')).toContainText('Not signed in anywhere.')
  await expect(section(page, 'Timeline')).toContainText('Banned: Sells bearings')
  const asked = await fetch(`${product.url}/api/auth/session`, { headers: { cookie: theirs } })
  expect((await asked.json()).viewer).toBeNull()
  await section(page, 'Ban').getByRole('button', { name: 'Lift ban' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lift ban' }).click()
  await expect(section(page, 'Ban')).toContainText('Not banned.')
  await expect(section(page, 'Ban')).toContainText('1 ban on record')

  const factors = section(page, TWO_STEP)
  await expect(factors).toContainText('My app')
  const longAgo = { authenticatedAt: new Date(Date.now() - 11 * 60_000) }
  await product.query((db) => db.update(sessions).set(longAgo).where(eq(sessions.userId, admin.id)))
  await factors.getByRole('button', { name: RESET_TWO_STEP }).click()
  await page.getByRole('dialog').getByRole('button', { name: RESET_TWO_STEP }).click()
  const question = page.getByRole('dialog', { name: STEP_UP_TITLE })
  await question.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page, twoStepReset(person.username))).toBeVisible()
  await expect(factors).toContainText('None.')
  await expect(factors).toContainText('There is nothing to reset.')
})

test('an owner gives a role and takes it away; an admin reads why they cannot, and bans an address and lets it in again', async ({
  page,
  context,
  product,
  trouble,
}) => {
  trouble.allow(REFUSED)
  const person = await giveMember(product, { approval: 'approved' })
  await enterAs(context, product, 'owner')
  await openScreen(page, `/admin/users/${person.id}`, person.username)
  const roles = section(page, 'Roles')
  await expect(roles).toContainText(ROLE_PASSWORD)
  await roles.getByLabel(NEW_ROLE).selectOption('Admin')
  await roles.getByRole('button', { name: ASSIGN_ROLE }).click()
  await expect(toast(page, roleAssigned(person.username, 'admin'))).toBeVisible()
  await expect(roles).toContainText('Admin: everything except roles')
  await roles.getByRole('button', { name: 'Remove admin role' }).click()
  await page.getByRole('dialog').getByRole('button', { name: REMOVE_ROLE }).click()
  await expect(roles).toContainText(NO_ROLE)
  await context.clearCookies()
  await enterAs(context, product, 'admin')
  await openScreen(page, `/admin/users/${(await giveMember(product, { role: 'admin' })).id}`, /./)
  await expect(roles.getByRole('button', { name: 'Remove admin role' })).toBeDisabled()
  await expect(roles.getByText(RANK_SENTENCE.ownersAssign).first()).toBeVisible()
  await expect(section(page, 'Ban').getByRole('button', { name: 'Ban' })).toBeDisabled()
  await expect(section(page, 'Ban')).toContainText(RANK_SENTENCE.lower)

  const address = '198.51.100.77'
  await openNext(page, '/admin/users?tab=addresses')
  await page.getByRole('button', { name: BAN_ADDRESS }).click()
  const dialog = page.getByRole('dialog', { name: BAN_ADDRESS })
  await dialog.getByLabel('IP address').fill('not an address')
  await dialog.getByLabel('Reason').fill('Tries passwords')
  await dialog.getByRole('button', { name: BAN_THIS_ADDRESS }).click()
  await expect(dialog.getByRole('alert')).toContainText(BAD_ADDRESS)
  await dialog.getByLabel('IP address').fill(`::ffff:${address}`)
  await dialog.getByRole('button', { name: BAN_THIS_ADDRESS }).click()
  await expect(toast(page, `${address} is banned`)).toBeVisible()
  await expect(row(page, address)).toContainText('Tries passwords')
  await page.getByRole('button', { name: `Actions for ${address}` }).click()
  await page.getByRole('menuitem', { name: 'Lift ban' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lift ban' }).click()
  await expect(row(page, address)).toHaveCount(0)
  await page.getByLabel('Bans', { exact: true }).selectOption('Ended')
  await expect(row(page, address)).toContainText('Lifted')
  await product.query((db) => db.delete(bans).where(eq(bans.subject, address)))
})
