import type { EventToCorrect } from '#src/contract/mail-correction.ts'
import { NeedList } from '../../blocks/NeedList.tsx'
import { links } from '../../links.ts'

/** Events about which people were sent something that is no longer true. */
export function CorrectionNeeds({ events }: { events: readonly EventToCorrect[] }) {
  const needs = events.map(({ eventId, eventName, sentence }) => ({
    sentence: `${eventName}: ${sentence}`,
    to: links.eventTimeline(eventId),
  }))
  return (
    <div className="mb-6">
      <NeedList sentence="Send a correction?" needs={needs} />
    </div>
  )
}
