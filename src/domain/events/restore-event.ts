import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { auditLog } from '#db/schema/site.ts'
import { lostWords, type RestoredEvent } from '#src/contract/event-history.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { storeWork } from '../logistics/event-work.ts'
import { findRow, insertEvent } from './create-event.ts'
import { DELETED } from './delete-event.ts'
import { storeDependents } from './event-dependents.ts'
import { presentEvent } from './event-record.ts'
import { type DeletedSnapshot, deletedSnapshot } from './event-snapshot.ts'
import { lockLibraryRows, lockReferences, type References } from './lock-references.ts'
import type { EventRow } from './read-event-parts.ts'
import { lockContentRow, storeRedirects } from './take-slug.ts'

type RestoreAsk = { auditId: number; eventSlug?: string | undefined }

/**
 * Restores a deleted event as a draft, with its id and all of its parts that still can be; names those that cannot. An
 * event that is already restored is returned as it is. Throws `not_found` for an entry that is not a deletion, and
 * `conflict` for a slug that another event has by now.
 */
export async function restoreEvent(db: Db, ask: RestoreAsk, actor: Actor): Promise<RestoredEvent> {
  return db.transaction(async (tx) => {
    const { id, was } = await readDeleted(tx, ask.auditId)
    const references = await lockReferences(tx, was)
    const locked = await lockLibraryRows(tx, {
      team: was.team.map((one) => one.teamLibraryId),
      vendors: was.vendors.map((one) => one.vendorLibraryId),
      blocks: was.slots.map((one) => one.blockId),
    })
    await lockContentRow(tx)
    const present = await findRow(tx, id)
    if (present) return { item: await presentEvent(tx, present), revision: null, leftOut: [] }
    const row = await insertBack(tx, { id, was, references, eventSlug: ask.eventSlug ?? was.eventSlug })
    const lostParts = await restoreParts(tx, id, was, locked)
    const lostSlugs = await storeRedirects(
      tx,
      id,
      was.redirects.map((one) => one.oldSlug),
    )
    await storeWork(tx, id, was)
    const leftOut = [...lostReferences(was, references), ...lostParts, ...lostSlugs, ...lostWords(was.lost)]
    const after = { ...row, leftOut }
    await recordAudit(tx, actor, { action: 'event.restore', subjectType: 'event', subjectId: id, after })
    return { item: await presentEvent(tx, row), revision: null, leftOut }
  })
}

async function readDeleted(db: Db, auditId: number): Promise<{ id: string; was: DeletedSnapshot }> {
  const [entry] = await db
    .select({ id: auditLog.subjectId, before: auditLog.before })
    .from(auditLog)
    .where(and(eq(auditLog.id, auditId), eq(auditLog.action, DELETED)))
  const was = deletedSnapshot.safeParse(entry?.before)
  if (!entry || !was.success) throw new Failure('not_found', NOT_FOUND.deletedEvent)
  return { id: entry.id, was: was.data }
}

type Back = { id: string; was: DeletedSnapshot; references: References; eventSlug: string }

function insertBack(tx: Db, { id, was, references, eventSlug }: Back): Promise<EventRow> {
  const {
    agenda: _agenda,
    team: _team,
    vendors: _vendors,
    redirects: _redirects,
    tasks: _tasks,
    slots: _slots,
    runItems: _runItems,
    deliveries: _deliveries,
    lost: _lost,
    answeredTasks: _answeredTasks,
    createdAt,
    ...fields
  } = was
  return insertEvent(tx, {
    ...fields,
    ...references,
    ...(createdAt && { createdAt }),
    ...{ id, eventSlug, isPublished: false, version: was.version + 1 },
  })
}

/** Restores the parts that still exist; returns the names of the others. */
async function restoreParts(
  tx: Db,
  eventId: string,
  { agenda, team, vendors, tasks, answeredTasks, slots }: DeletedSnapshot,
  locked: Record<'team' | 'vendors' | 'blocks', Set<string>>,
): Promise<string[]> {
  const people = Map.groupBy(team, (one) => locked.team.has(one.teamLibraryId))
  const partners = Map.groupBy(vendors, (one) => locked.vendors.has(one.vendorLibraryId))
  const blocks = Map.groupBy(slots, (one) => locked.blocks.has(one.blockId))
  await storeDependents(tx, {
    agenda: agenda.map((one) => ({ ...one, eventId })),
    team: (people.get(true) ?? []).map(({ fullName: _fullName, ...one }) => ({ ...one, eventId })),
    vendors: (partners.get(true) ?? []).map(({ vendorName: _vendorName, ...one }) => ({ ...one, eventId })),
    tasks: tasks.map((one) => ({ ...reopen(one, answeredTasks), eventId })),
    slots: (blocks.get(true) ?? []).map(({ title: _title, ...one }) => ({ ...one, eventId })),
  })
  return [
    ...(people.get(false) ?? []).map((one) => `${one.fullName} (no longer in the team library)`),
    ...(partners.get(false) ?? []).map((one) => `${one.vendorName} (no longer in the vendor library)`),
    ...(blocks.get(false) ?? []).map((one) => `${one.title} (no longer in the content library)`),
  ]
}

type Task = DeletedSnapshot['tasks'][number]

/** A task as it comes back: what was handed in for it is gone, so it is open again. An acknowledgement or a waiver holds. */
function reopen(task: Task, answeredTasks: readonly string[]): Task {
  const isGone =
    task.state === 'submitted' ||
    task.state === 'returned' ||
    (task.state === 'done' && task.kind !== 'acknowledgement' && answeredTasks.includes(task.id))
  return isGone ? { ...task, state: 'open', note: null, doneAt: null } : task
}

function lostReferences(was: References, { locationId, agendaTemplateGroupId }: References): string[] {
  return [
    ...(was.locationId === locationId ? [] : ['the link to its location']),
    ...(was.agendaTemplateGroupId === agendaTemplateGroupId ? [] : ['the link to its agenda template']),
  ]
}
