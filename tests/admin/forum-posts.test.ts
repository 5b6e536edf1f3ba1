import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { profiles } from '#db/schema/accounts.ts'
import { forumFollows } from '#db/schema/forum-notices.ts'
import { forumFlags, forumPosts, forumRevisions } from '#db/schema/forum-posts.ts'
import type { BulkResult } from '#src/contract/bulk.ts'
import {
  CHANGED_SINCE_READ,
  type PostRevision,
  type QueueCounts,
  TOO_LATE_TO_REOPEN,
} from '#src/contract/forum-moderation.ts'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'
import type { Posted } from '#src/contract/forum-post.ts'
import { UNDO_WINDOW } from '#src/contract/user.ts'
import { usernameKey } from '#src/contract/username.ts'
import { STALE } from '#src/contract/versioned.ts'
import { NOON, problemOf } from '#tests/support/api.ts'
import { storedViewer } from './calls/caller.ts'
import { type ForumApi, withForum } from './forum-api.ts'
import { lastEntry, siteAdminApi, someone } from './site-admin-api.ts'

const MISSING = '00000000-0000-4000-8000-000000000000'

describe('moderating posts', () => {
  let db: Db
  let api: ForumApi
  withForum((given) => {
    ;({ db, api } = given)
  })
  beforeEach(() => db.delete(forumFlags))
  const { member, forumTopic, forumReply, forumFlag } = {
    member: () => api.rows.member(),
    forumTopic: (...given: Parameters<typeof api.rows.forumTopic>) => api.rows.forumTopic(...given),
    forumReply: (...given: Parameters<typeof api.rows.forumReply>) => api.rows.forumReply(...given),
    forumFlag: (...given: Parameters<typeof api.rows.forumFlag>) => api.rows.forumFlag(...given),
  }

  test('is for moderators, not for members', async () => {
    for (const [viewer, status] of [
      [null, 401],
      [someone(), 403],
    ] as const) {
      const { send } = await siteAdminApi(db, viewer)
      expect((await send('GET', 'forum/queue')).status).toBe(status)
      expect((await send('POST', `forum/posts/${MISSING}/hide`, { reason: 'Mine.' })).status).toBe(status)
    }
  })

  test('an approved topic is shown from now on: it is counted, notified and audited', async () => {
    const id = await forumTopic({ state: 'review', createdAt: new Date(NOON - 86_400_000) })
    const { categoryId, authorId } = await api.findTopic(id)
    expect((await api.approve(id)).status).toBe(200)
    expect(await api.findTopic(id)).toMatchObject({
      state: 'shown',
      createdAt: new Date(NOON),
      lastPostAt: new Date(NOON),
    })
    expect(await api.postOf(id)).toMatchObject({ state: 'shown', number: 1, createdAt: new Date(NOON) })
    expect(await api.categoryOf(categoryId)).toMatchObject({ topicCount: 1 })
    expect(await api.noticesOf(authorId)).toMatchObject([{ kind: 'approved', postId: id, actorId: null }])
    const entry = { action: 'forum-post.approve', actor: api.moderator.id, subjectId: id }
    expect(await lastEntry(db)).toMatchObject({ ...entry, before: { state: 'review' }, after: { state: 'shown' } })
    const tags = [FORUM_TAG.lists, FORUM_TAG.category(categoryId), FORUM_TAG.topic(id), FORUM_TAG.member(authorId)]
    expect(await api.purged()).toEqual([...tags, FORUM_TAG.search].toSorted())
  })

  test('followers of a topic and people named in a reply are notified once it is approved', async () => {
    const [topic, follower, named] = [await forumTopic(), await member(), await member()]
    const name = { username: 'ada.gauge', usernameKey: usernameKey('ada.gauge') }
    await db.update(profiles).set(name).where(eq(profiles.id, named))
    await db.insert(forumFollows).values({ topicId: topic, userId: follower })
    const reply = await forumReply(topic, { state: 'review', source: 'Ask @ada.gauge about it.' })
    expect(await api.noticesOf(follower)).toEqual([])
    expect((await api.approve(reply)).status).toBe(200)
    expect(await api.noticesOf(follower)).toMatchObject([{ kind: 'reply', postId: reply }])
    expect(await api.noticesOf(named)).toMatchObject([{ kind: 'mention', postId: reply }])
    expect(await api.findTopic(topic)).toMatchObject({ replyCount: 1, lastPostAt: new Date(NOON) })
  })

  test('a reply in a topic that is not shown cannot be approved', async () => {
    const topic = await forumTopic()
    const reply = await forumReply(topic, { state: 'review' })
    await api.hide(topic)
    expect(await problemOf(await api.approve(reply))).toMatchObject({ status: 409 })
    expect(await api.postOf(reply)).toMatchObject({ state: 'review' })
  })

  test('a post that is rejected stays unseen, and its author reads why', async () => {
    const id = await forumTopic({ state: 'review' })
    const { categoryId, authorId } = await api.findTopic(id)
    const answer = await api.reject(id, 'It sells something.')
    expect(await answer.json()).toMatchObject({ state: 'hidden', stateReason: 'It sells something.' })
    expect(await api.findTopic(id)).toMatchObject({ state: 'hidden' })
    expect(await api.categoryOf(categoryId)).toMatchObject({ topicCount: 0 })
    expect(await api.noticesOf(authorId)).toMatchObject([{ kind: 'hidden', reason: 'It sells something.' }])
    expect(await problemOf(await api.approve(id))).toMatchObject({ status: 409 })
  })

  test('what is shown is not rejected, and what waits is not restored', async () => {
    expect(await problemOf(await api.reject(await forumTopic()))).toMatchObject({ status: 409 })
    expect(await problemOf(await api.restore(await forumTopic({ state: 'review' })))).toMatchObject({ status: 409 })
  })

  test('a hidden reply keeps its number and is not counted until it is restored', async () => {
    const topic = await forumTopic()
    const [first, last] = [await forumReply(topic), await forumReply(topic)]
    await db.update(forumPosts).set({ thankCount: 3 }).where(eq(forumPosts.id, last))
    const { authorId } = await api.postOf(last)
    expect((await api.hide(last)).status).toBe(200)
    const { lastAuthorId, ...counts } = await api.findTopic(topic)
    expect(counts).toMatchObject({ replyCount: 1, thankCount: 0, lastNumber: 3, state: 'shown' })
    expect(lastAuthorId).toBe((await api.postOf(first)).authorId)
    expect(await api.postOf(last)).toMatchObject({ number: 3, state: 'hidden', stateReason: 'It is rude.' })
    expect(await (await api.restore(last)).json()).toMatchObject({ topicId: topic, post: { id: last, state: 'shown' } })
    expect(await api.findTopic(topic)).toMatchObject({ replyCount: 2, thankCount: 3, lastAuthorId: authorId })
    expect((await api.noticesOf(authorId)).map(({ kind }) => kind).toSorted()).toEqual(['hidden', 'restored'])
  })

  test('a topic goes with its opening post, and with it every page that names one of its replies', async () => {
    const topic = await forumTopic()
    await forumReply(topic)
    const { categoryId } = await api.findTopic(topic)
    await api.hide(topic)
    expect(await api.findTopic(topic)).toMatchObject({ state: 'hidden', replyCount: 1 })
    expect(await api.categoryOf(categoryId)).toMatchObject({ topicCount: 0 })
    expect(await api.purged()).toEqual([FORUM_TAG.every])
    await api.restore(topic)
    expect(await api.findTopic(topic)).toMatchObject({ state: 'shown' })
    expect(await api.categoryOf(categoryId)).toMatchObject({ topicCount: 1 })
  })

  test('a hidden answer is no longer the solution', async () => {
    const topic = await forumTopic()
    const solvedPostId = await forumReply(topic)
    await db.execute(`update forum_topics set solved_post_id = '${solvedPostId}' where id = '${topic}'`)
    await api.hide(solvedPostId)
    expect(await api.findTopic(topic)).toMatchObject({ solvedPostId: null })
  })

  test('a post that its author deleted stays deleted', async () => {
    const id = await forumReply(await forumTopic(), { state: 'deleted' })
    for (const answer of [await api.hide(id), await api.restore(id), await api.approve(id)])
      expect(answer.status).toBe(409)
  })

  test('a second click changes nothing and notifies no one', async () => {
    const id = await forumTopic({ state: 'review' })
    const { authorId } = await api.findTopic(id)
    await api.approve(id)
    const { id: entry } = (await lastEntry(db)) ?? {}
    expect((await api.approve(id)).status).toBe(200)
    expect((await lastEntry(db))?.id).toBe(entry)
    expect(await api.noticesOf(authorId)).toHaveLength(1)
  })

  test('a moderator is not notified about their own post', async () => {
    const id = await forumTopic({ authorId: api.moderator.id })
    await api.hide(id)
    expect(await api.noticesOf(api.moderator.id)).toEqual([])
  })

  test('hiding a post answers its flags as right, dismissing them as wrong', async () => {
    const [hidden, fair] = [await forumTopic(), await forumTopic()]
    for (const id of [hidden, fair]) await forumFlag(id)
    await api.hide(hidden)
    await api.ask('POST', `forum/flags/${fair}/dismiss`, { note: 'A fair question.' })
    const flags = await db.select().from(forumFlags)
    expect(flags.map(({ postId, outcome, handledById }) => [postId, outcome, handledById]).toSorted()).toEqual(
      [
        [hidden, 'upheld', api.moderator.id],
        [fair, 'dismissed', api.moderator.id],
      ].toSorted(),
    )
    expect(await api.postOf(fair)).toMatchObject({ state: 'shown' })
    const after = { outcome: 'dismissed', note: 'A fair question.' }
    expect(await lastEntry(db)).toMatchObject({ action: 'forum-post.dismiss_flags', subjectId: fair, after })
  })

  test('several posts are approved at once, each with its entry and news; one that changed is refused by name', async () => {
    const [fine, changed] = [await forumTopic({ state: 'review' }), await forumTopic({ state: 'review' })]
    const posts = [
      { id: fine, version: 1 },
      { id: changed, version: 7 },
      { id: MISSING, version: 1 },
    ]
    const { results } = await api.ask<{ results: BulkResult[] }>('POST', 'forum/posts/decisions', {
      act: 'approve',
      posts,
    })
    expect(results).toEqual([
      { id: fine, refusal: null },
      { id: changed, refusal: CHANGED_SINCE_READ },
      { id: MISSING, refusal: 'Post not found.' },
    ])
    expect((await api.postOf(fine)).state).toBe('shown')
    expect((await api.postOf(changed)).state).toBe('review')
    expect(await lastEntry(db)).toMatchObject({ action: 'forum-post.approve', subjectId: fine })
    expect(await api.noticesOf((await api.postOf(fine)).authorId)).toMatchObject([{ kind: 'approved' }])
  })

  test.each([
    ['reject', { state: 'review' }, 'hidden'],
    ['hide', {}, 'hidden'],
    ['restore', { state: 'hidden' }, 'shown'],
  ] as const)('several posts: %s', async (act, row, state) => {
    const ids = [await forumTopic(row), await forumTopic(row)]
    const body = { act, ids, reason: 'It sells something.' }
    const { results } = await api.ask<{ results: BulkResult[] }>('POST', 'forum/posts/decisions', body)
    expect(results).toEqual(ids.map((id) => ({ id, refusal: null })))
    for (const id of ids) expect((await api.postOf(id)).state).toBe(state)
  })

  test('flags that were dismissed at once are reopened by who dismissed them, for some seconds', async () => {
    const ids = [await forumTopic(), await forumTopic()]
    for (const id of ids) await forumFlag(id)
    const outcomes = async () =>
      (await db.select().from(forumFlags)).map(({ outcome, handledAt }) => [outcome, handledAt])
    await api.ask('POST', 'forum/posts/decisions', { act: 'dismiss', ids })
    expect(await outcomes()).toEqual(ids.map(() => ['dismissed', new Date(NOON)]))
    const late = ids.map((id) => ({ id, refusal: TOO_LATE_TO_REOPEN }))
    const other = await siteAdminApi(db, await storedViewer(db, 'moderator'))
    expect(await other.ask('POST', 'forum/flags/undo', { ids })).toEqual({ results: late })
    expect(await api.ask('POST', 'forum/flags/undo', { ids })).toEqual({
      results: ids.map((id) => ({ id, refusal: null })),
    })
    expect(await outcomes()).toEqual(ids.map(() => [null, null]))
    expect(await lastEntry(db)).toMatchObject({ action: 'forum-post.reopen_flags', subjectId: ids[1] })
    await api.ask('POST', 'forum/posts/decisions', { act: 'dismiss', ids })
    await db.update(forumFlags).set({ handledAt: new Date(NOON - UNDO_WINDOW - 2_001) })
    expect(await api.ask('POST', 'forum/flags/undo', { ids })).toEqual({ results: late })
  })

  test('a flag that was dismissed stays dismissed when the post is hidden later', async () => {
    const id = await forumTopic()
    const dismissed = await forumFlag(id)
    await api.ask('POST', `forum/flags/${id}/dismiss`, { note: 'A fair question.' })
    const upheld = await forumFlag(id)
    await api.hide(id)
    const flags = await db.select().from(forumFlags)
    expect(new Map(flags.map((flag) => [flag.id, flag.outcome]))).toEqual(
      new Map([
        [dismissed, 'dismissed'],
        [upheld, 'upheld'],
      ]),
    )
  })

  test('each queue lists its posts, longest waiting first, with their flags', async () => {
    const [later, sooner]: string[] = [
      await forumTopic({ state: 'review', createdAt: new Date(NOON) }),
      await forumTopic({ state: 'review', createdAt: new Date(NOON - 60_000) }),
    ]
    const waiting = (await api.queue('waiting')).map(({ id }) => id).filter((id) => [later, sooner].includes(id))
    expect(waiting).toEqual([sooner, later])
    const [flagged, twice, deleted] = [await forumTopic(), await forumTopic(), await forumTopic({ state: 'deleted' })]
    await forumFlag(flagged, { createdAt: new Date(NOON - 5_000) })
    await forumFlag(twice, { createdAt: new Date(NOON - 9_000), note: 'Look at the link.' })
    await forumFlag(twice, { createdAt: new Date(NOON - 1_000) })
    await forumFlag(deleted)
    expect((await api.queue('flagged')).map(({ id, flags }) => [id, flags.length])).toEqual([
      [twice, 2],
      [flagged, 1],
    ])
    expect((await api.queue('flagged'))[0]?.flags[0]).toMatchObject({ reason: 'spam', note: 'Look at the link.' })
    await api.hide(twice)
    expect((await api.queue('hidden'))[0]).toMatchObject({ id: twice, state: 'hidden', authorPostCount: 0 })
    expect(await api.ask<QueueCounts>('GET', 'forum/queue/counts')).toMatchObject({ flagged: 1 })
  })

  test.each(['waiting', 'flagged', 'hidden'])('the queue %s is read in pages, each post once', async (queue) => {
    const state = { waiting: 'review', flagged: 'shown', hidden: 'hidden' }[queue] as 'review'
    for (let n = 0; n < 5; n += 1) await forumFlag(await forumTopic({ state }))
    const all = (await api.queue(queue)).map(({ id }) => id)
    const read: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { items: { id: string }[]; nextCursor: string | null } = await api.ask(
        'GET',
        `forum/queue?queue=${queue}&limit=2${cursor && `&cursor=${cursor}`}`,
      )
      read.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(read).toEqual(all)
  })

  test('a moderator changes a post with a trace: what it said, who changed it and why', async () => {
    const id = await forumTopic()
    const edit = { version: 1, source: 'They **leak**.', title: 'Seals leak soon', reason: 'No phone numbers here.' }
    const { post } = await api.ask<Posted>('PATCH', `forum/posts/${id}`, edit)
    expect(post).toMatchObject({ editedAt: expect.any(Number), isEditedByStaff: true })
    expect(await api.postOf(id)).toMatchObject({ version: 2, editedById: api.moderator.id, plain: 'They leak.' })
    expect((await api.postOf(id)).html).toContain('<strong>leak</strong>')
    expect(await api.findTopic(id)).toMatchObject({ title: 'Seals leak soon' })
    const { items } = await api.ask<{ items: PostRevision[] }>('GET', `forum/posts/${id}/revisions`)
    expect(items).toMatchObject([{ number: 1, source: 'They drip.', reason: 'No phone numbers here.' }])
    expect(items[0]?.editor).toEqual({ username: api.moderator.username && expect.any(String), isStaff: true })
    expect(await problemOf(await api.send('PATCH', `forum/posts/${id}`, edit))).toMatchObject({
      status: 409,
      detail: STALE,
    })
    expect(await db.$count(forumRevisions, eq(forumRevisions.postId, id))).toBe(1)
  })

  test('a reply has no title to change', async () => {
    const id = await forumReply(await forumTopic())
    const edit = { version: 1, source: 'Try it.', title: 'A title of mine', reason: 'Clearer.' }
    expect(await problemOf(await api.send('PATCH', `forum/posts/${id}`, edit))).toMatchObject({ status: 400 })
  })
})
