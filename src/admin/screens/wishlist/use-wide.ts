import { useSyncExternalStore } from 'react'

/** Five columns and the sidebar need as much. Tailwind's `xl` says the same. */
const WIDE = '(min-width: 80rem)'

/** True where the columns of the board have room side by side. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (change) => {
      const media = matchMedia(WIDE)
      media.addEventListener('change', change)
      return () => media.removeEventListener('change', change)
    },
    () => matchMedia(WIDE).matches,
  )
}
