import { useLocation, useRouter } from '@tanstack/react-router'
import type { z } from 'zod'

/**
 * What of a screen stands in its address: filters, tab, place. The schema says what may stand there; give each field
 * `.catch(…)`, so that a foreign address is no fault. `set` replaces the entry; with `push` the way back leads here.
 *
 *     const [{ q, state }, set] = useUrlState(z.object({ q: z.string().catch(''), state: z.enum([…]).optional().catch(undefined) }))
 */
export function useUrlState<S extends z.ZodType<Record<string, string | undefined>>>(
  schema: S,
): [z.output<S>, (changes: Partial<z.output<S>>, options?: { push?: boolean }) => void] {
  const router = useRouter()
  const { search } = useLocation()
  const state = schema.parse(search)
  const set = (changes: Partial<z.output<S>>, { push = false }: { push?: boolean } = {}) => {
    const next = { ...router.state.location.search, ...changes }
    const query = new URLSearchParams(
      Object.entries(next).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
      ),
    )
    const href = query.size > 0 ? `${router.state.location.pathname}?${query}` : router.state.location.pathname
    void router.navigate({ href, replace: !push, resetScroll: false })
  }
  return [state, set]
}
