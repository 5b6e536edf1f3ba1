import { useDraggable, useDroppable } from '@dnd-kit/core'
import { CSS } from '@dnd-kit/utilities'
import { CALENDAR_LAYERS, type CalendarEvent, type CalendarLayer, LAYER_NAMES } from '#src/contract/event-calendar.ts'
import { formatDay } from '#src/contract/event-dates.ts'
import type { PlainDay } from '#src/contract/instant.ts'
import { plural } from '#src/contract/plural.ts'
import type { DayContent } from './calendar-days.ts'
import { LAYER_ICONS } from './DayEntries.tsx'
import { countLooks, EventWords, frameOf, LOOK_WORDS, LookMark } from './EventMark.tsx'

export type CellProps = {
  day: PlainDay
  content: DayContent
  isCurrent: boolean
  isToday: boolean
  isOutside: boolean
  /** The ids of events with a conflict. */
  inConflict: ReadonlySet<string>
  onOpen: () => void
}

/** A day has room for so many lines; with more, the last one says how many there are. */
const MOST_LINES = 3

/** What the cell is read as first: the day and how much it has. */
function nameOf({ day, content: { events, entries, hasConflict }, isToday }: CellProps): string {
  const counts = [
    ...countLooks(events).map(([look, count]) => plural(count, `${LOOK_WORDS[look].toLowerCase()} event`.trim())),
    entries.length > 0 && plural(entries.length, 'date'),
  ].filter(Boolean)
  const conflict = hasConflict ? ', in conflict' : ''
  return `${formatDay(day)}${isToday ? ', today' : ''}: ${counts.join(', ') || 'nothing'}${conflict}`
}

const cellOf = (props: CellProps) =>
  ({
    role: 'gridcell',
    'aria-current': props.isToday ? 'date' : undefined,
    'data-day': props.day,
    'data-outside': props.isOutside || undefined,
    tabIndex: props.isCurrent ? 0 : -1,
  }) as const

/**
 * The cell is named by its content, which begins with this. With a label of its own it would be called other than what it shows, and
 * who speaks to the browser could not choose it by that.
 */
const CellName = (props: CellProps) => <span className="sr-only">{nameOf(props)}</span>

const toNumber = (day: PlainDay) => Number(day.slice(8))

/** One day of a month with room: its events, which can be moved, and the lines of the layers. */
export function FullCell(props: CellProps) {
  const { day, content, isCurrent, isToday, inConflict, onOpen } = props
  const { setNodeRef, isOver } = useDroppable({ id: day })
  const { events, entries } = content
  const shown = events.length > MOST_LINES ? events.slice(0, MOST_LINES - 1) : events
  const lines = LAYER_NAMES.map((layer) => [layer, entries.filter((entry) => entry.layer === layer).length] as const)
  return (
    <td
      {...cellOf(props)}
      ref={setNodeRef}
      data-over={isOver || undefined}
      className="h-27 border-2 border-line bg-surface p-1 align-top -outline-offset-4 data-[outside]:bg-ground data-[over]:bg-plate"
    >
      <CellName {...props} />
      <DayNumber day={day} isToday={isToday} />
      <div className="grid gap-1">
        {shown.map((event) => (
          <EventChip
            key={event.id}
            event={event}
            isReachable={isCurrent}
            hasConflict={inConflict.has(event.id)}
            onOpen={onOpen}
          />
        ))}
        {events.length > shown.length && (
          <button
            type="button"
            tabIndex={isCurrent ? 0 : -1}
            onClick={onOpen}
            className="min-h-6 cursor-pointer rounded px-1.5 text-left font-semibold text-[.8125rem] underline underline-offset-4"
          >
            {`+${events.length - shown.length}`}
            <span className="sr-only">{` more events on ${formatDay(day)}`}</span>
          </button>
        )}
        {lines.map(([layer, count]) => count > 0 && <LayerLine key={layer} layer={layer} count={count} />)}
      </div>
    </td>
  )
}

function DayNumber({ day, isToday }: { day: PlainDay; isToday: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`mb-1 inline-block min-w-6 rounded px-1 text-center font-semibold text-[.875rem] tabular-nums ${isToday ? 'bg-signal text-on-signal' : ''}`}
    >
      {toNumber(day)}
    </span>
  )
}

function LayerLine({ layer, count }: { layer: CalendarLayer; count: number }) {
  const Icon = LAYER_ICONS[layer]
  return (
    <p className="flex items-center gap-1 px-1 text-[.8125rem] text-soft leading-tight">
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="truncate">
        <b>{count}</b> {CALENDAR_LAYERS[layer]}
      </span>
    </p>
  )
}

type ChipProps = { event: CalendarEvent; isReachable: boolean; hasConflict: boolean; onOpen: () => void }

/** An event in its day. A press opens the day; it is dragged, or picked up with Space. */
function EventChip({ event, isReachable, hasConflict, onOpen }: ChipProps) {
  const { attributes, listeners, setNodeRef, transform, isDragging } = useDraggable({ id: event.id, data: { event } })
  return (
    <button
      type="button"
      ref={setNodeRef}
      {...attributes}
      {...listeners}
      tabIndex={isReachable ? 0 : -1}
      onClick={onOpen}
      data-event={event.id}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform) }}
      className={`relative block min-h-6 w-full cursor-grab touch-none truncate rounded px-1.5 text-left text-[.8125rem] leading-5 data-[dragging]:z-20 data-[dragging]:shadow-xl ${frameOf(event)}`}
    >
      <EventWords event={event} hasConflict={hasConflict} />
    </button>
  )
}

/** One day where there is no room for names: how many events of each look it has, as numbers in their frames, and a sign for everything else. */
export function CompactCell(props: CellProps) {
  const { day, content, isToday, isOutside, onOpen } = props
  const { events, entries, hasConflict } = content
  // In a year, a day of another month has its cell there.
  if (isOutside) return <td className="h-12 border border-line" />
  const isEmpty = events.length === 0 && entries.length === 0
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid takes the keys of all its cells
    <td
      {...cellOf(props)}
      onClick={isEmpty ? undefined : onOpen}
      className={`h-12 border border-line p-0.5 text-center align-top ${isEmpty ? 'text-soft' : 'cursor-pointer bg-surface'}`}
    >
      <CellName {...props} />
      <span
        aria-hidden="true"
        className={`inline-block min-w-6 rounded text-[.875rem] tabular-nums leading-5 ${isToday ? 'bg-signal font-semibold text-on-signal' : ''}`}
      >
        {toNumber(day)}
      </span>
      <span aria-hidden="true" className="flex flex-wrap items-center justify-center gap-0.5 leading-none">
        {countLooks(events).map(([look, count]) => (
          <LookMark key={look} look={look} count={count} />
        ))}
        {hasConflict && <b className="text-stop-ink">!</b>}
        {entries.length > 0 && <span className="size-1.5 rounded-full bg-ink" />}
      </span>
    </td>
  )
}
