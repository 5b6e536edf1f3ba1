import { z } from 'zod'
import type { Instant } from './instant.ts'
import { entryVersion } from './library.ts'
import { PROPOSAL_FIELD_NAMES, type ProposalField } from './proposal-fields.ts'
import { text } from './text.ts'
import { type VendorFields, vendorFields } from './vendor.ts'
import { isSame } from './versioned.ts'

/** What is returned with a save that would change nothing. */
export const NOTHING_PROPOSED = 'You have not changed anything. Make a change first, or withdraw your proposal.'
/** A vendor can only name a logo that was uploaded: another address would load from elsewhere on our pages. */
export const LOGO_NOT_UPLOADED = 'Upload the logo as a file.'
/** Why a decision is refused that leaves a field out, or names one that nobody proposed. */
export const DECIDE_EVERY_FIELD = 'Decide on every field.'
/** Why something returned needs a note. */
export const NOTE_NEEDED = 'Say what needs to change.'

/** `PUT /api/vendor/proposal`: the whole form, the version of the entry it was filled from and that of the open proposal. */
export const proposalInput = vendorFields.required().extend({
  entryVersion,
  /** Null if there was no open proposal. */
  version: entryVersion.nullable(),
})
export type ProposalInput = z.output<typeof proposalInput>

const verdict = z.enum(['accepted', 'returned'], 'Accept or return this field')
type Verdict = z.output<typeof verdict>

/** Decides an open proposal in one step. Both versions are those that the decision was made on. */
export const proposalDecision = z
  .strictObject({
    version: entryVersion,
    entryVersion,
    fields: z.partialRecord(z.enum(PROPOSAL_FIELD_NAMES), verdict),
    note: text(0, 1000, 'Note').transform((note) => note.trim() || null),
  })
  .refine(({ fields, note }) => note !== null || !Object.values(fields).includes('returned'), {
    path: ['note'],
    message: NOTE_NEEDED,
  })
export type ProposalDecision = z.output<typeof proposalDecision>

export const PROPOSAL_STATES = ['open', 'decided', 'withdrawn'] as const
export type ProposalState = (typeof PROPOSAL_STATES)[number]

/** One field of a proposal, with the value that it was proposed for and the value that the library has now. */
export type ProposedField = {
  field: ProposalField
  base: string | null
  current: string | null
  proposed: string | null
  /** True if an administrator has changed the field since, to something else: the decision takes one of three values away. */
  isConflict: boolean
  /** Null while the proposal is open. */
  verdict: Verdict | null
}

/**
 * What a proposal means for the entry as it is now. A field whose present value is already what was proposed is no conflict.
 * (security VP8)
 */
export function compareProposal(
  fields: Partial<VendorFields>,
  base: Partial<VendorFields>,
  current: VendorFields,
): Omit<ProposedField, 'verdict'>[] {
  return PROPOSAL_FIELD_NAMES.filter((field) => Object.hasOwn(fields, field)).map((field) => {
    const [was, now, proposed] = [base[field] ?? null, current[field], fields[field] ?? null]
    return { field, base: was, current: now, proposed, isConflict: !isSame(was, now) && !isSame(now, proposed) }
  })
}

/** The library entry of a vendor, as its contacts see and propose it. */
export type VendorProfile = {
  /** What we have now. */
  current: VendorFields
  entryVersion: number
  /** What is proposed and waits: the fields that differ, and the whole entry with them. */
  open: {
    version: number
    fields: ProposalField[]
    values: VendorFields
    proposedAt: Instant
    proposedBy: string | null
  } | null
  /** The last decision, as long as nothing newer is open. */
  decided: {
    accepted: ProposalField[]
    returned: ProposalField[]
    /** The whole entry with what was proposed for the returned fields, from which the next proposal can start. */
    sent: VendorFields
    note: string | null
    decidedAt: Instant
  } | null
}

/** A proposal in the list of administrators. */
export type ProposalLine = {
  id: string
  vendorId: string
  vendorName: string
  state: ProposalState
  fields: ProposalField[]
  /** Null for a contact who was deleted. */
  proposedBy: string | null
  proposedAt: Instant
  decidedBy: string | null
  decidedAt: Instant | null
}

/** A proposal whole, beside the entry as it is now. */
export type ProposalReview = Omit<ProposalLine, 'fields'> & {
  version: number
  entryVersion: number
  current: VendorFields
  fields: ProposedField[]
  note: string | null
}

/** An action of a contact, from the audit log. */
export type ContactActivity = {
  id: number
  at: Instant
  /** Null for a contact who was deleted since, and so for the vendor. */
  name: string | null
  vendorName: string | null
  action: string
  subjectType: string
  subjectId: string
  /** The fields of a proposal; empty for everything else. */
  fields: ProposalField[]
}
