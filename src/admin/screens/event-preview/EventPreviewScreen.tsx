import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { EventConfig, EventRows } from '#src/contract/event.ts'
import { PHASE_UNUSED, type ShareLinkInput } from '#src/contract/event-preview.ts'
import type { Instant } from '#src/contract/instant.ts'
import { toLanding } from '#src/contract/landing.ts'
import { getPhases, type Phase, phaseAt } from '#src/contract/phases.ts'
import { zoneName } from '#src/contract/wall-clock.ts'
import { TextInput } from '#src/ui/TextInput.tsx'
import { api, ask } from '../../api.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { rowsQuery } from '../event-setup/event-calls.ts'
import { EventWorkspace } from '../events/EventWorkspace.tsx'
import { LandingFrame } from './LandingFrame.tsx'
import { momentAt, momentOfPhase, PHASES, wallAt } from './preview-moment.ts'
import { ShareLinks } from './ShareLinks.tsx'

const PATH = '/admin/event/preview/$id'

/** An event's page as visitors will see it, at any moment and on any screen, and the links that show it to others. */
export function EventPreviewScreen() {
  const { id } = useParams({ from: PATH })
  const rows = useQuery(rowsQuery(id))
  return (
    <EventWorkspace id={id} tab="preview" event={rows.data?.event} isLoading={rows.isPending}>
      <Shown query={rows} what="the event">
        {(shown) => <Preview id={id} rows={shown} />}
      </Shown>
    </EventWorkspace>
  )
}

/** On a phone the page at a phone's width is the one that can be read. */
function ownWidth(): ScreenWidth {
  return matchMedia('(max-width: 47.99rem)').matches ? 'phone' : 'desktop'
}

function Preview({ id, rows }: { id: string; rows: EventRows }) {
  const { event } = rows
  const [{ width = ownWidth(), phase, at }, set] = useUrlState(PATH)
  const [now] = useState(Date.now)
  const phases = getPhases(event)
  const asked = at === undefined ? undefined : momentAt(at, event.eventTimezone)
  const moment = asked ?? (phase && momentOfPhase(phase, phases, now)) ?? now
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-x-8 gap-y-4">
        <MomentPicker
          event={event}
          moment={moment}
          current={phaseAt(phases, moment)}
          now={now}
          onPhase={(picked) => set({ phase: picked, at: undefined })}
          onMoment={(wall) => set({ at: wall || undefined, phase: undefined })}
        />
        <WidthPicker width={width} onChange={(picked) => set({ width: picked })} />
      </div>
      <LandingFrame
        landing={toLanding(rows, moment)}
        width={SCREEN_WIDTHS[width]}
        height="min(80dvh, 60rem)"
        title={`Preview of ${event.eventName}`}
      />
      <ShareLinks
        about={shareLinks(id)}
        title="Share before publishing"
        lead="Anyone with a link sees the current version of this page without an account. A link stops working when the event is unpublished or deleted, or when its creator is no longer an admin."
      />
    </>
  )
}

type MomentPickerProps = {
  event: EventConfig
  moment: Instant
  /** The phase at that moment. */
  current: Phase
  now: Instant
  onPhase: (phase: Phase) => void
  /** The date and time on the event's clock, as `2027-01-21T08:30`; empty for now. */
  onMoment: (wall: string) => void
}

/** When the page is looked at: in one of its phases, or at a date and time. */
function MomentPicker({ event, moment, current, now, onPhase, onMoment }: MomentPickerProps) {
  const phases = getPhases(event)
  const zone = event.eventTimezone
  const refusal = (phase: Phase) => (momentOfPhase(phase, phases, now) === undefined ? PHASE_UNUSED : undefined)
  return (
    <>
      <Choices label="Phase" options={PHASES} value={current} refusal={refusal} onChange={onPhase} />
      <div className="w-full max-w-72">
        <TextInput
          label={`Date and time, ${zoneName(zone, moment)}`}
          type="datetime-local"
          value={wallAt(moment, zone)}
          onChange={({ target }) => onMoment(target.value)}
        />
      </div>
    </>
  )
}

/** Widths of the previewed screens, in CSS pixels. */
const SCREEN_WIDTHS = { phone: 390, tablet: 820, desktop: 1280 } as const
type ScreenWidth = keyof typeof SCREEN_WIDTHS

const WIDTHS: readonly (readonly [ScreenWidth, string])[] = [
  ['phone', 'Phone'],
  ['tablet', 'Tablet'],
  ['desktop', 'Desktop'],
]

/** On which screen. */
function WidthPicker({ width, onChange }: { width: ScreenWidth; onChange: (width: ScreenWidth) => void }) {
  return <Choices label="Screen" options={WIDTHS} value={width} onChange={onChange} />
}

type ChoicesProps<Value extends string> = {
  label: string
  options: readonly (readonly [value: Value, label: string])[]
  value: Value
  /** Why an option cannot be chosen; undefined for one that can. */
  refusal?: (value: Value) => string | undefined
  onChange: (value: Value) => void
}

/** One of a few, all in sight. */
function Choices<Value extends string>({ label, options, value, refusal, onChange }: ChoicesProps<Value>) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold leading-snug">{label}</legend>
      <div className="flex flex-wrap gap-1 rounded-md border-2 border-line p-1">
        {options.map(([option, text]) => {
          const reason = refusal?.(option)
          return (
            <label
              key={option}
              title={reason}
              className="relative inline-flex min-h-10 cursor-pointer items-center rounded px-3 font-semibold text-[.9375rem] has-checked:bg-ink has-disabled:cursor-not-allowed has-checked:text-ground has-disabled:opacity-60 has-focus-visible:outline-3 has-focus-visible:outline-[var(--focus)]"
            >
              <input
                type="radio"
                name={name}
                checked={option === value}
                disabled={reason !== undefined}
                onChange={() => onChange(option)}
                className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
              />
              {text}
              {reason && <span className="sr-only">{`(${reason})`}</span>}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

/** The links to an event's preview, for `ShareLinks`. */
const shareLinks = (id: string) => {
  const routes = api.events[':id']['share-links']
  return {
    key: ['share-links', id],
    list: () => ask(() => routes.$get({ param: { id } })),
    create: (json: ShareLinkInput) => ask(() => routes.$post({ param: { id }, json })),
    revoke: (linkId: string) => ask(() => routes[':linkId'].$delete({ param: { id, linkId } })),
  }
}
