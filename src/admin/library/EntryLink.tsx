import { useLocation } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'
import { AdminLink } from '../blocks/AdminLink.tsx'

type EntryLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** The entry whose form opens; `new` for a new one, empty for the way back to the list. */
  edit: string
  /** Where the address keeps it. */
  param?: string
}

/** From a list to a form and back; what is looked for stays. As the name of a row, it needs no other class. */
export function EntryLink({ edit, param = 'edit', ...rest }: EntryLinkProps) {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  if (edit === '') query.delete(param)
  else query.set(param, edit)
  return (
    <AdminLink
      className="inline-block py-2 font-semibold underline-offset-4 hover:underline"
      {...rest}
      href={query.size > 0 ? `${pathname}?${query}` : pathname}
    />
  )
}
