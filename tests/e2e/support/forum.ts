import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { NEW_MEMBER } from '#src/contract/forum.ts'
import { postPath } from '#src/contract/forum-paths.ts'
import { composePost } from '#src/domain/forum/compose-post.ts'
import { recountTopic } from '#src/domain/forum/topic.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { freshName, type Person, storePerson } from './people.ts'
import { signIn } from './signed-in.ts'
import { expect } from './site-test.ts'

/** Before everything the demo tells of, so that these topics stand behind it in every list. */
const LONG_AGO = Date.UTC(2024, 0, 1)

type PostPlan = { by: Person; source: string; id?: string; at?: number }
type TopicPlan = {
  title?: string
  posts: readonly [PostPlan, ...PostPlan[]]
  /** Its category, which is created if it does not exist yet. */
  category?: string
  isLocked?: boolean
  slowSeconds?: number
}
export type StoredTopic = { id: string; title: string; path: string; postIds: string[]; category: string }

/** A discussion as its members would have it, in a category of its own where none is named. */
export function giveTopic(product: RunningProduct, plan: TopicPlan): Promise<StoredTopic> {
  return product.query((db) => storeTopic(db, plan))
}

async function storeTopic(db: Db, plan: TopicPlan) {
  const { posts, title = `Topic ${freshName()}`, category = freshName(), ...settings } = plan
  const categoryId = await countInto(db, category)
  const [{ by, at = LONG_AGO }] = posts
  const id = randomUUID()
  const authors = { authorId: by.id, lastAuthorId: by.id, lastPostAt: new Date(at), createdAt: new Date(at) }
  await db.insert(forumTopics).values({ id, categoryId, title, lastNumber: posts.length, ...authors, ...settings })
  const postIds = posts.map((post, index) => (index === 0 ? id : (post.id ?? randomUUID())))
  const rows = posts.map(async (post, index) => {
    const { html, plain } = await composePost(db, post.source)
    const words = { source: post.source, html, plain, title: index === 0 ? title : null }
    const createdAt = new Date(post.at ?? LONG_AGO + index * 60_000)
    const place = { id: postIds[index] ?? '', topicId: id, number: index + 1, authorId: post.by.id }
    return { ...place, ...words, createdAt, updatedAt: createdAt }
  })
  await db.insert(forumPosts).values(await Promise.all(rows))
  await recountTopic(db, id)
  return { id, title, path: postPath(id), postIds, category }
}

/** The category with this address, which has one topic more now. */
async function countInto(db: Db, slug: string): Promise<string> {
  const [category] = await db
    .insert(forumCategories)
    .values({ id: randomUUID(), slug, name: slug, displayOrder: 900, topicCount: 1 })
    .onConflictDoUpdate({ target: forumCategories.slug, set: { topicCount: sql`${forumCategories.topicCount} + 1` } })
    .returning({ id: forumCategories.id })
  return category?.id ?? ''
}

/** A member whose posts go up unseen, because enough of them did before. */
export function giveWriter(product: RunningProduct): Promise<Person> {
  return product.query((db) =>
    db.transaction(async (tx) => {
      const person = await storePerson(tx, { approval: 'approved' })
      const posts = Array.from({ length: NEW_MEMBER.boundedPosts }, (_, at) => ({ by: person, source: `Entry ${at}` }))
      const [first, ...rest] = posts
      const title = `Log of ${person.username}`
      if (first) await storeTopic(tx, { title, category: 'logs', posts: [first, ...rest] })
      return person
    }),
  )
}

/** A topic somebody else began, with one answer, and a writer who looks at it. */
export async function openedTopic(
  { page, context, product }: { page: Page; context: BrowserContext; product: RunningProduct },
  settings: Partial<TopicPlan> = {},
) {
  const [asker, me] = await Promise.all([giveWriter(product), giveWriter(product)])
  const posts = [
    { by: asker, source: 'The gearbox runs *hot* after the oil change.' },
    { by: asker, source: 'Measured: 92 degrees at the input.' },
  ] as const
  const topic = await giveTopic(product, { posts: [...posts], ...settings })
  await signIn(context, product, me)
  await openTopic(page, topic)
  return { asker, me, topic }
}

/** Opens a topic's page and waits until it can be written in. */
export async function openTopic(page: Page, { path }: Pick<StoredTopic, 'path'>): Promise<void> {
  await page.goto(path)
  await wakeForum(page)
  await expect(replyText(page)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Follow/ })).toBeVisible()
}

/** A page of another browser, in which another person is signed in. The caller closes its context. */
export async function inOwnBrowser(browser: Browser, product: RunningProduct, person: Person): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url })
  await signIn(context, product, person)
  return context.newPage()
}

/** Moves over a page of the forum, as its reader does, until what members have there is loaded. */
export async function wakeForum(page: Page): Promise<void> {
  let at = 0
  await expect(async () => {
    at += 1
    await page.mouse.move(3 + (at % 5), 3)
    await expect(page.locator('html[data-forum]')).toBeAttached({ timeout: 250 })
  }).toPass({ intervals: [0] })
}

export const replyForm = (page: Page): Locator => page.getByRole('form', { name: 'Reply' })
export const replyText = (page: Page): Locator => replyForm(page).getByLabel('Your reply')
export const postButton = (page: Page): Locator =>
  replyForm(page).getByRole('button', { name: /^(Post reply|Try again)$/ })
export const posts = (page: Page): Locator => page.locator('article[data-post]')
export const postNumber = (page: Page, number: number): Locator => page.locator(`#post-${number}`)
/** The link of a category above the title of a topic. */
export const crumb = (page: Page, category: string): Locator =>
  page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: category })

/** Nothing sticks out of the page to the side. */
export async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

/** Opens what else can be done with a post. */
export async function openMenu(page: Page, number: number): Promise<Locator> {
  await page.getByRole('button', { name: `More for post ${number}`, exact: true }).click()
  const menu = page.getByRole('group', { name: `More for post ${number}` })
  await expect(menu).toBeVisible()
  return menu
}

/** The posts of a topic, as they are stored. */
export function storedPosts(product: RunningProduct, topicId: string) {
  return product.query((db) => db.select().from(forumPosts).where(eq(forumPosts.topicId, topicId)))
}

/** The drafts of the forum that this browser keeps. */
export function keptDrafts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => /^private\.forum-.*-draft\./.test(key))
      .map((key) => String(JSON.parse(localStorage.getItem(key) ?? '{}').source)),
  )
}
