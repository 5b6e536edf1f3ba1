import type { VendorFields } from '#src/contract/vendor.ts'
import { api } from '../../api.ts'
import { resource } from '../../resource.ts'

const blank: VendorFields = {
  vendorName: '',
  logoUrl: null,
  websiteUrl: null,
  contactName: null,
  contactEmail: null,
  contactPhone: null,
  description: null,
  tags: null,
}

export const vendors = resource({
  noun: 'vendor',
  nouns: 'vendors',
  name: 'vendors',
  getName: (vendor) => vendor.vendorName,
  routes: api.vendors,
  blank,
})
