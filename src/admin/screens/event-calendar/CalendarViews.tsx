import { type RefObject, useRef, useState } from 'react'
import { type EventCalendar, MOST_CALENDAR_EVENTS } from '#src/contract/event-calendar.ts'
import { conflictSentence } from '#src/contract/event-conflicts.ts'
import type { PlainDay } from '#src/contract/instant.ts'
import { plural } from '#src/contract/plural.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { getDay } from '../../blocks/moment.ts'
import {
  byDay,
  type CalendarView,
  type DayContent,
  monthName,
  monthOf,
  monthsOfYear,
  NOTHING,
  type PlainMonth,
  sameDayIn,
} from './calendar-days.ts'
import { DayEntries } from './DayEntries.tsx'
import { LookLegend } from './EventMark.tsx'
import { Grid } from './MonthGrid.tsx'
import { MovableMonth } from './MovableMonth.tsx'
import type { Move } from './MoveDialog.tsx'

/** Loaded when an event is moved. */
const MoveDialog = lazyComponent(async () => (await import('./MoveDialog.tsx')).MoveDialog)

type DaysProps = {
  view: CalendarView
  month: PlainMonth
  isWide: boolean
  today: PlainDay
  calendar: EventCalendar
  onMonth: (month: PlainMonth) => void
}

/** The days in the chosen view, with the dialogs of a day and of a move. */
export function Days({ view, month, isWide, today, calendar, onMonth }: DaysProps) {
  const [chosen, choose] = useState(today)
  const [opened, open] = useState<PlainDay>()
  const [move, setMove] = useState<Move>()
  const wanted = useRef<PlainDay | undefined>(undefined)
  const days = byDay(calendar)
  const current = monthOf(chosen) === month || view === 'year' ? chosen : sameDayIn(month, `${month}-01`)
  const go = (day: PlainDay) => {
    choose(day)
    if (monthOf(day) !== month) onMonth(monthOf(day))
  }
  const startMove = (next: Move) => {
    open(undefined)
    setMove(next)
  }
  return (
    <>
      <Notes calendar={calendar} />
      {view !== 'list' && calendar.events.length === 0 && (
        <div className="mb-3 flex flex-wrap items-center gap-3">
          <p className="text-soft">{`No events in this ${view}.`}</p>
          <Nearest {...calendar} onMonth={onMonth} />
        </div>
      )}
      <View
        {...{ view, isWide, calendar, onMonth }}
        grid={{ month, days, today, current, onCurrent: go, onOpen: open, wanted }}
        onMove={startMove}
      />
      <DayDialog
        day={opened}
        content={days.get(opened ?? '') ?? NOTHING}
        onMove={(event) => startMove({ event, date: undefined })}
        onClose={() => open(undefined)}
      />
      {move && (
        <MoveDialog
          {...move}
          onClose={() => setMove(undefined)}
          onMoved={(date) => {
            setMove(undefined)
            if (view !== 'list') wanted.current = date
            go(date)
          }}
        />
      )}
    </>
  )
}

type ViewProps = Pick<DaysProps, 'view' | 'isWide' | 'calendar' | 'onMonth'> & {
  grid: Omit<Parameters<typeof Grid>[0], 'label' | 'isCompact'>
  onMove: (move: Move) => void
}

/** The days as a list, a year of small months, or one month, whose events can be dragged where there is room. */
function View({ view, isWide, calendar, onMonth, grid, onMove }: ViewProps) {
  const { month, days } = grid
  if (view === 'list')
    return <Agenda {...{ month, days, calendar, onMonth }} onMove={(event) => onMove({ event, date: undefined })} />
  if (view === 'month' && isWide) {
    return (
      <MovableMonth
        {...grid}
        label={monthName(month)}
        inConflict={conflicting(calendar)}
        onDrop={(event, date) => onMove({ event, date })}
      />
    )
  }
  return (
    <>
      {view === 'year' ? <Year {...grid} /> : <Grid {...grid} label={monthName(month)} isCompact />}
      <LookLegend events={calendar.events} />
    </>
  )
}

