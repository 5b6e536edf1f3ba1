import { z } from 'zod'
import { isStorable, text } from './text.ts'
import { isSafeHref } from './url.ts'
import type { Versioned } from './versioned.ts'

export const VIEWER_KINDS = ['anonymous', 'user', 'admin'] as const
/** Who looks at the bar. Any of the roles admin, moderator and owner makes an admin. (product 6) */
export type ViewerKind = (typeof VIEWER_KINDS)[number]

/** One row of `menu_items`. (product 3) */
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

const ORDER_RANGE = 'Order must be a whole number from 0 to 10000'

/** What may be sent of an item. (product 3, security IV6) */
export const menuItemInput = z.strictObject({
  label: text(1, 100, 'Label'),
  href: z
    .string()
    .min(1, { error: 'Address is required', abort: true })
    .max(2000, 'Address must be at most 2000 characters')
    .refine((href) => isSafeHref(href) && isStorable(href), 'Enter a web address, a path or a # anchor'),
  displayOrder: z.number(ORDER_RANGE).int(ORDER_RANGE).min(0, ORDER_RANGE).max(10_000, ORDER_RANGE),
  isActive: z.boolean(),
  isExternal: z.boolean(),
  visibleToAnonymous: z.boolean(),
  visibleToUser: z.boolean(),
  visibleToAdmin: z.boolean(),
})

/** Items a menu has at most: more than that no bar could show. */
export const MOST_MENU_ITEMS = 100

/** A new item. The form chooses the id; without an order it comes last. */
export const newMenuItem = menuItemInput.extend({
  id: z.uuid(),
  displayOrder: menuItemInput.shape.displayOrder.optional(),
})
export type NewMenuItem = z.output<typeof newMenuItem>

/** What of an item changes, from the version it was read at. */
export const menuItemChange = menuItemInput.partial().extend({ version: z.int() })
export type MenuItemChange = z.output<typeof menuItemChange>

/** What the form of an item holds. Its place is chosen in the list. */
export const menuItemFields = menuItemInput.omit({ displayOrder: true })
export type MenuItemFields = z.output<typeof menuItemFields>

/** What people call the kinds of viewer. (product 6) */
export const VIEWER_NAMES = { anonymous: 'Visitors', user: 'Members', admin: 'Admins' } as const

/** What people call each field. */
export const MENU_ITEM_LABELS: Record<keyof MenuItemFields, string> = {
  label: 'Label',
  href: 'Address',
  isActive: 'Active',
  isExternal: 'Opens in a new tab',
  visibleToAnonymous: VIEWER_NAMES.anonymous,
  visibleToUser: VIEWER_NAMES.user,
  visibleToAdmin: VIEWER_NAMES.admin,
}

/** The ids of all items in their new order, and in the order that the editor saw. */
export const menuOrder = z.strictObject({
  ids: z.array(z.uuid()).max(MOST_MENU_ITEMS),
  from: z.array(z.uuid()).max(MOST_MENU_ITEMS),
})
export type MenuOrder = z.output<typeof menuOrder>

/** An item as the menu screen knows it. */
export type StoredMenuItem = MenuItem & Versioned

/** The menu with what else decides what the bar shows, so that it can be previewed. */
export type Menu = { items: StoredMenuItem[]; bar: BarFacts; siteName: string }

/** The menu row that opens the report modal; it is a button, so the bar leaves it out. (product 2) */
export const REPORT_MODAL_HREF = '#report-modal'
/** The menu row that means the featured event; its label becomes that event's name. (product 2) */
export const EVENT_HREF = '#event'
export const DEFAULT_EVENT_LABEL = 'Training Event'

/** A link as the bar shows it. */
export type NavLink = { label: string; href: string; isExternal: boolean }

/** The whole bar for one kind of viewer. A bar that is not shown carries no links. */
export type Navigation = {
  isShown: boolean
  links: NavLink[]
  /** Whether the home page offers them its Report Issue button, be there a bar or not. (product 2) */
  canReport: boolean
}

/** What the bar depends on, besides its items and the viewer. */
export type BarFacts = {
  /** Setting `navigation_visibility.show_to_public`. */
  showToPublic: boolean
  /** Host of the product's external site, when one is set; items leading there are left out. (product 2) */
  externalSiteHost: string | null
  featured: { eventName: string; eventSlug: string } | null
}

type NavigationFacts = Omit<BarFacts, 'featured'> & {
  items: readonly MenuItem[]
  featured?: BarFacts['featured'] | undefined
  viewer: ViewerKind
}

/** True if this kind of viewer may see the item at all. */
export function isVisibleTo(item: MenuItem, viewer: ViewerKind): boolean {
  if (!item.isActive) return false
  const flags = { anonymous: item.visibleToAnonymous, user: item.visibleToUser, admin: item.visibleToAdmin }
  return flags[viewer]
}

/** True if the menu item for the report modal is active and visible to this kind of viewer. (product 2) */
export function canReport(items: readonly MenuItem[], viewer: ViewerKind): boolean {
  return items.some((item) => item.href === REPORT_MODAL_HREF && isVisibleTo(item, viewer))
}

/** The bar one kind of viewer sees: hidden from non-admins unless the setting shows it; active and visible items in order. (product 2) */
export function navigationFor({
  items,
  showToPublic,
  externalSiteHost,
  featured,
  viewer,
}: NavigationFacts): Navigation {
  const reporting = { canReport: canReport(items, viewer) }
  if (viewer !== 'admin' && !showToPublic) return { isShown: false, links: [], ...reporting }
  const links = items
    .filter(
      (item) => isVisibleTo(item, viewer) && item.href !== REPORT_MODAL_HREF && !leadsTo(item.href, externalSiteHost),
    )
    .sort((a, b) => a.displayOrder - b.displayOrder || (a.id < b.id ? -1 : 1))
    .map((item) => toLink(item, featured))
  return { isShown: true, links, ...reporting }
}

function toLink(item: MenuItem, featured: NavigationFacts['featured']): NavLink {
  if (item.href !== EVENT_HREF) return { label: item.label, href: item.href, isExternal: item.isExternal }
  return {
    label: featured?.eventName ?? DEFAULT_EVENT_LABEL,
    href: featured ? `/event/${featured.eventSlug}` : '/',
    isExternal: false,
  }
}

/** True for an address on this host; the bar leaves out what leads to the external site. (product 2) */
export function leadsTo(href: string, host: string | null): boolean {
  return host !== null && URL.canParse(href) && new URL(href).host === host
}
