import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { linkTokens, users } from '#db/schema/accounts.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { followTopic } from '#src/domain/forum-notices/notice-rows.ts'
import { notifyMember, notifyOfPost } from '#src/domain/forum-notices/notify.ts'
import { NOON, SITE_URL } from '#tests/support/api.ts'
import { DUE, type NewsMail, SEVEN, withNewsMail } from './news-mail.ts'
import { aMember, aPost, aTopic } from './notice-rows.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('mail of the forum', () => {
  let db: Db
  let mail: NewsMail
  withNewsMail((given) => {
    ;({ db, mail } = given)
  })

  test('several notices within two minutes are one mail, which says what they are and links to them', async () => {
    const { reader, author, write } = await mail.aReader()
    const first = await write(NOON)
    await write(NOON + MINUTE, { plain: `Second.\n\n${'x'.repeat(300)}` })
    expect(await mail.run(DUE - 1)).toEqual({ mailed: 0, quiet: 0, faulty: 0 })
    await write(NOON + MINUTE + 59_000, { plain: 'Third.', mentions: [reader.username] })
    expect(await mail.run(DUE + 2 * MINUTE)).toEqual({ mailed: 1, quiet: 0, faulty: 0 })
    expect(await mail.run(DUE + 2 * MINUTE)).toEqual({ mailed: 0, quiet: 0, faulty: 0 })
    const [sent, ...others] = await mail.queued()
    expect(others).toEqual([])
    expect(sent).toMatchObject({ recipient: reader.email, template: 'forum-news', state: 'queued' })
    expect(sent?.subject).toBe('News in “Pump seals leak after two weeks”')
    expect(sent?.textBody).toContain(`${author.username} replied:\n\n> Try a **cartridge** seal.`)
    expect(sent?.textBody).toContain(`> Second. ${'x'.repeat(191)}…\n`)
    expect(sent?.textBody).toContain(`${author.username} mentioned you:\n\n> Third.`)
    expect(sent?.textBody).toContain(`${SITE_URL}/forum/post/${first}\n`)
    expect(sent?.textBody).toContain(`${SITE_URL}/forum/settings\n`)
    expect(sent?.unsubscribeUrl).toMatch(/^https:\/\/workshops\.example\/api\/unsubscribe\/one-click\?token=[\w-]{43}$/)
    const token = sent?.unsubscribeUrl?.split('=').at(-1) ?? ''
    expect(sent?.htmlBody).toContain(`href="${SITE_URL}/unsubscribe#token=${token}"`)
    expect(JSON.stringify(await db.select().from(linkTokens))).not.toContain(token)
  })

  test('news of several topics come in one mail, by topic', async () => {
    const { reader, write } = await mail.aReader()
    const [author, other] = [await aMember(db), await aTopic(db, reader.id, 'Grease for slow bearings')]
    await followTopic(db, other, reader.id)
    await write(NOON)
    const id = await aPost(db, { topicId: other, authorId: author.id, number: 2, plain: 'Lithium.' })
    await notifyOfPost(db, { id, topicId: other, authorId: author.id, mentions: [] }, NOON + 1)
    await mail.run(DUE + 1)
    const [sent] = await mail.queued()
    expect(sent?.subject).toBe('News in 2 forum topics')
    expect(sent?.textBody).toMatch(/\* Pump seals[\s\S]+\* Grease for slow bearings\n\n.+ replied:\n\n> Lithium\./)
  })

  test('authors hear what moderators decided, with the reason', async () => {
    const { author, topicId } = await mail.aReader()
    const told = { userId: author.id, topicId, actorId: null }
    const hidden = await aPost(db, { topicId, authorId: author.id, number: mail.nextNumber(), plain: 'Buy my pills.' })
    await db.update(forumPosts).set({ state: 'hidden' }).where(eq(forumPosts.id, hidden))
    await notifyMember(db, { ...told, kind: 'hidden', postId: hidden, reason: 'An advertisement.' }, NOON)
    await mail.run(DUE)
    const [sent] = await mail.queued()
    expect(sent?.subject).toBe('Your post was hidden in “Pump seals leak after two weeks”')
    expect(sent?.textBody).toContain('Reason:\n\n> An advertisement.')
    expect(sent?.textBody).not.toContain('pills')
  })

  test('the hiding of a post is no longer news once it is restored', async () => {
    const { author, topicId } = await mail.aReader()
    const told = { userId: author.id, topicId, postId: topicId, actorId: null }
    await notifyMember(db, { ...told, kind: 'hidden', reason: 'By mistake.' }, NOON)
    await notifyMember(db, { ...told, kind: 'restored', reason: 'Was none.' }, NOON + MINUTE)
    await mail.run(NOON + 3 * MINUTE)
    const [sent] = await mail.queued()
    expect(sent?.subject).toMatch(/^Your post was restored in/)
    expect(sent?.textBody).not.toContain('By mistake.')
  })

  test('a mail that cannot be written does not delay others, and is tried again every hour for three days', async () => {
    const bad = await mail.aReader()
    await db.update(users).set({ email: 'a@x.example, b@x.example' }).where(eq(users.id, bad.reader.id))
    await bad.write(NOON)
    const good = await mail.aReader()
    await good.write(NOON + 1)
    expect(await mail.run(DUE + 1)).toEqual({ mailed: 1, quiet: 0, faulty: 1 })
    expect((await mail.queued()).map(({ recipient }) => recipient)).toEqual([good.reader.email])
    expect(mail.faults).toHaveLength(1)
    expect(await mail.run(DUE + HOUR)).toEqual({ mailed: 0, quiet: 0, faulty: 0 })
    expect(await mail.run(DUE + HOUR + 1)).toEqual({ mailed: 0, quiet: 0, faulty: 1 })
    await db.update(users).set({ email: bad.reader.email }).where(eq(users.id, bad.reader.id))
    expect(await mail.run(NOON + 3 * DAY)).toEqual({ mailed: 0, quiet: 1, faulty: 0 })
  })

  test('of very many notices twenty are shown and the rest counted', async () => {
    const { write } = await mail.aReader('daily')
    for (let index = 0; index < 23; index += 1) await write(NOON + index, { plain: `News ${index}.` })
    await mail.run(SEVEN)
    const [sent, ...others] = await mail.queued()
    expect(others).toEqual([])
    expect(sent?.textBody.match(/replied:/g)).toHaveLength(20)
    expect(sent?.textBody).toContain('There are 3 more notices in the forum.')
  })

  test('a run whose time is over begins no further mail; the next one goes on', async () => {
    for (let index = 0; index < 3; index += 1) await (await mail.aReader()).write(NOON)
    let turns = 2
    const timeLeft = () => (turns-- > 0 ? 19_000 : 1_999)
    const short = await mail.run(DUE, timeLeft)
    expect(short).toMatchObject({ mailed: 2 })
    expect(await mail.run(DUE)).toMatchObject({ mailed: 1 })
    expect(mail.faults).toEqual([])
  })
})
