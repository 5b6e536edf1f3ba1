import { NOT_FOUND } from '#src/contract/failure.ts'
import { deleteQuery, libraryQuery } from '#src/contract/library.ts'
import { newVendor, vendorChange, vendorDuplicateQuery } from '#src/contract/vendor.ts'
import { readStatistics } from '#src/domain/vendor-hits/read-statistics.ts'
import { findVendorDuplicates, listVendors, readVendor, readVendorTies } from '#src/domain/vendors/read-vendors.ts'
import { createVendor, deleteVendor, updateVendor } from '#src/domain/vendors/save-vendor.ts'
import { accept, acceptQuery } from '../accept.ts'
import { idIn, noStore, readActor, withRebuild } from '../request.ts'
import { routes } from '../routes.ts'

/** The vendor library. (product 2: library/vendors) */
export const vendorRoutes = routes('admin')
  .get('/', noStore, acceptQuery(libraryQuery), async (c) => c.json(await listVendors(c.var.db, c.req.valid('query'))))
  .get('/duplicates', noStore, acceptQuery(vendorDuplicateQuery), async (c) =>
    c.json(await findVendorDuplicates(c.var.db, c.req.valid('query'))),
  )
  .get('/:id', noStore, async (c) => c.json(await readVendor(c.var.db, idIn(c, NOT_FOUND.vendor))))
  .get('/:id/uses', noStore, async (c) => c.json(await readVendorTies(c.var.db, idIn(c, NOT_FOUND.vendor))))
  .get('/:id/statistics', noStore, async (c) => {
    const { id } = await readVendor(c.var.db, idIn(c, NOT_FOUND.vendor))
    return c.json(await readStatistics(c.var.db, id))
  })
  .post('/', accept(newVendor), async (c) =>
    c.json(await createVendor(c.var.db, c.req.valid('json'), readActor(c)), 201),
  )
  .patch('/:id', accept(vendorChange), async (c) =>
    c.json(await withRebuild(c, updateVendor(c.var.db, idIn(c, NOT_FOUND.vendor), c.req.valid('json'), readActor(c)))),
  )
  .delete('/:id', acceptQuery(deleteQuery), async (c) =>
    c.json(await deleteVendor(c.var.db, idIn(c, NOT_FOUND.vendor), c.req.valid('query').version, readActor(c))),
  )
