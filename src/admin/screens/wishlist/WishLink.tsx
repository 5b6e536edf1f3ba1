import { useLocation } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'
import { AdminLink } from '../../blocks/AdminLink.tsx'

type WishLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** The wish whose form opens; `new` for a new one, empty for the way back to the board. */
  id: string
}

/** From the board to a form and back; what is looked for stays. */
export function WishLink({ id, ...rest }: WishLinkProps) {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  if (id === '') query.delete('wish')
  else query.set('wish', id)
  return <AdminLink {...rest} href={query.size > 0 ? `${pathname}?${query}` : pathname} />
}
