import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { linkTokens } from '#db/schema/accounts.ts'
import { forumNotices } from '#db/schema/forum-notices.ts'
import { outbox } from '#db/schema/security.ts'
import { savePreferences } from '#src/domain/forum-notices/mail-choice.ts'
import { mailDueNews } from '#src/domain/forum-notices/mail-due-news.ts'
import { followTopic } from '#src/domain/forum-notices/notice-rows.ts'
import { notifyOfPost } from '#src/domain/forum-notices/notify.ts'
import { NOON, SITE_URL } from '#tests/support/api.ts'
import { testDb } from '#tests/support/database.ts'
import { atScale } from '#tests/support/scale.ts'
import { packWorker } from '../outbox/kills.ts'
import { aMember, aPost, aTopic } from './notice-rows.ts'

const DUE = NOON + 3 * 60_000
const NEWS = 3
/** A turn is nine statements, from `begin` to `commit`: so every one is the last of some worker, in its first turn and later. */
const DEATHS = Array.from({ length: atScale(12, 30) }, (_, at) => at + 1)

const site = { siteUrl: SITE_URL, siteName: 'Uptime Workshops' }
const run = (db: Db) =>
  mailDueNews(db, { site, now: DUE, timeLeft: () => 19_000, onFault: (fault) => Promise.reject(fault) })

/** Readers of one topic, who each have three news. */
async function readersWithNews(db: Db, count: number) {
  const author = await aMember(db)
  const topicId = await aTopic(db, author.id)
  const readers = await Promise.all(Array.from({ length: count }, () => aMember(db)))
  for (const { id } of readers) await followTopic(db, topicId, id)
  for (let number = 2; number < NEWS + 2; number += 1) {
    const id = await aPost(db, { topicId, authorId: author.id, number, plain: `News ${number}.` })
    await notifyOfPost(db, { id, topicId, authorId: author.id, mentions: [] }, NOON + number)
  }
  return readers
}

async function expectOneMailEach(db: Db, readers: { email: string }[]): Promise<void> {
  const mails = await db.select({ to: outbox.recipient, text: outbox.textBody }).from(outbox)
  expect(mails.map(({ to }) => to).toSorted()).toEqual(readers.map(({ email }) => email).toSorted())
  for (const { text } of mails) expect(text.match(/^> News \d\.$/gm)).toEqual(['> News 2.', '> News 3.', '> News 4.'])
  expect(await db.$count(forumNotices, isNotNull(forumNotices.mailDueAt))).toBe(0)
  expect(await db.$count(linkTokens)).toBe(readers.length)
}

describe('who writes the forum’s mails', () => {
  test('may be killed at every step: each reader gets one mail with all their news (OB1, OB3)', async () => {
    const { db, url, close } = await testDb()
    const folder = await mkdtemp(join(tmpdir(), 'news-'))
    try {
      const file = await packWorker(folder, join(import.meta.dirname, 'news-worker.ts'))
      const readers = await readersWithNews(db, 200)
      const lives = DEATHS.flatMap((dieAt) => ['before', 'after'].map((how) => ({ dieAt, how })))
      const killed: unknown[] = []
      const lane = async () => {
        for (let life = lives.shift(); life; life = lives.shift()) {
          const env = { DATABASE_URL: url, NOW: String(DUE), DIE_AT: String(life.dieAt), HOW: life.how }
          const child = spawn(process.execPath, [file], { env, stdio: 'ignore' })
          const [, signal] = await once(child, 'exit')
          killed.push(signal)
        }
      }
      await Promise.all([lane(), lane(), lane()])
      const written = await db.$count(outbox)
      console.log(`${killed.length} kills: ${written} mails were written by who was killed`)
      expect(killed).toEqual(Array(DEATHS.length * 2).fill('SIGKILL'))
      expect(written).toBeGreaterThan(0)
      expect(written).toBeLessThan(readers.length)
      // The database may hold a reader of who was just killed for a moment.
      const left = async () => {
        await run(db)
        return readers.length - (await db.$count(outbox))
      }
      await expect.poll(left, { timeout: 60_000 }).toBe(0)
      await expectOneMailEach(db, readers)
    } finally {
      await close()
      await rm(folder, { recursive: true, force: true })
    }
  }, 240_000)

  test('may be four at once: each reader gets one mail, while some of them change their choice or read', async () => {
    const { db, close } = await testDb()
    try {
      const readers = await readersWithNews(db, 200)
      const [quiet, ...others] = readers
      if (!quiet) throw new Error('Nobody is there')
      const changes = others.slice(0, 40).map(({ id }) => savePreferences(db, id, { mail: 'at_once' }, NOON + 10))
      await savePreferences(db, quiet.id, { mail: 'none' }, NOON)
      const runs = await Promise.all([run(db), run(db), run(db), run(db), ...changes])
      expect(runs.length).toBe(44)
      await run(db)
      await expectOneMailEach(db, others)
    } finally {
      await close()
    }
  })

  test('does not wait for a locked account, and writes its mail in the next run', async () => {
    const { db, close } = await testDb()
    try {
      const [first, second] = await readersWithNews(db, 2)
      const { promise: isDone, resolve: done } = Promise.withResolvers<void>()
      const { promise: isHeld, resolve: held } = Promise.withResolvers<void>()
      const busy = db.transaction(async (tx) => {
        await tx.execute(sql`select id from users where id = ${first?.id} for update`)
        held()
        await isDone
      })
      await isHeld
      expect(await run(db)).toEqual({ mailed: 1, quiet: 0, faulty: 0 })
      expect(await db.$count(outbox, eq(outbox.recipient, second?.email ?? ''))).toBe(1)
      done()
      await busy
      expect(await run(db)).toMatchObject({ mailed: 1 })
    } finally {
      await close()
    }
  })

  test('does not wait for locked notices, and writes the mail in the next run', async () => {
    const { db, close } = await testDb()
    try {
      await readersWithNews(db, 1)
      await db.transaction(async (other) => {
        await other.execute(sql`select id from forum_notices for update`)
        expect(await run(db)).toEqual({ mailed: 0, quiet: 0, faulty: 0 })
      })
      expect(await run(db)).toEqual({ mailed: 1, quiet: 0, faulty: 0 })
    } finally {
      await close()
    }
  })
})
