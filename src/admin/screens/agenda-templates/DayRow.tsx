import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { RowField } from './RowField.tsx'
import type { RowControl } from './use-day.ts'

type DayRowProps = {
  at: number
  of: number
  title: () => string
  onMove: (to: number, control: RowControl) => void
  onRemove: () => void
}

const icon = 'size-10! shrink-0'

/** One entry of the day. */
export function DayRow({ at, of, title, onMove, onRemove }: DayRowProps) {
  const name = title() || `entry ${at + 1}`
  const moveByKey = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!event.altKey || step === undefined || !(event.target instanceof HTMLElement)) return
    event.preventDefault()
    onMove(at + step, (event.target.dataset.control as RowControl | undefined) ?? 'title')
  }
  return (
    <li onKeyDown={moveByKey} className="rounded-md border-2 border-line p-3">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 sm:grid-cols-[7.5rem_minmax(0,1fr)_auto]">
        <RowField at={at} name="timeSlot" label="Time" placeholder="8:30am" />
        <div className="col-span-2 sm:col-span-1">
          <RowField at={at} name="title" label="Title" />
        </div>
        <div className="col-start-2 row-start-1 mt-5 flex gap-0.5 sm:col-start-3">
          <Button
            variant="ghost"
            size="icon"
            data-control="up"
            disabled={at === 0}
            aria-label={`Move ${name} up`}
            onClick={() => onMove(at - 1, 'up')}
            className={icon}
          >
            <ArrowUp aria-hidden="true" className="size-5" />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            data-control="down"
            disabled={at === of - 1}
            aria-label={`Move ${name} down`}
            onClick={() => onMove(at + 1, 'down')}
            className={icon}
          >
            <ArrowDown aria-hidden="true" className="size-5" />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            data-control="remove"
            aria-label={`Remove ${name}`}
            onClick={onRemove}
            className={icon}
          >
            <Trash2 aria-hidden="true" className="size-5" />
          </Button>
        </div>
        <div className="col-span-2 sm:col-span-3">
          <RowField at={at} name="description" label="Description (optional)" />
        </div>
      </div>
    </li>
  )
}
