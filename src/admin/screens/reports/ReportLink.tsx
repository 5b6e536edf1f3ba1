import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { links } from '../../links.ts'
import { askedOf, reportPlace } from './report-filter.ts'

type ReportLinkProps = {
  /** Of the report it opens; without one it leads back to the list. */
  id?: string
  className?: string
  children: ReactNode
}

/** Opens a report, or the list, with the filters as they are. */
export function ReportLink({ id, ...link }: ReportLinkProps) {
  const { search } = useLocation()
  const asked = askedOf(reportPlace.parse(search))
  return <AdminLink {...link} href={links.reports({ ...asked, ...(id !== undefined && { report: id }) })} />
}
