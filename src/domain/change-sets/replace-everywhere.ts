import { and, eq, gte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { changeItems } from '#db/schema/change-sets.ts'
import { contentBlocks, contentPages } from '#db/schema/content.ts'
import { eventConfig } from '#db/schema/events.ts'
import { bodyField } from '#src/contract/block-change.ts'
import { BLOCK_NOWHERE, MOST_CHANGE_ITEMS, SET_FULL, TEXT_NOWHERE } from '#src/contract/change-set.ts'
import type { ReplaceInput } from '#src/contract/change-set-input.ts'
import type { SubjectType } from '#src/contract/change-subject.ts'
import { blockNeedsEvent, needsEvent } from '#src/contract/content-block.ts'
import { placeKey } from '#src/contract/content-place.ts'
import { REFERENCE } from '#src/contract/content-reference.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { COPY_KEYS, SITE_COPY } from '#src/contract/site-copy.ts'
import { isSame } from '#src/contract/versioned.ts'
import { dayIn } from '#src/contract/wall-clock.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { readBlock, readBlockUses } from '../content/read-blocks.ts'
import { findAddresses } from '../content-checks/read-markdown-parts.ts'
import { lockEditableSet, refuseRollback } from './change-set.ts'
import { createSet, setEntry } from './edit-set.ts'
import { checkAs } from './publish-set.ts'
import type { Fields, SubjectRules } from './subject.ts'
import { SUBJECT_TYPES_IN_ORDER, SUBJECTS } from './subjects.ts'

type By = { actor: Actor; rules: SubjectRules; now: Instant }
type Found = { type: SubjectType; id: string; change: (value: Fields) => Fields }

/**
 * Makes a set that puts another block into every place of one, or another text into every text that has one: blocks, pages, standing texts,
 * and events that are not over. A repeated call changes nothing. Throws `not_found` where nothing has it, `invalid` for a text that
 * would not fit, and `conflict` for more records than a set has, and for the id of a rollback.
 */
export async function replaceEverywhere(
  db: Db,
  input: ReplaceInput,
  { actor, rules, now }: By,
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const { name, found } = 'blockId' in input ? await findPlaces(tx, input) : await findTexts(tx, input, now)
    const set = await createSet(tx, { id: input.id, name: [...name].slice(0, LONGEST_NAME).join(''), note: '' }, actor)
    if ((await tx.$count(changeItems, eq(changeItems.setId, set.id))) > 0) return set
    refuseRollback(await lockEditableSet(tx, set.id))
    const items = await planItems(tx, found, rules)
    if (items.length === 0) throw new Failure('not_found', 'blockId' in input ? BLOCK_NOWHERE : TEXT_NOWHERE)
    if (items.length > MOST_CHANGE_ITEMS) throw new Failure('conflict', SET_FULL)
    await tx.insert(changeItems).values(items.map((item) => ({ ...item, setId: set.id, updatedBy: actor.id })))
    const records = items.map(({ subjectType, subjectId, label }) => ({ subjectType, subjectId, label }))
    await recordAudit(tx, actor, { ...setEntry('add', set.id), after: { records } })
    return set
  })
}

const LONGEST_NAME = 100

type Item = Pick<
  typeof changeItems.$inferInsert,
  'subjectType' | 'subjectId' | 'label' | 'baseVersion' | 'before' | 'after'
>

/** The items of records that really change, each checked by its own rules and held until the set is stored, so that none is deleted. */
async function planItems(tx: Db, found: readonly Found[], rules: SubjectRules): Promise<Item[]> {
  const items: Item[] = []
  for (const type of SUBJECT_TYPES_IN_ORDER) {
    const mine = found.filter((one) => one.type === type).toSorted((a, b) => (a.id < b.id ? -1 : 1))
    if (mine.length === 0) continue
    const ids = mine.map(({ id }) => id)
    await SUBJECTS[type].lock(tx, ids)
    const lives = await SUBJECTS[type].read(tx, ids)
    for (const { id, change } of mine) {
      const live = lives.get(id)
      const after = live && change(live.value)
      if (!live || !after || isSame(after, live.value)) continue
      const { label, version: baseVersion, value: before } = live
      items.push({
        ...{ subjectType: type, subjectId: id, label, baseVersion, before },
        after: checkAs(label, () => SUBJECTS[type].check(after, id, rules)),
      })
    }
  }
  return items
}

