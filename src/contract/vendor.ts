import { z } from 'zod'
import {
  askedText,
  type Entry,
  entryVersion,
  IMAGE_ADDRESS,
  nameText,
  optionalEmail,
  SECURE_ADDRESS,
  searchText,
} from './library.ts'
import { optionalText } from './text.ts'
import { optionalImageAddress, optionalWebAddress } from './url.ts'

/** The title of a search that finds no vendor. */
export const NO_MATCHING_VENDORS = 'No matching vendors'

/** The label of a vendor's email field. */
export const CONTACT_EMAIL = 'Contact email'

/** The vendor form. (product 5: vendor_name 1-100, contact_name 100, contact_phone 20, description 500, tags 200, website) */
export const vendorFields = z.strictObject({
  vendorName: nameText(100, 'Vendor name'),
  logoUrl: optionalImageAddress(IMAGE_ADDRESS),
  websiteUrl: optionalWebAddress(SECURE_ADDRESS),
  contactName: optionalText(100, 'Contact name'),
  contactEmail: optionalEmail,
  contactPhone: optionalText(20, 'Contact phone'),
  description: optionalText(500, 'Description'),
  tags: optionalText(200, 'Tags'),
})
export type VendorFields = z.output<typeof vendorFields>

/** What people call each field. */
export const VENDOR_LABELS: Record<keyof VendorFields, string> = {
  vendorName: 'Vendor name',
  logoUrl: 'Logo',
  websiteUrl: 'Website',
  contactName: 'Contact name',
  contactEmail: CONTACT_EMAIL,
  contactPhone: 'Contact phone',
  description: 'Description',
  tags: 'Tags',
}

/** A new vendor. The form chooses the id, so that a second click or a lost answer makes no second one. */
export const newVendor = vendorFields.extend({ id: z.uuid() })
export type NewVendor = z.output<typeof newVendor>

/** The whole form again, with the version it was filled from. */
export const vendorChange = vendorFields.required().extend({ version: entryVersion })
export type VendorChange = z.output<typeof vendorChange>

/** A vendor of the library, in its list and alone. */
export type VendorEntry = VendorFields & Entry

/** The form's question before it saves: is this vendor already in the library? `except` is the entry being edited. */
export const vendorDuplicateQuery = z.strictObject({
  name: searchText,
  website: askedText(2000),
  email: askedText(254),
  except: z.uuid().optional(),
})
export type VendorDuplicateQuery = z.output<typeof vendorDuplicateQuery>
