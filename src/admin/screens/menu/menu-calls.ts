import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Changed } from '#src/contract/changed.ts'
import type { Menu, MenuItemChange, MenuOrder, NewMenuItem, StoredMenuItem } from '#src/contract/navigation.ts'
import { api, ask } from '../../api.ts'

const { 'menu-items': items } = api

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
