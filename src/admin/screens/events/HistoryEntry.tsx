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
    <li className="min-w-0 rounded-lg border-2 border-line bg-surface px-4 py-4 sm:px-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="label text-[1.375rem]">{actionName(action)}</h2>
          <p className="text-[.9375rem] text-soft">
            {by}, <time dateTime={new Date(at).toISOString()}>{momentOf(at)}</time>
          </p>
        </div>
        {isVersion && (
          <div className="grid gap-1 sm:justify-items-end">
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
    <dl className="mt-3">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="grid gap-x-6 gap-y-1 border-line border-t py-2.5 sm:grid-cols-[9rem_1fr_1fr]">
          <dt className="font-semibold">{fieldName(field)}</dt>
          <dd className="min-w-0 text-soft">
            <Label>Before</Label>
            <Value value={before} />
          </dd>
          <dd className="min-w-0">
            <Label>After</Label>
            <Value value={after} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Label({ children }: { children: string }) {
  return <span className="block text-[.8125rem] text-soft">{children}</span>
}

function Value({ value }: { value: unknown }) {
  const lines = valueLines(value)
  if (lines.length === 0) return <span className="text-soft">empty</span>
  return lines.map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
    <span key={at} className="block [overflow-wrap:anywhere]">
      {line}
    </span>
  ))
}
