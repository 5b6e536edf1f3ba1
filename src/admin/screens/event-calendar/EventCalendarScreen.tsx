import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { CALENDAR_LAYERS, type CalendarLayer, LAYER_NAMES, toLayers } from '#src/contract/event-calendar.ts'
import type { PlainDay } from '#src/contract/instant.ts'
import { dayIn } from '#src/contract/wall-clock.ts'
import { Button } from '#src/ui/Button.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { TabRow } from '#src/ui/Tabs.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useMedia } from '../../blocks/use-media.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { Days } from './CalendarViews.tsx'
import { calendarQuery } from './calendar-calls.ts'
import { addMonths, type CalendarView, monthName, monthOf, type PlainMonth, spanOf, VIEWS } from './calendar-days.ts'

/** Loaded when its section is opened. */
const FeedPanel = lazyComponent(
  async () => (await import('./FeedPanel.tsx')).FeedPanel,
  <Skeleton className="h-32 w-full" />,
)

/** The width that the names of events need in seven columns beside the sidebar. */
const WIDE = '(min-width: 64rem)'
const VIEW_NAMES: Record<CalendarView, string> = { month: 'Month', list: 'List', year: 'Year' }
const TABS = VIEWS.map((name) => ({ name, title: VIEW_NAMES[name] }))
/** All events by local date, with layers and conflicts. (product 2: calendar) */
export function EventCalendarScreen() {
  const [{ view: chosen, month: asked, layers: named = '' }, set] = useUrlState('/admin/event-calendar')
  const id = useId()
  const isWide = useMedia(WIDE)
  const [today] = useState(() => dayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, Date.now()))
  const view = chosen ?? (isWide ? 'month' : 'list')
  const month = asked ?? monthOf(today)
  const layers = toLayers(named)
  const calendar = useQuery(calendarQuery(spanOf(view, month), layers))
  const show = (next: PlainMonth) => set({ month: next === monthOf(today) ? undefined : next })
  return (
    <Screen title="Calendar" lead="Events by local date. Before you move one, you see what else changes.">
      <TabRow
        id={id}
        label="View"
        tabs={TABS}
        current={view}
        onChange={(next) => set({ view: next })}
        panelId={`${id}panel`}
      />
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${view}tab`}>
        <div className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-2">
          <Paging view={view} month={month} onMonth={show} today={today} />
          <LayerChoice layers={layers} onChange={(next) => set({ layers: next.join('.') || undefined })} />
        </div>
        <Shown query={calendar} what="the calendar" skeleton={<Skeleton className="h-96 w-full" />}>
          {(data) => <Days {...{ view, month, isWide, today, calendar: data }} onMonth={show} />}
        </Shown>
      </div>
      <Subscribe />
    </Screen>
  )
}

type PagingProps = { view: CalendarView; month: PlainMonth; today: PlainDay; onMonth: (month: PlainMonth) => void }

/** What is shown, and the ways to the time before and after. */
function Paging({ view, month, today, onMonth }: PagingProps) {
  const step = view === 'year' ? 12 : 1
  const unit = view === 'year' ? 'year' : 'month'
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        variant="outline"
        size="icon"
        className="lg:size-10"
        aria-label={`Previous ${unit}`}
        onClick={() => onMonth(addMonths(month, -step))}
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
      </Button>
      <Button
        variant="outline"
        size="icon"
        className="lg:size-10"
        aria-label={`Next ${unit}`}
        onClick={() => onMonth(addMonths(month, step))}
      >
        <ChevronRight aria-hidden="true" className="size-5" />
      </Button>
      <Button variant="outline" size="sm" className="max-lg:min-h-12" onClick={() => onMonth(monthOf(today))}>
        Today
      </Button>
      <h2 aria-live="polite" className="label min-w-40 text-[1.5rem]">
        {view === 'year' ? month.slice(0, 4) : monthName(month)}
      </h2>
    </div>
  )
}

type LayerChoiceProps = { layers: readonly CalendarLayer[]; onChange: (layers: CalendarLayer[]) => void }

function LayerChoice({ layers, onChange }: LayerChoiceProps) {
  const id = useId()
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <legend className="sr-only">Show beside the events</legend>
      {LAYER_NAMES.map((name) => (
        <span key={name} className="flex min-h-11 items-center gap-2 lg:min-h-8">
          <input
            id={id + name}
            type="checkbox"
            checked={layers.includes(name)}
            onChange={({ target }) =>
              onChange(LAYER_NAMES.filter((one) => (one === name ? target.checked : layers.includes(one))))
            }
            className="size-6 cursor-pointer accent-(--tick)"
          />
          <label htmlFor={id + name} className="cursor-pointer py-2.5 text-[.9375rem] lg:py-1">
            {CALENDAR_LAYERS[name]}
          </label>
        </span>
      ))}
    </fieldset>
  )
}

/** One's own calendar address, which is looked at rarely. */
function Subscribe() {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="admin-panel mt-6 px-4 py-2"
    >
      <summary className="min-h-10 cursor-pointer content-center">
        <h2 className="label inline text-[1.25rem]">Subscribe in a calendar app</h2>
      </summary>
      <div className="py-3">{isOpen && <FeedPanel />}</div>
    </details>
  )
}
