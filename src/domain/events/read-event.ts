import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import type { EventRows } from '#src/contract/event.ts'
import { type EventPreview, PREVIEW_DEAD } from '#src/contract/event-preview.ts'
import type { EventRecord } from '#src/contract/event-record.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { isAdminAt } from '../accounts/person.ts'
import { openSharedLink, sharedBy } from '../links/shared-link.ts'
import { findRow } from './create-event.ts'
import { presentEvent } from './event-record.ts'
import { toEventConfig } from './read-event-parts.ts'
import { withParts } from './read-events.ts'

/** One event for those who edit it, whatever its state. Throws `not_found`. */
export async function readEvent(db: Db, id: string): Promise<EventRecord> {
  const row = await findRow(db, id)
  if (!row) throw new Failure('not_found', NOT_FOUND.event)
  return presentEvent(db, row)
}

/** What a page would show of an event, published or not. For admins, and for anyone with a link. Throws `not_found`. */
export async function readEventRows(db: Db, id: string): Promise<EventRows> {
  const rows = await findEventRows(db, id)
  if (!rows) throw new Failure('not_found', NOT_FOUND.event)
  return rows
}

/**
 * What a shared link opens. Throws `not_found` with one sentence for every link that opens nothing, one whose maker is not an
 * admin now among them: deleted, banned or without the role. (security TL5)
 */
export async function readSharedPreview(db: Db, token: string, now: Instant): Promise<EventPreview> {
  const link = await openSharedLink(db, { purpose: 'event-preview', token, only: isAdminAt(sharedBy, now) }, now)
  const rows = link && (await findEventRows(db, link.subjectId))
  if (!rows) throw new Failure('not_found', PREVIEW_DEAD)
  return { rows, now, expiresAt: link.expiresAt }
}

async function findEventRows(db: Db, id: string): Promise<EventRows | undefined> {
  const [row] = await db.select().from(eventConfig).where(eq(eventConfig.id, id))
  return row && withParts(db, toEventConfig(row))
}
