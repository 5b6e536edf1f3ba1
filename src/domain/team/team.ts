/** The door of this folder: what other rooms may use of the team library. */

export { deleteTeamMember } from './delete-team-member.ts'
export { findTeamTwins } from './find-team-twins.ts'
export { listTeam, readTeamMember } from './read-team.ts'
export { createTeamMember, updateTeamMember } from './save-team-member.ts'
export { readTeamMemberUses } from './team-member-uses.ts'
