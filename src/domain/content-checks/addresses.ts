import { findPage } from '../analytics/known-page.ts'

/** What exists at addresses that only the content knows. */
export type KnownSlugs = {
  events: ReadonlySet<string>
  /** Events that visitors do not see. */
  drafts: ReadonlySet<string>
  products: ReadonlySet<string>
  /** Published pages made of blocks. */
  pages: ReadonlySet<string>
}

/** The elements with an id that links may lead to, by page. */
const LANDING = new Set(['content', 'register', 'agenda', 'business-case', 'letter', 'about'])
const ANCHORS: Readonly<Record<string, ReadonlySet<string>>> = {
  '/': LANDING,
  '/events': new Set(['content', 'upcoming', 'past']),
  '/feedback': new Set(['content', 'you-asked', 'own-reports', 'form', 'how']),
}

/** Where a link leads: to a page, to nothing, to the page of a draft, to a missing place on a page, or to another site. */
export type LinkTarget = 'page' | 'nothing' | 'draft' | 'anchor' | 'outside'

type Asked = { siteUrl: string; slugs: KnownSlugs }

/** Judges a link by the table of routes and the slugs of the content. What neither knows, such as a file, is taken to be there. */
export function findTarget(href: string, { siteUrl, slugs }: Asked): LinkTarget {
  if (!URL.canParse(href, siteUrl)) return 'nothing'
  const url = new URL(href, siteUrl)
  if (!/^https?:$/.test(url.protocol)) return 'page'
  if (url.host !== new URL(siteUrl).host) return 'outside'
  const target = findPageTarget(url.pathname, slugs)
  if (target !== 'page' || url.hash === '') return target
  const anchors = url.pathname.startsWith('/event/') ? LANDING : ANCHORS[url.pathname]
  return anchors === undefined || anchors.has(url.hash.slice(1)) ? 'page' : 'anchor'
}

/** The slug of the event whose page or calendar file a link on this site leads to. */
export function findLinkedEvent(href: string, siteUrl: string): string | undefined {
  if (!URL.canParse(href, siteUrl)) return undefined
  const { host, pathname } = new URL(href, siteUrl)
  return host === new URL(siteUrl).host ? eventAt(pathname) : undefined
}

function eventAt(pathname: string): string | undefined {
  const [, file] = /^\/event\/([^/]+)\.ics$/.exec(pathname) ?? []
  return file ?? findPage(pathname)?.eventSlug
}

function findPageTarget(pathname: string, slugs: KnownSlugs): LinkTarget {
  const eventSlug = eventAt(pathname)
  if (eventSlug !== undefined) return findEvent(eventSlug, slugs)
  const page = findPage(pathname)
  if (page?.productSlug !== undefined) return slugs.products.has(page.productSlug) ? 'page' : 'nothing'
  if (page?.pageSlug !== undefined) return slugs.pages.has(page.pageSlug) ? 'page' : 'nothing'
  if (page !== undefined) return 'page'
  return /\.[a-z0-9]{2,5}$|^\/(?:media|api)\//.test(pathname) ? 'page' : 'nothing'
}

function findEvent(slug: string, { events, drafts }: KnownSlugs): LinkTarget {
  if (events.has(slug)) return 'page'
  return drafts.has(slug) ? 'draft' : 'nothing'
}