/** Every page and slot that has a block, with the other one in its place. A page cannot take a block about an event. */
async function findPlaces(tx: Db, { blockId, byId }: Extract<ReplaceInput, { blockId: string }>) {
  const [block, by] = [await readBlock(tx, blockId), await readBlock(tx, byId)]
  const uses = await readBlockUses(tx, blockId)
  if (needsEvent(by) && uses.some((use) => 'pageId' in use)) throw new Failure('conflict', blockNeedsEvent(by.title))
  const change = ({ blockIds, ...fields }: Fields): Fields => {
    const ids = (Array.isArray(blockIds) ? blockIds.map(String) : []).map((id) => (id === blockId ? byId : id))
    return { ...fields, blockIds: [...new Set(ids)] }
  }
  const found = uses.map((use): Found => {
    if ('pageId' in use) return { type: 'content_page', id: use.pageId, change }
    return { type: 'content_place', id: placeKey({ slot: use.slot, eventId: use.event?.id ?? null }), change }
  })
  return { name: `Replace ${block.title} with ${by.title}`, found }
}

/** Every record with a text that visitors read and that contains the words, as they are written. */
async function findTexts(tx: Db, { find, by }: Extract<ReplaceInput, { find: string }>, now: Instant) {
  const replace = getReplacer(find, by)
  const inFields = (isText: (field: string) => boolean) => (value: Fields) => {
    const changed = Object.entries(value).map(([field, held]) => {
      const isMarkdown = bodyField(field) === 'markdown'
      return [field, isText(field) ? mapTexts(held, (text) => replace(text, isMarkdown)) : held]
    })
    return Object.fromEntries(changed)
  }
  const ids = {
    content_block: await idsWith(tx, contentBlocks, find),
    content_page: await idsWith(tx, contentPages, find),
    event: await idsWith(tx, eventConfig, find, gte(eventConfig.eventDate, dayIn('UTC', now - DAY))),
  }
  const changes = {
    content_block: inFields((field) => BLOCK_TEXTS.has(bodyField(field) ?? '')),
    content_page: inFields((field) => PAGE_TEXTS.has(field)),
    event: inFields((field) => EVENT_TEXTS.has(field)),
  }
  const types = ['content_block', 'content_page', 'event'] as const
  const rows = types.flatMap((type) => ids[type].map((id): Found => ({ type, id, change: changes[type] })))
  const copies = COPY_KEYS.map((id): Found => {
    const change = ({ text }: Fields) => {
      const said = typeof text === 'string' ? text : SITE_COPY[id].text
      return { text: said.includes(find) ? replace(said) : text }
    }
    return { type: 'site_copy', id, change }
  })
  return { name: `Replace “${find}” with “${by}”`, found: [...rows, ...copies] }
}

/** What looks like an address, which is replaced in addresses too. */
const ADDRESS = /^(?:\/|[a-z][a-z+.-]*:)\S*$/i

/**
 * Replaces words as visitors read them: in no reference to a fact of an event and, in Markdown, in no address of a link or a picture,
 * unless such is what is looked for.
 */
function getReplacer(find: string, by: string) {
  return (text: string, isMarkdown = false): string => {
    if (!text.includes(find)) return text
    const references = find.includes('{{') ? [] : [...text.matchAll(REFERENCE)]
    const kept = references.map(({ 0: { length }, index }) => ({ start: index, end: index + length }))
    if (isMarkdown && !ADDRESS.test(find)) kept.push(...findAddresses(text))
    const isKept = (at: number) => kept.some(({ start, end }) => at < end && at + find.length > start)
    return text.replaceAll(find, (words, at: number) => (isKept(at) ? words : by))
  }
}

const DAY = 86_400_000
/** The fields that visitors read, by the names of the forms. */
const BLOCK_TEXTS = new Set([
  'heading',
  'markdown',
  'question',
  'alt',
  'caption',
  'items',
  'text',
  'result',
  'figures',
  'label',
  'plant',
])
const PAGE_TEXTS = new Set(['title', 'metaTitle', 'metaDescription'])
const EVENT_TEXTS = new Set([
  ...[
    'eventName',
    'heroTitle',
    'heroSubtitle',
    'heroDescription',
    'heroCtaText',
    'announcementText',
    'includedCourseName',
  ],
  ...['metaTitle', 'metaDescription', 'statusNote', 'workshopBenefits', 'workshopDeliverables'],
])

/** A value with its texts replaced, also those in lists and in lists of objects. */
function mapTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value)
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, replace))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, mapTexts(held, replace)]))
}

/** The rows that contain the words anywhere, as JSON writes them. */
async function idsWith(
  tx: Db,
  table: typeof contentBlocks | typeof contentPages | typeof eventConfig,
  words: string,
  also?: SQL,
): Promise<string[]> {
  const written = JSON.stringify(words).slice(1, -1)
  const has = sql`position(${written} in to_jsonb(${table})::text) > 0`
  const rows = await tx.select({ id: table.id }).from(table).where(and(has, also))
  return rows.map(({ id }) => id)
}
