import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { NO_CHANGES_YET, NO_MATCHING_ENTRIES, REMOVE_FILTER, VERIFY_CHAIN } from '#src/contract/audit-log.ts'
import { MOST_CSV } from '#src/contract/csv.ts'
import { Button } from '#src/ui/Button.tsx'
import { inputClass } from '#src/ui/form-class.ts'
import { DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { ChoiceFilter, Filters, SearchBox } from '../../blocks/Filters.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { useList } from '../../blocks/use-list.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import {
  type AuditPlace,
  type AuditSearch,
  actionsQuery,
  fetchEntries,
  fromLocal,
  getCsvAddress,
  toLocal,
  toQuery,
} from './audit-calls.ts'
import { columns } from './audit-columns.tsx'
import { ChainDialog } from './ChainDialog.tsx'

const EntryDialog = lazyComponent(async () => (await import('./EntryDialog.tsx')).EntryDialog)

/** Who changed what, when, and what it was before. (architecture 7, security AZ9) */
export function AuditLogScreen() {
  const [place, set] = useUrlState('/admin/audit-logs')
  const [isChecking, setChecking] = useState(false)
  const asked = toQuery(place)
  const queries = useQueryClient()
  // The log is fetched whenever it is opened, not shown as it was five minutes ago.
  useState(() => queries.removeQueries({ queryKey: ['audit-log'] }))
  const list = useList(['audit-log', asked], (cursor) => fetchEntries({ ...asked, ...cursor }))
  const isFiltered = Object.keys(asked).length > 0
  return (
    <Screen
      title="Audit log"
      lead="All changes, newest first. Entries cannot be edited or deleted."
      actions={
        <>
          <Button asChild variant="outline">
            <a
              href={getCsvAddress(asked)}
              download
              title={`Exports up to ${MOST_CSV.rows.toLocaleString('en-US')} entries. If there are more, the file says so.`}
            >
              Export CSV
            </a>
          </Button>
          <Button variant="outline" onClick={() => setChecking(true)}>
            {VERIFY_CHAIN}
          </Button>
        </>
      }
    >
      <AuditFilters place={place} onChange={(changes) => set(changes, { push: true })} />
      <DataTable
        what="entries"
        list={list}
        columns={columns}
        getName={({ action, id }) => `${action} ${id}`}
        empty={
          <Empty title={isFiltered ? NO_MATCHING_ENTRIES : NO_CHANGES_YET}>
            {isFiltered
              ? 'No entries match these filters. To find a person, enter their full username.'
              : 'Changes appear here as they are made.'}
          </Empty>
        }
      />
      {place.entry && <EntryDialog id={place.entry} onClose={() => set({ entry: undefined })} />}
      <ChainDialog isOpen={isChecking} onClose={() => setChecking(false)} />
    </Screen>
  )
}

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
function AuditFilters({ place, onChange }: AuditFiltersProps) {
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
        options={getOptions(actions, action)}
        value={action}
        className="lg:max-w-44"
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
      {Object.keys(toQuery(place)).length > 0 && (
        <Button variant="link" size="sm" onClick={() => onChange(NOTHING)} className="min-h-11!">
          Clear filters
        </Button>
      )}
    </Filters>
  )
}

/** Each noun for all its actions, then each action. The action in the address is listed even if it never happened. */
function getOptions(actions: readonly string[], asked: string | undefined): [string, string][] {
  const nouns = [...new Set(actions.map((action) => action.split('.')[0] ?? action))]
  const known = nouns.flatMap((noun): [string, string][] => {
    const own = actions.filter((action) => action.split('.')[0] === noun)
    return [[`${noun}.`, `${noun}: all actions`], ...own.map((action): [string, string] => [action, action])]
  })
  const isUnknown = asked !== undefined && known.every(([value]) => value !== asked)
  return [['', 'All actions'], ...known, ...(isUnknown ? [[asked, asked] as [string, string]] : [])]
}

type TimeFilterProps = { label: string; value: string | undefined; onChange: (iso: string | undefined) => void }

/** A filter by a moment, shown in the browser's time zone; `value` is ISO 8601. */
function TimeFilter({ label, value, onChange }: TimeFilterProps) {
  const id = useId()
  return (
    <div data-active={value ? '' : undefined} className="admin-filter min-w-0 items-center gap-2 max-sm:w-full">
      <label htmlFor={id} className="shrink-0 font-semibold text-[.875rem] max-sm:w-24">
        {label}
      </label>
      <input
        key={value}
        id={id}
        type="datetime-local"
        defaultValue={toLocal(value)}
        onBlur={({ target }) => onChange(fromLocal(target.value))}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && onChange(fromLocal(currentTarget.value))}
        className={inputClass({
          className:
            'min-h-11! w-auto! min-w-0 max-w-full px-2.5! max-sm:flex-1 py-1! text-[.9375rem]! lg:min-h-10! lg:px-2! lg:text-[.875rem]!',
        })}
      />
    </div>
  )
}
