import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { REMOVE_FILTER } from '#src/contract/audit-log.ts'
import { Button } from '#src/ui/Button.tsx'
import { ChoiceFilter, Filters, SearchBox } from '../../blocks/Filters.tsx'
import { TimeFilter } from '../../blocks/TimeFilter.tsx'
import { actionsQuery } from './audit-calls.ts'
import { type AuditPlace, type AuditSearch, askedOf } from './audit-filter.ts'

type AuditFiltersProps = { place: AuditPlace; onChange: (changes: Partial<AuditSearch>) => void }

const NOTHING = {
  actor: undefined,
  action: undefined,
  subjectType: undefined,
  subjectId: undefined,
  from: undefined,
  until: undefined,
}

/** By person, action, time, and by the subject that a link led here for. */
export function AuditFilters({ place, onChange }: AuditFiltersProps) {
  const { data: actions = [] } = useQuery(actionsQuery)
  const { actor = '', action, subjectType, subjectId, from, until } = place
  return (
    <Filters>
      <SearchBox
        label="Person (username)"
        value={actor}
        onChange={(typed) => onChange({ actor: typed || undefined })}
      />
      <ChoiceFilter
        label="Action"
        options={optionsOf(actions, action)}
        value={action}
        onChange={(chosen) => onChange({ action: chosen })}
      />
      <TimeFilter label="From" value={from} onChange={(at) => onChange({ from: at })} />
      <TimeFilter label="Until" value={until} onChange={(at) => onChange({ until: at })} />
      {subjectType && (
        <Button
          variant="secondary"
          size="sm"
          onClick={() => onChange({ subjectType: undefined, subjectId: undefined })}
          className="min-h-11! max-w-[min(100%,22rem)]"
        >
          <span className="min-w-0 truncate">
            <span className="sr-only">{REMOVE_FILTER} </span>
            {subjectType} {subjectId}
          </span>
          <X aria-hidden="true" className="size-4 shrink-0" />
        </Button>
      )}
      {Object.keys(askedOf(place)).length > 0 && (
        <Button variant="link" size="sm" onClick={() => onChange(NOTHING)} className="min-h-11!">
          Clear filters
        </Button>
      )}
    </Filters>
  )
}

/** Each noun with all its actions, then each of them. What an address asks for stands there even if it never happened. */
function optionsOf(actions: readonly string[], asked: string | undefined): [string, string][] {
  const nouns = [...new Set(actions.map((action) => action.split('.')[0] ?? action))]
  const known = nouns.flatMap((noun): [string, string][] => {
    const own = actions.filter((action) => action.split('.')[0] === noun)
    return [[`${noun}.`, `${noun}: all actions`], ...own.map((action): [string, string] => [action, action])]
  })
  const isUnknown = asked !== undefined && known.every(([value]) => value !== asked)
  return [['', 'All actions'], ...known, ...(isUnknown ? [[asked, asked] as [string, string]] : [])]
}
