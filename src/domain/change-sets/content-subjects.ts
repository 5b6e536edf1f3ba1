import { inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { contentBlocks, contentPages } from '#db/schema/content.ts'
import { eventConfig } from '#db/schema/events.ts'
import { BLOCK_LABELS, flattenBlock, nestBlock } from '#src/contract/block-change.ts'
import type { SubjectType } from '#src/contract/change-subject.ts'
import { blockFields, readContent } from '#src/contract/content-block.ts'
import { type BlockKind, SLOT_NAMES, SLOTS } from '#src/contract/content-kinds.ts'
import { PAGE_LABELS, pageContentFields } from '#src/contract/content-page.ts'
import { parseSlotKey, placedIds, placeKey } from '#src/contract/content-place.ts'
import { Failure, INVALID_VALUE } from '#src/contract/failure.ts'
import { COPY_GROUPS, copyGroup, isCopyKey, SITE_COPY } from '#src/contract/site-copy.ts'
import { copyText } from '#src/contract/site-copy-input.ts'
import { listPages, updatePage } from '../content/pages.ts'
import { listBlocks } from '../content/read-blocks.ts'
import { renderBlock, updateBlock } from '../content/save-block.ts'
import { listCopy, saveCopy } from '../content/site-copy.ts'
import { changePlace, readPlacedIds } from '../content/slots.ts'
import { listEventLines } from '../events/list-events.ts'
import { lockContentRow } from '../events/take-slug.ts'
import {
  checkFields,
  contains,
  type Fields,
  type Live,
  type Lives,
  MOST_FOUND,
  rowSubject,
  type Subject,
  versioned,
  withValues,
} from './subject.ts'

const first = { limit: MOST_FOUND }

const blockRow = rowSubject({
  type: 'content_block',
  table: contentBlocks,
  labels: BLOCK_LABELS,
  getLabel: (row) => row.title,
})
const pageRow = rowSubject({
  type: 'content_page',
  table: contentPages,
  labels: PAGE_LABELS,
  getLabel: (row) => row.title,
})
const placeFields = z.strictObject({ blockIds: placedIds })
const pageFields = pageContentFields.required().extend({ blockIds: placedIds })

type ContentType = Extract<SubjectType, 'content_block' | 'content_page' | 'content_place' | 'site_copy'>

/** Blocks, pages with their blocks, slots of landing pages, and standing texts. */
export const CONTENT_SUBJECTS: Record<ContentType, Subject> = {
  content_block: {
    ...blockRow,
    read: async (db, ids) => withValues(await blockRow.read(db, ids), ({ value }) => flattenBlock(asOfToday(value))),
    check: (value) => {
      const fields = checkFields('content_block', blockFields, nestBlock(value))
      renderBlock(blockFields.parse(fields))
      return flattenBlock(fields)
    },
    write: (tx, { id, value, live, actor }) =>
      updateBlock(tx, id, versioned(blockFields.parse(nestBlock(value)), live), actor),
    find: async (db, q) => (await listBlocks(db, { ...first, q })).items.map(({ id, title }) => ({ id, label: title })),
    toOverlay: (value) => {
      // What two edits together make may be no block; publishing it is then refused.
      const { data: block } = blockFields.safeParse(nestBlock(value))
      return block ? { ...block, html: renderBlock(block) } : {}
    },
  },
  content_page: {
    ...pageRow,
    read: async (db, ids) =>
      withValues(await pageRow.read(db, ids), async ({ value }, id) => {
        const { blockIds } = await readPlacedIds(db, { pageId: id })
        return { ...value, blockIds }
      }),
    check: (value) => checkFields('content_page', pageFields, value),
    write: async (tx, { id, value, live, actor }) => {
      const { blockIds, ...fields } = pageFields.parse(value)
      await updatePage(tx, id, versioned(fields, live), actor)
      await changePlace(tx, { place: { pageId: id }, blockIds, seen: seenIn(live.value) }, actor)
    },
    find: async (db, q) => (await listPages(db, { ...first, q })).items.map(({ id, title }) => ({ id, label: title })),
  },
  content_place: {
    isId: (id) => parseSlotKey(id) !== undefined,
    lock: lockEvents,
    read: readPlaces,
    check: (value) => checkFields('content_place', placeFields, value),
    write: async (tx, { id, value, live, actor }) => {
      const place = parseSlotKey(id)
      if (!place) throw new Failure('invalid', INVALID_VALUE)
      await changePlace(tx, { place, ...placeFields.parse(value), seen: seenIn(live.value) }, actor)
    },
    find: findPlaces,
  },
  site_copy: {
    isId: isCopyKey,
    // Every save of a standing text holds this row first, also of one that was never saved.
    lock: (tx) => lockContentRow(tx),
    read: async (db, keys) => {
      const asked = (await listCopy(db)).filter(({ key }) => keys.includes(key))
      return new Map(asked.map(({ key, version, text }) => [key, { label: copyLabel(key), version, value: { text } }]))
    },
    check: (value, key) => {
      if (!isCopyKey(key)) throw new Failure('invalid', INVALID_VALUE)
      const { text } = checkFields('site_copy', z.strictObject({ text: copyText(key).nullable() }), value)
      return { text: text === SITE_COPY[key].text ? null : text }
    },
    write: (tx, { id, value, live, actor }) => saveCopy(tx, id, versioned({ text: toText(value.text) }, live), actor),
    find: async (db, q) =>
      (await listCopy(db))
        .map(({ key }) => ({ id: key, label: copyLabel(key) }))
        .filter(({ label }) => contains(label, q)),
  },
}

/** A stored block with its body in the shape of today. */
function asOfToday({ kind, body, ...fields }: Fields): Fields {
  return { ...fields, ...readContent(kind as BlockKind, body as Fields) }
}

const seenIn = ({ blockIds }: Fields) => placedIds.parse(blockIds)
const toText = (text: unknown) => (typeof text === 'string' ? text : null)

function copyLabel(key: keyof typeof SITE_COPY): string {
  return `${SITE_COPY[key].label} (${COPY_GROUPS[copyGroup(key)]})`
}

/** The events whose slots these are. */
export function eventsOfPlaces(keys: readonly string[]): string[] {
  return keys.flatMap((key) => parseSlotKey(key)?.eventId ?? [])
}

async function lockEvents(tx: Db, keys: string[]): Promise<void> {
  const { id } = eventConfig
  await tx
    .select({ id })
    .from(eventConfig)
    .where(inArray(id, eventsOfPlaces(keys)))
    .orderBy(id)
    .for('no key update')
}

async function readPlaces(db: Db, keys: string[]): Promise<Lives> {
  const lives = new Map<string, Live>()
  for (const key of keys) {
    const place = parseSlotKey(key)
    const found = place && (await orNull(readPlacedIds(db, place)))
    if (!found) continue
    const label = `${SLOTS[place.slot].name} of ${found.owner}`
    lives.set(key, { label, version: null, value: { blockIds: found.blockIds } })
  }
  return lives
}

async function orNull<Value>(found: Promise<Value>): Promise<Value | null> {
  try {
    return await found
  } catch (fault) {
    if (fault instanceof Failure && fault.kind === 'not_found') return null
    throw fault
  }
}

const MOST_EVENTS = 2

/** The slots of every event, and those of the latest events with such a name. */
async function findPlaces(db: Db, q: string, now: number) {
  const common = SLOT_NAMES.map((slot) => ({
    id: placeKey({ slot, eventId: null }),
    label: `${SLOTS[slot].name} of every event`,
  }))
  const events = q === '' ? [] : (await listEventLines(db, { limit: MOST_EVENTS, q, after: undefined }, now)).items
  const own = events.flatMap(({ id, eventName, eventDate }) =>
    SLOT_NAMES.map((slot) => ({
      id: placeKey({ slot, eventId: id }),
      label: `${SLOTS[slot].name} of ${eventName} (${eventDate})`,
    })),
  )
  return [...common.filter(({ label }) => contains(label, q)), ...own]
}
