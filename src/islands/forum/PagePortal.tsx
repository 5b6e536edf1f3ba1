import { type ReactNode, useCallback, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** Shows its children at the end of the element that the selector finds. */
export function PagePortal({ of, children }: { of: string; children: ReactNode }) {
  const put = useCallback((host: HTMLElement) => document.querySelector(of)?.append(host), [of])
  const host = usePortalHost(put)
  return createPortal(children, host)
}

/** Shows its children in a post, after its buttons; with `isInstead` before its text, which is hidden. */
export function PostPortal({
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
  const host = usePortalHost(put)
  return createPortal(children, host)
}

/**
 * An element for this island in markup that the server sent. `put` adds it to the page, and it is removed with its component.
 */
function usePortalHost(put: (host: HTMLElement) => void): HTMLElement {
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
