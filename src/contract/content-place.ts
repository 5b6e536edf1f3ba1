import { z } from 'zod'
import type { BlockEntry } from './content-block.ts'
import { SLOT_NAMES, SLOTS, type Slot } from './content-kinds.ts'
import type { PlainDay } from './instant.ts'

/** Where blocks are put: a page, a slot of every event, or a slot of one event. */
const contentPlace = z.union([
  z.strictObject({ pageId: z.uuid() }),
  z.strictObject({ slot: z.enum(SLOT_NAMES), eventId: z.uuid().nullable() }),
])
export type ContentPlace = z.output<typeof contentPlace>

export const MOST_BLOCKS = 40

/** The blocks of a place in their order. */
export const placedIds = z
  .array(z.uuid())
  .max(MOST_BLOCKS, `At most ${MOST_BLOCKS} blocks`)
  .refine((all) => new Set(all).size === all.length, 'A block is named twice')

/** The blocks that a place has from now on, in their order; `seen` are those it had when the editor chose. */
export const placeChange = z.strictObject({ place: contentPlace, blockIds: placedIds, seen: placedIds })
export type PlaceChange = z.output<typeof placeChange>

/** `?pageId=` or `?slot=&eventId=` */
export const placeQuery = z
  .strictObject({ pageId: z.uuid().optional(), slot: z.enum(SLOT_NAMES).optional(), eventId: z.uuid().optional() })
  .transform(({ pageId, slot, eventId }, context): ContentPlace => {
    if (pageId !== undefined && slot === undefined && eventId === undefined) return { pageId }
    if (pageId === undefined && slot !== undefined) return { slot, eventId: eventId ?? null }
    context.addIssue({ code: 'custom', message: 'Name a page or a slot', path: ['slot'] })
    return z.NEVER
  })

/** A block in a place, with what its words name that will go stale. */
export type PlacedBlock = BlockEntry & { warnings: string[] }

/** What a place holds, in its order. */
export type PlaceContent = { items: PlacedBlock[] }

/** One place where a block is used. */
export type BlockUse =
  | { pageId: string; title: string; slug: string; isPublished: boolean }
  | { slot: Slot; event: { id: string; name: string; date: PlainDay; isPublished: boolean } | null }
export type BlockUses = { items: BlockUse[] }

/** A place in words: `the page About us`, `Quotes of every event`. */
export function describeUse(use: BlockUse): string {
  if ('pageId' in use) return `the page ${use.title}`
  return `${SLOTS[use.slot].name} of ${use.event ? `${use.event.name} (${use.event.date})` : 'every event'}`
}

/** A place as the audit log and change sets name it: the id of a page, `quotes`, or `quotes` and the id of an event. */
export function placeKey(place: ContentPlace): string {
  if ('pageId' in place) return place.pageId
  return place.eventId === null ? place.slot : `${place.slot} ${place.eventId}`
}

/** The slot that a key names; undefined for any other text, also for the key of a page. */
export function parseSlotKey(key: string): Extract<ContentPlace, { slot: Slot }> | undefined {
  const [slot, eventId = null] = key.split(' ')
  const place = contentPlace.safeParse({ slot, eventId })
  return place.success && 'slot' in place.data && placeKey(place.data) === key ? place.data : undefined
}

/** What people call the list of blocks of a page or slot. */
export const PLACED_BLOCKS = 'Blocks'
