import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { siteBuilds, siteContent } from '#db/schema/site.ts'

type NewEvent = typeof eventConfig.$inferInsert

/** An unpublished event that has all it needs. */
export async function addEvent(db: Db, slug: string, changes: Partial<NewEvent> = {}): Promise<string> {
  const [row] = await db
    .insert(eventConfig)
    .values({
      eventSlug: slug,
      eventName: `Workshop ${slug}`,
      eventDate: '2027-01-21',
      registrationUrl: `https://register.uptime-workshops.example/${slug}`,
      ...changes,
    })
    .returning({ id: eventConfig.id })
  return row?.id ?? ''
}

export async function revisionOf(db: Db): Promise<number> {
  const [row] = await db.select({ version: siteContent.version }).from(siteContent)
  return row?.version ?? 0
}

/** `revision state reason` of every wish, oldest first. */
export async function wishes(db: Db): Promise<string[]> {
  const rows = await db.select().from(siteBuilds).orderBy(siteBuilds.revision, siteBuilds.requestedAt)
  return rows.map((row) => `${row.revision} ${row.state} ${row.reason}`)
}
