import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { siteBuilds, siteContent } from '#db/schema/site.ts'
import type { Actor } from '../audit/audit.ts'

/**
 * Notes that something a static page shows changes: bumps the content's revision and queues a build, in the caller's
 * transaction. Resolves with the new revision. (security BR1)
 *
 * It also holds the one row of `site_content` until the transaction ends, so content changes happen one after the other:
 * call it after locking the row to change and before checking anything that another change could upset.
 */
export async function touchContent(tx: Db, reason: string, actor: Actor): Promise<number> {
  const [content] = await tx
    .update(siteContent)
    .set({ version: sql`${siteContent.version} + 1`, changedAt: sql`now()` })
    .returning({ revision: siteContent.version })
  if (!content) throw new Error('site_content has no row: run the migrations')
  await tx.insert(siteBuilds).values({ revision: content.revision, reason, actor: actor.id })
  return content.revision
}
