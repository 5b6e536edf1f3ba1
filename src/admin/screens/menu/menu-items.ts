import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  type BarFacts,
  DEFAULT_EVENT_LABEL,
  EVENT_HREF,
  leadsTo,
  type Menu,
  type MenuItem,
  type MenuItemChange,
  type MenuOrder,
  type NewMenuItem,
  REPORT_MODAL_HREF,
  type StoredMenuItem,
} from '#src/contract/navigation.ts'
import type { Changed } from '#src/contract/versioned.ts'
import { ask, contentApi } from '../../api.ts'

const { 'menu-items': items } = contentApi

/** The menu and what else decides what the bar shows. */
export const menuQuery = queryOptions<Menu>({
  queryKey: ['menu'],
  queryFn: () => ask(() => items.$get()),
  staleTime: 0,
})

export const addItem = (json: NewMenuItem): Promise<Changed<StoredMenuItem>> => ask(() => items.$post({ json }))

export const changeItem = (id: string, json: MenuItemChange): Promise<Changed<StoredMenuItem>> =>
  ask(() => items[':id'].$patch({ param: { id }, json }))

export const deleteItem = (id: string): Promise<Changed<StoredMenuItem>> =>
  ask(() => items[':id'].$delete({ param: { id } }))

export const orderItems = (json: MenuOrder): Promise<Changed<StoredMenuItem[]>> => ask(() => items.order.$put({ json }))

/** Shows an order that was saved at once. */
export function showItems(queries: QueryClient, items: StoredMenuItem[]): void {
  queries.setQueryData(menuQuery.queryKey, (menu) => menu && { ...menu, items })
}

/** Shows what a save answered with at once, so that the next one starts from it. */
export function showItem(queries: QueryClient, item: StoredMenuItem): void {
  queries.setQueryData(
    menuQuery.queryKey,
    (menu) => menu && { ...menu, items: menu.items.map((shown) => (shown.id === item.id ? item : shown)) },
  )
}

/** Names the preview of the navigation bar, and captions its two screens. */
export const NAVIGATION_PREVIEW = 'Navigation preview'

export const WIDE_PREVIEW = 'Desktop'

export const PHONE_PREVIEW = 'Phone, menu open'

/** What the preview says of viewers who see no bar, and of those without the report button. */
export const SEES_NO_BAR = 'do not see the navigation bar'

export const NO_REPORT_BUTTON = 'They do not see the Report Issue button'

/** What the bar makes of items that it does not show as links. */
export const NO_AUDIENCE = 'Hidden because no audience is selected.'

export const REPORT_BUTTON = 'Shown as a button on the home page that opens the report form, not as a link.'

export const EXTERNAL_LINK = 'Links to the external site, so the navigation bar hides it.'

/** What the bar makes of an item beyond its label and address; undefined for an ordinary one. (product 2) */
export function getNote(item: MenuItem, bar: BarFacts): string | undefined {
  if (!item.visibleToAnonymous && !item.visibleToUser && !item.visibleToAdmin) return NO_AUDIENCE
  if (item.href === REPORT_MODAL_HREF) return REPORT_BUTTON
  if (leadsTo(item.href, bar.externalSiteHost)) return EXTERNAL_LINK
  if (item.href !== EVENT_HREF) return undefined
  return bar.featured
    ? `Shown as “${bar.featured.eventName}” with a link to its page.`
    : `Shown as “${DEFAULT_EVENT_LABEL}” until an event is published.`
}
