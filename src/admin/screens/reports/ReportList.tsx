import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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
      lead="Problems and suggestions that visitors sent. A report waits until its reporter has clicked the link in our mail."
      actions={
        <Button asChild variant="outline">
          <a href={fileOf(asked)} download title="The reports that this list shows">
            Export CSV
          </a>
        </Button>
      }
    >
      <StatusFilter current={place.status} counts={counts} onChange={(status) => set({ status })} />
      <Filters>
        <SearchBox label="Words or address" value={place.q} onChange={(q) => set({ q })} />
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
            <Empty title="No reports yet">What visitors send from the site stands here.</Empty>
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
      title="No such report"
      action={
        <Button variant="outline" onClick={clear}>
          Show all reports
        </Button>
      }
    >
      No report fits what you are looking for. Words are found by their beginnings.
    </Empty>
  )
}
