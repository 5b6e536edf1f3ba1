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
import { REFUSED, refusing, toast } from './support/auth-page.ts'
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
import { expectUsable, take } from './support/looks.ts'
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

test('a vendor is written down with its logo, found, changed and deleted', async ({ page }) => {
  const { name, word } = ownName('Torque & Sons')
  await openScreen(page, '/admin/library/vendors', 'Vendors')
  await page.getByRole('link', { name: 'New vendor' }).click()
  await expect(page).toHaveURL('/admin/library/vendors?edit=new')
  await field(page, 'Vendor name').fill(name)
  await page.locator('input[type=file]').setInputFiles(await picture())
  await expect(field(page, 'Logo address')).toHaveValue(/^\/media\/[0-9a-f]{64}$/)
  for (const ground of ['on light', 'on dark']) {
    const logo = page.getByRole('img', { name: new RegExp(ground) })
    // The address is there before the image has loaded.
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
  }
  await field(page, 'Website').fill('https://torque.example')
  await saveVendor(page)
  await expect(toast(page, 'Vendor saved')).toBeVisible()
  await page.getByRole('searchbox').fill(word)
  await expect(page).toHaveURL(`/admin/library/vendors?q=${word}`)
  await expect(row(page, name)).toContainText('torque.example')
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue(word)
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

test('the form of a new vendor, which is opened once', async ({ page, product, trouble }) => {
  trouble.allow(REFUSED)
  await openScreen(page, '/admin/library/vendors?edit=new', 'New vendor')
  await test.step('what is no picture is refused with a sentence', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    for (const [file, sentence] of [
      [{ name: 'logo.png', mimeType: 'image/png', buffer: svg }, IMAGE_SENTENCE.wrongType],
      [{ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(MOST_UPLOAD_BYTES + 1) }, IMAGE_SENTENCE.tooLarge],
    ] as const) {
      await page.locator('input[type=file]').setInputFiles(file)
      await expect(page.getByRole('group', { name: 'Logo' }).getByRole('alert')).toHaveText(sentence)
      await expect(field(page, 'Logo address')).toHaveValue('')
    }
  })
  await test.step('an upload shows how far it is, and can be stopped', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/admin/media', async (route) => {
      await held
      await route.abort()
    })
    await page.locator('input[type=file]').setInputFiles(await picture('gauge.png'))
    await expect(page.getByRole('progressbar', { name: 'Uploading gauge.png' })).toBeVisible()
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await expect(page.getByRole('group', { name: 'Logo' }).getByRole('alert')).toHaveCount(0)
    release()
  })
  await test.step('a form says field by field what is wrong, and keeps what was typed', async () => {
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
  })
  for (const name of ['Website', CONTACT_EMAIL, 'Contact phone']) await field(page, name).fill('')
  await test.step('two clicks make one vendor', async () => {
    const { name, word } = ownName('Twice')
    await field(page, 'Vendor name').fill(name)
    await page.getByRole('button', { name: 'Save vendor' }).dblclick()
    await expect(toast(page, 'Vendor saved')).toBeVisible()
    await page.goto(`/admin/library/vendors?q=${word}`)
    await expect(row(page, name)).toHaveCount(1)
    const stored = await product.query((db) =>
      db.query.vendorLibrary.findMany({ where: (vendor, { eq }) => eq(vendor.vendorName, name) }),
    )
    expect(stored).toHaveLength(1)
  })
})

test('one that may be here already is named before saving', async ({ page, product }) => {
  const { name } = ownName('Gauge Works')
  const id = await giveVendor(product, name)
  await openScreen(page, '/admin/library/vendors?edit=new', 'New vendor')
  await field(page, 'Vendor name').fill(name.toUpperCase().replaceAll(' ', ''))
  const warning = page.getByRole('status').filter({ hasText: MAYBE_DUPLICATE })
  await expect(warning).toContainText(`${name} has the same name.`)
  await warning.getByRole('link', { name }).click()
  await expect(page).toHaveURL(`/admin/library/vendors?edit=${id}`)
  await expect(page.getByText(MAYBE_DUPLICATE)).toHaveCount(0)
})

