import { and, eq, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { outbox } from '#db/schema/security.ts'

/** Forgets who was written to: 30 days after it was sent, 90 after it was given up. Resolves with how many rows went. */
export async function pruneOutbox(db: Db): Promise<number> {
  const olderThan = (days: number) => lt(outbox.nextAttemptAt, sql`now() - ${days} * interval '1 day'`)
  const gone = await db
    .delete(outbox)
    .where(or(and(eq(outbox.state, 'sent'), olderThan(30)), and(eq(outbox.state, 'dead'), olderThan(90))))
    .returning({ id: outbox.id })
  return gone.length
}
