import { NOT_FOUND } from '#src/contract/failure.ts'
import { deleteQuery, libraryQuery } from '#src/contract/library.ts'
import { newTeamMember, teamDuplicateQuery, teamMemberChange } from '#src/contract/team-member.ts'
import { findTeamDuplicates, listTeam, readTeamMember, readTeamMemberUses } from '#src/domain/team/read-team.ts'
import { createTeamMember, deleteTeamMember, updateTeamMember } from '#src/domain/team/save-team-member.ts'
import { accept, acceptQuery } from '../accept.ts'
import { idIn, noStore, readActor, withRebuild } from '../request.ts'
import { routes } from '../routes.ts'

/** The team library. (product 2: library/team) */
export const teamRoutes = routes('admin')
  .get('/', noStore, acceptQuery(libraryQuery), async (c) => c.json(await listTeam(c.var.db, c.req.valid('query'))))
  .get('/duplicates', noStore, acceptQuery(teamDuplicateQuery), async (c) =>
    c.json(await findTeamDuplicates(c.var.db, c.req.valid('query'))),
  )
  .get('/:id', noStore, async (c) => c.json(await readTeamMember(c.var.db, idIn(c, NOT_FOUND.teamMember))))
  .get('/:id/uses', noStore, async (c) => c.json(await readTeamMemberUses(c.var.db, idIn(c, NOT_FOUND.teamMember))))
  .post('/', accept(newTeamMember), async (c) =>
    c.json(await createTeamMember(c.var.db, c.req.valid('json'), readActor(c)), 201),
  )
  .patch('/:id', accept(teamMemberChange), async (c) =>
    c.json(
      await withRebuild(
        c,
        updateTeamMember(c.var.db, idIn(c, NOT_FOUND.teamMember), c.req.valid('json'), readActor(c)),
      ),
    ),
  )
  .delete('/:id', acceptQuery(deleteQuery), async (c) =>
    c.json(await deleteTeamMember(c.var.db, idIn(c, NOT_FOUND.teamMember), c.req.valid('query').version, readActor(c))),
  )
