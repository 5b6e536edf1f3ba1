import { useLocation } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'
import { AdminLink } from '../blocks/AdminLink.tsx'

type EntryLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** The entry whose form opens; `new` for a new one, empty for the way back to the list. */
  edit: string
}

/** From a library's list to a form and back; what is looked for stays. */
export function EntryLink({ edit, ...rest }: EntryLinkProps) {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  if (edit === '') query.delete('edit')
  else query.set('edit', edit)
  return <AdminLink {...rest} href={query.size > 0 ? `${pathname}?${query}` : pathname} />
}
