import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isConnectionFault } from '#db/fault.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import { forumNotices, forumPreferences } from '#db/schema/forum-notices.ts'
import { rateLimits } from '#db/schema/security.ts'
import type { ForumMail } from '#src/contract/forum-post.ts'
import type { Instant } from '#src/contract/instant.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import type { LetterSite } from '../outbox/letter.ts'
import { forumNews } from '../outbox/templates/forum-news.ts'
import { digestFrom, issueUnsubscribe } from './mail-choice.ts'
import { mayBeNotified } from './notice-rows.ts'
import { type News, readNews } from './read-news.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
/** With fewer milliseconds left than this, no further reader is begun. */
const SHORTEST_TURN = 2_000

type Mailing = {
  site: LetterSite
  now: Instant
  /** Milliseconds left for this run; the next one goes on from there. */
  timeLeft: () => number
  /** Called with the reason why a mail could not be written. */
  onFault: (fault: unknown) => void
}

/** How many readers of a run ended in which way. */
type Mailed = Record<Turn, number>
/** `mailed` got one mail, `quiet` none because there was no news for them, `faulty` another try in an hour. */
type Turn = 'mailed' | 'quiet' | 'faulty'
/** Consecutive readers whose news other runs had locked, after which a run leaves them to the next one. */
const MOST_BUSY = 20

/**
 * Writes the mails of all news that are due into the outbox: one to each reader, whose news are taken in the transaction that
 * writes it. However many processes do this at the same time, and wherever they are killed, no one gets the same news twice, and
 * no one loses any. A mail that cannot be written does not delay the others. (security OB1, OB2)
 */
export async function mailDueNews(db: Db, mailing: Mailing): Promise<Mailed> {
  const mailed: Mailed = { mailed: 0, quiet: 0, faulty: 0 }
  for (let busy = 0; busy < MOST_BUSY && mailing.timeLeft() >= SHORTEST_TURN; ) {
    const turn = await takeTurn(db, mailing)
    if (!turn) break
    busy = turn === 'busy' ? busy + 1 : 0
    if (turn !== 'busy') mailed[turn] += 1
  }
  return mailed
}

async function takeTurn(db: Db, mailing: Mailing): Promise<Turn | 'busy' | undefined> {
  let reader: Reader | undefined
  try {
    return await db.transaction(async (tx) => {
      reader = undefined
      reader = await lockNextReader(tx, mailing.now)
      return reader && tellReader(tx, reader, mailing)
    })
  } catch (fault) {
    if (reader === undefined || isConnectionFault(fault)) throw fault
    mailing.onFault(fault)
    await moveNews(db, reader.id, mailing.now, { from: null, to: mailing.now + HOUR })
    return 'faulty'
  }
}

type Reader = { id: string; email: string; mail: ForumMail; mayBeNotified: boolean }

/** The account that has waited longest and that no other run has locked. The row is locked as by a change of the account. */
async function lockNextReader(tx: Db, now: Instant): Promise<Reader | undefined> {
  const { userId, mailDueAt } = forumNotices
  const [held] = await tx
    .select({ id: users.id })
    .from(forumNotices)
    .innerJoin(users, eq(users.id, userId))
    .where(lte(mailDueAt, new Date(now)))
    .orderBy(asc(mailDueAt), asc(userId))
    .limit(1)
    .for('no key update', { of: users, skipLocked: true })
  if (!held) return undefined
  const mail = sql<ForumMail>`coalesce(${forumPreferences.mail}, 'at_once')`
  const [reader] = await tx
    .select({ id: users.id, email: users.email, mail, mayBeNotified: sql<boolean>`${mayBeNotified(tx, now)}` })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .leftJoin(forumPreferences, eq(forumPreferences.userId, users.id))
    .where(eq(users.id, held.id))
  return reader ?? { id: held.id, email: '', mail: 'none', mayBeNotified: false }
}