test('a picture is dropped or pasted; one that cannot be loaded is flagged', async ({ page, trouble }) => {
  trouble.allow(/no-such-logo/)
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
})

test('two editors at once: what both changed is chosen, nothing is lost', async ({ page, product, trouble }) => {
  trouble.allow(REFUSED)
  const { name } = ownName('Contested')
  const id = await giveVendor(product, name)
  await openScreen(page, `/admin/library/vendors?edit=${id}`, name)
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
  expect(await readVendor(product, id)).toMatchObject({
    tags: 'theirs',
    contactName: 'Ada',
    contactPhone: '555',
    version: 3,
  })
})

test('the events that use an entry are named before it is changed or deleted', async ({ page, product }) => {
  const vendor = ownName('Wanted')
  await giveDraftWith(product, await giveVendor(product, vendor.name), `Tulsa with ${vendor.word}`)
  await openScreen(page, `/admin/library/vendors?q=${vendor.word}`, 'Vendors')
  await page.getByRole('button', { name: `1 event with ${vendor.name}` }).click()
  await expect(page.getByRole('dialog', { name: 'Used in 1 event' })).toContainText(`Tulsa with ${vendor.word}`)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: `Actions for ${vendor.name}` }).click()
  const remove = page.getByRole('menuitem', { name: 'Delete' })
  await expect(remove).toHaveAttribute('aria-disabled', 'true')
  await expect(remove).toContainText(ENTRY_IN_USE)
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { name: 'Used in 1 event' })).toBeVisible()
  await expect(page.getByText(NOT_PUBLISHED_NOW)).toBeVisible()

  const location = ownName('Old Dock')
  await giveUsedLocation(product, location.name, `Denver at ${location.word}`)
  await openScreen(page, `/admin/library/locations?q=${location.word}`, 'Locations')
  await act(page, location.name, 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete this location?' })
  await expect(question).toContainText(`Used in 1 event: Denver at ${location.word}.`)
  await expect(question).toContainText(`Their venue ${LINK_REMOVED}`)
  await question.getByRole('button', { name: 'Delete location' }).click()
  await expect(toast(page, 'Location deleted')).toBeVisible()
})

test('a team member and a location are written down', async ({ page }) => {
  const person = ownName('Ada Quill')
  await openScreen(page, '/admin/library/team?edit=new', 'New team member')
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
  await openScreen(page, '/admin/library/locations?edit=new', 'New location')
  await field(page, 'Venue name').fill(venue.name)
  await field(page, 'City').fill('Denver')
  await field(page, 'Time zone').selectOption('America/Denver')
  await page.getByRole('button', { name: 'Save location' }).click()
  await expect(toast(page, 'Location saved')).toBeVisible()
  await page.getByRole('searchbox').fill(venue.word)
  await expect(row(page, venue.name)).toContainText('America/Denver')
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

test('a list says that it loads, that it failed, and that it is empty', async ({ page, trouble }) => {
  trouble.allow(REFUSED)
  let answer = refusing(409, 'The library is closed.')
  await page.route('**/api/admin/vendors?*', (route) => answer(route))
  await page.goto('/admin/library/vendors')
  await expect(page.locator('[aria-busy=true]')).toContainText('Loading vendors')
  await expect(page.getByRole('alert')).toContainText('Unable to load vendors.')
  await expect(page.getByRole('alert')).toContainText('The library is closed.')
  answer = (route) => route.fulfill({ json: { items: [], nextCursor: null } })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No vendors yet')).toBeVisible()
})

test('everybody can use the forms of the libraries', async ({ page }) => {
  test.setTimeout(120_000)
  await take(page)
  for (const path of ['vendors', 'team', 'locations', 'agenda']) {
    await page.goto(`/admin/library/${path}`)
    await page.locator('.admin-table tbody a').first().click()
    await page.getByRole('button', { name: /^Save/ }).waitFor()
    await page.getByRole('heading', { name: /^Used in \d|^Not used/ }).waitFor()
    await expectUsable(page, `the form of ${path}`)
  }
})
