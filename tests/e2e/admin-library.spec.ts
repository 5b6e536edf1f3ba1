import type { Route } from '@playwright/test'
import sharp from 'sharp'
import { ADD_ENTRY } from '#src/contract/agenda-template.ts'
import { INVALID_EMAIL } from '#src/contract/email.ts'
import {
  DELETED_FOR_GOOD,
  ENTRY_IN_USE,
  LINK_REMOVED,
  MAYBE_DUPLICATE,
  NOT_PUBLISHED_NOW,
  PHOTO_BROKEN,
  SECURE_ADDRESS,
} from '#src/contract/library.ts'
import { IMAGE_SENTENCE, MOST_UPLOAD_BYTES } from '#src/contract/medium.ts'
import { CONTACT_EMAIL, NO_MATCHING_VENDORS } from '#src/contract/vendor.ts'
import { MERGE_DONE, MERGE_TAKEN, MERGE_TITLE } from '#src/contract/versioned.ts'
import { act, enterAs, openScreen, row } from './support/admin-page.ts'
import { openNext } from './support/admin-screens.ts'
import { REFUSED, toast } from './support/auth-page.ts'
import {
  changeVendor,
  giveDraftWith,
  giveUsedLocation,
  giveVendor,
  handOver,
  ownName,
  readVendor,
  type UploadFile,
} from './support/library.ts'
import { expectUsable } from './support/looks.ts'
import { expect, type Page, test } from './support/site-test.ts'

/** The demo has one vendor whose logo is not there, to show what then happens. */
const BROKEN_LOGO = /gannet-gauge\.svg/

const picture = async (name = 'logo.png'): Promise<UploadFile> => {
  const bytes = sharp({ create: { width: 300, height: 120, channels: 3, background: '#b3201c' } }).png()
  return { name, mimeType: 'image/png', buffer: await bytes.toBuffer() }
}

test.beforeEach(async ({ context, product, trouble }) => {
  trouble.allow(BROKEN_LOGO)
  await enterAs(context, product, 'admin')
})

const saveVendor = (page: Page) => page.getByRole('button', { name: 'Save vendor' }).click()
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

