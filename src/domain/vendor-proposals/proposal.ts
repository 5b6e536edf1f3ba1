import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { vendorProposals } from '#db/schema/partners.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { PROPOSAL_FIELD_NAMES, type ProposalField } from '#src/contract/proposal-fields.ts'
import type { VendorFields } from '#src/contract/vendor.ts'

export type ProposalRow = typeof vendorProposals.$inferSelect
type VendorRow = typeof vendorLibrary.$inferSelect

/** The fields of an entry that a vendor can propose to change. */
export function pickFields(vendor: VendorFields): VendorFields {
  const { vendorName, logoUrl, websiteUrl, description, contactName, contactEmail, contactPhone, tags } = vendor
  return { vendorName, logoUrl, websiteUrl, description, contactName, contactEmail, contactPhone, tags }
}

/** Stored values by the name of their field. */
export function toFields(stored: Record<string, string | null>): Partial<VendorFields> {
  return Object.fromEntries(fieldsOf(stored).map((field) => [field, stored[field]]))
}

/** The fields that something stored has, in the order of the form. */
export function fieldsOf(stored: object): ProposalField[] {
  return PROPOSAL_FIELD_NAMES.filter((field) => Object.hasOwn(stored, field))
}

/**
 * The entry of a vendor, locked until the transaction ends. Whatever changes a proposal takes this lock first, as a change of the
 * entry does: each sees the other. Throws `not_found`.
 */
export async function lockVendor(tx: Db, id: string): Promise<VendorRow> {
  const [row] = await tx.select().from(vendorLibrary).where(eq(vendorLibrary.id, id)).for('no key update')
  if (!row) throw new Failure('not_found', NOT_FOUND.vendor)
  return row
}

/** The proposal of a vendor that waits for a decision, if there is one. */
export async function readOpenProposal(db: Db, vendorId: string): Promise<ProposalRow | undefined> {
  return readLatest(db, vendorId, 'open')
}

/** The newest proposal of a vendor in a state. */
export async function readLatest(
  db: Db,
  vendorId: string,
  state: ProposalRow['state'],
): Promise<ProposalRow | undefined> {
  const [row] = await db
    .select()
    .from(vendorProposals)
    .where(and(eq(vendorProposals.vendorId, vendorId), eq(vendorProposals.state, state)))
    .orderBy(desc(vendorProposals.createdAt), desc(vendorProposals.id))
    .limit(1)
  return row
}
