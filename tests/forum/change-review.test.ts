import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { forumEdits, forumPosts, forumRevisions } from '#db/schema/forum-posts.ts'
import { CHANGED_SINCE_READ } from '#src/contract/forum-moderation.ts'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'
import type { MyTopic, Posted, PostSource } from '#src/contract/forum-post.ts'
import { readTopicPage } from '#src/domain/forum-reading/read-topic-page.ts'
import { searchPosts } from '#src/domain/forum-reading/search-posts.ts'
import { type ForumApi, forumApi } from '#tests/admin/forum-api.ts'
import { lastEntry } from '#tests/admin/site-admin-api.ts'
import { problemOf } from '#tests/support/api.ts'
import { type Member, type WritingApi, withMembers } from './writing-api.ts'

const MINUTE = 60_000
const HONEST = 'The seal of our pump on line 3 leaks, although we replaced it twice within the last two weeks.'
const SPAM = 'Buy cheap seals at https://spam.example today'

let db: Db
let api: WritingApi
let ada: Member
/** What moderators do. */
let desk: ForumApi
withMembers((given) => {
  ;({ db, api, ada } = given)
})
beforeAll(async () => {
  desk = await forumApi(db)
})

/** A new member, and their first topic as a moderator has approved it. */
let carol: Member
let id: string
beforeEach(async () => {
  carol = await api.person()
  ;({ topicId: id } = await api.begin(carol, { source: HONEST }))
  expect((await desk.approve(id)).status).toBe(200)
  await api.forgetLimits()
  await api.purged()
})

const edit = async (body: { source: string; title?: string }, who = carol, post = id) => {
  const { version } = await api.postRow(post)
  return api.call(who, 'PATCH', `posts/${post}`, { version, ...body })
}
const saved = async (...given: Parameters<typeof edit>): Promise<Posted> => {
  const answer = await edit(...given)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return answer.json()
}
const queued = async () => (await desk.queue('waiting')).find((post) => post.id === id)
const revisions = () => db.select().from(forumRevisions).where(eq(forumRevisions.postId, id))
const readersSee = async () => {
  const page = await readTopicPage(db, id, 0)
  return 'posts' in page ? page.posts[0]?.html : undefined
}

describe('another text of a new member’s shown post', () => {
  test('waits for a moderator; until then readers see the post as it was, and its author what they wrote', async () => {
    const posted = await saved({ source: SPAM, title: 'Cheap seals here' })
    expect(posted.post).toMatchObject({ state: 'shown', html: `<p>${HONEST}</p>` })
    expect(posted.change?.html).toContain('spam.example')
    expect(await readersSee()).toBe(`<p>${HONEST}</p>`)
    expect((await searchPosts(db, 'cheap')).items).toEqual([])
    expect((await api.topicRow(id)).title).toBe('Bearing runs hot')
    expect(await api.purged()).toEqual([])
    const mine: MyTopic = await (await api.call(carol, 'GET', `topics/${id}/mine?posts=${id}`)).json()
    expect(mine.changes).toMatchObject([{ id, html: posted.change?.html }])
    const others: MyTopic = await (await api.call(ada, 'GET', `topics/${id}/mine?posts=${id}`)).json()
    expect(others.changes).toEqual([])
    const source: PostSource = await (await api.call(carol, 'GET', `posts/${id}/source`)).json()
    expect(source).toMatchObject({ source: SPAM, title: 'Cheap seals here', version: posted.version })
    expect(await queued()).toMatchObject({
      html: `<p>${HONEST}</p>`,
      change: { title: 'Cheap seals here', html: posted.change?.html, createdAt: api.clock.now },
      version: posted.version,
    })
  })

  test('is shown once it is approved: the text before is kept, the post says that it was changed', async () => {
    await saved({ source: SPAM, title: 'Cheap seals here' })
    const { createdAt } = await api.postRow(id)
    expect(await (await desk.approve(id)).json()).toMatchObject({ state: 'shown', change: null })
    expect(await readersSee()).toContain('spam.example')
    expect(await api.topicRow(id)).toMatchObject({ title: 'Cheap seals here', state: 'shown' })
    expect(await api.postRow(id)).toMatchObject({ createdAt, editedAt: new Date(api.clock.now), editedById: null })
    expect(await revisions()).toMatchObject([{ source: HONEST, title: 'Bearing runs hot', editorId: carol.id }])
    expect(await api.purged()).toContain(FORUM_TAG.topic(id))
    expect(await lastEntry(db)).toMatchObject({ action: 'forum-post.approve_change', after: { source: SPAM } })
    expect(await queued()).toBeUndefined()
    expect((await searchPosts(db, 'cheap')).items).toHaveLength(1)
    expect((await desk.hide(id)).status).toBe(200)
  })

  test('is not shown when it is rejected: its author gets the reason', async () => {
    await saved({ source: SPAM })
    expect(await (await desk.reject(id, 'An ad.')).json()).toMatchObject({ state: 'shown', change: null })
    expect(await readersSee()).toBe(`<p>${HONEST}</p>`)
    expect(await desk.noticesOf(carol.id)).toMatchObject([
      { kind: 'approved' },
      { kind: 'change_rejected', postId: id, reason: 'An ad.', actorId: null },
    ])
    const entry = { action: 'forum-post.reject_change', subjectId: id, before: { source: SPAM } }
    expect(await lastEntry(db)).toMatchObject({ ...entry, after: { reason: 'An ad.' } })
    expect((await desk.reject(id)).status).toBe(409)
  })

  test('is replaced by a later one, and taken back by the text that is shown', async () => {
    await saved({ source: SPAM })
    await saved({ source: `${SPAM} and here` })
    expect((await queued())?.change?.html).toContain('and here')
    expect(await saved({ source: HONEST })).toMatchObject({ change: null })
    expect(await queued()).toBeUndefined()
    expect(await revisions()).toEqual([])
  })

  test.each([
    ['its author deletes the post', () => api.call(carol, 'DELETE', `posts/${id}`)],
    ['a moderator hides it', () => desk.hide(id)],
    [
      'a moderator changes it',
      async () =>
        desk.send('PATCH', `forum/posts/${id}`, {
          ...{ version: (await api.postRow(id)).version, source: 'Clearer.', reason: 'Clearer.' },
        }),
    ],
    ['its author corrects what is shown', () => edit({ source: `${HONEST}!` })],
  ])('goes when %s', async (_what, act) => {
    await saved({ source: SPAM })
    expect((await act()).status).toBe(200)
    expect(await db.$count(forumEdits, eq(forumEdits.postId, id))).toBe(0)
    expect(await queued()).toBeUndefined()
  })

  test('waits in a reply too, whether a moderator saw the first text or not', async () => {
    const { post } = await api.reply(carol, id, { source: HONEST })
    expect(post.state).toBe('shown')
    expect((await saved({ source: SPAM }, carol, post.id)).change).not.toBeNull()
    expect((await api.postRow(post.id)).source).toBe(HONEST)
  })

  test('is counted and read in pages with the posts that wait', async () => {
    const counts = () => desk.ask<{ waiting: number }>('GET', 'forum/queue/counts')
    const before = await counts()
    await saved({ source: SPAM })
    await api.begin(await api.person())
    expect((await counts()).waiting).toBe(before.waiting + 2)
    const all = (await desk.queue('waiting')).map((post) => post.id)
    const read: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { items: { id: string }[]; nextCursor: string | null } = await desk.ask(
        'GET',
        `forum/queue?queue=waiting&limit=1${cursor && `&cursor=${cursor}`}`,
      )
      read.push(...page.items.map((post) => post.id))
      cursor = page.nextCursor
    }
    expect(read).toEqual(all)
    expect(new Set(all).size).toBe(all.length)
  })
})

