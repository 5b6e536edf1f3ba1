import type { ReportCounts } from '#src/contract/report-admin.ts'
import { SHOWN_STATUSES, type ShownStatus } from './report-filter.ts'
import { STATUS_NAMES } from './report-words.ts'

type StatusFilterProps = {
  current: ShownStatus | undefined
  counts: ReportCounts | undefined
  onChange: (status: ShownStatus | undefined) => void
}

const NAMES: Record<ShownStatus, string> = { ...STATUS_NAMES, merged: 'Merged' }

/** One status, or all, each with how many there are. */
export function StatusFilter({ current, counts, onChange }: StatusFilterProps) {
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
