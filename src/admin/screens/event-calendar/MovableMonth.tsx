import {
  type Active,
  type CollisionDetection,
  DndContext,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  type Over,
  PointerSensor,
  useDndContext,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import type { CalendarEvent } from '#src/contract/event-calendar.ts'
import type { PlainDay } from '#src/contract/instant.ts'
import { getDay } from '../../blocks/moment.ts'
import { addMonths, dayAfter, monthOf, sameDayIn } from './calendar-days.ts'
import { Grid, type MonthGridProps } from './MonthGrid.tsx'

type MovableMonthProps = MonthGridProps & {
  inConflict: ReadonlySet<string>
  onDrop: (event: CalendarEvent, day: PlainDay) => void
}

/** Read out with every event. */
const HOW_TO_MOVE =
  'To move it to another day, press Space, then the arrow keys; Page Up and Page Down lead to the month before and after. Press Space to drop it or Escape to cancel.'

/** The places beside the month on which an event is dropped to move it by a month. */
const PREVIOUS = 'previous-month'
const NEXT = 'next-month'

type Carried = Pick<Active, 'data'> | null
const carriedBy = (active: Carried) => (active?.data.current as { event: CalendarEvent } | undefined)?.event
const nameOf = (active: Carried) => carriedBy(active)?.eventName ?? 'The event'

/** The day that an event gets where it is dropped. */
function dayAt(event: Pick<CalendarEvent, 'eventDate'> | undefined, place: Over['id']): PlainDay {
  if (!event || (place !== PREVIOUS && place !== NEXT)) return String(place)
  return sameDayIn(addMonths(monthOf(event.eventDate), place === NEXT ? 1 : -1), event.eventDate)
}

/** A month on which events are moved by dragging and by the keyboard, also to the months beside it. A drop asks before anything changes. */
export function MovableMonth({ onDrop, inConflict, ...grid }: MovableMonthProps) {
  const carrying = useRef(false)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: toNextDay,
      keyboardCodes: { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] },
    }),
  )
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={placeUnder}
      accessibility={{ screenReaderInstructions: { draggable: HOW_TO_MOVE }, announcements: ANNOUNCEMENTS }}
      onDragStart={() => {
        carrying.current = true
      }}
      onDragCancel={() => {
        carrying.current = false
      }}
      onDragEnd={({ active, over }) => {
        carrying.current = false
        const event = carriedBy(active)
        const day = over && dayAt(event, over.id)
        if (event && day && day !== event.eventDate) onDrop(event, day)
      }}
    >
      <Grid {...grid} inConflict={inConflict} carrying={carrying} isCompact={false} />
      <OtherMonths />
    </DndContext>
  )
}

type Said = { active: Active; over: Over | null }
const ANNOUNCEMENTS = {
  onDragStart: ({ active }: Pick<Said, 'active'>) => `${nameOf(active)} is picked up.`,
  onDragOver: ({ active, over }: Said) => {
    const event = carriedBy(active)
    // Said at once after it is picked up, and would silence that.
    if (over?.id === event?.eventDate) return `${nameOf(active)} is picked up.`
    return over ? `${nameOf(active)} is over ${getDay(dayAt(event, over.id))}.` : `${nameOf(active)} is not over a day.`
  },
  onDragEnd: ({ active, over }: Said) =>
    over
      ? `${nameOf(active)} is dropped on ${getDay(dayAt(carriedBy(active), over.id))}.`
      : `${nameOf(active)} stays where it was.`,
  onDragCancel: ({ active }: Pick<Said, 'active'>) => `Move cancelled. ${nameOf(active)} stays where it was.`,
}

/** While an event is carried: the months before and after, at the lower edge of the window. */
function OtherMonths() {
  const { active } = useDndContext()
  const event = carriedBy(active)
  return (
    <div
      aria-hidden="true"
      className={`pointer-events-none fixed inset-x-0 bottom-4 z-10 flex justify-center gap-4 px-4 ${event ? '' : 'invisible'}`}
    >
      {[PREVIOUS, NEXT].map((place) => (
        <OtherMonth key={place} place={place} day={event && dayAt(event, place)} />
      ))}
    </div>
  )
}

function OtherMonth({ place, day }: { place: string; day: PlainDay | undefined }) {
  const { setNodeRef, isOver } = useDroppable({ id: place })
  return (
    <div
      ref={setNodeRef}
      data-place={place}
      data-over={isOver || undefined}
      className="flex min-h-16 w-72 items-center justify-center gap-4 rounded-md border-2 border-ink border-dashed bg-surface px-4 py-2 shadow-xl data-[over]:border-solid data-[over]:bg-plate"
    >
      {place === PREVIOUS && <ChevronLeft className="size-6 shrink-0" />}
      <span className="leading-snug">
        <b className="block">{place === NEXT ? 'Next month' : 'Previous month'}</b>
        <span className="tabular-nums">{day && getDay(day)}</span>
      </span>
      {place === NEXT && <ChevronRight className="size-6 shrink-0" />}
    </div>
  )
}

/** The month or the day under the pointer, or under the corner of an event that the keyboard carries. */
const placeUnder: CollisionDetection = ({
  collisionRect,
  pointerCoordinates,
  droppableRects,
  droppableContainers: places,
}) => {
  const { x, y } = pointerCoordinates ?? { x: collisionRect.left + 8, y: collisionRect.top + 8 }
  const isIn = ({ left, right, top, bottom }: Omit<DOMRect, 'toJSON' | 'x' | 'y' | 'width' | 'height'>) =>
    x >= left && x < right && y >= top && y < bottom
  // They do not scroll with the page, and lie over the days.
  const month = places.find(({ id, node }) => {
    const rect = (id === PREVIOUS || id === NEXT) && node.current?.getBoundingClientRect()
    return rect && isIn(rect)
  })
  if (month) return [{ id: month.id }]
  return [...droppableRects]
    .filter(([id, rect]) => id !== PREVIOUS && id !== NEXT && isIn(rect))
    .map(([id]) => ({ id }))
}

/** Where a key carries an event: to the same place on the next day as far as the grid goes, or to the month before or after it. */
const toNextDay: KeyboardCoordinateGetter = (
  key,
  { context: { over, active, droppableRects, droppableContainers } },
) => {
  const own = carriedBy(active)?.eventDate
  const isBeside = over?.id === PREVIOUS || over?.id === NEXT
  const from = over && !isBeside ? String(over.id) : own
  const next = from && dayAfter(key.code, from)
  if (!next) return undefined
  key.preventDefault()
  // From beside the month, every key leads back to where the event is.
  const day = isBeside ? own : key.code.startsWith('Page') ? undefined : next
  const rect =
    (day && droppableRects.get(day)) ||
    droppableContainers.get(next > from ? NEXT : PREVIOUS)?.node.current?.getBoundingClientRect()
  return rect && { x: rect.left + 4, y: rect.top + 4 }
}
