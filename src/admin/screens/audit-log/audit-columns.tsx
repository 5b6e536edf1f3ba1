import type { AuditedRow, AuditLine } from '#src/contract/audit-log.ts'
import { postPath } from '#src/contract/forum-paths.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import type { Column } from '../../blocks/DataTable.tsx'
import { formatMoment } from '../../blocks/moment.ts'
import { type AdminAddress, changed, links } from '../../links.ts'

/** At least 24 pixels high, in a cell of its own as beside another. (security AX4) */
const link = 'inline-block min-h-6 min-w-6 underline underline-offset-4'

/** What the list shows of an entry. Its first column opens the whole. */
export const columns: readonly Column<AuditLine>[] = [
  {
    header: 'When',
    cell: (entry) => <WhenLink entry={entry} />,
    width: '15rem',
  },
  {
    header: 'Who',
    cell: ({ actor, actorName }) => (
      <AdminLink to={links.auditLog({ actor })} title="Show all their changes" className={link}>
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
  { header: 'Changed', cell: (entry) => summarizeChanges(entry), className: 'text-[.9375rem] text-soft' },
]

/** Opens the whole entry, and leaves the filters as they are. */
function WhenLink({ entry: { id, at } }: { entry: AuditLine }) {
  return (
    <AdminLink to={changed<'/admin/audit-logs'>({ entry: String(id) })} className={`font-semibold ${link}`}>
      <time dateTime={new Date(at).toISOString()}>{formatMoment(at)}</time>
    </AdminLink>
  )
}

/** What an entry is about: the way there, and to everything that happened to it. */
export function Subject({ entry }: { entry: AuditLine }) {
  const { subjectType, subjectId, subjectName } = entry
  const place = subjectLink(entry)
  const words = (
    <>
      Open<span className="sr-only"> {subjectType}</span>
    </>
  )
  const look = `whitespace-nowrap text-[.875rem] text-soft ${link}`
  const name = subjectName ?? (subjectId === subjectType ? '' : shorten(subjectId))
  return (
    <span className="admin-links">
      <AdminLink to={links.auditLog({ subjectType, subjectId })} title="Show history" className={link}>
        {subjectType} {name}
      </AdminLink>
      {place && ' '}
      {typeof place === 'string' && (
        <a href={place} className={look}>
          {words}
        </a>
      )}
      {typeof place === 'object' && (
        <AdminLink to={place} className={look}>
          {words}
        </AdminLink>
      )}
    </span>
  )
}

/** Enough of an id to distinguish two. */
function shorten(id: string): string {
  return /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(id) ? `${id.slice(0, 8)}…` : id
}

const SCREENS: Record<string, (id: string, after: AuditedRow | null) => AdminAddress | string> = {
  account: links.user,
  user: links.user,
  event: links.eventSetup,
  vendor: (edit) => links.vendors({ edit }),
  team_member: (edit) => links.team({ edit }),
  location: (edit) => links.locations({ edit }),
  agenda_template: (edit) => links.agendaTemplates({ edit }),
  menu: () => links.menu(),
  'menu-item': () => links.menu(),
  setting: () => links.settings(),
  mail: (message) => links.mails({ message }),
  mail_round_trip: () => links.mails({ tab: 'domain' }),
  suppression: () => links.mails({ tab: 'stopped' }),
  report: (report) => links.reports({ report }),
  analytics_import: () => links.analyticsBackfill(),
  wish: (wish) => links.wishlist({ wish }),
  'forum-category': () => links.forumCategories(),
  'forum-categories': () => links.forumCategories(),
  'forum-topic': (id) => postPath(id),
  // What is hidden has no address on the site.
  'forum-post': (id, after) => (after?.state === 'hidden' ? links.forum({ queue: 'hidden' }) : postPath(id)),
}

type AuditedSubject = Pick<AuditLine, 'action' | 'subjectType' | 'subjectId' | 'after'>

/** Where the subject of an entry is looked after now, in the admin area or on the site; undefined for what has no place, or no longer exists. */
export function subjectLink({
  action,
  subjectType,
  subjectId,
  after,
}: AuditedSubject): AdminAddress | string | undefined {
  if (action.endsWith('.delete')) return undefined
  return Object.hasOwn(SCREENS, subjectType) ? SCREENS[subjectType]?.(subjectId, after) : undefined
}

/** One field of a row before and after; null where it was not there. */
export type AuditFieldChange = { field: string; before: string | null; after: string | null }

type Rows = { before: AuditedRow | null; after: AuditedRow | null }

/** The fields of both rows, in their order: those that differ, and those that stayed. Nested ones are named `outer.inner`. */
export function fieldChanges({ before, after }: Rows): { changed: AuditFieldChange[]; same: AuditFieldChange[] } {
  const was = flatten(before ?? {})
  const is = flatten(after ?? {})
  const fields = [...new Set([...was.keys(), ...is.keys()])]
  const all = fields.map((field) => ({ field, before: was.get(field) ?? null, after: is.get(field) ?? null }))
  return {
    changed: all.filter((each) => each.before !== each.after),
    same: all.filter((each) => each.before === each.after),
  }
}

/** What changed, in a few words for a list: `New`, `Deleted`, or the names of the fields. */
export function summarizeChanges({ before, after }: Rows, most = 3): string {
  if (!before && !after) return ''
  const names = fieldChanges({ before, after }).changed.map(({ field }) => field)
  const count = names.length - most
  const shown = `${names.slice(0, most).join(', ')}${count > 0 ? ` and ${count} more` : ''}`
  if (before && after) return shown || 'No changes'
  return `${before ? 'Removed' : 'Added'}: ${shown}`
}

function flatten(row: AuditedRow, prefix = ''): Map<string, string> {
  const entries = Object.entries(row).flatMap(([name, value]): [string, string][] =>
    isRow(value) ? [...flatten(value, `${prefix}${name}.`)] : [[prefix + name, toText(value)]],
  )
  return new Map(entries)
}

function isRow(value: unknown): value is AuditedRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
}

/** A value as people read it. Lists have a line for each entry. */
function toText(value: unknown): string {
  if (value === null || value === '') return '(empty)'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? '(none)' : value.map(toText).join('\n')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
