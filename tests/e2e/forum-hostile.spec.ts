import { TITLE_LENGTH } from '#src/contract/forum.ts'
import { USUAL_ITEMS } from '#src/contract/page.ts'
import {
  giveTopic,
  giveWriter,
  postNumber,
  replyForm,
  replyText,
  type StoredTopic,
  wakeForum,
} from './support/forum.ts'
import { expectInert, searchFromAnywhere, TEXTS, TRAPS } from './support/hostile-forum.ts'
import { parsePages } from './support/parsed-pages.ts'
import { freshName } from './support/people.ts'
import { signIn } from './support/signed-in.ts'
import { expect, test } from './support/site-test.ts'

/** Searches that are sent at once. */
const AT_ONCE = 8
/** Posts on one page of a topic. */
const PAGE = 25

const toTitle = (text: string, at: number) =>
  `${at} ${[...text.replace(/\s+/g, ' ').trim()].slice(0, TITLE_LENGTH.max - 10).join('')} end`

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
    topics.push(await giveTopic(product, { title: toTitle(first, from), posts: [posts[0], ...posts.slice(1)] }))
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

test('the corpus as the title of a topic adds no element, and runs nowhere', async ({ page, product }) => {
  const [by, category] = [await giveWriter(product), freshName()]
  const give = (title: string) => giveTopic(product, { title, category, posts: [{ by, source: 'Plain.' }] })
  const titles = TEXTS.map(toTitle)
  const topics = [await give('A plain title'), ...(await Promise.all(titles.map(give)))]
  const htmls = await Promise.all(topics.map(async ({ path }) => (await fetch(product.url + path)).text()))
  const [plain, ...pages] = await parsePages(page, htmls)
  expect(plain?.skeleton.length).toBeGreaterThan(100)
  for (const [at, title] of titles.entries()) {
    expect(pages[at]?.heading).toContain(title)
    expect(pages[at]?.skeleton, title).toEqual(plain?.skeleton)
  }
  const some = topics.filter((_, at) => at % 12 === 0).map(({ path }) => path)
  for (const address of [...some, `/forum/category/${category}`]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectInert(page)
  }
})

test('the corpus in a search adds no kind of element, and runs nowhere', async ({ page, product }) => {
  const read = async (text: string) => (await searchFromAnywhere(product, text)).body
  const list = await (await fetch(`${product.url}/forum`)).text()
  // With so many hits, a search has further pages.
  const often = freshName()
  const by = await giveWriter(product)
  const posts = Array.from({ length: USUAL_ITEMS }, (_, at) => ({ by, source: `${often}, reading ${at}` }))
  await giveTopic(product, { posts: [{ by, source: often }, ...posts] })
  const harmless = await parsePages(page, [list, ...(await Promise.all(['bearing', 'zebra', '', often].map(read)))])
  const known = new Set(harmless.flatMap(({ skeleton }) => skeleton))
  // A few at a time: a search that waits too long is not answered.
  const answers: string[] = []
  for (let from = 0; from < TEXTS.length; from += AT_ONCE)
    answers.push(...(await Promise.all(TEXTS.slice(from, from + AT_ONCE).map(read))))
  const pages = await parsePages(page, answers)
  for (const [at, { skeleton, scriptLinks, searched }] of pages.entries()) {
    expect(skeleton.length, TEXTS[at]).toBeGreaterThan(50)
    expect([...skeleton.filter((kind) => !known.has(kind)), ...scriptLinks], TEXTS[at]).toEqual([])
    expect(searched?.replaceAll(/\s+/g, ' ').trim()).toBe(TEXTS[at]?.replaceAll(/\s+/g, ' ').trim())
  }
  await page.route('**/forum/search?*', async (route) => {
    const { status, headers, body } = await searchFromAnywhere(
      product,
      new URL(route.request().url()).searchParams.get('q') ?? '',
    )
    await route.fulfill({ status, headers, body })
  })
  for (const text of TEXTS.filter((_, at) => at % 12 === 0)) {
    const response = await page.goto(`/forum/search?q=${encodeURIComponent(text)}`)
    expect(response?.status(), text).toBe(200)
    await expectInert(page)
  }
})

test('a quote of a hostile post brings its words and nothing else, and the preview of the corpus runs nothing', async ({
  page,
  context,
  product,
}) => {
  const me = await giveWriter(product)
  const hostile = '`<img src=x onerror=alert(1)>` and [a](https://plant.example)'
  const topic = await giveTopic(product, { posts: [{ by: await giveWriter(product), source: hostile }] })
  await signIn(context, product, me)
  await page.goto(topic.path)
  await wakeForum(page)
  await postNumber(page, 1).getByRole('button', { name: 'Quote' }).click()
  await expect(replyText(page)).toHaveValue(/<img src=x onerror=alert\(1\)> and a/)
  await expectInert(page)

  const toggle = replyForm(page).getByRole('button', { name: 'Preview' })
  for (const source of [TEXTS.slice(0, 60).join('\n\n'), TEXTS.slice(60).join('\n\n'), TRAPS.join('\n\n')]) {
    await replyText(page).fill(source)
    await toggle.click()
    await expect(replyForm(page).locator('.prose')).toBeVisible()
    await expectInert(page)
    await toggle.click()
  }
})
