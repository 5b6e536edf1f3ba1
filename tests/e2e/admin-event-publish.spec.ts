import { WARNINGS_READ } from '#src/contract/content-check.ts'
import { DROPPED_AT, LIVE_IN_REVISION } from '#src/contract/event-parts.ts'
import { PAGE_ADDRESS } from '#src/contract/slug.ts'
import { enterAs } from './support/admin-page.ts'
import { toast } from './support/auth-page.ts'
import { field, fill, giveDraft, openForm, press, storedEvent } from './support/event-form.ts'
import { giveLineup } from './support/lineup.ts'
import { choose, giveDraft as giveManaged } from './support/managed-events.ts'
import { publishingTest } from './support/publishing-test.ts'
import { expect } from './support/site-test.ts'

/** What the checks found is answered with a refusal. */
const FINDINGS = /422 .*\/api\/admin\/events/
const test = publishingTest({ cleared: 'nothing' })
test.beforeEach(({ trouble }) => {
  trouble.allow(/404 .*\/api\/events\/featured/)
  trouble.allow(FINDINGS)
})

test('an event is published from its form, edited and renamed while it is public, and each build shows it', async ({
  page,
  context,
  own,
}) => {
  await enterAs(context, own, 'admin')
  const { id, eventSlug } = await giveDraft(own, page)
  const statusOf = async (slug: string) => (await page.request.get(`/event/${slug}`, { maxRedirects: 0 })).status()
  await openForm(page, id)
  await fill(page, { 'Hero title': 'Stop the next breakdown', 'Hero subtitle': 'Find the the fault' })
  await press(page, 'Publish')
  const asked = page.getByRole('dialog', { name: '1 warning.' })
  await expect(asked.getByRole('button', { name: 'Publish' })).toBeDisabled()
  await asked.getByRole('link', { name: /“the the” has a word twice/ }).click()
  await expect(field(page, 'Hero subtitle')).toBeFocused()
  await press(page, 'Publish')
  await asked.getByLabel(WARNINGS_READ).check()
  await asked.getByRole('button', { name: 'Publish' }).click()
  await expect(toast(page, 'Event published')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish' })).toBeHidden()
  expect(await storedEvent(own, id)).toMatchObject({ isPublished: true, heroTitle: 'Stop the next breakdown' })
  await expect.poll(() => statusOf(eventSlug), { timeout: 90_000, intervals: [250] }).toBe(200)

  await fill(page, { [PAGE_ADDRESS]: `${eventSlug}-moved` })
  await expect(field(page, PAGE_ADDRESS)).toHaveAccessibleDescription(/will redirect visitors to the new one/)
  await press(page, 'Save')
  await expect(toast(page, 'Event saved')).toBeVisible()
  await expect.poll(() => statusOf(`${eventSlug}-moved`), { timeout: 90_000, intervals: [250] }).toBe(200)
  expect(await statusOf(eventSlug)).toBe(301)

  await fill(page, { 'Registration URL': '' })
  await press(page, 'Save')
  await expect(field(page, 'Registration URL')).toHaveAttribute('aria-invalid', 'true')
  expect((await storedEvent(own, id)).version).toBe(3)
})

test('several events are published at once, and those with warnings once these were read; publishing is followed until visitors see it, and unpublishing until they do not; what is put in order by the keyboard is in that order on the page that visitors get', async ({
  page,
  context,
  own,
}) => {
  await enterAs(context, own, 'admin')
  const { mark, eventName } = await giveManaged(own)
  const warned = await giveManaged(own, { eventName: `Warned ${mark}`, heroSubtitle: 'Find the the fault' })
  const followed = await giveManaged(own, { eventName: `Followed ${mark}` })
  await page.goto(`/admin/event/manage?q=${mark}`)
  for (const name of [eventName, warned.eventName]) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Publish selected', exact: true }).click()
  await expect(toast(page, '1 event published. 1 was left unchanged.')).toBeVisible()
  const asked = page.getByRole('dialog', { name: '1 warning.' })
  await expect(asked.getByText(`Event: ${warned.eventName}`)).toBeVisible()
  await expect(asked.getByRole('button', { name: 'Publish' })).toBeDisabled()
  await asked.getByLabel(WARNINGS_READ).check()
  await asked.getByRole('button', { name: 'Publish' }).click()
  await expect(toast(page, '1 event published.').last()).toBeVisible()
  await expect(asked).toBeHidden()
  for (const name of [eventName, warned.eventName])
    await expect(page.getByRole('row').filter({ hasText: name }).getByText('Published')).toBeVisible()

  await choose(page, followed.eventName, 'Publish')
  const published = toast(page, `${followed.eventName} is published. It goes live with revision`)
  // The events before this one are followed too, and may be public first.
  const revision = /revision (\d+)/.exec(await published.innerText())?.[1]
  await expect(page.getByRole('row').filter({ hasText: followed.eventName }).getByText('Published')).toBeVisible()
  await expect(toast(page, `Visitors see revision ${revision} now`)).toBeVisible({ timeout: 120_000 })
  expect((await fetch(`${own.url}/event/${followed.eventSlug}`)).status).toBe(200)
  await choose(page, followed.eventName, 'Unpublish')
  await page.getByRole('dialog').getByRole('button', { name: 'Unpublish event' }).click()
  await expect(toast(page, `${followed.eventName} is a draft again.`)).toBeVisible()
  await expect(async () => expect((await fetch(`${own.url}/event/${followed.eventSlug}`)).status).toBe(404)).toPass({
    timeout: 120_000,
    intervals: [250],
  })

  const lineup = await giveLineup(own, ['Axle', 'Bolt', 'Crane'], {
    isPublished: true,
    registrationUrl: 'https://register.uptime-workshops.example/lineup',
  })
  await page.goto(`/admin/event/vendors?event=${lineup.id}`)
  await page.getByRole('button', { name: `Move Axle ${lineup.mark}`, exact: true }).focus()
  const spoken = page.locator('[id^=DndLiveRegion]')
  for (const [key, heard] of [
    ['Space', 'picked up'],
    ['ArrowDown', 'over position 2'],
    ['Space', `${DROPPED_AT} position 2`],
  ] as const) {
    await page.keyboard.press(key)
    await expect(spoken).toContainText(heard)
  }
  await expect(page.getByText(new RegExp(`^${LIVE_IN_REVISION} \\d+\\.`))).toBeVisible({ timeout: 120_000 })
  await page.goto(`/event/${lineup.slug}`)
  const logos = page.locator('[data-partners] img')
  await expect(logos).toHaveCount(3)
  const names = await logos.evaluateAll((images) => images.map((image) => image.getAttribute('alt')))
  expect(names).toEqual([`Bolt ${lineup.mark}`, `Axle ${lineup.mark}`, `Crane ${lineup.mark}`])
})
