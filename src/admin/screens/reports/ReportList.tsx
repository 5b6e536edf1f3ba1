import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FIND_REPORTS, NO_MATCHING_REPORTS } from '#src/contract/report-admin.ts'
import { Button } from '#src/ui/Button.tsx'
import { DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { ChoiceFilter, Filters, SearchBox } from '../../blocks/Filters.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { useList } from '../../blocks/use-list.ts'
import { countsQuery, fetchReports } from './report-calls.ts'
import { columns } from './report-columns.tsx'
import { askedOf, fileOf, type ReportPlace } from './report-filter.ts'
import { StatusFilter } from './StatusFilter.tsx'

type ReportListProps = { place: ReportPlace; set: (changes: Partial<ReportPlace>) => void }

/** Every report, the newest first, to be narrowed by status, kind and words. */
export function ReportList({ place, set }: ReportListProps) {
  const asked = askedOf(place)
  const queries = useQueryClient()
  // Whoever opens the list wants it as it is now, not as it was five minutes ago.
  useState(() => queries.removeQueries({ queryKey: ['reports'] }))
  const { data: counts } = useQuery(countsQuery)
  const list = useList(['reports', asked], (cursor) => fetchReports({ ...asked, ...cursor }))
  const isNarrow = Object.keys(asked).length > 0
  return (
    <Screen
      title="Reports"
      lead="Problems and suggestions from visitors. A report opens once its reporter verifies it by email."
      actions={
        <Button asChild variant="outline">
          <a href={fileOf(asked)} download title="Exports the reports in this list">
            Export CSV
          </a>
        </Button>
      }
    >
      <StatusFilter current={place.status} counts={counts} onChange={(status) => set({ status })} />
      <Filters>
        <SearchBox label={FIND_REPORTS} value={place.q} onChange={(q) => set({ q })} />
        <ChoiceFilter
          label="Kind"
          options={[
            ['', 'Any'],
            ['problem', 'Problems'],
            ['improvement', 'Suggestions'],
          ]}
          value={place.type}
          onChange={(type) => set({ type })}
        />
      </Filters>
      <DataTable
        what="reports"
        list={list}
        columns={columns}
        nameOf={({ title }) => title}
        empty={
          isNarrow ? (
            <NothingFits set={set} />
          ) : (
            <Empty title="No reports yet">Reports from visitors appear here.</Empty>
          )
        }
      />
    </Screen>
  )
}

function NothingFits({ set }: Pick<ReportListProps, 'set'>) {
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
