import { z } from 'zod'
import { text } from './text.ts'
import { isSafeHref } from './url.ts'

/** Who looks at the bar. Any of the roles admin, moderator and owner makes an admin. (spec 6) */
export type ViewerKind = 'anonymous' | 'user' | 'admin'

/** One row of `menu_items`. (spec 3) */
export type MenuItem = {
  id: string
  label: string
  href: string
  displayOrder: number
  isActive: boolean
  isExternal: boolean
  visibleToAnonymous: boolean
  visibleToUser: boolean
  visibleToAdmin: boolean
}

export const menuItemInput = z.strictObject({
  label: text(1, 100, 'Label'),
  href: z
    .string()
    .min(1, 'Address is required')
    .max(2000)
    .refine(isSafeHref, 'Enter a web address, a path or a # anchor'),
  displayOrder: z.number().int().min(0).max(10_000),
  isActive: z.boolean(),
  isExternal: z.boolean(),
  visibleToAnonymous: z.boolean(),
  visibleToUser: z.boolean(),
  visibleToAdmin: z.boolean(),
})

/** The menu row that opens the report modal; it is a button, so the bar leaves it out. (spec 2) */
export const REPORT_MODAL_HREF = '#report-modal'
/** The menu row that means the featured event; its label becomes that event's name. (spec 2) */
export const EVENT_HREF = '#event'
export const DEFAULT_EVENT_LABEL = 'Training Event'

/** A link as the bar shows it. */
export type NavLink = { label: string; href: string; isExternal: boolean }

/** The whole bar for one kind of viewer. A bar that is not shown carries no links. */
export type Navigation = { isShown: boolean; links: NavLink[] }

type NavigationFacts = {
  items: readonly MenuItem[]
  /** Setting `navigation_visibility.show_to_public`. */
  showToPublic: boolean
  /** Host of the product's external site, when one is set; items leading there are left out. (spec 2) */
  externalSiteHost: string | null
  featured: { eventName: string; eventSlug: string } | undefined
  viewer: ViewerKind
}

/** True if this kind of viewer may see the item at all. */
export function isVisibleTo(item: MenuItem, viewer: ViewerKind): boolean {
  if (!item.isActive) return false
  const flags = { anonymous: item.visibleToAnonymous, user: item.visibleToUser, admin: item.visibleToAdmin }
  return flags[viewer]
}

/** The bar one kind of viewer sees: hidden from non-admins unless the setting shows it; active and visible items in order. (spec 2) */
export function navigationFor({
  items,
  showToPublic,
  externalSiteHost,
  featured,
  viewer,
}: NavigationFacts): Navigation {
  if (viewer !== 'admin' && !showToPublic) return { isShown: false, links: [] }
  const links = items
    .filter(
      (item) => isVisibleTo(item, viewer) && item.href !== REPORT_MODAL_HREF && !leadsTo(item.href, externalSiteHost),
    )
    .sort((a, b) => a.displayOrder - b.displayOrder || (a.id < b.id ? -1 : 1))
    .map((item) => toLink(item, featured))
  return { isShown: true, links }
}

function toLink(item: MenuItem, featured: NavigationFacts['featured']): NavLink {
  if (item.href !== EVENT_HREF) return { label: item.label, href: item.href, isExternal: item.isExternal }
  return {
    label: featured?.eventName ?? DEFAULT_EVENT_LABEL,
    href: featured ? `/event/${featured.eventSlug}` : '/',
    isExternal: false,
  }
}

function leadsTo(href: string, host: string | null): boolean {
  return host !== null && URL.canParse(href) && new URL(href).host === host
}
