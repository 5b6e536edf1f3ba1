import type { Db } from '#db/client.ts'
import { siteContent } from '#db/schema/site.ts'

/** What the database says of itself when it answers. */
type Health = {
  /** `site_content.version`: the revision a fresh build would show. */
  revision: number
}

/** Asks the database for the one row every migrated database has. Throws what the driver throws. */
export async function readHealth(db: Db): Promise<Health> {
  const [content] = await db.select({ revision: siteContent.version }).from(siteContent)
  if (!content) throw new Error('site_content has no row: run the migrations')
  return content
}
