import { INVITE_OUTCOMES } from '#src/contract/vendor-invite.ts'
import { act, enterAs, openScreen, row } from './support/admin-page.ts'
import { toast } from './support/auth-page.ts'
import { giveVendor, ownName } from './support/library.ts'
import { expectUsable } from './support/looks.ts'
import { mailedToken } from './support/people.ts'
import { expect, test } from './support/site-test.ts'

/** The demo has one vendor whose logo is not there, to show what then happens. */
const BROKEN_LOGO = /gannet-gauge\.svg/

test('people are invited one by one and from a file, invited again, and lose their access', async ({
  page,
  context,
  product,
  trouble,
}) => {
  trouble.allow(BROKEN_LOGO)
  const { name: vendor, word } = ownName('Torque & Sons')
  await giveVendor(product, vendor)
  await enterAs(context, product, 'admin')
  await openScreen(page, '/admin/vendor-invites', 'Vendor access')
  const dialog = page.getByRole('dialog')

  await test.step('one person, of a vendor that is searched for', async () => {
    await page.getByRole('button', { name: 'Invite a contact' }).click()
    await dialog.getByLabel('Vendor').fill(word)
    await expect(dialog.getByRole('option')).toHaveText([vendor])
    await expectUsable(page, 'the invitation')
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await dialog.getByLabel('Name').fill('Maria Ortiz')
    await dialog.getByLabel('Email address').fill(`maria@${word}.example`)
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(toast(page, 'An invitation to Maria Ortiz is on its way')).toBeVisible()
    await mailedToken(product, `maria@${word}.example`, '/vendor-portal#invite=')
  })

  await test.step('the others from a file, after a preview', async () => {
    await page.getByRole('button', { name: 'Invite from a file' }).click()
    const lines = `vendor,name,email\n${vendor},Ben,ben@${word}.example\n${vendor},Maria,MARIA@${word}.example\nNo one,Cy,cy@x.example`
    const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) }
    await dialog.locator('input[type=file]').setInputFiles(file)
    await dialog.getByRole('button', { name: 'Preview' }).click()
    const outcomes = ['Gets an invitation', 'Already invited', INVITE_OUTCOMES['vendor-missing']]
    for (const [at, outcome] of outcomes.entries())
      await expect(dialog.getByRole('listitem').nth(at)).toContainText(outcome)
    await expectUsable(page, 'the preview of a file')
    await dialog.getByRole('button', { name: 'Send 1 invitation' }).click()
    await expect(toast(page, '1 invitation sent.')).toBeVisible()
    await expect(dialog.getByRole('listitem').first()).toContainText('Invitation sent')
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  await page.getByRole('searchbox').fill(word)
  // The title of the list and two people: others were also invited under these names.
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(row(page, word)).toHaveCount(2)
  await act(page, 'Maria Ortiz', 'Invite again')
  const listed = page.waitForResponse(/\/api\/admin\/vendor-invites\?/)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(toast(page, 'A new invitation to Maria Ortiz is on its way')).toBeVisible()
  await listed
  await act(page, 'Maria Ortiz', 'End access')
  await dialog.getByRole('button', { name: 'End access' }).click()
  await expect(row(page, 'Maria Ortiz')).toContainText('Access ended')
  await page.getByLabel('Access').selectOption('Invited')
  await expect(row(page, word)).toHaveCount(1)
  await expect(row(page, 'Ben')).toContainText('Invited')
})
