import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forumTopics } from '#db/schema/forum.ts'
import { postPath } from '#src/contract/forum-paths.ts'
import { renderAtom } from '#src/forum-pages/feed.ts'
import { toPlainText } from '#src/forum-pages/structured-data.ts'
import { jsonLdOf } from '#tests/support/built-page.ts'
import { testDb } from '#tests/support/database.ts'
import { forumPages } from './page-app.ts'
import { storeCategory, storeMember, storePost, storeTopic } from './reading-rows.ts'

const HOSTILE = '</Script><script>alert(1)</script><!--"\'&]]>\u2028'
const site = { siteUrl: 'https://workshops.example', siteName: 'Uptime Workshops' }

let opened: Awaited<ReturnType<typeof testDb>>
let get: ReturnType<typeof forumPages>['get']
let topic: string

beforeAll(async () => {
  opened = await testDb()
  get = forumPages(opened.db).get
  const ada = await storeMember(opened.db, 'ada')
  const gone = await storeMember(opened.db, 'deleted-1')
  const categoryId = await storeCategory(opened.db, 'pumps', { name: HOSTILE.slice(0, 60), description: HOSTILE })
  topic = await storeTopic(opened.db, { categoryId, authorId: ada, title: HOSTILE, text: 'Grease &#x26; seals' })
  await storePost(opened.db, { topicId: topic, number: 2, authorId: gone, text: 'Turn it &lt;slowly&gt;' })
})
afterAll(() => opened.close())

describe('structured data', () => {
  test('describes a discussion, with its text and its path, and nothing in it ends the script', async () => {
    const { body } = await get(postPath(topic))
    expect(body.match(/<script/gi)).toHaveLength(1)
    const { '@graph': graph } = jsonLdOf(body)
    const [discussion, way] = graph
    expect(discussion).toMatchObject({
      '@type': 'DiscussionForumPosting',
      headline: HOSTILE,
      text: 'Grease & seals',
      url: `https://workshops.example${postPath(topic)}`,
      author: { name: 'ada', url: 'https://workshops.example/forum/member/ada' },
    })
    expect(way.itemListElement.map((step: { item: string }) => step.item)).toEqual([
      'https://workshops.example/forum',
      'https://workshops.example/forum/category/pumps',
      `https://workshops.example${postPath(topic)}`,
    ])
  })

  test('describes a question and its answer once it is solved', async () => {
    const answer = await storePost(opened.db, {
      topicId: topic,
      number: 3,
      authorId: await storeMember(opened.db, 'bob'),
    })
    await opened.db.update(forumTopics).set({ solvedPostId: answer }).where(eq(forumTopics.id, topic))
    const { '@graph': graph } = jsonLdOf((await get(postPath(topic))).body)
    expect(graph[0]).toMatchObject({
      '@type': 'QAPage',
      mainEntity: {
        '@type': 'Question',
        name: HOSTILE,
        acceptedAnswer: {
          text: 'A reply',
          url: `https://workshops.example${postPath(answer)}`,
          author: { name: 'bob' },
        },
      },
    })
  })

  test('has the words of a post, whatever its marks', () => {
    expect(toPlainText('<p>Torque &#x3C;40&#160;Nm&gt; <a href="x">twice</a></p>\n<pre>&amp;lt;</pre>')).toBe(
      'Torque <40 Nm> twice &lt;',
    )
    expect(toPlainText('&#x110000;&#xffffff;&nope;')).toBe('&nope;')
  })
})

describe('the feed', () => {
  test('escapes all that members wrote, and readers elsewhere may fetch it', async () => {
    const { headers, body } = await get('/forum/feed.atom')
    expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(body).not.toContain('<script')
    expect(body).toContain('&lt;p&gt;Turn it &amp;lt;slowly&amp;gt;&lt;/p&gt;')
    expect(body.match(/<entry>/g)?.length).toBeGreaterThanOrEqual(2)
    expect(isWellFormed(body)).toBe(true)
  })

  test('of one category has its posts alone, and its own name', async () => {
    const { body } = await get('/forum/category/pumps/feed.atom')
    expect(body).toContain(
      '<link rel="self" type="application/atom+xml" href="https://workshops.example/forum/category/pumps/feed.atom"/>',
    )
    expect((await get('/forum/category/none/feed.atom')).status).toBe(404)
  })

  test('says when it changed, and is one even without posts', () => {
    const feed = {
      id: 'https://workshops.example/forum/feed.atom',
      title: 'Forum',
      self: '/forum/feed.atom',
      page: '/forum',
    }
    const empty = renderAtom({ ...feed, posts: [] }, site)
    expect(empty).toContain('<updated>1970-01-01T00:00:00.000Z</updated>')
    const post = {
      ...{ id: 'p', topicId: 't', number: 2, title: 'Seals\u0008\ud83d', author: null, html: '', createdAt: 5_000 },
      ...{ category: { slug: 'pumps', name: 'Pumps' }, editedAt: 9_000 },
    }
    const one = renderAtom({ ...feed, posts: [post] }, site)
    expect(one.match(/<updated>.*?<\/updated>/g)).toEqual(Array(2).fill('<updated>1970-01-01T00:00:09.000Z</updated>'))
    expect(one).toContain('<title>Re: Seals</title>')
    expect(one).toContain('<name>Former member</name>')
    expect(isWellFormed(empty) && isWellFormed(one)).toBe(true)
  })
})

test('the sitemap names the categories and the topics that everybody may see', async () => {
  const ada = await storeMember(opened.db, 'cyd')
  const categoryId = await storeCategory(opened.db, 'oil')
  const hidden = await storeTopic(opened.db, { categoryId, authorId: ada, state: 'hidden' })
  const pinned = await storeTopic(opened.db, { categoryId, authorId: ada, isPinned: true })
  const { headers, body } = await get('/forum/sitemap.xml')
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
  const listed = [...body.matchAll(/<loc>https:\/\/workshops\.example(.*?)<\/loc>/g)].map(([, path]) => path)
  expect(listed).toEqual(
    expect.arrayContaining(['/forum/category/pumps', '/forum/category/oil', postPath(topic), postPath(pinned)]),
  )
  expect(listed).not.toContain(postPath(hidden))
  expect(isWellFormed(body)).toBe(true)
})

/** Every element that opens closes, in order, and no special character is unescaped. */
function isWellFormed(xml: string): boolean {
  const open: string[] = []
  for (const [, slash, name = '', own] of xml
    .replace(/<\?xml.*?\?>/, '')
    .matchAll(/<(\/?)([\w:]+)(?:\s[\w:]+="[^"<&]*(?:&\w+;[^"<&]*)*")*(\/?)>/g)) {
    if (own) continue
    if (slash && open.pop() !== name) return false
    if (!slash) open.push(name)
  }
  const bare = xml.replace(/<\?xml.*?\?>/, '').replace(/<\/?[\w:]+(?:\s[\w:]+="[^"]*")*\/?>/g, '')
  return open.length === 0 && !/[<>]|&(?!(?:amp|lt|gt|quot|#39);)/.test(bare)
}
