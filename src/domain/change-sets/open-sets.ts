import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { changeItems, changeSets } from '#db/schema/change-sets.ts'
import type { SubjectType } from '#src/contract/change-subject.ts'
import { SLOT_NAMES } from '#src/contract/content-kinds.ts'
import { placeKey } from '#src/contract/content-place.ts'
import { Failure } from '#src/contract/failure.ts'
import { enumerate } from '#src/contract/plural.ts'

const MOST_NAMED = 3
const OPEN = ['open', 'in_review', 'scheduled', 'missed', 'failed'] as const

/** Throws `conflict` that names the sets which are to change a record and are not published yet. */
export async function refuseInOpenSets(tx: Db, type: SubjectType, id: string, label: string): Promise<void> {
  const sets = await openSetsOf(tx, type, id)
  if (sets.length === 0) return
  const names = enumerate(sets.map(({ name }) => name))
  const which = sets.length === 1 ? 'the change set' : 'the change sets'
  throw new Failure('conflict', `${label} is part of ${which} ${names}. Remove it there first.`)
}

/** The query behind it. */
export function openSetsOf(db: Db, type: SubjectType, id: string) {
  return db
    .selectDistinct({ id: changeSets.id, name: changeSets.name })
    .from(changeItems)
    .innerJoin(changeSets, eq(changeSets.id, changeItems.setId))
    .where(and(inArray(changeSets.state, OPEN), isAbout(type, id)))
    .orderBy(asc(changeSets.name), asc(changeSets.id))
    .limit(MOST_NAMED)
}

/** Items of a record; for an event, also those of its slots, and for a block, those that put it somewhere. */
function isAbout(type: SubjectType, id: string): SQL | undefined {
  const { subjectType, subjectId, after } = changeItems
  const isIt = and(eq(subjectType, type), eq(subjectId, id))
  if (type === 'event') {
    const slots = SLOT_NAMES.map((slot) => placeKey({ slot, eventId: id }))
    return or(isIt, and(eq(subjectType, 'content_place'), inArray(subjectId, slots)))
  }
  if (type === 'content_block') return or(isIt, sql`${after} -> 'blockIds' ? ${id}`)
  return isIt
}

/** How many sets failed or missed their time: they wait for a person. */
export async function countStoppedSets(db: Db): Promise<number> {
  return db.$count(changeSets, or(eq(changeSets.state, 'failed'), eq(changeSets.state, 'missed')))
}
