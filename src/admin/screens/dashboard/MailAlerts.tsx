import { MAIL_ALERTS_TITLE, type MailAlert } from '#src/contract/mail-alert.ts'
import { NeedList } from '../../blocks/NeedList.tsx'
import { links } from '../../links.ts'

/** Warnings about mail that last: what waits, what fails, and what is wrong with the sending domain. */
export function MailAlerts({ alerts }: { alerts: readonly MailAlert[] }) {
  return (
    <div className="mb-6">
      <NeedList sentence={MAIL_ALERTS_TITLE} needs={alerts.map(({ sentence }) => ({ sentence, to: links.mails() }))} />
    </div>
  )
}
