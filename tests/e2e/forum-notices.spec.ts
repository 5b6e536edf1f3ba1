import { forumNotices } from '#db/schema/forum-notices.ts'
import { USUAL_ITEMS } from '#src/contract/page.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { giveTopic, giveWriter, wakeForum } from './support/forum.ts'
import type { Person } from './support/people.ts'
import { giveMember, signIn } from './support/signed-in.ts'
import { expect, test } from './support/site-test.ts'

const MINUTE = 60_000
const OLDER = 3

/** More news than the bell shows at once, each a minute older than the one before. */
async function giveNews(product: RunningProduct, reader: Person): Promise<void> {
  const by = await giveWriter(product)
  const count = USUAL_ITEMS + OLDER
  const [first, ...rest] = Array.from({ length: count }, (_, at) => ({ by, source: `Reading ${at}` }))
  if (!first) throw new Error('There is no post')
  const topic = await giveTopic(product, { title: 'Readings of a month', posts: [first, ...rest] })
  const notice = { userId: reader.id, kind: 'reply', topicId: topic.id, actorId: by.id } as const
  const at = (age: number) => new Date(Date.now() - (age + 1) * MINUTE)
  const rows = topic.postIds.map((postId, age) => ({ ...notice, postId, createdAt: at(age) }))
  await product.query((db) => db.insert(forumNotices).values(rows))
}

test('older notices come when they are asked for, again if need be, and the focus goes to the first of them', async ({
  page,
  context,
  product,
  trouble,
}) => {
  trouble.allow(/status of 503/)
  const me = await giveMember(product, { approval: 'approved' })
  await giveNews(product, me)
  await signIn(context, product, me)
  await page.goto('/forum')
  await wakeForum(page)
  await page.getByRole('button', { name: /^Notices/ }).click()
  const entries = page.getByRole('link', { name: /replied in Readings of a month/ })
  await expect(entries).toHaveCount(USUAL_ITEMS)
  const older = page.getByRole('button', { name: 'Show older notices' })
  await page.route('**/api/forum/notices?cursor=*', (route) => route.fulfill({ status: 503 }), { times: 1 })
  await older.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Please try again' })).toBeVisible()
  await older.click()
  await expect(entries).toHaveCount(USUAL_ITEMS + OLDER)
  await expect(entries.nth(USUAL_ITEMS)).toBeFocused()
  await expect(older).toHaveCount(0)
})
