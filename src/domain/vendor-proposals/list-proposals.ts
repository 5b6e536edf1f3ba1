import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesBefore, getPlace, type TimePlace, toMicros } from '#db/keyset.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { vendorContacts, vendorProposals } from '#db/schema/partners.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { type Page, type PageQuery, toPage } from '#src/contract/page.ts'
import {
  compareProposal,
  type ProposalLine,
  type ProposalReview,
  type ProposalState,
} from '#src/contract/vendor-proposal.ts'
import { actorName, readUsernames, type Usernames } from '../audit/actor-names.ts'
import { fieldsOf, type ProposalRow, pickFields, toFields } from './proposal.ts'

const { id, vendorId, contactId, state, createdAt } = vendorProposals

export type ProposalsQuery = PageQuery<TimePlace> & { state: ProposalState; vendor?: string | undefined }

/** Proposals in one state, the latest first. */
export async function listProposals(db: Db, ask: ProposalsQuery): Promise<Page<ProposalLine>> {
  const rows = await pageOfProposals(db, ask)
  const page = toPage(rows, {
    limit: ask.limit,
    toItem: (row) => row,
    getPlace: ({ micros, proposal }) => [micros, proposal.id],
  })
  const names = await readNames(
    db,
    page.items.map(({ proposal }) => proposal),
  )
  return { ...page, items: page.items.map((row) => toLine(row, names)) }
}

/** The query of `listProposals`, for one row more than is shown. Names are looked up for the rows of the page. */
function pageOfProposals(db: Db, { limit, after, state: wanted, vendor }: ProposalsQuery) {
  const [isVendor, isContact] = [eq(vendorLibrary.id, vendorId), eq(vendorContacts.id, contactId)]
  const vendorName = sql<string>`(select ${vendorLibrary.vendorName} from ${vendorLibrary} where ${isVendor})`
  const proposedBy = sql<string | null>`(select ${vendorContacts.name} from ${vendorContacts} where ${isContact})`
  return (
    db
      .select({ proposal: vendorProposals, vendorName, proposedBy, micros: toMicros(createdAt) })
      .from(vendorProposals)
      .where(
        and(
          eq(state, wanted),
          vendor === undefined ? undefined : eq(vendorId, vendor),
          after && comesBefore([createdAt, id], getPlace(after)),
        ),
      )
      // As its indexes are: they are not read in an order that does not say so, though there are no nulls.
      .orderBy(sql`${desc(createdAt)} nulls last`, sql`${desc(id)} nulls last`)
      .limit(limit + 1)
  )
}

/** One proposal, field by field, beside the entry as it is now. Throws `not_found`. */
export async function readProposal(db: Db, proposalId: string): Promise<ProposalReview> {
  const [row] = await db
    .select({ proposal: vendorProposals, vendor: vendorLibrary, proposedBy: vendorContacts.name })
    .from(vendorProposals)
    .innerJoin(vendorLibrary, eq(vendorLibrary.id, vendorId))
    .leftJoin(vendorContacts, eq(vendorContacts.id, contactId))
    .where(eq(id, proposalId))
  if (!row) throw new Failure('not_found', NOT_FOUND.proposal)
  const { proposal, vendor, proposedBy } = row
  const names = await readNames(db, [proposal])
  const { base, fields, decisions, note, version } = proposal
  const current = pickFields(vendor)
  return {
    ...toLine({ proposal, vendorName: vendor.vendorName, proposedBy }, names),
    ...{ version, entryVersion: vendor.version, current, note },
    fields: compareProposal(toFields(fields), toFields(base), current).map((field) => ({
      ...field,
      verdict: decisions[field.field] ?? null,
    })),
  }
}

function readNames(db: Db, proposals: readonly ProposalRow[]): Promise<Usernames> {
  return readUsernames(
    db,
    proposals.map(({ decidedBy }) => decidedBy),
  )
}

function toLine(
  { proposal, vendorName, proposedBy }: { proposal: ProposalRow; vendorName: string; proposedBy: string | null },
  names: Usernames,
): ProposalLine {
  return {
    id: proposal.id,
    vendorId: proposal.vendorId,
    vendorName,
    state: proposal.state,
    fields: fieldsOf(proposal.fields),
    proposedBy,
    proposedAt: proposal.updatedAt.getTime(),
    decidedBy: actorName(names, proposal.decidedBy),
    decidedAt: proposal.decidedAt?.getTime() ?? null,
  }
}
