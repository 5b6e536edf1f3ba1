import type { Db } from '#db/client.ts'
import { teamLibrary } from '#db/schema/libraries.ts'
import { NOT_FOUND } from '#src/contract/failure.ts'
import type { RemovedEntry } from '#src/contract/library.ts'
import type { NewTeamMember, TeamEntry, TeamFields, TeamMemberChange } from '#src/contract/team-member.ts'
import type { Changed } from '#src/contract/versioned.ts'
import type { Actor } from '../audit/audit.ts'
import { refuseInOpenSets } from '../change-sets/open-sets.ts'
import { refuseUsed } from '../library/entries.ts'
import { createVersioned, deleteVersioned, differs, updateVersioned } from '../library/versioned.ts'
import { touchContentIf } from '../site/touch-content.ts'
import { isTeamMemberShown, readTeamMember, readTeamMemberUses } from './read-team.ts'

const team = {
  table: teamLibrary,
  subjectType: 'team_member',
  missing: NOT_FOUND.teamMember,
  read: readTeamMember,
}

/** Adds a team member to the library, once for each id. Throws `conflict` for an id that is stored with other fields. */
export async function createTeamMember(db: Db, member: NewTeamMember, actor: Actor): Promise<Changed<TeamEntry>> {
  return createVersioned(db, team, member, actor)
}

/**
 * Saves the whole form of a team member. The site is built again only where a published event shows what has changed.
 * Throws `not_found`, and `conflict` for a stale version.
 */
export async function updateTeamMember(
  db: Db,
  id: string,
  { version, ...fields }: TeamMemberChange,
  actor: Actor,
): Promise<Changed<TeamEntry>> {
  const reason = `changed team member ${fields.fullName}`
  return updateVersioned(db, team, {
    id,
    version,
    fields,
    actor,
    touch: (tx, before) =>
      touchContentIf(tx, async () => differs(before, pickPublic(fields)) && isTeamMemberShown(tx, id), reason, actor),
  })
}

/**
 * Deletes a team member whom no event uses; the audit log keeps the row. Throws `not_found`, and `conflict`
 * for a stale version, or with the events that use it.
 */
export async function deleteTeamMember(db: Db, id: string, version: number, actor: Actor): Promise<RemovedEntry> {
  const inspect = async (tx: Db, { fullName: name }: TeamFields) => {
    const uses = await readTeamMemberUses(tx, id)
    refuseUsed(name, uses)
    await refuseInOpenSets(tx, 'team_member', id, name)
    return { name, uses }
  }
  return deleteVersioned(db, team, { id, version, actor, inspect })
}

/** What visitors see of a team member. (product 7) */
function pickPublic({ fullName, title, bio, photoUrl, credentials }: TeamFields): Partial<TeamFields> {
  return { fullName, title, bio, photoUrl, credentials }
}
