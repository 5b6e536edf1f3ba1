import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { renderSVG } from 'uqr'
import type { Db } from '#db/client.ts'
import { teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import { logisticsPeople, runSheets } from '#db/schema/logistics.ts'
import { vendorContacts } from '#db/schema/partners.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { Answers } from '#src/contract/logistics.ts'
import type { ContactSheet, PrintedSheet, RevisionAnswer } from '#src/contract/run-sheet.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { requireEvent } from './board.ts'
import { issueEventLink, lockEventRow, openEventLink } from './meals.ts'
import { listNames, readAnswersOf } from './people.ts'
import { readShared } from './read-form.ts'
import { readContent } from './run-sheet.ts'
import { compareLines, toStoredLines } from './sheet-changes.ts'

/** Revisions of which the changes are kept. */
const MOST_REVISIONS = 50
/** Days after the event's end until which a printed sheet can be checked. */
const CHECKED_DAYS = 1

/**
 * Fixes the sheet as it is now for a print: a new revision if it differs from the last one that was printed. The code leads to a page that
 * says what has changed since, without personal data. Throws `not_found`, and `conflict` for an id that is taken. (security LG10)
 */
export async function printSheet(
  db: Db,
  { eventId, id }: { eventId: string; id: string },
  context: CommandContext,
): Promise<PrintedSheet> {
  const { actor, site, now } = context
  return db.transaction(async (tx) => {
    const event = await lockEventRow(tx, eventId)
    const sheet = await readContent(tx, event)
    const lines = toStoredLines(sheet)
    const contentHash = createHash('sha256').update(JSON.stringify(lines)).digest('hex')
    const [last] = await tx.select().from(runSheets).where(eq(runSheets.eventId, eventId))
    const isNew = last?.contentHash !== contentHash
    const revision = last ? last.revision + (isNew ? 1 : 0) : 1
    if (isNew) {
      const changed = last ? [{ revision, at: now, lines: compareLines(last.lines, lines) }] : []
      const changes = [...changed, ...(last?.changes ?? [])].slice(0, MOST_REVISIONS)
      const row = { revision, contentHash, lines, changes, updatedAt: new Date(now) }
      await tx
        .insert(runSheets)
        .values({ eventId, ...row })
        .onConflictDoUpdate({ target: runSheets.eventId, set: row })
    }
    const link = { purpose: 'run-sheet', subjectId: eventId, id, note: `Revision ${revision}` } as const
    const token = await issueEventLink(tx, link, context)
    const entry = { action: 'run_sheet.print', subjectType: 'event', subjectId: eventId, after: { revision } }
    await recordAudit(tx, actor, entry)
    const url = `${site.siteUrl}/event-sheet#sheet=${token}-${revision}`
    return { sheet, revision, url, qr: renderSVG(url, { border: 2, ecc: 'M' }) }
  })
}

/** What has changed since a revision was printed. Nothing is written. Throws `not_found` as `openEventLink` does. */
export async function checkRevision(
  db: Db,
  { token, revision }: { token: string; revision: number },
  now: Instant,
): Promise<RevisionAnswer> {
  const event = await openEventLink(db, { purpose: 'run-sheet', token, days: CHECKED_DAYS }, now)
  const [last] = await db.select().from(runSheets).where(eq(runSheets.eventId, event.id))
  const since = (last?.changes ?? []).filter((one) => one.revision > revision).toReversed()
  const unprinted = last ? compareLines(last.lines, toStoredLines(await readContent(db, event))) : []
  const newest = last?.revision ?? revision
  return {
    eventName: event.eventName,
    day: event.eventDate,
    isCancelled: event.status === 'cancelled',
    printed: revision,
    current: newest + (unprinted.length > 0 ? 1 : 0),
    changes: [...since.flatMap(({ lines }) => lines), ...unprinted],
    now,
  }
}

/** The numbers that the libraries have of people of an event: their own, or that of the vendor whose contact they are. */
async function readLibraryPhones(tx: Db, eventId: string): Promise<Map<string, string>> {
  const { id, teamLibraryId, vendorContactId } = logisticsPeople
  const rows = await tx
    .select({ id, phone: sql<string | null>`coalesce(${teamLibrary.phone}, ${vendorLibrary.contactPhone})` })
    .from(logisticsPeople)
    .leftJoin(teamLibrary, eq(teamLibrary.id, teamLibraryId))
    .leftJoin(vendorContacts, eq(vendorContacts.id, vendorContactId))
    .leftJoin(vendorLibrary, eq(vendorLibrary.id, vendorContacts.vendorId))
    .where(eq(logisticsPeople.eventId, eventId))
  return new Map(rows.flatMap((row) => (row.phone ? [[row.id, row.phone] as const] : [])))
}

/** Phone numbers, where somebody gave none that of the libraries, and emergency contacts of everybody. Reading them is an audit entry without a value. Throws `not_found`. (security LG10) */
export async function readContacts(db: Db, eventId: string, actor: Actor): Promise<ContactSheet> {
  return db.transaction(async (tx) => {
    await requireEvent(tx, eventId)
    const items = await listNames(tx, eventId)
    const ids = items.map(({ id }) => id)
    const answered = await readAnswersOf(tx, ids, ['travel', 'emergency'])
    const known = await readLibraryPhones(tx, eventId)
    const after = { sections: ['travel', 'emergency'], people: items.length }
    await recordAudit(tx, actor, { action: 'run_sheet.contacts', subjectType: 'event', subjectId: eventId, after })
    const people = items.map(({ id, name, role }) => {
      const of = (key: string): Answers => answered.get(id)?.find(({ sectionKey }) => sectionKey === key)?.answers ?? {}
      const [travel, emergency] = [of('travel'), of('emergency')]
      const contact = ['contactName', 'relation', 'contactPhone'].map((key) => emergency[key]?.value ?? '')
      const said = String(travel.phone?.value ?? '')
      const phone = said || known.get(id) || ''
      return {
        id,
        name,
        role,
        phone,
        isFromLibrary: said === '' && phone !== '',
        emergency: contact.filter(Boolean).join(', '),
      }
    })
    const siteContacts = (await readShared(tx, eventId))
      .filter(({ key }) => key === 'contact')
      .map(({ value }) => value)
    return { people, siteContacts }
  })
}
