import { queryOptions } from '@tanstack/react-query'
import type { Changed } from '#src/contract/changed.ts'
import type { Feedback } from '#src/contract/feedback.ts'
import type { Wish } from '#src/contract/wish.ts'
import { api, ask } from '../../api.ts'

/** Asked for anew whenever the screen is opened: others ship wishes and take up reports meanwhile. */
export const feedbackQuery = queryOptions<Feedback>({
  queryKey: ['feedback'],
  queryFn: () => ask(() => api.feedback.$get()),
  staleTime: 0,
})

/** Tells visitors of a shipped wish, or no longer does. Everything else of it stays. */
export function tellVisitors(wish: Wish, isPublic: boolean): Promise<Changed<Wish>> {
  const { id, version, title, description, status, target, publicTitle, publicText } = wish
  const json = { version, title, description, status, target, isPublic, publicTitle, publicText }
  return ask(() => api.wishes[':id'].$patch({ param: { id }, json }))
}
