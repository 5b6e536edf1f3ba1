import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { profiles } from '#db/schema/accounts.ts'
import { eventReports, reportNotes } from '#db/schema/feedback.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { MOST_NOTES, OTHERS_NOTE, type ReportNote, type ReportNoteInput } from '#src/contract/report-admin.ts'
import { STALE } from '#src/contract/versioned.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'

/**
 * Adds an internal note to a report. A repeated call returns the existing one. Throws `not_found`,
 * and `conflict` for an id that belongs to another note, and past the most notes of a report.
 */
export async function addNote(
  db: Db,
  reportId: string,
  { id, body }: ReportNoteInput,
  actor: Actor,
): Promise<ReportNote> {
  return db.transaction(async (tx) => {
    await lockForNotes(tx, reportId)
    const [row] = await tx
      .insert(reportNotes)
      .values({ id, reportId, body, authorId: actor.id })
      .onConflictDoNothing()
      .returning()
    if (!row) return readSame(tx, { id, reportId, body }, actor)
    if ((await tx.$count(reportNotes, eq(reportNotes.reportId, reportId))) > MOST_NOTES)
      throw new Failure('conflict', `A report can have at most ${MOST_NOTES} notes. Delete one first.`)
    await recordAudit(tx, actor, { action: 'report.note', subjectType: 'report', subjectId: reportId, after: row })
    return readNote(tx, id, actor)
  })
}

/**
 * Deletes a note; the audit log keeps it. Throws `not_found`, and `forbidden` for another author's, unless `mayAny`.
 */
export async function deleteNote(
  db: Db,
  { reportId, id }: { reportId: string; id: string },
  { actor, mayAny }: { actor: Actor; mayAny: boolean },
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    await lockForNotes(tx, reportId)
    const [before] = await tx
      .select()
      .from(reportNotes)
      .where(and(eq(reportNotes.id, id), eq(reportNotes.reportId, reportId)))
      .for('update')
    if (!before) throw new Failure('not_found', NOT_FOUND.note)
    if (before.authorId !== actor.id && !mayAny) throw new Failure('forbidden', OTHERS_NOTE)
    await tx.delete(reportNotes).where(eq(reportNotes.id, id))
    await recordAudit(tx, actor, { action: 'report.unnote', subjectType: 'report', subjectId: reportId, before })
    return { id }
  })
}

/** A deletion of the report waits until this is done, and so does another note. */
async function lockForNotes(tx: Db, reportId: string): Promise<void> {
  const isThis = eq(eventReports.id, reportId)
  const [row] = await tx.select({ id: eventReports.id }).from(eventReports).where(isThis).for('no key update')
  if (!row) throw new Failure('not_found', NOT_FOUND.report)
}

async function readSame(tx: Db, { id, reportId, body }: ReportNoteInput & { reportId: string }, actor: Actor) {
  const [row] = await tx.select().from(reportNotes).where(eq(reportNotes.id, id))
  const isSame = row?.reportId === reportId && row.body === body && row.authorId === actor.id
  if (!isSame) throw new Failure('conflict', STALE)
  return readNote(tx, id, actor)
}

async function readNote(tx: Db, noteId: string, actor: Actor): Promise<ReportNote> {
  const { id, body, createdAt, authorId } = reportNotes
  const [row] = await tx
    .select({ id, body, createdAt, authorId, author: profiles.username })
    .from(reportNotes)
    .leftJoin(profiles, eq(profiles.id, authorId))
    .where(eq(id, noteId))
  if (!row) throw new Failure('not_found', NOT_FOUND.note)
  const { authorId: writtenBy, createdAt: writtenAt, ...note } = row
  return { ...note, isOwn: writtenBy === actor.id, createdAt: writtenAt.getTime() }
}
