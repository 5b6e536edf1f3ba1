import { useMemo, useState } from 'react'
import { draftEvent } from '#src/contract/draft-event.ts'
import type { EventRows } from '#src/contract/event.ts'
import { toLanding } from '#src/contract/landing.ts'
import { LandingFrame } from '../event-preview/LandingFrame.tsx'
import { toDraft } from './event-values.ts'
import { useFormValues } from './readiness-context.tsx'

const PHONE = 390
const DESKTOP = 1280

/** The page as it would be if this form were saved, on a phone and on a desktop, while somebody types. */
export function SidePreview({ parts }: { parts: Omit<EventRows, 'event'> }) {
  const values = useFormValues()
  const [now] = useState(Date.now)
  const landing = useMemo(() => {
    const event = draftEvent(toDraft(values))
    return event && toLanding({ event, ...parts }, now)
  }, [values, parts, now])
  return (
    <section aria-labelledby="preview">
      <h2 id="preview" className="label mb-3 text-[1.25rem]">
        Preview
      </h2>
      {landing ? (
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-[minmax(0,3fr)_minmax(0,7fr)]">
          <LandingFrame landing={landing} width={PHONE} height="26rem" title="Preview on a phone" isPicture />
          <LandingFrame landing={landing} width={DESKTOP} height="26rem" title="Preview on a desktop" isPicture />
        </div>
      ) : (
        <p className="rounded-md border-2 border-line border-dashed px-5 py-8 text-soft">
          The page appears here once the event has a date.
        </p>
      )}
    </section>
  )
}
