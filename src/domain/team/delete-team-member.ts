import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { teamLibrary } from '#db/schema/libraries.ts'
import { Failure } from '#src/contract/failure.ts'
import type { RemovedEntry } from '#src/contract/library.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { requireVersion } from '../library/require-version.ts'
import { refuseUsed } from '../library/uses.ts'
import { readTeamMemberUses } from './team-member-uses.ts'

/**
 * Takes a team member that no event uses out of the library; it stays whole in the audit log. Throws `not_found`, and `conflict`
 * for another version than the one decided on, or naming the events that use it.
 */
export async function deleteTeamMember(db: Db, id: string, version: number, actor: Actor): Promise<RemovedEntry> {
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(teamLibrary).where(eq(teamLibrary.id, id)).for('update')
    if (!before) throw new Failure('not_found', 'Team member not found.')
    requireVersion(before, version)
    const uses = await readTeamMemberUses(tx, id)
    refuseUsed(before.fullName, uses)
    await tx.delete(teamLibrary).where(eq(teamLibrary.id, id))
    await recordAudit(tx, actor, { action: 'team_member.delete', subjectType: 'team_member', subjectId: id, before })
    return { id, name: before.fullName, uses }
  })
}
