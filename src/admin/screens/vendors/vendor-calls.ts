import { queryOptions } from '@tanstack/react-query'
import { CONTACT_EMAIL, type VendorEntry, type VendorFields, vendorFields } from '#src/contract/vendor.ts'
import { api, ask } from '../../api.ts'
import type { Stored } from '../../library/use-entry-form.ts'

export const vendorPage = (q: string, cursor: { cursor?: string }) =>
  ask(() => api.vendors.$get({ query: { ...cursor, q } }))

/** One vendor for its form, which keeps what it began with: fetched anew whenever a form is opened. */
export const vendorQuery = (id: string) =>
  queryOptions({
    queryKey: ['vendor', id],
    queryFn: () => ask(() => api.vendors[':id'].$get({ param: { id } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const vendorCalls = {
  create: (id: string, fields: VendorFields) => ask(() => api.vendors.$post({ json: { id, ...fields } })),
  update: (id: string, version: number, fields: VendorFields) =>
    ask(() => api.vendors[':id'].$patch({ param: { id }, json: { version, ...fields } })),
  read: async (id: string) => toStored(await ask(() => api.vendors[':id'].$get({ param: { id } }))),
  remove: ({ id, version }: VendorEntry) =>
    ask(() => api.vendors[':id'].$delete({ param: { id }, query: { version: String(version) } })),
}

/** The fields of the form out of a stored vendor. */
export function toStored({ version, ...entry }: VendorEntry): Stored<VendorFields> {
  const names = Object.keys(vendorFields.shape) as (keyof VendorFields)[]
  return { version, fields: Object.fromEntries(names.map((name) => [name, entry[name]])) as VendorFields }
}

export const BLANK_VENDOR: Stored<VendorFields> = {
  version: 0,
  fields: {
    vendorName: '',
    logoUrl: null,
    websiteUrl: null,
    contactName: null,
    contactEmail: null,
    contactPhone: null,
    description: null,
    tags: null,
  },
}

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
