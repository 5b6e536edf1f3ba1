import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { teamLibrary } from '#db/schema/libraries.ts'
import type { Changed } from '#src/contract/changed.ts'
import { Failure } from '#src/contract/failure.ts'
import type { NewTeamMember, TeamEntry, TeamFields, TeamMemberChange } from '#src/contract/team-member.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { differs, requireSame, requireVersion } from '../library/require-version.ts'
import { touchContentIf } from '../site/touch-content-if.ts'
import { readTeamMember } from './read-team.ts'
import { isTeamMemberShown } from './team-member-uses.ts'

/**
 * Puts a team member into the library. The same again is answered with what is there: nothing is made twice. Throws `conflict` for
 * an id that is there with other fields.
 */
export async function createTeamMember(db: Db, member: NewTeamMember, actor: Actor): Promise<Changed<TeamEntry>> {
  return db.transaction(async (tx) => {
    const [after] = await tx.insert(teamLibrary).values(member).onConflictDoNothing().returning()
    if (after) {
      await recordAudit(tx, actor, {
        action: 'team_member.create',
        subjectType: 'team_member',
        subjectId: member.id,
        after,
      })
    }
    const item = await readTeamMember(tx, member.id)
    if (!after) requireSame(item, member)
    return { item, revision: null }
  })
}

/**
 * Saves the whole form of a team member. The site is built again only where a published event shows what has changed.
 * Throws `not_found`, and `conflict` for a form that was filled from another version.
 */
export async function updateTeamMember(
  db: Db,
  id: string,
  { version, ...fields }: TeamMemberChange,
  actor: Actor,
): Promise<Changed<TeamEntry>> {
  return db.transaction(async (tx) => {
    const before = await lockTeamMember(tx, id)
    requireVersion(before, version)
    if (!differs(before, fields)) return { item: await readTeamMember(tx, id), revision: null }
    const isShown = async () => differs(before, publicOf(fields)) && isTeamMemberShown(tx, id)
    const revision = await touchContentIf(tx, isShown, `changed team member ${fields.fullName}`, actor)
    const [after] = await tx
      .update(teamLibrary)
      .set({ ...fields, version: sql`${teamLibrary.version} + 1` })
      .where(eq(teamLibrary.id, id))
      .returning()
    await recordAudit(tx, actor, {
      action: 'team_member.update',
      subjectType: 'team_member',
      subjectId: id,
      before,
      ...(after && { after }),
    })
    return { item: await readTeamMember(tx, id), revision }
  })
}

/** What visitors see of a team member. (product 7) */
function publicOf({ fullName, title, bio, photoUrl, credentials }: TeamFields): Partial<TeamFields> {
  return { fullName, title, bio, photoUrl, credentials }
}

/** `no key update` lets an event take the team member in meanwhile: that one waits for nobody who waits for it. */
async function lockTeamMember(tx: Db, id: string) {
  const [row] = await tx.select().from(teamLibrary).where(eq(teamLibrary.id, id)).for('no key update')
  if (!row) throw new Failure('not_found', 'Team member not found.')
  return row
}
