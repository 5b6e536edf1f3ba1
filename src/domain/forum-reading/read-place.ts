import type { z } from 'zod'
import { Failure } from '#src/contract/failure.ts'
import { pageFields } from '#src/contract/page.ts'

/**
 * Reads the cursors of a list whose places have this shape: the place one stands for, and undefined for none. The reader throws
 * `invalid` for one that no list gave.
 */
export function placeReader<Place extends z.ZodType>(place: Place) {
  const field = pageFields(place).cursor
  return (cursor: string | null | undefined): z.output<Place> | undefined => {
    const read = field.safeParse(cursor ?? undefined)
    if (read.success) return read.data
    throw new Failure('invalid', 'Page not found. Start again from the first page.', { field: 'cursor' })
  }
}
