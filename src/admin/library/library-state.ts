import { z } from 'zod'
import { useUrlState } from '../blocks/use-url-state.ts'

const state = z.object({ q: z.string().max(200).catch(''), edit: z.string().max(40).catch('') })

/** Of a library's screen: what is looked for, and the entry whose form is open (`new` for one that is not stored yet). */
export function useLibraryState() {
  const [{ q, edit }, set] = useUrlState(state)
  return {
    q,
    edit,
    search: (text: string) => set({ q: text }),
    /** The way back leads to the list. */
    open: (id: string) => set({ edit: id }, { push: true }),
    close: () => set({ edit: '' }),
  }
}
