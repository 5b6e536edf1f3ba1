import type { Locator } from '@playwright/test'
import type { RunningProduct } from '#tests/support/product.ts'
import { giveTopic, giveWriter, openMenu, openTopic, postNumber, replyForm } from './support/forum.ts'
import { expectUsable, take } from './support/looks.ts'
import { giveMember, signIn } from './support/signed-in.ts'
import { expect, test } from './support/site-test.ts'

const SOURCE = [
  'A table that is wide:\n\n| Speed in revolutions per minute | Temperature at the input | Vibration |\n| - | - | - |\n| 1480 | 92 | 4.5 |',
  '> A quote\n\n```\nlong_line_of_code = "that does not fit into any phone that was ever made by anybody"\n```',
  '- one\n- two\n\nhttps://plant.example/with/an/address/that/has/no/place/to/break/in/it/at/all/whatever/one/does',
].join('\n\n')

/** For how many pixels from top to bottom a tap in the middle of a link reaches it. */
async function hitHeight(link: Locator): Promise<number> {
  await link.scrollIntoViewIfNeeded()
  return link.evaluate((target) => {
    const { left, width, top, height } = target.getBoundingClientRect()
    const [x, middle] = [left + width / 2, top + height / 2]
    return Array.from({ length: 121 }, (_, at) => middle - 60 + at).filter((y) =>
      target.contains(document.elementFromPoint(x, y)),
    ).length
  })
}

test('every page of the forum can be used by everybody', async ({ page, product }) => {
  test.setTimeout(180_000)
  await take(page)
  const { by, topic } = await giveWideTopic(product)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/forum')
  for (const [link, least] of [
    ['.rail a', 44],
    ['.topic h3 a', 43],
    ['.topic .meta .author', 28],
    ['.topic .chip', 28],
  ] as const)
    expect(await hitHeight(page.locator(link).first()), link).toBeGreaterThanOrEqual(least)
  // The list of all topics is looked at with every route.
  for (const path of [
    `/forum/category/${topic.category}`,
    topic.path,
    '/forum/search?q=answer',
    `/forum/member/${by.username}`,
    '/forum/new',
    '/forum/category/no-such-category',
  ]) {
    await page.goto(path)
    await expectUsable(page, path)
  }
})

test('what members write with can be used by everybody', async ({ page, context, product }) => {
  test.setTimeout(180_000)
  await take(page)
  // Pages warn before they are left with unsaved edits: here they are left all the same.
  await context.addInitScript(() => addEventListener('beforeunload', (event) => event.stopImmediatePropagation()))
  const { topic } = await giveWideTopic(product)
  await signIn(context, product, await giveMember(product, { approval: 'approved', role: 'moderator' }))
  await openTopic(page, topic)
  await replyForm(page).getByLabel('Your reply').fill('**Bold**')
  await replyForm(page).getByRole('button', { name: 'Preview' }).click()
  await expect(replyForm(page).locator('.prose')).toBeVisible()
  await expectUsable(page, 'preview')
  const menu = await openMenu(page, 1)
  await expectUsable(page, 'menu', { reached: () => expect(menu).toBeVisible() })
  await menu.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('form', { name: 'Edit post 1' })
  await expect(form).toBeVisible()
  await expectUsable(page, 'edit')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await (await openMenu(page, 2)).getByRole('button', { name: 'Report' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectUsable(page, 'report')
  await page.keyboard.press('Escape')
  await expect(postNumber(page, 2)).toBeVisible()
  await page.getByRole('button', { name: /^Notices/ }).click()
  const notices = page.getByText('No notices yet.')
  await expectUsable(page, 'notices', { reached: () => expect(notices).toBeVisible() })
  for (const path of ['/forum/new', '/forum/settings']) {
    await page.goto(path)
    await expect(page.getByRole('main').locator('form').last()).toBeVisible()
    await expectUsable(page, path)
  }
})

/** A topic with content that is wider than a phone, and its author. */
async function giveWideTopic(product: RunningProduct) {
  const by = await giveWriter(product)
  const answer = { by, source: 'An answer.' }
  return { by, topic: await giveTopic(product, { posts: [{ by, source: SOURCE }, answer] }) }
}
