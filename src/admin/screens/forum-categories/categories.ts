import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  AdminCategory,
  CategoryChange,
  categoryInput,
  EventRoom,
  NewCategory,
} from '#src/contract/forum-moderation.ts'
import { api, ask } from '../../api.ts'

const { categories, events } = api.forum

/** Every category, in the order visitors see. */
export const categoriesQuery = queryOptions<AdminCategory[]>({
  queryKey: ['forum-categories'],
  queryFn: async () => (await ask(() => categories.$get())).items,
  staleTime: 0,
})

/** Events that a category may be the room of. */
export const roomsQuery = (q: string) =>
  queryOptions<EventRoom[]>({
    queryKey: ['forum-rooms', q],
    queryFn: async () => (await ask(() => events.$get({ query: { q } }))).items,
    placeholderData: (before) => before,
  })

export const addCategory = (json: NewCategory): Promise<AdminCategory> => ask(() => categories.$post({ json }))

export const changeCategory = (id: string, json: CategoryChange): Promise<AdminCategory> =>
  ask(() => categories[':id'].$patch({ param: { id }, json }))

export const deleteCategory = ({ id, version }: AdminCategory) =>
  ask(() => categories[':id'].$delete({ param: { id }, query: { version: String(version) } }))

export const orderCategories = (ids: string[]): Promise<AdminCategory[]> =>
  ask(() => categories.order.$put({ json: { ids } })).then(({ items }) => items)

/** Shows an order at once, before it is fetched again. */
export function showOrder(queries: QueryClient, items: AdminCategory[]): void {
  queries.setQueryData(categoriesQuery.queryKey, items)
}

/** What the form of a category holds. */
export type CategoryWords = z.output<typeof categoryInput>

export const LABELS: Record<keyof CategoryWords, string> = {
  name: 'Name',
  slug: 'Address',
  description: 'Description',
  eventId: 'Linked event',
  isClosed: 'Closed',
}

export function getWords(category: AdminCategory | undefined): CategoryWords {
  return {
    slug: category?.slug ?? '',
    name: category?.name ?? '',
    description: category?.description ?? '',
    eventId: category?.eventId ?? null,
    isClosed: category?.isClosed ?? false,
  }
}
