import { useNavigate, useSearch } from '@tanstack/react-router'
import type { z } from 'zod'

/**
 * The state of a screen that its address keeps: filters, tab, place. The schema says what is valid; give each field
 * `.catch(…)`, so that a foreign address is no fault. `set` replaces the entry; with `push` the way back leads here.
 * The schema comes with its screen and not with the table of routes, or the first screen would load every one.
 *
 *     const [{ q, state }, set] = useUrlState(z.object({ q: z.string().catch(''), state: z.enum([…]).optional().catch(undefined) }))
 */
export function useUrlState<S extends z.ZodType<Record<string, string | undefined>>>(
  schema: S,
): [z.output<S>, (changes: Partial<z.output<S>>, options?: { push?: boolean }) => void] {
  const navigate = useNavigate()
  const search: unknown = useSearch({ strict: false })
  const set = (changes: Partial<z.output<S>>, { push = false }: { push?: boolean } = {}) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...changes }),
      replace: !push,
      resetScroll: false,
    })
  return [schema.parse(search), set]
}