describe('a change that is shown at once', () => {
  test('is a small correction', async () => {
    const posted = await saved({ source: HONEST.replace('leaks', 'is leaking') })
    expect(posted).toMatchObject({ change: null, post: { html: expect.stringContaining('is leaking') } })
    expect(await queued()).toBeUndefined()
  })

  test('is not many small ones, which make another text', async () => {
    const words = HONEST.split(' ')
    let shown = HONEST
    for (const [place] of words.entries()) {
      const source = [...words.slice(0, place).map(() => 'ad'), ...words.slice(place)].join(' ')
      const { change } = await saved({ source })
      if (change) break
      shown = source
    }
    expect(await queued()).toMatchObject({ html: `<p>${shown}</p>` })
    expect(shown.split(' ').filter((word) => word === 'ad').length).toBeLessThan(4)
  })

  test('takes any change by an established member, and of a post that is not shown yet', async () => {
    const { topicId } = await api.begin(ada, { source: HONEST })
    expect(await saved({ source: SPAM }, ada, topicId)).toMatchObject({ change: null })
    const first = await api.begin(await api.person(), { source: HONEST })
    expect(first.post.state).toBe('review')
  })
})

describe('approving names the version that was read', () => {
  test('of a first post: a text that replaced it in the meantime is not approved unseen', async () => {
    const dora = await api.person()
    const { topicId, version } = await api.begin(dora, { source: HONEST })
    await saved({ source: SPAM }, dora, topicId)
    expect(await problemOf(await desk.approve(topicId, version))).toMatchObject({
      status: 409,
      detail: CHANGED_SINCE_READ,
    })
    expect(await api.postRow(topicId)).toMatchObject({ state: 'review' })
    const newer = (await desk.queue('waiting')).find((post) => post.id === topicId)
    expect(newer?.html).toContain('spam.example')
    expect((await desk.approve(topicId, newer?.version)).status).toBe(200)
  })

  test('of a change', async () => {
    const { version } = await saved({ source: `${HONEST} Nobody knows why, and the maker does not answer us.` })
    await saved({ source: SPAM })
    expect((await desk.approve(id, version)).status).toBe(409)
    expect(await readersSee()).toBe(`<p>${HONEST}</p>`)
  })

  test('and without a version nothing is approved', async () => {
    expect((await desk.send('POST', `forum/posts/${id}/approve`, {})).status).toBe(400)
  })
})

describe('the five minutes in which a change leaves no trace', () => {
  test('count from the first writing, not from when it was approved or changed', async () => {
    const dora = await api.person()
    const { topicId } = await api.begin(dora, { source: HONEST })
    api.clock.now += 4 * MINUTE
    await saved({ source: `${HONEST}!` }, dora, topicId)
    api.clock.now += MINUTE + 1
    expect((await desk.approve(topicId)).status).toBe(200)
    const createdAt = new Date(api.clock.now)
    await db.update(forumPosts).set({ createdAt }).where(eq(forumPosts.id, topicId))
    expect((await saved({ source: HONEST }, dora, topicId)).post.editedAt).toBe(api.clock.now)
    expect(await db.$count(forumRevisions, eq(forumRevisions.postId, topicId))).toBe(1)
  })
})
