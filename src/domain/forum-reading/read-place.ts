import type { z } from 'zod'
import { Failure } from '#src/contract/failure.ts'
import { pageFields } from '#src/contract/page.ts'

/** The place a cursor of an address stands for; undefined for none. Throws `invalid` for one that no list gave. */
export function readPlace<Place extends z.ZodType>(place: Place, cursor: string | null | undefined) {
  const read = pageFields(place).cursor.safeParse(cursor ?? undefined)
  if (read.success) return read.data
  throw new Failure('invalid', 'There is no such page. Start over from the first one.', { field: 'cursor' })
}
