import { useState } from 'react'
import { type ChangeSet, STUDIO } from '#src/contract/change-set.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type PlannedMoments, plannedMoments, zonedMoment } from '#src/contract/planned-moment.ts'
import { DEFAULT_TIME_ZONE } from '#src/contract/time-zone.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Select } from '#src/ui/Select.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { formatMoment } from '../../blocks/moment.ts'
import { useSave } from '../../blocks/use-save.ts'
import { zoneOptions } from '../../blocks/zone-options.ts'
import { CHANGE_SETS, scheduleSet } from './change-set-calls.ts'
import { useSetChecks } from './use-set-checks.tsx'

type Planned = { day: string; clock: string; zone: string }

/** When a set goes live, on the clock of a zone. A time that the clock shows twice or never is asked about. */
export function ScheduleDialog({ set, onClose }: { set: ChangeSet; onClose: () => void }) {
  const [planned, plan] = useState<Planned>({ day: '', clock: '09:00', zone: DEFAULT_TIME_ZONE })
  const [picked, pick] = useState<Instant>()
  const change = (part: Partial<Planned>) => {
    plan({ ...planned, ...part })
    pick(undefined)
  }
  const found = findMoments(planned)
  const at = found?.shown === 'once' ? found.moments[0] : picked
  const { view, refusal, readAt, onRefused } = useSetChecks(set, onClose)
  const save = useSave({
    save: (moment: Instant) => scheduleSet(set.id, { ...planned, at: moment, readAt, version: set.version }),
    done: 'The set is scheduled',
    failed: 'Failed to schedule',
    stale: [[CHANGE_SETS]],
    onDone: onClose,
    onRefused,
  })
  return (
    <Dialog
      isOpen
      title="Schedule this set"
      description="It goes live by itself at this minute, and is locked until then."
      onClose={onClose}
      actions={
        <>
          <Button
            disabled={at === undefined || refusal !== null}
            title={refusal ?? undefined}
            isBusy={save.isPending}
            onClick={() => at !== undefined && save.mutate(at)}
          >
            {STUDIO.schedule}
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <ClockFields planned={planned} onChange={change} />
        {found && <Moments found={found} zone={planned.zone} picked={at} onPick={pick} />}
        {view}
      </div>
    </Dialog>
  )
}

type ClockFieldsProps = { planned: Planned; onChange: (part: Partial<Planned>) => void }

function ClockFields({ planned: { day, clock, zone }, onChange }: ClockFieldsProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextInput label="Date" type="date" value={day} onChange={({ target }) => onChange({ day: target.value })} />
        <TextInput
          label="Time"
          type="time"
          value={clock}
          onChange={({ target }) => onChange({ clock: target.value.slice(0, 5) })}
        />
      </div>
      <Select
        label="Time zone"
        options={zoneOptions(zone)}
        value={zone}
        onChange={({ target }) => onChange({ zone: target.value })}
      />
    </>
  )
}

/** What the typed time means; undefined while it is no time. */
function findMoments({ day, clock, zone }: Planned): PlannedMoments | undefined {
  try {
    return plannedMoments(day, clock, zone)
  } catch {
    return undefined
  }
}

type MomentsProps = {
  found: PlannedMoments
  zone: string
  picked: Instant | undefined
  onPick: (at: Instant) => void
}

const QUESTIONS = {
  twice: 'The clock is set back on this day and shows this time twice. Which one?',
  never: 'The clock is set forward on this day and never shows this time. Publish then instead?',
}

function Moments({ found: { shown, moments }, zone, picked, onPick }: MomentsProps) {
  const words = (at: Instant) => `${zonedMoment(at, zone)}. On your clock: ${formatMoment(at)}.`
  if (shown === 'once')
    return (
      <p role="status" className="leading-snug">
        {moments.map(words).join()}
      </p>
    )
  return (
    <fieldset className="border-signal border-l-8 pl-4">
      <legend className="sr-only">{QUESTIONS[shown]}</legend>
      <p aria-hidden="true" className="font-semibold leading-snug">
        {QUESTIONS[shown]}
      </p>
      {moments.map((at) => (
        <label key={at} className="mt-2 flex cursor-pointer gap-3 leading-snug">
          <input
            type="radio"
            name="moment"
            checked={picked === at}
            onChange={() => onPick(at)}
            className="mt-0.5 size-6 shrink-0 accent-(--tick)"
          />
          {words(at)}
        </label>
      ))}
    </fieldset>
  )
}
