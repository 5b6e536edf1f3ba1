import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { changeItems, changeSets } from '#db/schema/change-sets.ts'
import type { SubjectType } from '#src/contract/change-subject.ts'
import { Failure } from '#src/contract/failure.ts'
import { enumerate } from '#src/contract/plural.ts'

const MOST_NAMED = 3

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
    .select({ name: changeSets.name })
    .from(changeItems)
    .innerJoin(changeSets, eq(changeSets.id, changeItems.setId))
    .where(
      and(
        eq(changeItems.subjectType, type),
        eq(changeItems.subjectId, id),
        inArray(changeSets.state, ['open', 'in_review', 'scheduled', 'missed', 'failed']),
      ),
    )
    .orderBy(asc(changeSets.name), asc(changeSets.id))
    .limit(MOST_NAMED)
}
