import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MOST_CSV_ROWS, NO_CHANGES_YET, NO_MATCHING_ENTRIES, VERIFY_CHAIN } from '#src/contract/audit-log.ts'
import { Button } from '#src/ui/Button.tsx'
import { DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { later } from '../../blocks/later.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { useList } from '../../blocks/use-list.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { AuditFilters } from './AuditFilters.tsx'
import { fetchEntries } from './audit-calls.ts'
import { columns } from './audit-columns.tsx'
import { askedOf, auditPlace, fileOf } from './audit-filter.ts'
import { ChainDialog } from './ChainDialog.tsx'

const EntryDialog = later(async () => (await import('./EntryDialog.tsx')).EntryDialog)

/** Who changed what, when, and what it was before. (architecture 7, security AZ9) */
export function AuditLogScreen() {
  const [place, set] = useUrlState(auditPlace)
  const [isChecking, setChecking] = useState(false)
  const asked = askedOf(place)
  const queries = useQueryClient()
  // Whoever opens the log wants it as it is now, not as it was five minutes ago.
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
              href={fileOf(asked)}
              download
              title={`Exports up to ${MOST_CSV_ROWS.toLocaleString('en-US')} entries. The file notes if there are more.`}
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
        nameOf={({ action, id }) => `${action} ${id}`}
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
