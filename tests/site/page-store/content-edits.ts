import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { contentBlocks, contentPageRedirects, contentPages, contentSlots, siteCopy } from '#db/schema/content.ts'
import { eventConfig } from '#db/schema/events.ts'
import { SLOT_NAMES } from '#src/contract/content-kinds.ts'
import { COPY_KEYS } from '#src/contract/site-copy.ts'
import { changing, type Edit, pick, storePicture, type World, word } from './world.ts'

/** A block of its own, with words and an event's facts. */
async function newBlock(world: World): Promise<string> {
  const body = { schemaVersion: 1, heading: word(world), items: [`{{city}} ${word(world)}`, '{{price}}'] }
  const [block] = await world.db
    .insert(contentBlocks)
    .values({ kind: 'list', title: word(world), body })
    .returning()
  return block?.id ?? ''
}

const fillSlot =
  (isOfAll: boolean): Edit =>
  async (world) => {
    const events = await world.db
      .select({ id: eventConfig.id })
      .from(eventConfig)
      .where(eq(eventConfig.isPublished, true))
      .orderBy(eventConfig.id)
    const eventId = isOfAll ? null : pick(world, events).id
    const place = pick(world, SLOT_NAMES)
    await world.db.insert(contentSlots).values({ place, eventId, blockId: await newBlock(world), position: 1 })
  }

const emptySlot: Edit = async (world) => {
  const slots = await world.db
    .select({ id: contentSlots.id })
    .from(contentSlots)
    .where(isNull(contentSlots.pageId))
    .orderBy(contentSlots.id)
  await world.db.delete(contentSlots).where(eq(contentSlots.id, pick(world, slots).id))
}

async function aPage(world: World) {
  const pages = await world.db.select().from(contentPages).orderBy(contentPages.id)
  return pick(world, pages)
}

/** A page with a block of its own, which may be one that another place has too. */
const newPage: Edit = async (world) => {
  const slug = `page-${word(world).toLowerCase()}`
  const [page] = await world.db
    .insert(contentPages)
    .values({ slug, title: word(world), isPublished: true })
    .returning()
  const shared = await world.db
    .select({ id: contentBlocks.id })
    .from(contentBlocks)
    .where(sharable)
    .orderBy(contentBlocks.id)
  const blockId = world.random() < 0.5 ? pick(world, shared).id : await newBlockOfPage(world)
  await world.db.insert(contentSlots).values({ place: 'page', pageId: page?.id ?? null, blockId, position: 1 })
}

/** Blocks without facts of an event, which a page has none of. */
const sharable = and(eq(contentBlocks.isActive, true), sql`${contentBlocks.kind} = 'question'`)

async function newBlockOfPage(world: World): Promise<string> {
  const words = word(world)
  const body = { schemaVersion: 1, heading: '', markdown: words }
  const block = { kind: 'text', title: words, body, html: `<p>${words}</p>` } as const
  const [stored] = await world.db.insert(contentBlocks).values(block).returning()
  return stored?.id ?? ''
}

const renamePage: Edit = async (world) => {
  const { id, slug } = await aPage(world)
  await world.db
    .update(contentPages)
    .set({ slug: `page-${word(world).toLowerCase()}` })
    .where(eq(contentPages.id, id))
  await world.db.insert(contentPageRedirects).values({ oldSlug: slug, pageId: id }).onConflictDoNothing()
}

const deletePage: Edit = async (world) => {
  const pages = await world.db.$count(contentPages)
  const { id } = await aPage(world)
  if (pages > 1) await world.db.delete(contentPages).where(eq(contentPages.id, id))
}

const writeCopy: Edit = async (world) => {
  const text = word(world)
  const key = pick(world, COPY_KEYS)
  await world.db.insert(siteCopy).values({ key, text }).onConflictDoUpdate({ target: siteCopy.key, set: { text } })
}

/** The default counts again, without the row and without a text in it. */
const forgetCopy: Edit = async (world) => {
  const edited = await world.db
    .select({ key: siteCopy.key })
    .from(siteCopy)
    .where(isNotNull(siteCopy.text))
    .orderBy(siteCopy.key)
  if (edited.length === 0) return writeCopy(world)
  const isIt = eq(siteCopy.key, pick(world, edited).key)
  await (world.random() < 0.5
    ? world.db.delete(siteCopy).where(isIt)
    : world.db.update(siteCopy).set({ text: null }).where(isIt))
}

const withHeading = (world: World) => `body = jsonb_set(body, '{heading}', '"${word(world)} {{date}}"')`

/** Everything that editors change of blocks, slots, pages of their own and standing texts. */
export const CONTENT_EDITS: Record<string, Edit> = {
  'whether a block is shown': changing(
    'content_blocks',
    () => 'is_active = not is_active',
    'id in (select block_id from content_slots)',
  ),
  'the heading of a block in slots': changing(
    'content_blocks',
    withHeading,
    `kind in ('list', 'figures') and not exists (select from content_slots s where s.block_id = content_blocks.id and page_id is not null)`,
  ),
  'the text of a block': changing(
    'content_blocks',
    (world) => `html = '<p>${word(world)} &amp; more</p>'`,
    `kind in ('text', 'question')`,
  ),
  'the picture of a block': async (world) => {
    const url = await storePicture(world)
    await changing('content_blocks', () => `body = jsonb_set(body, '{url}', '"${url}"')`, `kind = 'picture'`)(world)
  },
  'a slot of one event': fillSlot(false),
  'a slot of all events': fillSlot(true),
  'a slot that is emptied': emptySlot,
  'the order of blocks': changing('content_slots', (world) => `position = ${1 + Math.floor(world.random() * 9)}`),
  'a standing text': writeCopy,
  'a standing text that is the default again': forgetCopy,
  'the title of a page of blocks': changing('content_pages', (world) => `title = '${word(world)}', meta_title = null`),
  'whether a page of blocks is published': changing('content_pages', () => 'is_published = not is_published'),
  'the address of a page of blocks': renamePage,
  'a new page of blocks': newPage,
  'a page of blocks that is deleted': deletePage,
}
