import type { z } from 'zod'
import { Failure } from '#src/contract/failure.ts'
import { pageFields } from '#src/contract/page.ts'

/**
 * Makes a reader for the cursors of a list whose places have this shape. It returns the place, or undefined without a
 * cursor, and throws `invalid` for a cursor that the list did not make.
 */
export function placeReader<Place extends z.ZodType>(place: Place) {
  const field = pageFields(place).cursor
  return (cursor: string | null | undefined): z.output<Place> | undefined => {
    const read = field.safeParse(cursor ?? undefined)
    if (read.success) return read.data
    throw new Failure('invalid', 'Page not found. Start again from the first page.', { field: 'cursor' })
  }
}
