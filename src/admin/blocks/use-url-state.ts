import { type RegisteredRouter, useNavigate, useSearch } from '@tanstack/react-router'
import type { AdminPath, SearchOf } from '../addresses.ts'
import { changed } from '../links.ts'

/**
 * The state of a screen that its address keeps: filters, tab, place. `addresses.ts` says what is valid. `set` replaces the
 * entry; with `push` the way back leads here.
 *
 *     const [{ q = '', state }, set] = useUrlState('/admin/event/manage')
 */
export function useUrlState<const Path extends AdminPath>(path: Path) {
  const search = useSearch<RegisteredRouter, Path>({ from: path })
  const navigate = useNavigate()
  const set = (changes: SearchOf<Path>, { push = false }: { push?: boolean } = {}) =>
    void navigate({ ...changed<Path>(changes), replace: !push, resetScroll: false })
  return [search, set] as const
}
