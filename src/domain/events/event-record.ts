import { and, asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { auditLog } from '#db/schema/site.ts'
import type { EventRecord } from '#src/contract/event-record.ts'
import { missingForPublishing } from '#src/contract/readiness.ts'
import { leftovers, type SourceFacts, type StaleHint, staleHints } from '#src/contract/stale-copy.ts'
import { type EventRow, toEventConfig } from './read-event-parts.ts'

/** What was done to the first entry of an event that was made from another one. */
export const DUPLICATED = 'event.duplicate'

const text = z.string().nullable().catch(null)

const sourceFacts = z.object({
  eventSlug: z.string(),
  eventDate: z.string(),
  earlyBirdDeadline: text,
  city: text,
  state: text,
  venueName: text,
  venueAddress: text,
  registrationUrl: text,
}) satisfies z.ZodType<SourceFacts>

const duplicated = z.object({ copiedFrom: sourceFacts })

/** The event for those who edit it, with what it still lacks and what it says of another place or day. */
export async function presentEvent(db: Db, row: EventRow): Promise<EventRecord> {
  return toEventRecord(row, await readSourceFacts(db, row.id))
}

/** The same if the event it was copied from is at hand; null for an event that is not a copy. */
export function toEventRecord(row: EventRow, source: SourceFacts | null): EventRecord {
  const { locationId, agendaTemplateGroupId, createdBy, createdAt, unpublishedRevision } = row
  const event = toEventConfig(row)
  const left = source ? leftovers(source, event) : []
  // What names the source's place is said once, also where it reads like any other strange place.
  const isLeft = (hint: StaleHint) =>
    left.some(({ field, words }) => field === hint.field && isWithin(words, hint.words))
  const hints = [...left, ...staleHints(event).filter((hint) => !isLeft(hint))]
  return {
    ...event,
    locationId,
    agendaTemplateGroupId,
    createdBy,
    unpublishedRevision,
    createdAt: createdAt.getTime(),
    missing: missingForPublishing(event),
    staleHints: hints.filter(
      (hint, at) => hints.findIndex(({ field, words }) => field === hint.field && words === hint.words) === at,
    ),
  }
}

const isWithin = (a: string, b: string) => a.includes(b) || b.includes(a)

/** What an event's copy could still say of the event it was made from. */
export function toSourceFacts(row: EventRow): SourceFacts {
  return sourceFacts.parse(row)
}

/** The audit entry of the copy contains the source as it was then; null for an event that is not a copy. */
async function readSourceFacts(db: Db, eventId: string): Promise<SourceFacts | null> {
  const [entry] = await db
    .select({ after: auditLog.after })
    .from(auditLog)
    .where(and(eq(auditLog.subjectType, 'event'), eq(auditLog.subjectId, eventId), eq(auditLog.action, DUPLICATED)))
    .orderBy(asc(auditLog.id))
    .limit(1)
  return duplicated.safeParse(entry?.after).data?.copiedFrom ?? null
}
