import type { Db } from '#db/client.ts'
import { pagePurges } from '#db/schema/forum.ts'

/**
 * Notes in the caller's transaction that cached pages with any of these tags are wrong once it commits. Whoever served the
 * write purges them right after; a schedule purges what that missed. (docs/decisions/0036)
 */
export async function purgeLater(tx: Db, tags: readonly string[]): Promise<void> {
  if (tags.length > 0) await tx.insert(pagePurges).values({ tags: [...new Set(tags)] })
}
