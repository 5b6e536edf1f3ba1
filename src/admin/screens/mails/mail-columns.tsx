import type { MailLine } from '#src/contract/mail.ts'
import type { Column } from '../../blocks/DataTable.tsx'
import { agoOf, momentOf } from '../../blocks/moment.ts'
import { RetryButton } from './RetryButton.tsx'

const message: Column<MailLine> = {
  header: 'Message',
  cell: ({ subject, template, channel }) => (
    <>
      <span className="font-semibold">{subject ?? 'Text message'}</span>
      <span className="block font-mono text-[.8125rem] text-soft">
        {channel === 'sms' ? 'SMS, ' : ''}
        {template}
      </span>
    </>
  ),
}
const recipient: Column<MailLine> = {
  header: 'To',
  cell: ({ recipient: to }) => to,
  className: 'md:min-w-44',
}
const tries: Column<MailLine> = { header: 'Attempts', cell: ({ attempts }) => attempts, className: 'tabular-nums' }
const fault: Column<MailLine> = { header: 'Error', cell: ({ lastError }) => lastError }

const moment = (header: string, read: (mail: MailLine) => number | null): Column<MailLine> => ({
  header,
  cell: (mail) => {
    const at = read(mail)
    return at === null ? null : <Moment at={at} />
  },
})

/** What each list shows of a message. Its text is never shown: links and codes in it may still open something. */
export const COLUMNS: Record<MailLine['state'], readonly Column<MailLine>[]> = {
  dead: [
    message,
    recipient,
    fault,
    tries,
    moment('Last attempt', ({ nextAttemptAt }) => nextAttemptAt),
    { header: 'Retry', cell: (mail) => <RetryButton mail={mail} /> },
  ],
  queued: [message, recipient, fault, tries, moment('Next attempt', ({ nextAttemptAt }) => nextAttemptAt)],
  sent: [message, recipient, tries, moment('Sent', ({ sentAt }) => sentAt)],
}

function Moment({ at }: { at: number }) {
  const isAhead = at > Date.now()
  return (
    <time dateTime={new Date(at).toISOString()} title={momentOf(at)}>
      {isAhead ? momentOf(at) : agoOf(at)}
    </time>
  )
}
