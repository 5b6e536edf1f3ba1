import { and, desc, eq, gt, lt, ne } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { changeSetPresence, changeSets } from '#db/schema/change-sets.ts'
import { PRESENT_FOR, type Present } from '#src/contract/change-set.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { actorName, readUsernames } from '../audit/actor-names.ts'

/** Notes that somebody has a set open, and names the others who do. Throws `not_found`. */
export async function notePresence(
  db: Db,
  setId: string,
  { userId, now }: { userId: string; now: Instant },
): Promise<{ others: Present[] }> {
  const [set] = await db.select({ id: changeSets.id }).from(changeSets).where(eq(changeSets.id, setId))
  if (!set) throw new Failure('not_found', NOT_FOUND.changeSet)
  const seenAt = new Date(now)
  const { setId: ofSet, userId: ofPerson } = changeSetPresence
  await db
    .insert(changeSetPresence)
    .values({ setId, userId, seenAt })
    .onConflictDoUpdate({ target: [ofSet, ofPerson], set: { seenAt } })
  const since = new Date(now - PRESENT_FOR)
  await db.delete(changeSetPresence).where(and(eq(ofSet, setId), lt(changeSetPresence.seenAt, since)))
  const rows = await db
    .select()
    .from(changeSetPresence)
    .where(and(eq(ofSet, setId), ne(ofPerson, userId), gt(changeSetPresence.seenAt, since)))
    .orderBy(desc(changeSetPresence.seenAt))
  const names = await readUsernames(
    db,
    rows.map((row) => row.userId),
  )
  return { others: rows.map((row) => ({ name: actorName(names, row.userId), seenAt: row.seenAt.getTime() })) }
}
