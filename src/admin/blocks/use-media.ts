import { useSyncExternalStore } from 'react'

/** True while the window fits a media query. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (change) => {
      const media = matchMedia(query)
      media.addEventListener('change', change)
      return () => media.removeEventListener('change', change)
    },
    () => matchMedia(query).matches,
  )
}
