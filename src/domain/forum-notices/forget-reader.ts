import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumFollows, forumNotices, forumPreferences } from '#db/schema/forum-notices.ts'

/** Forgets what somebody followed, chose and was told. For the transaction that deletes the account, which holds them. */
export async function forgetReader(tx: Db, userId: string): Promise<void> {
  for (const table of [forumNotices, forumFollows, forumPreferences])
    await tx.delete(table).where(eq(table.userId, userId))
}
