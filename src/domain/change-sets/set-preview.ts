import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { changeSets } from '#db/schema/change-sets.ts'
import type { SetPreview, SetPreviewPage } from '#src/contract/change-set-preview.ts'
import { contentPagePath, type SitePage } from '#src/contract/content-page.ts'
import { toShownBlock } from '#src/contract/content-shown.ts'
import { PREVIEW_DEAD, type ShareLinkInput } from '#src/contract/event-preview.ts'
import { arrangeEvents, toSummary } from '#src/contract/event-summary.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { getOpenings, nextOpening } from '#src/contract/featured.ts'
import type { Instant } from '#src/contract/instant.ts'
import { toLanding, unmeasured } from '#src/contract/landing.ts'
import { catalogPages, catalogPath, productPath, toShownProduct } from '#src/contract/shop-page.ts'
import { say } from '#src/contract/site-copy.ts'
import { isAdminAt } from '../accounts/person.ts'
import {
  createPreviewLink,
  type LinkContext,
  listPreviewLinks,
  type PreviewKind,
  revokePreviewLink,
} from '../links/preview-links.ts'
import { openSharedLink, sharedBy } from '../links/shared-link.ts'
import { type Overlay, overlayKey } from '../site/overlay.ts'
import { readSite, type Site } from '../site/read-site.ts'
import { lockEditableSet, lockSet, readItems, type SetRow } from './change-set.ts'
import { planItem } from './plan-item.ts'
import { readSubjects, SUBJECTS, subjectTypeOf } from './subjects.ts'

/** States in which a set has something to preview. */
const isPending = ({ state }: SetRow) => state !== 'published' && state !== 'rolled_back' && state !== 'prepared'

const ofSets: PreviewKind = {
  purpose: 'change-set-preview',
  subjectType: 'change_set',
  noun: 'A change set',
  path: '/preview#set.',
  lock: async (tx, id) => {
    const set = await lockSet(tx, id)
    if (!isPending(set)) await lockEditableSet(tx, id)
  },
  require: requireSet,
}

async function requireSet(db: Db, id: string): Promise<SetRow> {
  const [row] = await db.select().from(changeSets).where(eq(changeSets.id, id))
  if (!row) throw new Failure('not_found', NOT_FOUND.changeSet)
  return row
}

/** A link that opens the whole site as of the set. Throws as `createPreviewLink` does, and `conflict` for a published set. */
export async function createSetLink(db: Db, id: string, input: ShareLinkInput, context: LinkContext) {
  return createPreviewLink(db, ofSets, id, { input, context })
}

/** The links of a set that have not expired at `now`, newest first. Throws `not_found`. */
export async function listSetLinks(db: Db, id: string, now: Instant) {
  return listPreviewLinks(db, ofSets, id, now)
}

/** Ends a link at once. Throws `not_found` for one that no longer works. */
export async function revokeSetLink(
  db: Db,
  ids: { subjectId: string; linkId: string },
  context: LinkContext,
): Promise<void> {
  await revokePreviewLink(db, ofSets, ids, context)
}

/** What a set changes, for `readSite`: a field that somebody else has changed too has the value of the set. */
export async function readOverlay(db: Db, setId: string): Promise<Overlay> {
  const overlay = new Map<string, Record<string, unknown>>()
  const items = await readItems(db, setId)
  const lives = await readSubjects(db, items)
  for (const [at, item] of items.entries()) {
    const type = subjectTypeOf(item.subjectType)
    const live = lives[at]
    if (!live) continue
    const { merged } = planItem(item, live.value)
    overlay.set(overlayKey(type, item.subjectId), SUBJECTS[type].toOverlay?.(merged) ?? merged)
  }
  return overlay
}

/**
 * One page of the site as of a set, for a shared link. Throws `not_found` with one sentence for every link that opens nothing: unknown,
 * expired, revoked, of a set that is published or deleted, or made by somebody who is no longer an admin. (security TL5)
 */
export async function readSetPreview(
  db: Db,
  { token, path }: { token: string; path: string },
  now: Instant,
): Promise<SetPreview> {
  const link = await openSharedLink(db, { purpose: 'change-set-preview', token, only: isAdminAt(sharedBy, now) }, now)
  const [set] = link ? await db.select().from(changeSets).where(eq(changeSets.id, link.subjectId)) : []
  if (!link || !set || !isPending(set)) throw new Failure('not_found', PREVIEW_DEAD)
  const overlay = await readOverlay(db, set.id)
  const site = await readSite(db, now, { overlay })
  const { navigation, copy, partnerContact } = site
  const footer = overlay.has(overlayKey('site_copy', 'footer.text')) ? say(copy, 'footer.text') : null
  const contact = overlay.has(overlayKey('setting', 'partner_contact')) ? partnerContact : null
  return { name: set.name, expiresAt: link.expiresAt, now, navigation, footer, contact, page: toPage(site, path) }
}

function toPage(site: Site, path: string): SetPreviewPage {
  const { events, featured, pages: ownPages } = site
  if (path === '/' || path === '') return featured ? toLandingPage(site, featured) : { kind: 'none', path: '/' }
  if (path === '/events' || path.startsWith('/events/')) return toListPage(site, path)
  const slug = /^\/event\/([a-z0-9-]+)$/.exec(path)?.[1]
  const rows = events.find(({ event }) => event.eventSlug === slug)
  if (rows) return toLandingPage(site, rows)
  const ofShop = toShopPage(site, path)
  if (ofShop) return ofShop
  const page = ownPages.find((one) => contentPagePath(one.slug) === path)
  return page ? toOwnPage(page) : { kind: 'none', path }
}

function toListPage({ events, now }: Site, path: string): SetPreviewPage {
  const { first, further } = arrangeEvents(
    events.map(({ event }) => toSummary(event)),
    now,
  )
  if (path === '/events') return { kind: 'events', ...first }
  return further.find((list) => list.path === path) ?? { kind: 'none', path }
}

function toLandingPage({ events, now }: Site, rows: Site['events'][number]): SetPreviewPage {
  const next = nextOpening(rows.event, getOpenings(events.map(({ event }) => event)), now)
  return { kind: 'landing', landing: toLanding(rows, now, { next }) }
}

function toShopPage({ shop: { isOpen, products }, partnerContact }: Site, path: string): SetPreviewPage | undefined {
  const shown = products.map((product) => toShownProduct(product, unmeasured))
  const pages = catalogPages(shown)
  const at = pages.findIndex((_, place) => catalogPath(place + 1) === path)
  if (at !== -1) return { kind: 'catalog', isOpen, number: at + 1, count: pages.length, products: pages[at] ?? [] }
  const product = shown.find(({ slug }) => productPath(slug) === path)
  return product && { kind: 'product', isOpen, product, email: partnerContact?.email ?? null }
}

function toOwnPage({ title, blocks }: SitePage): SetPreviewPage {
  const shown = blocks.flatMap((block) => toShownBlock(block, { event: undefined, findPicture: unmeasured }) ?? [])
  return { kind: 'page', title, blocks: shown }
}
