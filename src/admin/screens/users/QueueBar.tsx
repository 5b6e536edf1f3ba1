import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { KEY_HINTS } from './queue-keys.ts'

type QueueBarProps = {
  count: number
  selected: string[]
  isBusy: boolean
  onAll: (isOn: boolean) => void
  onApprove: (ids: string[]) => void
  onReject: (ids: string[]) => void
}

/** At most so many are decided about at a time. */
const MOST = 100

/** What can be done with all that are selected, and the keys that do it. */
export function QueueBar({ count, selected, isBusy, onAll, onApprove, onReject }: QueueBarProps) {
  const isNone = selected.length === 0
  const isTooMany = selected.length > MOST
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-3">
      <Checkbox
        label={isNone ? `Select all ${count}` : `${selected.length} of ${count} selected`}
        checked={selected.length === count}
        onChange={({ target }) => onAll(target.checked)}
        hint={isTooMany ? `Choose at most ${MOST} people at a time.` : undefined}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" disabled={isNone || isTooMany || isBusy} onClick={() => onApprove(selected)}>
          Approve selected
        </Button>
        <Button size="sm" variant="outline" disabled={isNone || isTooMany || isBusy} onClick={() => onReject(selected)}>
          Reject selected
        </Button>
      </div>
      <p className="hidden text-[.875rem] text-soft lg:ml-auto lg:block">
        <span className="mr-2">In the list:</span>
        {KEY_HINTS.map(([keys, what]) => (
          <span key={what} className="mr-3 inline-block">
            {keys.map((key) => (
              <kbd key={key} className="mr-1 rounded border border-line bg-surface px-1.5 py-0.5 font-mono">
                {key}
              </kbd>
            ))}
            {what}
          </span>
        ))}
      </p>
    </div>
  )
}
