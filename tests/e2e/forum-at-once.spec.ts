import { POST_GONE, TOPIC_DELETED } from '#src/contract/forum.ts'
import { toast } from './support/auth-page.ts'
import { giveTopic, giveWriter, openMenu, openTopic, postNumber, replyText } from './support/forum.ts'
import { giveMember, signIn } from './support/signed-in.ts'
import { expect, type Page, test } from './support/site-test.ts'

const NOT_FOUND = /status of 404/
const tags = (page: Page) => page.locator('.forum-head .tag')
const replyArea = (page: Page) => page.locator('[data-reply-area]')

async function choose(page: Page, number: number, task: string): Promise<void> {
  await (await openMenu(page, number)).getByRole('button', { name: task, exact: true }).click()
}

async function answer(page: Page, button: string, fill: (dialog: ReturnType<Page['getByRole']>) => Promise<void>) {
  const dialog = page.getByRole('dialog')
  await fill(dialog)
  await dialog.getByRole('button', { name: button, exact: true }).click()
}

test.describe('a moderator', () => {
  test.beforeEach(async ({ product, context }) => {
    await signIn(context, product, await giveMember(product, { approval: 'approved', role: 'moderator' }))
  })

  test('reads a restored post on the page it was restored on', async ({ page, product }) => {
    const by = await giveWriter(product)
    const topic = await giveTopic(product, {
      posts: [
        { by, source: 'A question.' },
        { by, source: 'Try *this* grease.' },
      ],
    })
    await openTopic(page, topic)
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await choose(page, 2, 'Mark as solution')
    await expect(tags(page)).toHaveText(['Solved'])
    const replies = page.locator('.facts [data-count=replies]')
    await expect(replies).toHaveText('1')
    const menu = await openMenu(page, 2)
    await expect(menu.getByRole('link', { name: 'Open author' })).toHaveAttribute('href', `/admin/users/${by.id}`)
    await menu.getByRole('button', { name: 'Hide', exact: true }).click()
    await answer(page, 'Hide', (dialog) => dialog.getByLabel('Reason').fill('Advertising'))
    await expect(postNumber(page, 2)).toContainText(POST_GONE.hidden)
    await expect(tags(page)).toHaveCount(0)
    await expect(page.locator('.solved-box')).toHaveCount(0)
    await expect(replies).toHaveText('0')
    await choose(page, 2, 'Restore')
    await answer(page, 'Restore', (dialog) => dialog.getByLabel('Reason').fill('It is none'))
    await expect(postNumber(page, 2)).toContainText('Try this grease.')
    await expect(postNumber(page, 2)).toBeFocused()
    await expect(replies).toHaveText('1')
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    await expect((await openMenu(page, 2)).getByRole('button', { name: 'Hide' })).toBeVisible()
  })

  test('sees a topic pinned, locked and slowed down as soon as it is, and why it is not', async ({
    page,
    product,
    trouble,
  }) => {
    trouble.allow(/status of 409/)
    const by = await giveWriter(product)
    const topic = await giveTopic(product, { posts: [{ by, source: 'A question.' }] })
    const detail = 'This category already has 5 pinned topics. Unpin one of them first.'
    const refusal = { status: 409, json: { status: 409, code: 'conflict', detail } }
    await openTopic(page, topic)
    await page.route('**/api/admin/forum/topics/*', (route) => route.fulfill(refusal), { times: 1 })
    await choose(page, 1, 'Pin topic')
    await expect(toast(page, detail)).toBeVisible()
    await expect(tags(page)).toHaveCount(0)
    await choose(page, 1, 'Pin topic')
    await expect(tags(page)).toHaveText(['Pinned'])
    await expect(page.getByRole('button', { name: 'More for post 1', exact: true })).toBeFocused()
    await choose(page, 1, 'Lock topic')
    await expect(tags(page)).toHaveText(['Pinned', 'Locked'])
    await expect(replyArea(page).getByRole('heading')).toHaveText('Locked')
    await expect(replyArea(page)).toContainText('A moderator locked this topic')
    await expect(replyText(page)).toHaveCount(0)
    await choose(page, 1, 'Unlock topic')
    await expect(tags(page)).toHaveText(['Pinned'])
    await expect(replyArea(page).getByRole('heading')).toHaveText('Reply')
    await expect(replyText(page)).toBeVisible()
    await expect(replyArea(page)).not.toContainText('lock')
    await choose(page, 1, 'Slow mode')
    await answer(page, 'Save', async (dialog) => void (await dialog.getByRole('combobox').selectOption('300')))
    await expect(replyArea(page)).toContainText('Slow mode: one reply per member every 5 minutes.')
  })
})

test('who asked sees their topic solved, and by whom, as soon as they say so; who deletes their topic does not find it in the list they are led to', async ({
  page,
  context,
  product,
  trouble,
}) => {
  trouble.allow(NOT_FOUND)
  const [me, other] = await Promise.all([giveWriter(product), giveWriter(product)])
  const topic = await giveTopic(product, {
    posts: [
      { by: me, source: 'Why?' },
      { by: other, source: 'Because of the seal.' },
    ],
  })
  await signIn(context, product, me)
  await openTopic(page, topic)
  const box = page.locator('.solved-box')
  await choose(page, 2, 'Mark as solution')
  await expect(tags(page)).toHaveText(['Solved'])
  await expect(box).toContainText(`Solved by ${other.username}`)
  await expect(box.getByRole('link', { name: 'Go to the answer, #2' })).toHaveAttribute('href', '#post-2')
  await choose(page, 2, 'Remove solution mark')
  await expect(tags(page)).toHaveCount(0)
  await expect(box).toHaveCount(0)

  const mine = await giveTopic(product, { posts: [{ by: me, source: 'Never mind.', at: Date.now() }] })
  await page.goto('/forum')
  await expect(page.getByRole('main')).toContainText(mine.title)
  await openTopic(page, mine)
  await choose(page, 1, 'Delete')
  await answer(page, 'Delete', async () => {})
  await expect(toast(page, TOPIC_DELETED)).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(mine.title)
})
