import { type Finding, SUBJECT_LABELS } from '#src/contract/content-check.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { toAdminAddress } from '../links.ts'
import { AdminLink } from './AdminLink.tsx'

type FindingLinesProps = {
  findings: readonly Finding[]
  /** True where the findings are of more than one event. */
  hasSubjects?: boolean
  /** Does something before the link is followed, such as closing the dialog that shows the findings. */
  onFollow?: () => void
}

/** What checks found, a line each. Each leads to the field that mends it. */
export function FindingLines({ findings, hasSubjects = false, onFollow }: FindingLinesProps) {
  return (
    <ul className="grid gap-3">
      {findings.map(({ level, subject, text, href }) => (
        <li
          key={`${href} ${text}`}
          className="grid items-start justify-items-start gap-x-3 gap-y-1 sm:grid-cols-[6rem_minmax(0,1fr)]"
        >
          {level === 'error' ? <Badge tone="bad">Error</Badge> : <Badge tone="waiting">Warning</Badge>}
          <p className="min-w-0 leading-snug [overflow-wrap:anywhere]">
            {hasSubjects && (
              <span className="block text-[.9375rem] text-soft">{`${SUBJECT_LABELS[subject.type]}: ${subject.label}`}</span>
            )}
            <AdminLink
              to={toAdminAddress(href) ?? { to: '/admin' }}
              className="inline-block min-h-6 underline underline-offset-4"
              onClick={onFollow}
            >
              {text}
            </AdminLink>
          </p>
        </li>
      ))}
    </ul>
  )
}
