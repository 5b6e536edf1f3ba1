/** The door of this folder: what other rooms may use of the vendor library. */

export { deleteVendor } from './delete-vendor.ts'
export { findVendorTwins } from './find-vendor-twins.ts'
export { listVendors, readVendor } from './read-vendors.ts'
export { createVendor, updateVendor } from './save-vendor.ts'
export { readVendorUses } from './vendor-uses.ts'
