import { useLayoutEffect, useState } from 'react'

/**
 * A place for this island in markup that the server sent: an element that `put` brings into the page, for as long as whoever
 * asks is shown.
 */
export function useHost(put: (host: HTMLElement) => void): HTMLElement {
  const [host] = useState(() => {
    const made = document.createElement('div')
    made.className = 'forum-layer'
    return made
  })
  useLayoutEffect(() => {
    put(host)
    return () => host.remove()
  }, [host, put])
  return host
}
