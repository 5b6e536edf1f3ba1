import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { KeyHints } from '../../blocks/KeyHints.tsx'
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
        hint={isTooMany ? `Select at most ${MOST} people at a time.` : undefined}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" disabled={isNone || isTooMany || isBusy} onClick={() => onApprove(selected)}>
          Approve selected
        </Button>
        <Button size="sm" variant="outline" disabled={isNone || isTooMany || isBusy} onClick={() => onReject(selected)}>
          Reject selected
        </Button>
      </div>
      <KeyHints hints={KEY_HINTS} className="lg:ml-auto" />
    </div>
  )
}
