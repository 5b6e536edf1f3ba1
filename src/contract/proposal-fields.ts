import type { VendorFields } from './vendor.ts'

/** What a vendor can propose to change, by the names of the form, in its order. Beside no schema, so that a list needs none. */
export const PROPOSAL_FIELDS = {
  vendorName: 'Vendor name',
  logoUrl: 'Logo',
  websiteUrl: 'Website',
  description: 'Description',
  contactName: 'Contact name',
  contactEmail: 'Contact email',
  contactPhone: 'Contact phone',
  tags: 'Tags',
} as const satisfies Record<keyof VendorFields, string>
export type ProposalField = keyof typeof PROPOSAL_FIELDS

/** The same names as a list. */
export const PROPOSAL_FIELD_NAMES = Object.keys(PROPOSAL_FIELDS) as ProposalField[]

/** `Logo, Website`. */
export function namesOf(fields: readonly ProposalField[]): string {
  return fields.map((field) => PROPOSAL_FIELDS[field]).join(', ')
}
