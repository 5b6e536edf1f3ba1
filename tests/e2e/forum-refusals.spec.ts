import { eq } from 'drizzle-orm'
import { forumTopics } from '#db/schema/forum.ts'
import { banPerson } from '#src/domain/accounts/bans.ts'
import {
  expectFits,
  keptDrafts,
  openedTopic,
  openMenu,
  postButton,
  postNumber,
  replyForm,
  replyText,
  storedPosts,
} from './support/forum.ts'
import { giveMember } from './support/signed-in.ts'
import { expect, test } from './support/site-test.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('a member who is banned while writing posts nothing, reads why, and keeps the text', async ({
  page,
  context,
  product,
  trouble,
}) => {
  trouble.allow(/status of 401/)
  const { me, topic } = await openedTopic({ page, context, product })
  await replyText(page).fill('Buy my grease.')
  const { id } = await giveMember(product, { role: 'admin' })
  const actor = { id, address: '127.0.0.1', requestId: 'test' }
  const ban = { reason: 'Advertising', until: null }
  await product.query((db) => banPerson(db, me.id, ban, { actor, now: Date.now() }))
  await postButton(page).click()
  await expect(replyForm(page).getByRole('alert')).toContainText('Your session has ended.')
  await expect(replyText(page)).toHaveValue('Buy my grease.')
  await expectFits(page)
  expect(await keptDrafts(page)).toEqual(['Buy my grease.'])
  expect(await storedPosts(product, topic.id)).toHaveLength(2)
})

test('a topic that is locked during a reply or an edit says so and keeps the text', async ({
  page,
  context,
  product,
  trouble,
}) => {
  trouble.allow(/status of 403/)
  const { topic } = await openedTopic({ page, context, product })
  await replyText(page).fill('Version one.')
  await postButton(page).click()
  await expect(postNumber(page, 3)).toContainText('Version one.')
  await replyText(page).fill('One more thing.')
  await (await openMenu(page, 3)).getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('form', { name: 'Edit post 3' })
  await form.getByLabel('Text', { exact: true }).fill('Version two.')
  await product.query((db) => db.update(forumTopics).set({ isLocked: true }).where(eq(forumTopics.id, topic.id)))
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toHaveText('This topic is locked.')
  await expect(form.getByLabel('Text', { exact: true })).toHaveValue('Version two.')
  await postButton(page).click()
  await expect(replyForm(page).getByRole('alert')).toHaveText('This topic is locked.')
  await expect(replyText(page)).toHaveValue('One more thing.')
  await expectFits(page)
  expect(await keptDrafts(page)).toEqual(['One more thing.'])
  expect(await storedPosts(product, topic.id)).toHaveLength(3)
})
