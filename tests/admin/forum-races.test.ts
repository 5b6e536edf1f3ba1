import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumFollows } from '#db/schema/forum-notices.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { createTopic } from '#src/domain/forum/create-topic.ts'
import { deletePost } from '#src/domain/forum/delete-post.ts'
import { replyToTopic } from '#src/domain/forum/reply-to-topic.ts'
import { preparePerson } from '#tests/accounts/people.ts'
import { NOON } from '#tests/support/api.ts'
import { countDeadlocks } from '#tests/support/database.ts'
import { type ForumApi, withForum } from './forum-api.ts'

const ROUNDS = [1, 2, 3, 4, 5, 6]

describe('moderating with several connections', () => {
  let db: Db
  let api: ForumApi
  withForum((given) => {
    ;({ db, api } = given)
  })

  /** Somebody whose posts are shown at once. */
  const writer = async () => {
    const { id: userId } = await preparePerson(db, { level: 1, approval: 'approved', roles: ['moderator'] })
    return { userId, isStaff: true, now: NOON }
  }
  const reply = async (topicId: string) =>
    replyToTopic(db, topicId, { source: 'Try graphite.', replyToId: null }, null, await writer())
  /** Answers of calls that may be refused, but only in words. */
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (fault: unknown) => (fault instanceof Error && fault.name === 'Failure' ? 'refused' : Promise.reject(fault)),
    )

  /** What a topic and its category say is what their posts and topics are. */
  const expectRightCounts = async (topicId: string) => {
    const topic = await api.findTopic(topicId)
    const posts = await api.listPosts(topicId)
    const shown = posts.filter(({ state }) => state === 'shown')
    expect(topic.replyCount).toBe(shown.filter(({ number }) => number > 1).length)
    expect(topic.lastNumber).toBe(Math.max(...posts.map(({ number }) => number)))
    const inCategory = sql`${forumTopics.categoryId} = ${topic.categoryId} and ${forumTopics.state} = 'shown'`
    expect((await api.categoryOf(topic.categoryId)).topicCount).toBe(await db.$count(forumTopics, inCategory))
  }

  test('a post that many approve at once is shown, counted and notified once', async () => {
    const id = await api.rows.forumTopic({ state: 'review' })
    const { authorId } = await api.findTopic(id)
    const answers = await Promise.all(Array.from({ length: 8 }, () => api.approve(id)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await api.noticesOf(authorId)).toHaveLength(1)
    await expectRightCounts(id)
  })

  test('of one who approves and one who rejects at once the first decides', async () => {
    for (const _ of ROUNDS) {
      const id = await api.rows.forumTopic({ state: 'review' })
      const { authorId } = await api.findTopic(id)
      const answers = await Promise.all([api.approve(id), api.reject(id)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(await api.noticesOf(authorId)).toHaveLength(1)
      await expectRightCounts(id)
    }
  })

  test('hiding while others reply: earlier replies are counted, a hidden topic takes none', async () => {
    const id = await api.rows.forumTopic()
    const reply1 = await api.rows.forumReply(id)
    const work = await Promise.all([
      ...[1, 2, 3].map(() => outcome(reply(id))),
      api.hide(reply1).then(({ status }) => status),
      ...[1, 2, 3].map(() => outcome(reply(id))),
    ])
    expect(work.filter((one) => one === 'done')).toHaveLength(6)
    await expectRightCounts(id)
    const later = await Promise.all([outcome(reply(id)), api.hide(id), outcome(reply(id))])
    expect(later[1]).toMatchObject({ status: 200 })
    await expectRightCounts(id)
    expect(await outcome(reply(id))).toBe('refused')
  })

  test('a merge meets replies to both topics: none is lost, none has the number of another', async () => {
    for (const _ of ROUNDS.slice(0, 3)) {
      const [from, into] = [await api.rows.forumTopic(), await api.rows.forumTopic()]
      const [merged, ...replies] = await Promise.all([
        api.merge(from, into),
        ...[from, into, from, into].map((id) => outcome(reply(id))),
      ])
      expect(merged).toMatchObject({ status: 200 })
      const posts = await api.listPosts(into)
      expect(posts).toHaveLength(2 + replies.filter((one) => one === 'done').length)
      expect(await api.listPosts(from)).toEqual([])
      await expectRightCounts(into)
    }
  })

  test('of two merges against each other one is done and the other is refused', async () => {
    for (const _ of ROUNDS) {
      const [a, b] = [await api.rows.forumTopic(), await api.rows.forumTopic()]
      const answers = await Promise.all([api.merge(a, b), api.merge(b, a)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const left = (await api.findTopic(a)).state === 'shown' ? a : b
      expect(await api.listPosts(left)).toHaveLength(2)
      await expectRightCounts(left)
    }
  })

  test('after a lock there are no replies, not even ones already sent', async () => {
    const id = await api.rows.forumTopic()
    const [, ...replies] = await Promise.all([
      api.set(id, { isLocked: true }),
      ...Array.from({ length: 5 }, () => outcome(reply(id))),
    ])
    expect(await api.findTopic(id)).toMatchObject({
      isLocked: true,
      replyCount: replies.filter((one) => one === 'done').length,
    })
    expect(await outcome(reply(id))).toBe('refused')
  })

  test('a topic that moves while people reply is counted in one category', async () => {
    const id = await api.rows.forumTopic()
    const { categoryId: from } = await api.findTopic(id)
    const to = [await api.rows.forumCategory(), await api.rows.forumCategory()]
    await Promise.all([
      ...to.map((categoryId) => api.set(id, { categoryId })),
      ...Array.from({ length: 4 }, () => reply(id)),
    ])
    expect(await api.findTopic(id)).toMatchObject({ replyCount: 4 })
    const counts = await Promise.all([from, ...to].map(async (one) => (await api.categoryOf(one)).topicCount))
    expect(counts.toSorted()).toEqual([0, 0, 1])
    await expectRightCounts(id)
  })

  test('a topic that is hidden while its author takes it back is counted off once', async () => {
    for (const _ of ROUNDS) {
      const id = await api.rows.forumTopic()
      const { authorId } = await api.findTopic(id)
      const own = { userId: authorId, isStaff: false, now: NOON }
      await Promise.all([api.hide(id), outcome(deletePost(db, id, own)), api.set(id, { isPinned: true })])
      expect(['hidden', 'deleted']).toContain((await api.findTopic(id)).state)
      await expectRightCounts(id)
    }
  })

  test('a category is deleted, or a topic begins in it: never both', async () => {
    for (const _ of ROUNDS) {
      const categoryId = await api.rows.forumCategory()
      const input = { categoryId, title: 'Seals leak after two weeks', source: 'They drip.' }
      const begun = outcome(createTopic(db, input, null, await writer()))
      const removed = await api.send('DELETE', `forum/categories/${categoryId}?version=1`)
      expect([removed.status, await begun]).toEqual(removed.status === 200 ? [200, 'refused'] : [409, 'done'])
    }
  })

  test('everything at once meets without a deadlock, and every count is right after it', async () => {
    const topics = await Promise.all(Array.from({ length: 6 }, () => api.rows.forumTopic()))
    const [a = '', b = '', c = '', d = '', e = '', f = ''] = topics
    const { categoryId: home } = await api.findTopic(a)
    const answers = await Promise.all([
      api.merge(a, b),
      api.merge(c, b),
      api.merge(d, c),
      api.hide(e),
      api.set(f, { categoryId: home }),
      api.set(b, { categoryId: home, isPinned: true }),
      ...topics.map((id) => outcome(reply(id)).then(() => new Response())),
      ...topics.map((id) => outcome(reply(id)).then(() => new Response())),
    ])
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect(await countDeadlocks(db)).toBe(0)
    for (const id of topics) if ((await api.findTopic(id)).state !== 'merged') await expectRightCounts(id)
    const stray = db
      .select({ id: forumPosts.id })
      .from(forumPosts)
      .innerJoin(forumTopics, eq(forumTopics.id, forumPosts.topicId))
      .where(eq(forumTopics.state, 'merged'))
    expect(await stray).toEqual([])
    expect(await db.$count(forumFollows, sql`${forumFollows.topicId} in (${a}, ${c}, ${d})`)).toBe(0)
  })
})
