import { Link } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, FocusEvent } from 'react'
import type { AdminAddress, changed } from '../links.ts'

type AdminLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'> & {
  to: AdminAddress | ReturnType<typeof changed>
}

/** The `ref` of the current tab of a row: it scrolls the row, and not the page, until the tab is in its middle. */
export function showTab(tab: HTMLElement | null): void {
  const row = tab?.parentElement
  if (tab && row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
}

/** Scrolls a focused tab fully into view, because browsers skip tabs that are partly visible. */
export function showFocusedTab({ currentTarget }: FocusEvent<HTMLAnchorElement>): void {
  // A row that moves under a pressed mouse would lose the click.
  if (currentTarget.matches(':focus-visible')) showTab(currentTarget.parentElement)
}

/** An address with another search is another place. */
const EXACT = { exact: true, includeSearch: true } as const

/** A link from screen to screen: a real address, opened without loading the page again. Its screen's code comes at the first touch. */
export function AdminLink({ to, ...rest }: AdminLinkProps) {
  return <Link {...rest} {...to} activeOptions={EXACT} />
}
