import type { Context } from 'hono'
import { deleteQuery } from '#src/contract/library.ts'
import { proposalInput } from '#src/contract/vendor-proposal.ts'
import type { Actor } from '#src/domain/audit/audit.ts'
import { contactActor } from '#src/domain/vendor-contacts/contact.ts'
import { readStatistics } from '#src/domain/vendor-hits/read-statistics.ts'
import { readProfile, saveProposal, withdrawProposal } from '#src/domain/vendor-proposals/save-proposal.ts'
import { accept, acceptQuery } from './accept.ts'
import type { ApiEnv } from './context.ts'
import { limitedActions } from './limits.ts'
import { noStore, ownVendor } from './request.ts'
import { routes } from './routes.ts'

type Call = Pick<Context<ApiEnv>, 'var'>

const contextOf = ({ var: { address, requestId, clock } }: Call) => ({ actor: { address, requestId }, now: clock() })

/** The actor in the audit log for what a contact does. */
export function vendorActor(c: Call): Actor {
  return contactActor(ownVendor(c).contactId, contextOf(c).actor)
}

/** Counts the changes of each contact by themselves: several people may share one address. */
export const limitedVendorChanges = limitedActions('vendorChanges', async (c) => ownVendor(c).contactId)

/** How the logo of the contact's own vendor did, event by event. (security VP10) */
export const ownStatisticsRoutes = routes('vendor').get('/', noStore, async (c) =>
  c.json(await readStatistics(c.var.db, ownVendor(c).vendorId)),
)

/** The library entry of the contact's own vendor, and what it proposes to change. (security VP6) */
export const ownProposalRoutes = routes('vendor')
  .get('/', noStore, async (c) => c.json(await readProfile(c.var.db, ownVendor(c).vendorId)))
  .put('/', noStore, accept(proposalInput), limitedVendorChanges, async (c) =>
    c.json(await saveProposal(c.var.db, ownVendor(c), c.req.valid('json'), contextOf(c))),
  )
  .delete('/', noStore, acceptQuery(deleteQuery), limitedVendorChanges, async (c) =>
    c.json(await withdrawProposal(c.var.db, ownVendor(c), c.req.valid('query').version, contextOf(c))),
  )
