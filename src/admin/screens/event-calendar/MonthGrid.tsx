import {
  type CollisionDetection,
  DndContext,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import type { CalendarEvent } from '#src/contract/event-calendar.ts'
import type { PlainDay } from '#src/contract/instant.ts'
import { getDay } from '../../blocks/moment.ts'
import { type DayContent, dayAfter, monthOf, NOTHING, type PlainMonth, weeksOf } from './calendar-days.ts'
import { CompactCell, FullCell } from './DayCell.tsx'

type MonthGridProps = {
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
  const { carrying, isCompact, inConflict = NOBODY } = rest
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

const NOBODY: ReadonlySet<string> = new Set()

type FullMonthProps = MonthGridProps & {
  inConflict: ReadonlySet<string>
  onDrop: (event: CalendarEvent, day: PlainDay) => void
}

/** Read out with every event. */
const HOW_TO_MOVE =
  'To move it to another day, press Space, then the arrow keys. Press Space to drop it or Escape to cancel.'

/** A month on which events are moved by dragging and by the keyboard. A drop asks before anything changes. */
export function MovableMonth({ onDrop, inConflict, ...grid }: FullMonthProps) {
  const carrying = useRef(false)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: toNextDay,
      keyboardCodes: { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] },
    }),
  )
  const carried = (data: unknown) => (data as { event: CalendarEvent } | undefined)?.event
  const name = (active: { data: { current?: unknown } }) => carried(active.data.current)?.eventName ?? 'The event'
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={dayUnder}
      accessibility={{
        screenReaderInstructions: { draggable: HOW_TO_MOVE },
        announcements: {
          onDragStart: ({ active }) => `${name(active)} is picked up.`,
          onDragOver: ({ active, over }) => {
            // Said at once after it is picked up, and would silence that.
            if (over?.id === carried(active.data.current)?.eventDate) return `${name(active)} is picked up.`
            return over ? `${name(active)} is over ${getDay(String(over.id))}.` : `${name(active)} is not over a day.`
          },
          onDragEnd: ({ active, over }) =>
            over ? `${name(active)} is dropped on ${getDay(String(over.id))}.` : `${name(active)} stays where it was.`,
          onDragCancel: ({ active }) => `Move cancelled. ${name(active)} stays where it was.`,
        },
      }}
      onDragStart={() => {
        carrying.current = true
      }}
      onDragCancel={() => {
        carrying.current = false
      }}
      onDragEnd={({ active, over }) => {
        carrying.current = false
        const event = carried(active.data.current)
        if (event && over && over.id !== event.eventDate) onDrop(event, String(over.id))
      }}
    >
      <Grid {...grid} inConflict={inConflict} carrying={carrying} isCompact={false} />
    </DndContext>
  )
}

/** The day under the pointer, or under the corner of an event that the keyboard carries. */
const dayUnder: CollisionDetection = ({ collisionRect, pointerCoordinates, droppableRects }) => {
  const { x, y } = pointerCoordinates ?? { x: collisionRect.left + 8, y: collisionRect.top + 8 }
  const under = [...droppableRects].filter(
    ([, { left, right, top, bottom }]) => x >= left && x < right && y >= top && y < bottom,
  )
  return under.map(([id]) => ({ id }))
}

/** Where an arrow key carries an event: to the same place on the next day, as far as the grid goes. */
const toNextDay: KeyboardCoordinateGetter = (key, { context: { over, active, droppableRects } }) => {
  const from = over ? String(over.id) : (active?.data.current as { event: CalendarEvent } | undefined)?.event.eventDate
  const next = from && dayAfter(key.code, from)
  const rect = next && droppableRects.get(next)
  if (!rect) return undefined
  key.preventDefault()
  return { x: rect.left + 4, y: rect.top + 4 }
}
