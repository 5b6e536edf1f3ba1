import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FIND_REPORTS, NO_MATCHING_REPORTS, type ReportCounts, type ReportLine } from '#src/contract/report-admin.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { ChoiceFilter, Filters, SearchBox } from '../../blocks/Filters.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { formatAge, formatMoment } from '../../blocks/moment.ts'
import { Screen } from '../../blocks/Screen.tsx'
import { RefusedList, SelectionBar, selectColumn, useSelection } from '../../blocks/selection.tsx'
import { useList } from '../../blocks/use-list.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { StatusSetter, useStatuses } from './bulk-status.tsx'
import {
  getCsvAddress,
  ReportLink,
  type ReportPlace,
  ReportStatusBadge,
  SHOWN_STATUSES,
  type ShownStatus,
  toQuery,
} from './ReportLink.tsx'
import { fetchReports, reportCountsQuery } from './report-calls.ts'
import { STATUS_NAMES, TYPE_NAMES } from './report-words.ts'

const ReportView = lazyComponent(async () => (await import('./ReportView.tsx')).ReportView)

/** The reports of visitors: the list, or the report that is open. */
export function ReportsScreen() {
  const [place, set] = useUrlState('/admin/reports')
  if (place.report !== undefined) return <ReportView key={place.report} id={place.report} />
  return <ReportList place={place} set={set} />
}

type ReportListProps = { place: ReportPlace; set: (changes: Partial<ReportPlace>) => void }

/** Every report, the newest first, to be narrowed by status, kind and words. */
function ReportList({ place, set }: ReportListProps) {
  const asked = toQuery(place)
  const queries = useQueryClient()
  // The list is fetched whenever it is opened, not shown as it was five minutes ago.
  useState(() => queries.removeQueries({ queryKey: ['reports'] }))
  const { data: counts } = useQuery(reportCountsQuery)
  const list = useList(['reports', asked], (cursor) => fetchReports({ ...asked, ...cursor }))
  const rows = list.data ?? []
  const selection = useSelection(rows)
  const bulk = useStatuses(rows, () => selection.setAll(false))
  return (
    <Screen
      title="Reports"
      lead="Problems and suggestions from visitors. A report opens once its reporter verifies it by email."
      actions={<ExportLink href={getCsvAddress(asked)} />}
    >
      <StatusFilter current={place.status} counts={counts} onChange={(status) => set({ status })} />
      <Filters>
        <SearchBox label={FIND_REPORTS} value={place.q ?? ''} onChange={(q) => set({ q })} />
        <ChoiceFilter
          label="Type"
          options={[
            ['', 'Any'],
            ['problem', 'Problems'],
            ['improvement', 'Suggestions'],
          ]}
          value={place.type}
          onChange={(type) => set({ type })}
        />
        {rows.length > 0 && (
          <SelectionBar what="reports" count={rows.length} selection={selection} isBusy={bulk.isBusy}>
            {(state) =>
              selection.selected.length > 0 && (
                <StatusSetter state={state} onSet={(status) => bulk.set(status, selection.selected)} />
              )
            }
          </SelectionBar>
        )}
      </Filters>
      <RefusedList refused={bulk.refused} onClose={bulk.forget} />
      <DataTable
        what="reports"
        list={list}
        columns={[selectColumn(selection, ({ title }) => title), ...columns]}
        getName={({ title }) => title}
        empty={<NoReports isNarrow={Object.keys(asked).length > 0} set={set} />}
      />
    </Screen>
  )
}

function ExportLink({ href }: { href: string }) {
  return (
    <Button asChild variant="outline">
      <a href={href} download title="Exports the reports in this list">
        Export CSV
      </a>
    </Button>
  )
}

type NoReportsProps = Pick<ReportListProps, 'set'> & { isNarrow: boolean }

/** Nothing is in the list: because of its filters, or because there are no reports. */
function NoReports({ isNarrow, set }: NoReportsProps) {
  if (!isNarrow) return <Empty title="No reports yet">Reports from visitors appear here.</Empty>
  const clear = () => set({ q: '', status: undefined, type: undefined })
  return (
    <Empty
      title={NO_MATCHING_REPORTS}
      action={
        <Button variant="outline" onClick={clear}>
          Show all reports
        </Button>
      }
    >
      No reports match your search. Try the beginning of a word.
    </Empty>
  )
}

type StatusFilterProps = {
  current: ShownStatus | undefined
  counts: ReportCounts | undefined
  onChange: (status: ShownStatus | undefined) => void
}

const NAMES: Record<ShownStatus, string> = { ...STATUS_NAMES, merged: 'Merged' }

/** One status, or all, each with how many there are. */
function StatusFilter({ current, counts, onChange }: StatusFilterProps) {
  return (
    <fieldset className="mb-3 flex flex-wrap gap-2">
      <legend className="sr-only">Status</legend>
      {[undefined, ...SHOWN_STATUSES].map((status) => (
        <button
          key={status ?? 'all'}
          type="button"
          aria-pressed={status === current}
          onClick={() => onChange(status)}
          className="min-h-11 cursor-pointer rounded-md border-2 border-line px-3 lg:min-h-9 font-semibold text-[.9375rem] hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-ground"
        >
          {status === undefined ? 'All' : NAMES[status]}
          {status !== undefined && counts && (
            <span className="ml-2 tabular-nums">{counts[status].toLocaleString('en-US')}</span>
          )}
        </button>
      ))}
    </fieldset>
  )
}

const columns: readonly Column<ReportLine>[] = [
  {
    header: 'Report',
    cell: ({ id, title }) => (
      <ReportLink id={id} className="inline-block min-h-6 font-semibold underline-offset-4 hover:underline">
        {title}
      </ReportLink>
    ),
  },
  { header: 'Type', cell: ({ reportType }) => TYPE_NAMES[reportType], width: '7rem', isMinor: true },
  {
    header: 'From',
    cell: ({ reporter, reporterEmail }) => (
      <>
        {reporter && <span className="font-semibold">{reporter.fullName ?? reporter.username} </span>}
        <span className={reporter ? 'text-soft' : ''}>{reporterEmail}</span>
      </>
    ),
    width: '17%',
  },
  { header: 'Status', cell: (report) => <ReportStatusBadge {...report} />, width: '8rem' },
  {
    header: 'Sent',
    cell: ({ createdAt }) => (
      <time dateTime={new Date(createdAt).toISOString()} title={formatMoment(createdAt)}>
        {formatAge(createdAt)}
      </time>
    ),
    width: '9.75rem',
  },
  { header: 'Details', cell: (report) => <DetailBadges report={report} />, width: '12rem' },
]

/** Badges for what belongs to a report: duplicates, notes, a wish. */
function DetailBadges({ report: { duplicateCount, noteCount, promotedToWishId } }: { report: ReportLine }) {
  if (duplicateCount + noteCount === 0 && promotedToWishId === null) return null
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {duplicateCount > 0 && <Badge>{duplicateCount + 1} reports</Badge>}
      {noteCount > 0 && <Badge>{noteCount === 1 ? '1 note' : `${noteCount} notes`}</Badge>}
      {promotedToWishId !== null && <Badge tone="good">Wish</Badge>}
    </span>
  )
}