type DayDialogProps = Parameters<typeof DayEntries>[0] & { day: PlainDay | undefined; onClose: () => void }

function DayDialog({ day, onClose, ...entries }: DayDialogProps) {
  return (
    <Dialog
      isOpen={day !== undefined}
      title={day ? getDay(day) : ''}
      onClose={onClose}
      actions={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      <OpenedDay {...entries} />
    </Dialog>
  )
}

const conflicting = ({ conflicts }: EventCalendar) =>
  new Set(conflicts.flatMap(({ first, second }) => [first.id, second.id]))

function OpenedDay(props: Parameters<typeof DayEntries>[0]) {
  const { events, entries } = props.content
  if (events.length + entries.length === 0) return <p className="text-soft">Nothing on this day.</p>
  return <DayEntries {...props} />
}

/** Conflicts in words, and what is left out. */
function Notes({ calendar: { conflicts, isCut } }: { calendar: EventCalendar }) {
  return (
    <>
      {isCut && (
        <p className="mb-3 font-semibold">{`Only the first ${MOST_CALENDAR_EVENTS} events, and as many dates of each kind, are shown.`}</p>
      )}
      {conflicts.length > 0 && (
        <details className="mb-3 rounded-md border-2 border-stop-ink px-4 py-2" open={conflicts.length <= 3}>
          <summary className="min-h-8 cursor-pointer content-center font-semibold">
            {plural(conflicts.length, 'conflict')}
          </summary>
          <ul className="mb-1 list-disc pl-5 leading-snug [overflow-wrap:anywhere]">
            {conflicts.map((conflict) => (
              <li key={`${conflict.kind} ${conflict.name} ${conflict.first.id} ${conflict.second.id}`}>
                {conflictSentence(conflict)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

type YearProps = Omit<Parameters<typeof Grid>[0], 'label' | 'isCompact'> & { wanted: RefObject<PlainDay | undefined> }

function Year({ month, current, ...grid }: YearProps) {
  return (
    <div className="mt-5 grid gap-x-6 gap-y-8 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4">
      {monthsOfYear(month).map((one) => (
        <section key={one} className="min-w-0">
          <h3 className="label mb-1 text-[1.25rem]">{monthName(one)}</h3>
          <Grid
            {...grid}
            month={one}
            label={monthName(one)}
            current={monthOf(current) === one ? current : `${one}-01`}
            isCompact
          />
        </section>
      ))}
    </div>
  )
}

type AgendaProps = Pick<DaysProps, 'month' | 'calendar' | 'onMonth'> & {
  days: ReadonlyMap<PlainDay, DayContent>
  onMove: Parameters<typeof DayEntries>[0]['onMove']
}

type NearestProps = Pick<EventCalendar, 'previous' | 'next'> & Pick<DaysProps, 'onMonth'>

/** Links to the nearest events before and after these days. */
function Nearest({ previous, next, onMonth }: NearestProps) {
  return [previous, next].map(
    (day, at) =>
      day && (
        <Button key={day} variant="outline" size="sm" onClick={() => onMonth(monthOf(day))}>
          {`${at === 0 ? 'Last event before' : 'Next event'}: ${getDay(day)}`}
        </Button>
      ),
  )
}

/** The days that have something, one after the other. */
function Agenda({ month, days, calendar: { previous, next }, onMonth, onMove }: AgendaProps) {
  const inMonth = [...days].filter(([day]) => monthOf(day) === month)
  if (inMonth.length === 0) {
    return (
      <Empty title={`Nothing in ${monthName(month)}`} action={<Nearest {...{ previous, next, onMonth }} />}>
        No event has a date in this month.
      </Empty>
    )
  }
  return (
    <ol className="grid max-w-4xl gap-5">
      {inMonth.map(([day, content]) => (
        <li key={day} className="grid gap-x-5 gap-y-1 md:grid-cols-[11rem_minmax(0,1fr)]">
          <h3 className="py-2 font-semibold tabular-nums">{getDay(day)}</h3>
          <DayEntries content={content} onMove={onMove} />
        </li>
      ))}
    </ol>
  )
}
