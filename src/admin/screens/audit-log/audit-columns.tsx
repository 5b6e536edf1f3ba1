import { useLocation } from '@tanstack/react-router'
import type { AuditLine } from '#src/contract/audit-log.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import type { Column } from '../../blocks/DataTable.tsx'
import { momentOf } from '../../blocks/moment.ts'
import { links } from '../../links.ts'
import { summaryOf } from './field-changes.ts'
import { subjectLink } from './subject-link.ts'

/** At least 24 pixels high, in a cell of its own as beside another. (security AX4) */
const link = 'inline-block min-h-6 min-w-6 underline underline-offset-4'

/** What the list shows of an entry. Its first column opens the whole. */
export const columns: readonly Column<AuditLine>[] = [
  {
    header: 'When',
    cell: (entry) => <WhenLink entry={entry} />,
    width: '12.5rem',
  },
  {
    header: 'Who',
    cell: ({ actor, actorName }) => (
      <AdminLink href={links.auditLog({ actor })} title="Show all their changes" className={link}>
        {actorName}
      </AdminLink>
    ),
  },
  {
    header: 'Action',
    cell: ({ action }) => <code className="text-[.875rem]">{action}</code>,
    width: '13rem',
  },
  { header: 'Subject', cell: (entry) => <Subject entry={entry} />, width: '30%' },
  { header: 'Changed', cell: (entry) => summaryOf(entry), className: 'text-[.9375rem] text-soft' },
]

/** Opens the whole entry, and leaves the filters as they are. */
function WhenLink({ entry: { id, at } }: { entry: AuditLine }) {
  const { pathname, searchStr } = useLocation()
  const query = new URLSearchParams(searchStr)
  query.set('entry', String(id))
  return (
    <AdminLink href={`${pathname}?${query}`} className={`font-semibold ${link}`}>
      <time dateTime={new Date(at).toISOString()}>{momentOf(at)}</time>
    </AdminLink>
  )
}

/** What an entry is about: the way there, and to everything that happened to it. */
export function Subject({ entry }: { entry: AuditLine }) {
  const { subjectType, subjectId, subjectName } = entry
  const href = subjectLink(entry)
  const Way = href?.startsWith('/admin') ? AdminLink : 'a'
  const name = subjectName ?? (subjectId === subjectType ? '' : shorten(subjectId))
  return (
    <>
      <AdminLink href={links.auditLog({ subjectType, subjectId })} title="Show history" className={link}>
        {subjectType} {name}
      </AdminLink>
      {href && (
        <>
          {' '}
          <Way href={href} className={`whitespace-nowrap text-[.875rem] text-soft ${link}`}>
            Open<span className="sr-only"> {subjectType}</span>
          </Way>
        </>
      )}
    </>
  )
}

/** Enough of an id to tell two apart. */
function shorten(id: string): string {
  return /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(id) ? `${id.slice(0, 8)}…` : id
}
