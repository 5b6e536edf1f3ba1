import { useState } from 'react'
import {
  REPORTERS_EMAILED,
  type ReportLine,
  type ReportStatuses,
  SETTABLE_STATUSES,
  updatedReports,
} from '#src/contract/report-admin.ts'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { ChoiceFilter } from '../../blocks/Filters.tsx'
import { useBulk } from '../../blocks/selection.tsx'
import { STALE_LISTS, setStatuses } from './report-calls.ts'
import { STATUS_NAMES } from './report-words.ts'

/** Sets one status for several reports, after asking once, because their reporters are emailed. */
export function useStatuses(rows: readonly ReportLine[], onDone: () => void) {
  const { runNow, isBusy, refused, forget } = useBulk({
    save: setStatuses,
    done: updatedReports,
    failed: 'Failed to update reports',
    stale: [...STALE_LISTS, ['report']],
    getName: (id) => rows.find((report) => report.id === id)?.title ?? null,
    onDone,
  })
  const set = (status: SettableStatus, chosen: readonly ReportLine[]) => {
    const reports = chosen.map(({ id, version }) => ({ id, version }))
    const what = reports.length === 1 ? '1 report' : `${reports.length} reports`
    confirm({
      title: `Set ${what} to ${STATUS_NAMES[status]}?`,
      message: REPORTERS_EMAILED,
      label: 'Set status',
      busyLabel: 'Saving...',
      variant: 'default',
      act: () => runNow({ status, reports }),
    })
  }
  return { set, isBusy, refused, forget }
}

type SettableStatus = ReportStatuses['status']

type StatusSetterProps = { state: { disabled: boolean; isBusy: boolean }; onSet: (status: SettableStatus) => void }

/** Chooses a status, and sets it. */
export function StatusSetter({ state, onSet }: StatusSetterProps) {
  const [status, choose] = useState<SettableStatus>('resolved')
  return (
    <>
      <ChoiceFilter
        label="New status"
        options={SETTABLE_STATUSES.map((name) => [name, STATUS_NAMES[name]] as const)}
        value={status}
        onChange={(name) => name && choose(name)}
      />
      <Button size="sm" variant="outline" {...state} onClick={() => onSet(status)}>
        Set status
      </Button>
    </>
  )
}
