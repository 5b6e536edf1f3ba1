import { TITLE_LENGTH } from '#src/contract/forum-post.ts'
import { composePost } from '#src/domain/forum/compose-post.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { ask, freshAddress } from './support/answers.ts'
import { giveTopic, giveWriter, openedTopic, postNumber, type StoredTopic, wakeForum } from './support/forum.ts'
import { forgetLimits, freshName } from './support/people.ts'
import { giveMember, signIn } from './support/signed-in.ts'
import { expect, type Page, test } from './support/site-test.ts'
import { CORPUS } from './support/xss-corpus.ts'

/** Texts that anybody may send, in Markdown's own traps too. */
const TRAPS = [
  '[click](javascript:xss=1)',
  '[click](JaVaScRiPt:xss=1)',
  '[click](data:text/html,<script>xss=1</script>)',
  '![x](javascript:xss=1)',
  '![x](https://evil.example/x.png)',
  '<javascript:xss=1>',
  '[a]: javascript:xss=1\n\n[a]',
  '```html\n<script>xss=1</script>\n```',
  '| a |\n| - |\n| <img src=x onerror=xss=1> |',
  '# <svg onload=xss=1>',
  '> <details open ontoggle=xss=1>',
  '@<script>xss=1</script>',
]
const TEXTS = [...CORPUS, ...TRAPS].filter((text) => !text.includes('\0'))
/** Posts on one page of a topic. */
const PAGE = 25

/** What would have happened, had anything run. The fixture hears dialogs and policy violations besides. */
async function expectInert(page: Page): Promise<void> {
  expect(await page.evaluate(() => Reflect.get(globalThis, 'xss'))).toBeUndefined()
  const attributes = await page
    .locator('main')
    .evaluate(
      (main) =>
        [...main.querySelectorAll('*')].flatMap((element) =>
          [...element.attributes].filter(
            ({ name, value }) => name.startsWith('on') || (name !== 'value' && /^\s*javascript:/i.test(value)),
          ),
        ).length,
    )
  expect(attributes).toBe(0)
  await expect(page.locator('main .prose :is(script, iframe, object, embed, svg, form, style)')).toHaveCount(0)
}

const titleOf = (text: string, at: number) =>
  `${at} ${[...text.replace(/\s+/g, ' ').trim()].slice(0, TITLE_LENGTH.max - 10).join('')} end`

/** Lets each search come from another address: one alone is soon told to wait. */
async function searchFromEverywhere(page: Page, { url }: RunningProduct): Promise<void> {
  const { host, port } = new URL(url)
  await page.route('**/forum/search?*', async (route) => {
    const { pathname, search } = new URL(route.request().url())
    const question = { path: pathname + search, headers: { Host: host }, localAddress: freshAddress() }
    const { status, headers, body } = await ask(`http://127.0.0.1:${port}`, question)
    await route.fulfill({ status, headers, body })
  })
}

test.beforeEach(({ product }) => forgetLimits(product))

test('the corpus in every post runs nowhere: topic, list, member, search and feed', async ({ page, product }) => {
  test.setTimeout(240_000)
  const author = await giveWriter(product)
  const word = freshName()
  const topics: StoredTopic[] = []
  for (let from = 0; from < TEXTS.length; from += PAGE) {
    const [first = '', ...rest] = TEXTS.slice(from, from + PAGE)
    const posts = [
      { by: author, source: `${first}\n\n${word}` },
      ...rest.map((source) => ({ by: author, source: `${source}\n\n${word}` })),
    ] as const
    topics.push(await giveTopic(product, { title: titleOf(first, from), posts: [posts[0], ...posts.slice(1)] }))
  }
  for (const { path, category } of topics) {
    for (const address of [path, `/forum/category/${category}`]) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectInert(page)
    }
  }
  for (const address of [`/forum/member/${author.username}`, `/forum/search?q=${word}`]) {
    await page.goto(address)
    await expect(page.getByText(word).first()).toBeVisible()
    await expectInert(page)
  }
  const feed = await page.request.get(`/forum/category/${topics[0]?.category}/feed.atom`)
  expect(feed.headers()['content-type']).toContain('application/atom+xml')
  const isSound = await page.evaluate(
    (xml) => new DOMParser().parseFromString(xml, 'application/xml').querySelector('parsererror, script') === null,
    await feed.text(),
  )
  expect(isSound).toBe(true)
})

test('the corpus as the title of a topic runs nowhere', async ({ page, product }) => {
  test.setTimeout(240_000)
  const [by, category] = [await giveWriter(product), freshName()]
  for (const [at, text] of TEXTS.entries()) {
    const title = titleOf(text, at)
    const { path } = await giveTopic(product, { title, category, posts: [{ by, source: 'Plain.' }] })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`${at} `)
    await expectInert(page)
  }
})

test('the corpus in a search runs nowhere', async ({ page, product }) => {
  test.setTimeout(240_000)
  await searchFromEverywhere(page, product)
  for (const text of TEXTS) {
    const response = await page.goto(`/forum/search?q=${encodeURIComponent(text)}`)
    expect(response?.status(), text).toBe(200)
    await expectInert(page)
  }
})

test('the preview of the corpus runs nothing', async ({ page, context, product }) => {
  await openedTopic({ page, context, product })
  const desk = page.getByRole('form', { name: 'Reply' })
  const toggle = desk.getByRole('button', { name: 'Preview' })
  for (const source of [TEXTS.slice(0, 60).join('\n\n'), TEXTS.slice(60).join('\n\n'), TRAPS.join('\n\n')]) {
    await desk.getByLabel('Your reply').fill(source)
    await toggle.click()
    await expect(desk.locator('.prose')).toBeVisible()
    await expectInert(page)
    await toggle.click()
  }
})

test('a quote of a hostile post brings its words and nothing else', async ({ page, context, product }) => {
  const me = await giveWriter(product)
  const hostile = '`<img src=x onerror=alert(1)>` and [a](https://plant.example)'
  const topic = await giveTopic(product, { posts: [{ by: await giveWriter(product), source: hostile }] })
  await signIn(context, product, me)
  await page.goto(topic.path)
  await wakeForum(page)
  await postNumber(page, 1).getByRole('button', { name: 'Quote' }).click()
  await expect(page.getByLabel('Your reply')).toHaveValue(/<img src=x onerror=alert\(1\)> and a/)
  await expectInert(page)
})

test('a moderator reads the corpus in the queue, and nothing runs', async ({ page, context, product }) => {
  const author = await giveWriter(product)
  const source = TEXTS.slice(0, 30).join('\n\n')
  const { html } = await product.query((db) => composePost(db, source))
  expect(html).not.toBe('')
  const topic = await giveTopic(product, { title: titleOf(CORPUS[0] ?? '', 0), posts: [{ by: author, source }] })
  await signIn(context, product, await giveMember(product, { approval: 'approved', role: 'moderator' }))
  await page.goto(topic.path)
  const answer = await page.request.post(`/api/forum/posts/${topic.id}/flags`, {
    data: { reason: 'spam', note: CORPUS[5] ?? '' },
    headers: { Origin: product.url },
  })
  expect(answer.status()).toBe(201)
  await page.goto('/admin/forum?queue=flagged')
  await expect(page.getByText(author.username).first()).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(globalThis, 'xss'))).toBeUndefined()
})
