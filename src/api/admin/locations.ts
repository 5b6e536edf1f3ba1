import { NOT_FOUND } from '#src/contract/failure.ts'
import { deleteQuery, libraryQuery } from '#src/contract/library.ts'
import { locationChange, locationDuplicateQuery, newLocation } from '#src/contract/location.ts'
import {
  findLocationDuplicates,
  listLocations,
  readLocation,
  readLocationUses,
} from '#src/domain/locations/read-locations.ts'
import { createLocation, deleteLocation, updateLocation } from '#src/domain/locations/save-location.ts'
import { accept, acceptQuery } from '../accept.ts'
import { idIn, noStore, readActor } from '../request.ts'
import { routes } from '../routes.ts'

/** The location library. (product 2: library/locations) */
export const locationRoutes = routes('admin')
  .get('/', noStore, acceptQuery(libraryQuery), async (c) =>
    c.json(await listLocations(c.var.db, c.req.valid('query'))),
  )
  .get('/duplicates', noStore, acceptQuery(locationDuplicateQuery), async (c) =>
    c.json(await findLocationDuplicates(c.var.db, c.req.valid('query'))),
  )
  .get('/:id', noStore, async (c) => c.json(await readLocation(c.var.db, idIn(c, NOT_FOUND.location))))
  .get('/:id/uses', noStore, async (c) => c.json(await readLocationUses(c.var.db, idIn(c, NOT_FOUND.location))))
  .post('/', accept(newLocation), async (c) =>
    c.json(await createLocation(c.var.db, c.req.valid('json'), readActor(c)), 201),
  )
  .patch('/:id', accept(locationChange), async (c) =>
    c.json(await updateLocation(c.var.db, idIn(c, NOT_FOUND.location), c.req.valid('json'), readActor(c))),
  )
  .delete('/:id', acceptQuery(deleteQuery), async (c) =>
    c.json(await deleteLocation(c.var.db, idIn(c, NOT_FOUND.location), c.req.valid('query').version, readActor(c))),
  )