test('a vendor is written down once with its logo, found, changed and deleted; its form says what is wrong, and stops an upload', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(REFUSED)
  const { name, word } = ownName('Torque & Sons')
  await openScreen(page, '/admin/library/vendors', 'Vendors')
  await page.getByRole('link', { name: 'New vendor' }).click()
  await expect(page).toHaveURL('/admin/library/vendors?edit=new')
  await expectWrongPicturesRefused(page)
  await expectUploadStopped(page)

  await field(page, 'Website').fill('javascript:alert(1)')
  await field(page, CONTACT_EMAIL).fill('nobody')
  await field(page, 'Contact phone').fill('1'.repeat(21))
  await saveVendor(page)
  for (const sentence of [
    'Vendor name is required',
    SECURE_ADDRESS,
    INVALID_EMAIL,
    'Contact phone must be at most 20 characters',
  ])
    await expect(page.getByText(sentence)).toBeVisible()
  await expect(field(page, 'Vendor name')).toBeFocused()
  await expect(field(page, 'Website')).toHaveValue('javascript:alert(1)')

  await page.locator('input[type=file]').setInputFiles(await picture())
  await expect(field(page, 'Logo address')).toHaveValue(/^\/media\/[0-9a-f]{64}$/)
  for (const ground of ['on light', 'on dark']) {
    const logo = page.getByRole('img', { name: new RegExp(ground) })
    // The address is there before the image has loaded.
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
  }
  await field(page, 'Vendor name').fill(name)
  await field(page, 'Website').fill('https://torque.example')
  for (const label of [CONTACT_EMAIL, 'Contact phone']) await field(page, label).fill('')
  await page.getByRole('button', { name: 'Save vendor' }).dblclick()
  await expect(toast(page, 'Vendor saved')).toBeVisible()
  await page.getByRole('searchbox').fill(word)
  await expect(page).toHaveURL(`/admin/library/vendors?q=${word}`)
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue(word)
  await expect(row(page, name)).toHaveCount(1)
  await expect(row(page, name)).toContainText('torque.example')
  const stored = await product.query((db) =>
    db.query.vendorLibrary.findMany({ where: (vendor, { eq }) => eq(vendor.vendorName, name) }),
  )
  expect(stored, 'two clicks make one vendor').toHaveLength(1)

  await row(page, name).getByRole('link', { name }).click()
  await field(page, 'Tags').fill('torque')
  await saveVendor(page)
  await expect(row(page, name)).toContainText('torque')
  await act(page, name, 'Delete')
  await expect(page.getByRole('dialog')).toContainText(`${name} ${DELETED_FOR_GOOD}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete vendor' }).click()
  await expect(toast(page, 'Vendor deleted')).toBeVisible()
  await expect(page.getByText(NO_MATCHING_VENDORS)).toBeVisible()
})

/** What is no picture is refused with a sentence. */
async function expectWrongPicturesRefused(page: Page): Promise<void> {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  for (const [file, sentence] of [
    [{ name: 'logo.png', mimeType: 'image/png', buffer: svg }, IMAGE_SENTENCE.wrongType],
    [{ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(MOST_UPLOAD_BYTES + 1) }, IMAGE_SENTENCE.tooLarge],
  ] as const) {
    await page.locator('input[type=file]').setInputFiles(file)
    await expect(page.getByRole('group', { name: 'Logo' }).getByRole('alert')).toHaveText(sentence)
    await expect(field(page, 'Logo address')).toHaveValue('')
  }
}

/** An upload shows how far it is, and can be stopped. */
async function expectUploadStopped(page: Page): Promise<void> {
  const held = Promise.withResolvers<void>()
  const holdOnce = async (route: Route) => {
    await held.promise
    await route.abort()
  }
  await page.route('**/api/admin/media', holdOnce, { times: 1 })
  await page.locator('input[type=file]').setInputFiles(await picture('gauge.png'))
  await expect(page.getByRole('progressbar', { name: 'Uploading gauge.png' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Logo' }).getByRole('alert')).toHaveCount(0)
  held.resolve()
}

test('a vendor that may be here already is named before saving; what two editors both changed is chosen; the events that use it are named', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(REFUSED)
  const { name, word } = ownName('Gauge Works')
  const id = await giveVendor(product, name)
  await giveDraftWith(product, id, `Tulsa with ${word}`)
  await openScreen(page, '/admin/library/vendors?edit=new', 'New vendor')
  await field(page, 'Vendor name').fill(name.toUpperCase().replaceAll(' ', ''))
  const warning = page.getByRole('status').filter({ hasText: MAYBE_DUPLICATE })
  await expect(warning).toContainText(`${name} has the same name.`)
  await warning.getByRole('link', { name }).click()
  await page.getByRole('dialog', { name: 'Unsaved Changes' }).getByRole('button', { name: 'Close Anyway' }).click()
  await expect(page).toHaveURL(`/admin/library/vendors?edit=${id}`)
  await expect(page.getByText(MAYBE_DUPLICATE)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Used in 1 event' })).toBeVisible()
  await expect(page.getByText(NOT_PUBLISHED_NOW)).toBeVisible()
  await expectUsable(page, 'the form of a vendor')

  await field(page, 'Tags').fill('mine')
  await field(page, 'Contact name').fill('Ada')
  await changeVendor(product, id, { tags: 'theirs', contactPhone: '555' })
  await saveVendor(page)
  const dialog = page.getByRole('dialog', { name: MERGE_TITLE })
  await expect(dialog).toContainText('Before: gauges')
  await expect(dialog).toContainText(`${MERGE_TAKEN}: Contact phone.`)
  await dialog.getByLabel('Theirs: theirs').check()
  await dialog.getByRole('button', { name: MERGE_DONE }).click()
  await expect(field(page, 'Contact phone')).toHaveValue('555')
  await saveVendor(page)
  await expect(toast(page, 'Vendor saved')).toBeVisible()
  const merged = { tags: 'theirs', contactName: 'Ada', contactPhone: '555', version: 3 }
  expect(await readVendor(product, id)).toMatchObject(merged)

  await page.getByRole('searchbox').fill(word)
  await page.getByRole('button', { name: `1 event with ${name}` }).click()
  await expect(page.getByRole('dialog', { name: 'Used in 1 event' })).toContainText(`Tulsa with ${word}`)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  const remove = page.getByRole('menuitem', { name: 'Delete' })
  await expect(remove).toHaveAttribute('aria-disabled', 'true')
  await expect(remove).toContainText(ENTRY_IN_USE)
})

test('a team member is written down with a picture that is dropped or pasted, and a location, whose events are named before it is deleted', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(/no-such-logo/)
  const person = ownName('Ada Quill')
  await openScreen(page, '/admin/library/team?edit=new', 'New team member')
  const place = page.getByRole('group', { name: 'Photo' }).locator('> div').first()
  await handOver('drop', place, await picture('portrait.png'))
  await expect(field(page, 'Photo address')).toHaveValue(/^\/media\//)
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await expect(field(page, 'Photo address')).toHaveValue('')
  await handOver('paste', field(page, 'Bio'), await picture('pasted.png'))
  await expect(field(page, 'Photo address')).toHaveValue(/^\/media\//)
  await field(page, 'Photo address').fill('/no-such-logo.png')
  await expect(page.getByText(PHOTO_BROKEN)).toBeVisible()
  await field(page, 'Photo address').fill('')
  await field(page, 'Full name').fill(person.name)
  await field(page, 'Title').fill('Trainer')
  await page.getByRole('button', { name: 'Save team member' }).click()
  await expect(page.getByText('Bio is required')).toBeVisible()
  await field(page, 'Bio').fill('Ran a mill.')
  await page.getByRole('button', { name: 'Save team member' }).click()
  await expect(toast(page, 'Team member saved')).toBeVisible()
  await page.getByRole('searchbox').fill(person.word)
  await expect(row(page, person.name)).toContainText('Trainer')

  const venue = ownName('Roundhouse')
  await openNext(page, '/admin/library/locations?edit=new')
  await field(page, 'Venue name').fill(venue.name)
  await field(page, 'City').fill('Denver')
  await field(page, 'Time zone').selectOption('America/Denver')
  await page.getByRole('button', { name: 'Save location' }).click()
  await expect(toast(page, 'Location saved')).toBeVisible()
  await page.getByRole('searchbox').fill(venue.word)
  await expect(row(page, venue.name)).toContainText('America/Denver')

  const used = ownName('Old Dock')
  await giveUsedLocation(product, used.name, `Denver at ${used.word}`)
  await page.getByRole('searchbox').fill(used.word)
  await act(page, used.name, 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete this location?' })
  await expect(question).toContainText(`Used in 1 event: Denver at ${used.word}.`)
  await expect(question).toContainText(`Their venue ${LINK_REMOVED}`)
  await question.getByRole('button', { name: 'Delete location' }).click()
  await expect(toast(page, 'Location deleted')).toBeVisible()
})

test('a day is written, put in order by keys, and duplicated', async ({ page }) => {
  const { name, word } = ownName('Short day')
  await openScreen(page, '/admin/library/agenda?edit=new', 'New agenda template')
  await field(page, 'Name').fill(name)
  const entry = (label: string, at: number) => page.getByLabel(`${label} of entry ${at}`, { exact: true })
  await entry('Time', 1).fill('8:30am')
  await entry('Title', 1).fill('Walk')
  for (const [at, time, title] of [
    [2, '9:00am', 'Modes'],
    [3, '9:30am', 'Lunch'],
  ] as const) {
    await page.getByRole('button', { name: ADD_ENTRY }).click()
    await expect(entry('Time', at)).toBeFocused()
    await entry('Time', at).fill(time)
    await entry('Title', at).fill(title)
  }
  await page.keyboard.press('Alt+ArrowUp')
  await expect(entry('Title', 2)).toHaveValue('Lunch')
  await expect(entry('Title', 2)).toBeFocused()
  await expect(page.getByText('Lunch is now 2 of 3.')).toBeAttached()
  await page.getByRole('button', { name: 'Move Lunch up' }).click()
  await expect(page.getByRole('button', { name: 'Move Lunch down' })).toBeFocused()
  await page.getByRole('button', { name: 'Remove Walk' }).click()
  await expect(entry('Title', 3)).toHaveCount(0)
  await page.getByRole('button', { name: 'Restore Walk' }).click()
  await entry('Title', 3).fill('')
  await page.getByRole('button', { name: 'Save agenda template' }).click()
  await expect(page.getByText('Title is required')).toBeVisible()
  await expectUsable(page, 'the form of a day')
  await entry('Title', 3).fill('Modes of failure')
  await page.getByRole('button', { name: 'Save agenda template' }).click()
  await expect(toast(page, 'Agenda template saved')).toBeVisible()

  await page.getByRole('searchbox').fill(word)
  await expect(row(page, name)).toContainText('3')
  await act(page, name, 'Duplicate')
  await expect(page.getByRole('heading', { level: 1, name: `${name} (copy)` })).toBeVisible()
  await expect(entry('Title', 1)).toHaveValue('Lunch')
  await expect(entry('Title', 2)).toHaveValue('Walk')
  await expect(entry('Title', 3)).toHaveValue('Modes of failure')
  await page.goBack()
  await expect(row(page, word)).toHaveCount(2)
})
