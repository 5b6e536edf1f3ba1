import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import type { PlainDay } from '#src/contract/instant.ts'
import { type DayContent, dayAfter, monthOf, NOTHING, type PlainMonth, weeksOf } from './calendar-days.ts'
import { CompactCell, FullCell } from './DayCell.tsx'

export type MonthGridProps = {
  month: PlainMonth
  /** What the grid is called: the month in words. */
  label: string
  days: ReadonlyMap<PlainDay, DayContent>
  today: PlainDay
  /** The day that the Tab key leads to. */
  current: PlainDay
  onCurrent: (day: PlainDay) => void
  onOpen: (day: PlainDay) => void
  /** The day that gets the focus once it is there. */
  wanted: RefObject<PlainDay | undefined>
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

type GridProps = MonthGridProps & {
  /** True while an event is carried by the keyboard: its keys then belong to the drag library. */
  carrying?: RefObject<boolean>
  isCompact: boolean
  inConflict?: ReadonlySet<string>
}

/** A month as a grid: one stop of the Tab key, arrows from day to day, Page Up and Down by month, Enter opens. (WAI-ARIA APG: grid) */
export function Grid({ month, label, days, today, current, onCurrent, onOpen, wanted, ...rest }: GridProps) {
  const { isCompact, inConflict = NOBODY } = rest
  const { grid, onKeyDown } = useDayKeys({ ...rest, wanted, onCurrent, onOpen })
  const Cell = isCompact ? CompactCell : FullCell
  return (
    <table
      ref={grid}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid of dates of WAI-ARIA is made of a table
      role="grid"
      aria-label={label}
      onKeyDown={onKeyDown}
      className="w-full table-fixed border-collapse"
    >
      <Weekdays isCompact={isCompact} />
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <Cell
                key={day}
                day={day}
                content={days.get(day) ?? NOTHING}
                isCurrent={day === current}
                isToday={day === today}
                isOutside={monthOf(day) !== month}
                inConflict={inConflict}
                onOpen={() => {
                  onCurrent(day)
                  onOpen(day)
                }}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type DayKeys = Pick<GridProps, 'wanted' | 'carrying' | 'onCurrent' | 'onOpen'>

/** The keys of the grid, and the focus on the day that they lead to. */
function useDayKeys({ wanted, carrying, onCurrent, onOpen }: DayKeys) {
  const grid = useRef<HTMLTableElement>(null)
  useLayoutEffect(() => {
    const cell = wanted.current && grid.current?.querySelector<HTMLElement>(`[data-day="${wanted.current}"]`)
    if (!cell) return
    wanted.current = undefined
    cell.focus()
  })
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-day]') : null
    const day = cell?.dataset.day
    if (!day || carrying?.current || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.target === cell && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault()
      return onOpen(day)
    }
    const next = dayAfter(event.key, day)
    if (next === undefined) return
    event.preventDefault()
    wanted.current = next
    onCurrent(next)
  }
  return { grid, onKeyDown }
}

function Weekdays({ isCompact }: Pick<GridProps, 'isCompact'>) {
  return (
    <thead>
      <tr>
        {WEEKDAYS.map((name) => (
          <th key={name} scope="col" abbr={name} className="pb-1 text-center font-semibold text-[.8125rem] text-soft">
            <span aria-hidden="true">{name.slice(0, isCompact ? 1 : 3)}</span>
            <span className="sr-only">{name}</span>
          </th>
        ))}
      </tr>
    </thead>
  )
}

const NOBODY: ReadonlySet<string> = new Set()
