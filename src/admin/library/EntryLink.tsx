import type { AnchorHTMLAttributes } from 'react'
import type { LibraryPath } from '../addresses.ts'
import { AdminLink } from '../blocks/AdminLink.tsx'
import { changed } from '../links.ts'

type EntryLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** The entry whose form opens; `new` for a new one, undefined for the way back to the list. */
  edit: string | undefined
  /** Where the address keeps it. */
  param?: 'edit' | 'wish'
}

/** From a list to a form and back; what is looked for stays. As the name of a row, it needs no other class. */
export function EntryLink({ edit, param = 'edit', ...rest }: EntryLinkProps) {
  return (
    <AdminLink
      className="inline-block py-2 font-semibold underline-offset-4 hover:underline"
      {...rest}
      to={param === 'wish' ? changed<'/admin/wishlist'>({ wish: edit }) : changed<LibraryPath>({ edit })}
    />
  )
}
