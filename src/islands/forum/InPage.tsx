import { type ReactNode, useCallback, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** Shows something at the end of the part of the page that a selector names. */
export function InPage({ of, children }: { of: string; children: ReactNode }) {
  const put = useCallback((host: HTMLElement) => document.querySelector(of)?.append(host), [of])
  const host = useHost(put)
  return createPortal(children, host)
}

/** Shows something in a post, behind what can be done with it; with `isInstead` in place of its words. */
export function InPost({
  article,
  isInstead = false,
  children,
}: {
  article: HTMLElement
  isInstead?: boolean
  children: ReactNode
}) {
  const put = useCallback(
    (host: HTMLElement) => {
      const actions = article.querySelector('[data-post-actions]')
      if (isInstead) article.querySelector('.prose')?.before(host)
      else if (actions) actions.after(host)
      else article.append(host)
    },
    [article, isInstead],
  )
  const host = useHost(put)
  return createPortal(children, host)
}

/**
 * A place for this island in markup that the server sent: an element that `put` brings into the page, for as long as whoever
 * asks is shown.
 */
function useHost(put: (host: HTMLElement) => void): HTMLElement {
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
