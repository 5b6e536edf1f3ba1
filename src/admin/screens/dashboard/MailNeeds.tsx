import { isDomainAlert, MAIL_ALERTS_TITLE, type MailAlert } from '#src/contract/mail-alert.ts'
import type { EventToCorrect } from '#src/contract/mail-correction.ts'
import { NeedList } from '../../blocks/NeedList.tsx'
import { links } from '../../links.ts'

/** Warnings about mail that last: what waits, what fails, and what is wrong with the sending domain. */
export function MailAlerts({ alerts }: { alerts: readonly MailAlert[] }) {
  const needs = alerts.map((alert) => ({
    sentence: alert.sentence,
    to: isDomainAlert(alert) ? links.mails({ tab: 'domain' }) : links.mails(),
  }))
  return (
    <div className="mb-6">
      <NeedList sentence={MAIL_ALERTS_TITLE} needs={needs} />
    </div>
  )
}

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
