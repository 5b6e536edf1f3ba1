import { z } from 'zod'
import { NOT_FOUND } from '#src/contract/failure.ts'
import { pageFields } from '#src/contract/page.ts'
import { PROPOSAL_STATES, proposalDecision } from '#src/contract/vendor-proposal.ts'
import { listContactActivity } from '#src/domain/vendor-contacts/list-activity.ts'
import { decideProposal } from '#src/domain/vendor-proposals/decide-proposal.ts'
import { listProposals, readProposal } from '#src/domain/vendor-proposals/list-proposals.ts'
import { accept, acceptQuery } from '../accept.ts'
import { idIn, makeContext, noStore, withRebuild } from '../request.ts'
import { routes } from '../routes.ts'
import { timePlace } from './users.ts'

const proposalsQuery = z.strictObject({
  ...pageFields(timePlace),
  state: z.enum(PROPOSAL_STATES).default('open'),
  vendor: z.uuid().optional(),
})

/** What vendors propose to change about themselves. (decision 0057) */
export const vendorProposalRoutes = routes('admin')
  .get('/', noStore, acceptQuery(proposalsQuery), async (c) => {
    const { cursor, ...ask } = c.req.valid('query')
    return c.json(await listProposals(c.var.db, { ...ask, after: cursor }))
  })
  .get('/:id', noStore, async (c) => c.json(await readProposal(c.var.db, idIn(c, NOT_FOUND.proposal))))
  .post('/:id/decide', noStore, accept(proposalDecision), async (c) => {
    const id = idIn(c, NOT_FOUND.proposal)
    return c.json(await withRebuild(c, decideProposal(c.var.db, id, c.req.valid('json'), makeContext(c))))
  })

const activityQuery = z.strictObject(pageFields(z.tuple([z.int().min(1)])))

/** What contacts of vendors did, as the audit log has it. */
export const vendorActivityRoutes = routes('admin').get('/', noStore, acceptQuery(activityQuery), async (c) => {
  const { limit, cursor } = c.req.valid('query')
  return c.json(await listContactActivity(c.var.db, { limit, after: cursor }))
})