async function tellReader(tx: Db, reader: Reader, { site, now }: Mailing): Promise<Turn | 'busy'> {
  const { id, mail, email } = reader
  // There was a new post while the choice changed: what came after the last digest waits for the next.
  const lastDigest = digestFrom(now + 1) - DAY
  if (mail === 'daily') await moveNews(tx, id, now, { from: lastDigest, to: lastDigest + DAY })
  const ids = await takeNews(tx, id, now)
  if (ids.length === 0 && mail !== 'daily') return 'busy'
  const isWanted = reader.mayBeNotified && mail !== 'none'
  const news = isWanted ? await readNews(tx, ids, now) : { topics: [], more: 0 }
  const [first, ...others] = news.topics
  if (!first) return 'quiet'
  const laterAt = mail === 'at_once' ? await takeMailTurn(tx, id, now) : null
  if (laterAt !== null) {
    await giveBack(tx, ids, laterAt)
    return 'quiet'
  }
  const token = await issueUnsubscribe(tx, id, getTopicIds(news), now)
  const letter = forumNews(site, { topics: [first, ...others], more: news.more, isDigest: mail === 'daily', token })
  await enqueueMail(tx, { to: email, ...letter })
  return 'mailed'
}

const getTopicIds = ({ topics }: News) => topics.map(({ id }) => id)

/** Takes a member's due notices, oldest first, and marks them as no longer due. Returns their ids. */
async function takeNews(tx: Db, userId: string, now: Instant): Promise<string[]> {
  const taken = await takingNews(tx, userId, now)
  return taken.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime()).map((row) => row.id)
}

/**
 * The statement behind it. Rows that another transaction holds wait for the next run, so that two transactions never
 * wait for each other.
 */
export function takingNews(tx: Db, userId: string, now: Instant) {
  const { id, createdAt, mailDueAt } = forumNotices
  const isDue = and(eq(forumNotices.userId, userId), lte(mailDueAt, new Date(now)))
  const due = tx.select({ id }).from(forumNotices).where(isDue).for('update', { skipLocked: true })
  return tx
    .update(forumNotices)
    .set({ mailDueAt: null })
    .where(sql`${id} = any(array(${due}))`)
    .returning({ id, createdAt })
}

async function giveBack(tx: Db, ids: string[], dueAt: Instant): Promise<void> {
  const mailDueAt = new Date(dueAt)
  await tx
    .update(forumNotices)
    .set({ mailDueAt })
    .where(sql`${forumNotices.id} = any(${sql.param(ids)}::uuid[])`)
}

/** Postpones a member's due notices, or only those due since `from`. */
async function moveNews(db: Db, userId: string, now: Instant, { from, to }: { from: Instant | null; to: Instant }) {
  const { mailDueAt } = forumNotices
  const isSince = from === null ? undefined : gt(mailDueAt, new Date(from))
  const isDue = and(eq(forumNotices.userId, userId), lte(mailDueAt, new Date(now)), isSince)
  await db
    .update(forumNotices)
    .set({ mailDueAt: new Date(to) })
    .where(isDue)
}

/** The shortest time between two mails to one reader, in milliseconds: a lively topic does not fill a mailbox. */
const MAIL_GAP = 10 * 60_000

/**
 * Reserves the sending of a mail to a member, in the caller's transaction; if it is too soon, resolves with the time at
 * which it may be sent.
 */
async function takeMailTurn(tx: Db, userId: string, now: Instant): Promise<Instant | null> {
  const { key, count, windowEndsAt } = rateLimits
  const name = `forum-mail:${userId}`
  const turn = { count: 1, windowEndsAt: new Date(now + MAIL_GAP) }
  const isOver = lte(windowEndsAt, new Date(now))
  const taken = await tx
    .insert(rateLimits)
    .values({ key: name, ...turn })
    .onConflictDoUpdate({ target: key, set: { ...turn, count: sql`${count} + 1` }, setWhere: isOver })
    .returning({ key })
  if (taken.length > 0) return null
  const [last] = await tx.select({ windowEndsAt }).from(rateLimits).where(eq(key, name))
  return last?.windowEndsAt.getTime() ?? now + MAIL_GAP
}
