import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { eventTeam, eventVendors } from '#db/schema/events.ts'
import { teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import {
  type AddedParts,
  type EventPart,
  type EventTeamPart,
  type EventVendorPart,
  MOST_PARTS,
} from '#src/contract/event-parts.ts'
import { Failure } from '#src/contract/failure.ts'
import { capitalize } from '#src/contract/plural.ts'
import type { Changed } from '#src/contract/versioned.ts'
import type { Actor } from '../audit/audit.ts'
import { giveToNewcomers } from '../event-tasks/give-tasks.ts'
import { changeEventParts } from './change-event-parts.ts'
import { type PartKind, tooMany } from './event-parts.ts'

/** A list of an event whose entries come from a library. */
export type LibraryKind<Part extends EventPart> = PartKind<Part> & {
  /** What they are where they are given tasks. */
  assigneeType: 'team' | 'vendor'
  libraryIdOf: (part: Part) => string
  /**
   * Locks these entries of the library, so that none is deleted at the same time; returns those that exist as new
   * parts.
   */
  take: (tx: Db, libraryIds: readonly string[]) => Promise<Part[]>
}

type NewPart = { id: string; isActive: boolean; displayOrder: number }

/** A part that is not stored yet; its list numbers it. */
function newPart(): NewPart {
  return { id: randomUUID(), isActive: true, displayOrder: 0 }
}

type PartTable = PgTable & Record<'id' | 'eventId', PgColumn>

/** Saves and removes the parts of an event whose words are in a library: `table` keeps their order and which ones are shown. */
function partsIn<Part extends EventPart>(
  table: PartTable,
  libraryColumn: (part: Part) => Record<string, string>,
): Pick<PartKind<Part>, 'save' | 'remove'> {
  return {
    save: async (tx, event, parts) => {
      const rows = parts.map((part) => {
        const { id, isActive, displayOrder } = part
        return { id, eventId: event, isActive, displayOrder, ...libraryColumn(part) }
      })
      const set = {
        isActive: sql`excluded.is_active`,
        displayOrder: sql`excluded.display_order`,
        updatedAt: sql`now()`,
      }
      const saved = await tx
        .insert(table as PgTable)
        .values(rows)
        .onConflictDoUpdate({ target: table.id, set, setWhere: eq(table.eventId, event) })
        .returning({ id: table.id })
      return saved.map((row) => String(row.id))
    },
    remove: async (tx, event, ids) => {
      await tx.delete(table).where(and(eq(table.eventId, event), inArray(table.id, ids)))
    },
  }
}

type AddLibraryParts = {
  eventId: string
  libraryIds: readonly string[]
  /** False adds them hidden. */
  isActive: boolean
  /** The place of the first one, counted from 1; the end without it. */
  displayOrder?: number | undefined
}

/**
 * Adds entries of the library to an event's list, in the order given. Those already there are left as they are
 * and named, so a double click adds one. All or none: throws `not_found` for the event or for an entry the library does
 * not have, and `invalid` for more than the list holds. They get the tasks that others of their kind have from templates.
 * (product 7)
 */
export async function addLibraryParts<Part extends EventPart>(
  db: Db,
  kind: LibraryKind<Part>,
  { eventId, libraryIds, isActive, displayOrder = MOST_PARTS }: AddLibraryParts,
  actor: Actor,
): Promise<Changed<AddedParts<Part>>> {
  const wanted = [...new Set(libraryIds)]
  let alreadyThere: string[] = []
  const { item, revision } = await changeEventParts(
    db,
    kind,
    eventId,
    async (before, { eventSlug }, tx) => {
      const present = new Map(before.map((part) => [kind.libraryIdOf(part), part]))
      alreadyThere = wanted.flatMap((id) => present.get(id) ?? []).map(kind.getName)
      const added = await takeAll(
        tx,
        kind,
        wanted.filter((id) => !present.has(id)),
      )
      if (before.length + added.length > MOST_PARTS) throw new Failure('invalid', tooMany(kind))
      const newcomers = { eventId, type: kind.assigneeType, ids: added.map(kind.libraryIdOf) }
      if (added.length > 0) await giveToNewcomers(tx, newcomers, actor)
      const next = before.toSpliced(displayOrder - 1, 0, ...added.map((part) => ({ ...part, isActive })))
      return { verb: 'add', reason: `added ${named(added, kind)} to ${eventSlug}`, next }
    },
    actor,
  )
  return { item: { ...item, alreadyThere }, revision }
}

async function takeAll<Part extends EventPart>(
  tx: Db,
  kind: LibraryKind<Part>,
  libraryIds: readonly string[],
): Promise<Part[]> {
  if (libraryIds.length === 0) return []
  const found = new Map((await kind.take(tx, libraryIds)).map((part) => [kind.libraryIdOf(part), part]))
  return libraryIds.map((id) => {
    const part = found.get(id)
    if (!part) throw new Failure('not_found', `${capitalize(kind.noun)} not found.`)
    return part
  })
}

function named<Part extends EventPart>(parts: readonly Part[], kind: PartKind<Part>): string {
  const [first] = parts
  return parts.length === 1 && first ? kind.getName(first) : `${parts.length} ${kind.nouns}`
}

function partColumns<Table extends typeof eventTeam | typeof eventVendors>({ id, isActive, displayOrder }: Table) {
  return { id, isActive, displayOrder }
}

const { fullName, title, photoUrl, credentials } = teamLibrary
const person = { fullName, title, photoUrl, credentials }

/** The people of an event. */
export const teamParts: LibraryKind<EventTeamPart> = {
  kind: 'team',
  assigneeType: 'team',
  noun: 'team member',
  nouns: 'team members',
  getName: (part) => part.fullName,
  libraryIdOf: (part) => part.teamLibraryId,
  read: (db, event) =>
    db
      .select({ ...partColumns(eventTeam), teamLibraryId: eventTeam.teamLibraryId, ...person })
      .from(eventTeam)
      .innerJoin(teamLibrary, eq(teamLibrary.id, eventTeam.teamLibraryId))
      .where(eq(eventTeam.eventId, event))
      .orderBy(asc(eventTeam.displayOrder), asc(eventTeam.id)),
  ...partsIn(eventTeam, ({ teamLibraryId }) => ({ teamLibraryId })),
  take: async (tx, libraryIds) => {
    const rows = await tx
      .select({ teamLibraryId: teamLibrary.id, ...person })
      .from(teamLibrary)
      .where(inArray(teamLibrary.id, [...libraryIds]))
      .orderBy(asc(teamLibrary.id))
      .for('key share')
    return rows.map((row) => ({ ...newPart(), ...row }))
  },
}

const { vendorName, logoUrl, websiteUrl } = vendorLibrary
const vendor = { vendorName, logoUrl, websiteUrl }

/** The partners of an event. */
export const vendorParts: LibraryKind<EventVendorPart> = {
  kind: 'vendors',
  assigneeType: 'vendor',
  noun: 'vendor',
  nouns: 'vendors',
  getName: (part) => part.vendorName,
  libraryIdOf: (part) => part.vendorLibraryId,
  read: (db, event) =>
    db
      .select({ ...partColumns(eventVendors), vendorLibraryId: eventVendors.vendorLibraryId, ...vendor })
      .from(eventVendors)
      .innerJoin(vendorLibrary, eq(vendorLibrary.id, eventVendors.vendorLibraryId))
      .where(eq(eventVendors.eventId, event))
      .orderBy(asc(eventVendors.displayOrder), asc(eventVendors.id)),
  ...partsIn(eventVendors, ({ vendorLibraryId }) => ({ vendorLibraryId })),
  take: async (tx, libraryIds) => {
    const rows = await tx
      .select({ vendorLibraryId: vendorLibrary.id, ...vendor })
      .from(vendorLibrary)
      .where(inArray(vendorLibrary.id, [...libraryIds]))
      .orderBy(asc(vendorLibrary.id))
      .for('key share')
    return rows.map((row) => ({ ...newPart(), ...row }))
  },
}
