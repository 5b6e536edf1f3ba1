import { useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { screenAt } from '../routes.ts'

type AdminLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }

/** A link from screen to screen: a real address, opened without loading the page anew. Its screen's code comes at the first touch. */
export function AdminLink({ href, onClick, ...rest }: AdminLinkProps) {
  const router = useRouter()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || !isPlain) return
    event.preventDefault()
    void router.navigate({ href })
  }
  const fetchScreen = () => {
    // What does not come now is fetched, and its failure shown, when the link is followed.
    screenAt(href.split('?')[0] ?? '')
      ?.load()
      .catch(() => {})
  }
  return <a href={href} onClick={follow} onPointerEnter={fetchScreen} onFocus={fetchScreen} {...rest} />
}
