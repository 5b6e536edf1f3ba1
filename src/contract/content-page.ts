import { z } from 'zod'
import type { SiteBlock } from './content-block.ts'
import type { Instant } from './instant.ts'
import { entryVersion, libraryQuery, nameText } from './library.ts'
import { SLUG_RESERVED, slugSchema } from './slug.ts'
import { optionalText } from './text.ts'

/**
 * The first part of every address that the site has of its own: pages, functions, folders of files. A test compares it with the
 * routes, so that a page of an editor never takes the place of one of ours.
 */
export const RESERVED_PAGES: ReadonlySet<string> = new Set([
  ...['404', 'account', 'admin', 'api', 'auth', 'build', 'calendar', 'demo', 'event', 'event-fallback', 'event-sheet'],
  ...['events', 'favicon', 'feedback', 'fonts', 'forum', 'forum-shell', 'index', 'islands', 'logistics-form', 'media'],
  ...['og', 'preview', 'robots', 'shop', 'sitemap', 'unsubscribe', 'vendor-portal', 'verify-report'],
])

/** The page address of a content page: any that no route of the site uses. */
const pageSlug = slugSchema.refine((slug) => !RESERVED_PAGES.has(slug), SLUG_RESERVED)

/** The form of a page. Its blocks are put in order by themselves. */
export const pageContentFields = z.strictObject({
  slug: pageSlug,
  title: nameText(120, 'Title'),
  metaTitle: optionalText(100, 'Title for search engines'),
  metaDescription: optionalText(200, 'Description for search engines'),
  isPublished: z.boolean(),
})
export type PageContentFields = z.output<typeof pageContentFields>

/** What forms call the fields of a page. */
export const PAGE_LABELS: Record<keyof PageContentFields, string> = {
  title: 'Title',
  slug: 'Page address',
  metaTitle: 'Title for search engines',
  metaDescription: 'Description for search engines',
  isPublished: 'Published',
}

export const newContentPage = pageContentFields.extend({ id: z.uuid() })
export type NewContentPage = z.output<typeof newContentPage>

export const contentPageChange = pageContentFields.required().extend({ version: entryVersion })
export type ContentPageChange = z.output<typeof contentPageChange>

/** `?q=&limit=&cursor=` of the list of pages, by title. */
export const contentPageQuery = libraryQuery

/** A page as the library has it. `uses` counts its blocks. */
export type ContentPageEntry = PageContentFields & {
  id: string
  version: number
  uses: number
  createdAt: Instant
  updatedAt: Instant
}

/** A published page as the site reads it. */
export type SitePage = {
  id: string
  slug: string
  title: string
  metaTitle: string | null
  metaDescription: string | null
  updatedAt: Instant
  blocks: SiteBlock[]
}

/** Refuses an address that another page has, or had before. */
export function pageSlugTaken(slug: string): string {
  return `The page address ${slug} belongs to another page.`
}
export function pageSlugRedirects(slug: string, to: string): string {
  return `The page address ${slug} still redirects to ${to}, which is another page.`
}

/** The path of a page. */
export function contentPagePath(slug: string): string {
  return `/${slug}`
}
