import type { EventHistoryLine, FieldChange } from '#src/contract/event-history.ts'
import { Button } from '#src/ui/Button.tsx'
import { momentOf } from '../../blocks/moment.ts'
import { actionName, fieldName, valueLines } from './field-words.ts'

/** As many changed fields stand open; more are folded. */
const OPEN_FIELDS = 6

type HistoryEntryProps = {
  line: EventHistoryLine
  /** Why there is no way back to it; undefined where there is one. */
  notRestorable: string | undefined
  onRestore: () => void
}

/** One entry: what was done, by whom and when, each field before and after. */
export function HistoryEntry({ line, notRestorable, onRestore }: HistoryEntryProps) {
  const { action, by, at, changes, isVersion } = line
  return (
    <li className="admin-panel">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="label text-[1.375rem]">{actionName(action)}</h2>
          <p className="text-[.9375rem] text-soft">
            {by}, <time dateTime={new Date(at).toISOString()}>{momentOf(at)}</time>
          </p>
        </div>
        {isVersion && (
          <div className="grid justify-items-end gap-1">
            <Button
              variant="outline"
              size="sm"
              disabled={notRestorable !== undefined}
              onClick={onRestore}
              aria-label={`Go back to this version: ${actionName(action)}, ${momentOf(at)}`}
            >
              Go back to this version
            </Button>
            {notRestorable && <span className="text-[.875rem] text-soft">{notRestorable}</span>}
          </div>
        )}
      </div>
      {changes.length > OPEN_FIELDS ? (
        <details className="mt-3">
          <summary className="min-h-10 cursor-pointer py-2 font-semibold">{changes.length} fields</summary>
          <Changes changes={changes} />
        </details>
      ) : (
        changes.length > 0 && <Changes changes={changes} />
      )}
    </li>
  )
}

function Changes({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <table className="admin-table mt-3">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <td className="font-semibold">{fieldName(field)}</td>
            <td data-label="Before">
              <Value value={before} />
            </td>
            <td data-label="After">
              <Value value={after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ value }: { value: unknown }) {
  const lines = valueLines(value)
  if (lines.length === 0) return <span className="text-soft">empty</span>
  return lines.map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
    <span key={at} className="block break-words">
      {line}
    </span>
  ))
}
