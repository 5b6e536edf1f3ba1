import { and, asc, countDistinct, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { profiles } from '#db/schema/accounts.ts'
import { eventReports } from '#db/schema/feedback.ts'
import { forumEdits, forumFlags, forumPosts } from '#db/schema/forum-posts.ts'
import { vendorProposals } from '#db/schema/partners.ts'
import { outbox } from '#db/schema/security.ts'
import { siteBuilds } from '#db/schema/site.ts'
import { taskSubmissions } from '#db/schema/tasks.ts'
import { mailPlanMarks, plannedMails } from '#db/schema/workflows.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { QueueAge } from '#src/contract/overview.ts'
import { canBeDecided, countPending } from '../accounts/list-users.ts'
import { countQueues } from '../forum-moderation/read-queue.ts'
import { readOpenRequests } from '../logistics/decide-request.ts'

/** How many wait in each queue, and since when the oldest does. */
export async function readQueues(db: Db): Promise<QueueAge[]> {
  const isDue = and(eq(outbox.state, 'queued'), lte(outbox.nextAttemptAt, sql`now()`))
  const isDuePlan = and(eq(plannedMails.state, 'planned'), lte(plannedMails.dueAt, sql`now()`))
  const isUnderWay = inArray(siteBuilds.state, ['queued', 'building'])
  const { waiting, flagged } = await countQueues(db)
  return [
    {
      queue: 'mail',
      count: await db.$count(outbox, isDue),
      oldestAt: await oldest(db, outbox, outbox.nextAttemptAt, isDue),
    },
    {
      queue: 'builds',
      count: await db.$count(siteBuilds, isUnderWay),
      oldestAt: await oldest(db, siteBuilds, siteBuilds.requestedAt, isUnderWay),
    },
    {
      queue: 'accounts',
      count: await countPending(db),
      oldestAt: await oldest(db, profiles, profiles.createdAt, and(eq(profiles.approval, 'pending'), canBeDecided)),
    },
    { queue: 'posts', count: waiting + flagged, oldestAt: await oldestPost(db) },
    await readReports(db, 'reports', 'open'),
    await readQueue(db, 'proposals', vendorProposals, eq(vendorProposals.state, 'open')),
    await readQueue(db, 'tasks', taskSubmissions, eq(taskSubmissions.state, 'submitted')),
    { queue: 'requests', ...(await readOpenRequests(db)) },
    {
      queue: 'planned',
      count: await db.$count(plannedMails, isDuePlan),
      oldestAt: await oldest(db, plannedMails, plannedMails.dueAt, isDuePlan),
    },
    { queue: 'marks', ...(await readMarks(db)) },
    await readReports(db, 'unverified', 'unverified'),
  ]
}

/** Events that were marked, each once however often, and the first mark of all. They count as one while all are marked. */
async function readMarks(db: Db): Promise<Omit<QueueAge, 'queue'>> {
  const [row] = await db.select({ count: countDistinct(mailPlanMarks.scope) }).from(mailPlanMarks)
  const { id, markedAt } = mailPlanMarks
  const [first] = await db.select({ markedAt }).from(mailPlanMarks).orderBy(asc(id)).limit(1)
  return { count: row?.count ?? 0, oldestAt: first?.markedAt.getTime() ?? null }
}

/** Messages that were given up. */
export function countDeadMail(db: Db): Promise<number> {
  return db.$count(outbox, eq(outbox.state, 'dead'))
}

/** Rows of a table that wait from when they were made. */
async function readQueue(
  db: Db,
  queue: QueueAge['queue'],
  table: typeof vendorProposals | typeof taskSubmissions,
  waits: SQL,
): Promise<QueueAge> {
  return { queue, count: await db.$count(table, waits), oldestAt: await oldest(db, table, table.createdAt, waits) }
}

async function readReports(db: Db, queue: 'reports' | 'unverified', status: 'open' | 'unverified'): Promise<QueueAge> {
  const { mergedIntoId, createdAt } = eventReports
  const waits = and(eq(eventReports.status, status), isNull(mergedIntoId))
  return {
    queue,
    count: await db.$count(eventReports, waits),
    oldestAt: await oldest(db, eventReports, createdAt, waits),
  }
}

/** A post, a change of one, or a flag that nobody has handled, whichever came first. */
async function oldestPost(db: Db): Promise<Instant | null> {
  const moments = [
    await oldest(db, forumPosts, forumPosts.createdAt, sql`${forumPosts.state} = 'review'`),
    await oldest(db, forumEdits, forumEdits.createdAt),
    await oldest(db, forumFlags, forumFlags.createdAt, isNull(forumFlags.handledAt)),
  ].filter((at) => at !== null)
  return moments.length === 0 ? null : Math.min(...moments)
}

/** The first moment in `column`, read through the index on it. */
async function oldest(db: Db, table: PgTable, column: AnyPgColumn, where?: SQL): Promise<Instant | null> {
  const at = sql<number>`(extract(epoch from ${column}) * 1000)::float8`
  const [row] = await db.select({ at }).from(table).where(where).orderBy(asc(column)).limit(1)
  return row?.at ?? null
}
