import { Link } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'

type AdminLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'target'> & { href: string }

/** An address with another search is another place. */
const EXACT = { exact: true, includeSearch: true } as const

/** A link from screen to screen: a real address, opened without loading the page again. Its screen's code comes at the first touch. */
export function AdminLink({ href, ...rest }: AdminLinkProps) {
  const [path = href, query] = href.split('?')
  // `links.ts` says what each address may carry; the router, whose routes are a table, does not know it by type.
  const search = Object.fromEntries(new URLSearchParams(query)) as never
  return <Link {...rest} to={path} search={search} activeOptions={EXACT} preload="intent" />
}
