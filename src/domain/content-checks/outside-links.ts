import { and, asc, eq, gte, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { linkChecks } from '#db/schema/content-checks.ts'
import type { ContentChecks } from '#src/contract/content-check.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { LinkAnswer } from '#src/platform/outside-link.ts'

/** All in milliseconds. */
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** How long an answer is believed. */
const KEPT = 7 * DAY
/** Nobody else asks for a link that a worker has taken. */
const LEASE = 2 * MINUTE
/** A link is called broken once nothing was found there so often in a row: one bad moment of another site is none of ours. */
const FAILS = 2
const MOST_IN_A_RUN = 40
const AT_ONCE = 4
const MOST_SHOWN = 50

/** True if there is a link to ask for. */
export async function isLinkDue(db: Db, now: Instant): Promise<boolean> {
  const due = db.select({ url: linkChecks.url }).from(linkChecks)
  return (await due.where(lte(linkChecks.nextAt, new Date(now))).limit(1)).length > 0
}

type Running = {
  ask: (url: string) => Promise<LinkAnswer>
  clock: () => Instant
  /** Milliseconds that are left. No link is begun without time for it. */
  timeLeft: () => number
}

/** Milliseconds that one link may take with its redirects. */
const LINK_TIME = 15_000

/** Asks for the links that are due, a few at a time and a bounded number in all. Resolves with how many were asked for. */
export async function askOutsideLinks(db: Db, { ask, clock, timeLeft }: Running): Promise<number> {
  let asked = 0
  const work = async () => {
    while (asked < MOST_IN_A_RUN && timeLeft() > LINK_TIME) {
      const taken = await takeLink(db, clock())
      if (!taken) return
      asked += 1
      await recordAnswer(db, taken, await ask(taken.url), clock())
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return asked
}

type Taken = { url: string; fails: number }

/** The link that has waited longest, for this worker alone. */
async function takeLink(db: Db, now: Instant): Promise<Taken | undefined> {
  const next = db
    .select({ url: linkChecks.url })
    .from(linkChecks)
    .where(lte(linkChecks.nextAt, new Date(now)))
    .orderBy(asc(linkChecks.nextAt), asc(linkChecks.url))
    .limit(1)
    .for('update', { skipLocked: true })
  const [taken] = await db
    .update(linkChecks)
    .set({ nextAt: new Date(now + LEASE) })
    .where(eq(linkChecks.url, sql`(${next})`))
    .returning({ url: linkChecks.url, fails: linkChecks.fails })
  return taken
}

async function recordAnswer(db: Db, { url, fails }: Taken, answer: LinkAnswer, now: Instant): Promise<void> {
  const { status, reason } = answer
  const counted = status === 'gone' ? fails + 1 : status === 'ok' ? 0 : fails
  await db
    .update(linkChecks)
    .set({ status, reason, fails: counted, checkedAt: new Date(now), nextAt: new Date(now + waitFor(status, counted)) })
    .where(eq(linkChecks.url, url))
}

/** What is gone is asked for again soon, and less and less often; what could not be checked, the next day. */
function waitFor(status: LinkAnswer['status'], fails: number): number {
  if (status === 'ok') return KEPT
  if (status === 'unknown') return DAY
  return Math.min(KEPT, HOUR * 6 ** (fails - 1))
}

/** The links at which nothing was found, time after time. */
export async function readBroken(db: Db): Promise<Map<string, { reason: string; checkedAt: Instant }>> {
  const rows = await db
    .select()
    .from(linkChecks)
    .where(and(eq(linkChecks.status, 'gone'), gte(linkChecks.fails, FAILS)))
  return new Map(
    rows.map(({ url, reason, checkedAt }) => [url, { reason: reason ?? '', checkedAt: checkedAt?.getTime() ?? 0 }]),
  )
}

/** How much is known of links to other sites. */
export async function summarizeOutside(db: Db): Promise<ContentChecks['outside']> {
  const unknown = await db
    .select()
    .from(linkChecks)
    .where(eq(linkChecks.status, 'unknown'))
    .orderBy(asc(linkChecks.url))
    .limit(MOST_SHOWN)
  return {
    links: await db.$count(linkChecks),
    waiting: await db.$count(linkChecks, eq(linkChecks.status, 'waiting')),
    unknown: unknown.map(({ url, reason, checkedAt }) => ({
      url,
      reason: reason ?? '',
      checkedAt: checkedAt?.getTime() ?? 0,
    })),
  }
}
