import { type ReactNode, useCallback } from 'react'
import { createPortal } from 'react-dom'
import { useHost } from './use-host.ts'

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
