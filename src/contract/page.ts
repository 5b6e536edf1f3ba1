import { z } from 'zod'

/** The most items on a page of a list, and the default. (architecture 7) */
const MOST_ITEMS = 100
export const USUAL_ITEMS = 25

/** One page of a list, and the cursor of the next one; null on the last. (architecture 7) */
export type Page<Item> = { items: Item[]; nextCursor: string | null }

/** Where a page starts and how long it is. `after` is the place of the last item of the page before. */
export type PageQuery<Place> = { limit: number; after?: Place | undefined }

/** The place of an item in a list, as callers send it back. It contains nothing that they have not seen. */
export function toCursor(place: readonly (string | number)[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(place))
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

type PageParts<Row, Item> = {
  limit: number
  toItem: (row: Row) => Item
  getPlace: (row: Row) => readonly (string | number)[]
}

/** The page out of one row more than was asked for. */
export function toPage<Row, Item>(rows: readonly Row[], { limit, toItem, getPlace }: PageParts<Row, Item>): Page<Item> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return { items: shown.map(toItem), nextCursor: hasMore ? toCursor(getPlace(last)) : null }
}

const BAD_LIMIT = 'limit must be a whole number from 1 to 100'
const BAD_CURSOR = 'cursor must be one this list gave'

/** `?limit=` and `?cursor=` of a list whose places have this shape. Spread it into the query's `z.strictObject`. */
export function pageFields<Place extends z.ZodType>(place: Place) {
  return {
    limit: z
      .string(BAD_LIMIT)
      .regex(/^[1-9]\d{0,2}$/, BAD_LIMIT)
      .transform(Number)
      .refine((limit) => limit <= MOST_ITEMS, BAD_LIMIT)
      .default(USUAL_ITEMS),
    cursor: z
      .string(BAD_CURSOR)
      .max(1_000, BAD_CURSOR)
      .transform((cursor, context): z.output<Place> => {
        const read = place.safeParse(fromCursor(cursor))
        if (read.success) return read.data
        context.addIssue({ code: 'custom', message: BAD_CURSOR })
        return z.NEVER
      })
      .optional(),
  }
}

function fromCursor(cursor: string): unknown {
  try {
    const binary = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))
    return JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (sign) => sign.charCodeAt(0))),
    )
  } catch {
    return undefined
  }
}
