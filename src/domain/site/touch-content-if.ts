import type { Db } from '#db/client.ts'
import { siteContent } from '#db/schema/site.ts'
import type { Actor } from '../audit/audit.ts'
import { touchContent } from './touch-content.ts'

/**
 * `touchContent` for a change that pages show only while something else holds, such as a vendor that a published event shows.
 * Resolves with null where `isShown` says no. (security BR1)
 *
 * The row of `site_content` is held while `isShown` looks: whoever publishes at this moment comes before, and is seen, or
 * after, and reads what the caller has changed.
 */
export async function touchContentIf(
  tx: Db,
  isShown: () => Promise<boolean>,
  reason: string,
  actor: Actor,
): Promise<number | null> {
  await tx.select({ version: siteContent.version }).from(siteContent).for('update')
  return (await isShown()) ? touchContent(tx, reason, actor) : null
}
