import type { EventConfig } from '#src/contract/event.ts'
import { PHASE_UNUSED } from '#src/contract/event-preview.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type Phase, phasesOf } from '#src/contract/phases.ts'
import { zoneName } from '#src/contract/wall-clock.ts'
import { TextInput } from '#src/ui/TextInput.tsx'
import { Choices } from './Choices.tsx'
import { momentIn, PHASES, wallAt } from './preview-moment.ts'

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
export function MomentPicker({ event, moment, current, now, onPhase, onMoment }: MomentPickerProps) {
  const phases = phasesOf(event)
  const zone = event.eventTimezone
  const refusal = (phase: Phase) => (momentIn(phase, phases, now) === undefined ? PHASE_UNUSED : undefined)
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
