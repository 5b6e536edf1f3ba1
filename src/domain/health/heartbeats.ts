import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { heartbeats } from '#db/schema/site.ts'

const LONGEST_ERROR = 500

/** Notes by the database's clock that `job` begins. */
export async function noteStart(db: Db, job: string): Promise<void> {
  const startedAt = sql`now()`
  await db
    .insert(heartbeats)
    .values({ job, startedAt })
    .onConflictDoUpdate({ target: heartbeats.job, set: { startedAt } })
}

/** Notes how the run of `job` ended: well, or with `error`. */
export async function noteEnd(db: Db, job: string, error?: string): Promise<void> {
  const ended =
    error === undefined ? { succeededAt: sql`now()` } : { failedAt: sql`now()`, error: error.slice(0, LONGEST_ERROR) }
  await db.update(heartbeats).set(ended).where(eq(heartbeats.job, job))
}

/** Milliseconds since `job` last succeeded; null if it never did. */
export async function readSuccessAge(db: Db, job: string): Promise<number | null> {
  const age = sql<number | null>`(extract(epoch from now() - ${heartbeats.succeededAt}) * 1000)::float8`
  const [row] = await db.select({ age }).from(heartbeats).where(eq(heartbeats.job, job))
  return row?.age ?? null
}
