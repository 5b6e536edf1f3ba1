import type { ReactNode } from 'react'
import { FORUM } from '#src/contract/forum-paths.ts'
import { SearchForm } from './SearchForm.tsx'

type Crumb = { href: string; text: string }
type ForumHeadProps = {
  title: ReactNode
  /** True for words of a member: their letters stay as they were typed, for mV is not MV. */
  isWritten?: boolean
  /** The way here, without the forum itself; absent on the forum's first page. */
  crumbs?: readonly Crumb[]
  q?: string
  children?: ReactNode
}

/** The band every page of the forum begins with: where one is, what it is about, and the search. */
export function ForumHead({ title, isWritten = false, crumbs, q, children }: ForumHeadProps) {
  const heading = <h1 className={isWritten ? 'written' : 'display'}>{title}</h1>
  return (
    <div className="scheme-enamel forum-head">
      <div className="wrap">
        <div className="forum-bar">
          {crumbs ? <Crumbs way={crumbs} /> : heading}
          <div data-forum-bell />
          <SearchForm {...(q !== undefined && { q })} />
        </div>
        {crumbs && heading}
        {children}
      </div>
    </div>
  )
}

function Crumbs({ way }: { way: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="crumbs">
      <ol>
        {[{ href: FORUM, text: 'Forum' }, ...way].map(({ href, text }) => (
          <li key={href}>
            <a href={href}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
