import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import type { EventRows } from '#src/contract/event.ts'
import { toLanding } from '#src/contract/landing.ts'
import { phaseAt, phasesOf } from '#src/contract/phases.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { rowsQuery } from '../event-setup/event-calls.ts'
import { EventWorkspace } from '../events/EventWorkspace.tsx'
import { LandingFrame } from './LandingFrame.tsx'
import { MomentPicker } from './MomentPicker.tsx'
import { momentAt, momentIn } from './preview-moment.ts'
import { ShareLinks } from './ShareLinks.tsx'
import { SCREEN_WIDTHS, type ScreenWidth, WidthPicker } from './WidthPicker.tsx'

const address = z.object({
  width: z.enum(['phone', 'tablet', 'desktop']).optional().catch(undefined),
  phase: z.enum(['early-bird', 'standard', 'closed', 'past']).optional().catch(undefined),
  at: z.string().max(20).optional().catch(undefined),
})

/** An event's page as visitors will see it, at any moment and on any screen, and the links that show it to others. */
export function EventPreviewScreen() {
  const { id = '' } = useParams({ strict: false })
  const rows = useQuery({ ...rowsQuery(id), enabled: id !== '' })
  return (
    <EventWorkspace id={id} tab="preview" event={rows.data?.event}>
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
  const [{ width = ownWidth(), phase, at }, set] = useUrlState(address)
  const [now] = useState(Date.now)
  const phases = phasesOf(event)
  const asked = at === undefined ? undefined : momentAt(at, event.eventTimezone)
  const moment = asked ?? (phase && momentIn(phase, phases, now)) ?? now
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
      <ShareLinks eventId={id} />
    </>
  )
}
