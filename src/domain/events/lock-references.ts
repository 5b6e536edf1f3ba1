import { eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { contentBlocks } from '#db/schema/content.ts'
import { agendaTemplateGroups } from '#db/schema/events.ts'
import { locationLibrary, teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import { Failure } from '#src/contract/failure.ts'
import { LOCATION_GONE } from '#src/contract/location.ts'
import type { EventRow } from './read-event-parts.ts'

export type References = Pick<EventRow, 'locationId' | 'agendaTemplateGroupId'>

/**
 * Which of these library rows exist, locked until the transaction ends. Locked before the event and the content, in
 * the same order as changes and deletions of library rows, so that there is no deadlock.
 */
export async function lockReferences(tx: Db, { locationId, agendaTemplateGroupId }: References): Promise<References> {
  const { id } = locationLibrary
  const [location] =
    locationId === null ? [] : await tx.select({ id }).from(locationLibrary).where(eq(id, locationId)).for('key share')
  const [group] =
    agendaTemplateGroupId === null
      ? []
      : await tx
          .select({ id: agendaTemplateGroups.id })
          .from(agendaTemplateGroups)
          .where(eq(agendaTemplateGroups.id, agendaTemplateGroupId))
          .for('key share')
  return { locationId: location?.id ?? null, agendaTemplateGroupId: group?.id ?? null }
}

/** The same for a save: throws `invalid` for one that no longer exists. */
export async function requireReferences(tx: Db, wanted: References): Promise<void> {
  const found = await lockReferences(tx, wanted)
  if (found.locationId !== wanted.locationId) throw new Failure('invalid', LOCATION_GONE, { field: 'locationId' })
  if (found.agendaTemplateGroupId !== wanted.agendaTemplateGroupId)
    throw new Failure('invalid', 'This agenda template is no longer in the library.', {
      field: 'agendaTemplateGroupId',
    })
}

/** Which of these people, vendors and content blocks still exist, locked until the transaction ends. */
export async function lockLibraryRows(
  tx: Db,
  { team, vendors, blocks }: Record<'team' | 'vendors' | 'blocks', string[]>,
): Promise<Record<'team' | 'vendors' | 'blocks', Set<string>>> {
  const people = await tx
    .select({ id: teamLibrary.id })
    .from(teamLibrary)
    .where(inArray(teamLibrary.id, team))
    .orderBy(teamLibrary.id)
    .for('key share')
  const partners = await tx
    .select({ id: vendorLibrary.id })
    .from(vendorLibrary)
    .where(inArray(vendorLibrary.id, vendors))
    .orderBy(vendorLibrary.id)
    .for('key share')
  const content = await tx
    .select({ id: contentBlocks.id })
    .from(contentBlocks)
    .where(inArray(contentBlocks.id, blocks))
    .orderBy(contentBlocks.id)
    .for('key share')
  const idsOf = (rows: readonly { id: string }[]) => new Set(rows.map((row) => row.id))
  return { team: idsOf(people), vendors: idsOf(partners), blocks: idsOf(content) }
}
