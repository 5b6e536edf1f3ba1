import { RESERVED_PAGES } from '#src/contract/content-page.ts'
import { FORUM, FORUM_NEW, FORUM_SEARCH, FORUM_SETTINGS } from '#src/contract/forum-paths.ts'
import { CART_PATH, SHOP_PATH } from '#src/contract/shop-page.ts'

/** A page of the site as statistics name it, and what must exist for it to be one. */
export type KnownPage = { path: string; eventSlug?: string; productSlug?: string; pageSlug?: string }

/** Pages with one address, and those whose address only continues with what is not stored. */
const PAGES = new Set([
  ...['/', '/events', '/feedback', '/auth', '/account', '/admin', '/event-sheet', '/logistics-form', '/unsubscribe'],
  ...['/vendor-portal', '/verify-report', SHOP_PATH, CART_PATH, `${SHOP_PATH}/order`],
  ...[FORUM, FORUM_SEARCH, FORUM_NEW, FORUM_SETTINGS],
])

/** What people write and ask for is counted by kind of page: their own addresses are endless, and may name somebody. */
const KINDS: readonly (readonly [page: RegExp, path: string])[] = [
  [/^\/events\/past\/\d{1,6}$/, '/events/past/:page'],
  [/^\/events\/\d{4}-\d{2}$/, '/events/:month'],
  [/^\/shop\/page\/\d{1,6}$/, '/shop/page/:page'],
  [/^\/forum\/post\/[^/]+$/, '/forum/post/:id'],
  [/^\/forum\/category\/[^/]+$/, '/forum/category/:slug'],
  [/^\/forum\/member\/[^/]+$/, '/forum/member/:username'],
  [/^\/logistics-form\/[^/]+$/, '/logistics-form/:token'],
  [/^\/admin\//, '/admin'],
]

const EVENT_PAGE = /^\/event\/([a-z0-9-]{3,100})$/
const OWN_PAGE = /^\/([a-z0-9-]{3,100})$/
const PRODUCT_PAGE = /^\/shop\/([a-z0-9-]{3,100})$/

/** The page at a path; undefined for a path at which there is none. Events, products and pages of blocks are known by the database alone. */
export function findPage(pathname: string): KnownPage | undefined {
  const path = pathname.replace(/(?<=[^/])\/$/, '')
  if (PAGES.has(path)) return { path }
  const kind = KINDS.find(([page]) => page.test(path))
  if (kind) return { path: kind[1] }
  const [, eventSlug] = EVENT_PAGE.exec(path) ?? []
  if (eventSlug !== undefined) return { path, eventSlug }
  const [, productSlug] = PRODUCT_PAGE.exec(path) ?? []
  if (productSlug !== undefined) return { path, productSlug }
  const [, pageSlug] = OWN_PAGE.exec(path) ?? []
  return pageSlug === undefined || RESERVED_PAGES.has(pageSlug) ? undefined : { path, pageSlug }
}
