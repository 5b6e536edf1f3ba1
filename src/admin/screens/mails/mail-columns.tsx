import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type MailLine, type MailState, WILL_BE_RESENT } from '#src/contract/mail.ts'
import { SHOW_RECIPIENT } from '#src/contract/mail-reason.ts'
import { isCancelled } from '#src/islands/account/step-up.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import type { Column } from '../../blocks/DataTable.tsx'
import { formatAgo, formatMoment } from '../../blocks/moment.ts'
import { notifyFailure, useSave } from '../../blocks/use-save.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { links } from '../../links.ts'
import { retryMail, revealRecipient, STALE_MAILS } from './mail-calls.ts'

/** The states in words. */
export const STATE_TITLES: Record<MailState, string> = {
  dead: 'Failed',
  queued: 'Waiting',
  sent: 'Sent',
  skipped: 'Skipped',
}

/** A cell that is read to its end. */
const WHOLE = 'whitespace-normal!'

const message: Column<MailLine> = {
  header: 'Message',
  cell: ({ id, subject, template, channel }) => (
    <>
      <OpenButton id={id}>{subject ?? 'Text message'}</OpenButton>
      <span className="block truncate font-mono text-[.8125rem] text-soft">
        {channel === 'sms' ? 'SMS, ' : ''}
        {template}
      </span>
    </>
  ),
  className: WHOLE,
}
const recipient: Column<MailLine> = {
  header: 'To',
  cell: (mail) => <Recipient mail={mail} />,
  width: '22%',
}
const tries: Column<MailLine> = {
  header: 'Attempts',
  cell: ({ attempts }) => attempts,
  className: 'tabular-nums',
  width: '6rem',
}
const fault: Column<MailLine> = { header: 'Error', cell: ({ lastError }) => lastError, className: WHOLE }

const moment = (header: string, read: (mail: MailLine) => number | null): Column<MailLine> => ({
  header,
  width: '9.5rem',
  className: WHOLE,
  cell: (mail) => {
    const at = read(mail)
    return at === null ? null : <Moment at={at} />
  },
})

const written = moment('Written', ({ createdAt }) => createdAt)

/** What each list shows of a message. Its text is never shown: links and codes in it may still open something. */
export const STATE_COLUMNS: Record<MailLine['state'], readonly Column<MailLine>[]> = {
  dead: [
    message,
    recipient,
    fault,
    moment('Last attempt', ({ nextAttemptAt }) => nextAttemptAt),
    { header: 'Retry', cell: (mail) => <RetryButton mail={mail} />, width: '9rem' },
  ],
  queued: [message, recipient, fault, tries, written, moment('Next attempt', ({ nextAttemptAt }) => nextAttemptAt)],
  sent: [message, recipient, tries, moment('Sent', ({ sentAt }) => sentAt)],
  skipped: [
    message,
    recipient,
    { header: 'Reason', cell: ({ skippedBecause }) => skippedBecause, className: WHOLE },
    written,
  ],
}

const TONES = { dead: 'bad', queued: 'waiting', sent: 'good', skipped: 'plain' } as const

/** What a search shows, whose messages are in all states. */
export const FOUND_COLUMNS: readonly Column<MailLine>[] = [
  message,
  recipient,
  {
    header: 'State',
    cell: ({ state }) => <Badge tone={TONES[state]}>{STATE_TITLES[state]}</Badge>,
    width: '7rem',
  },
  tries,
  { header: 'Error', cell: ({ lastError, skippedBecause }) => skippedBecause ?? lastError, className: WHOLE },
  moment('Last attempt', ({ sentAt, nextAttemptAt }) => sentAt ?? nextAttemptAt),
]

/** The name of a message; it opens the whole. */
function OpenButton({ id, children }: { id: string; children: string }) {
  const [, set] = useUrlState('/admin/email-diagnostics')
  return (
    <button
      type="button"
      onClick={() => set({ message: id }, { push: true })}
      title={children}
      className="min-h-6 max-w-full cursor-pointer text-left font-semibold underline-offset-4 hover:underline"
    >
      <span className="line-clamp-2 [overflow-wrap:anywhere]">{children}</span>
    </button>
  )
}

/** Whom a message is to, masked until an admin asks for it; then with the way to the account behind the address. */
export function Recipient({ mail: { id, recipient: masked, subject } }: { mail: MailLine }) {
  const reveal = useMutation({
    mutationFn: () => revealRecipient(id),
    onError: (fault) => {
      if (!isCancelled(fault)) notifyFailure('Failed to show recipient', fault)
    },
  })
  const revealed = useRef<HTMLSpanElement>(null)
  // The address takes the place of the button that had the focus.
  useEffect(() => {
    if (reveal.data && document.activeElement === document.body) revealed.current?.focus()
  }, [reveal.data])
  if (reveal.data) {
    const { recipient: to, userId } = reveal.data
    return (
      <span ref={revealed} tabIndex={-1} role="status" title={to}>
        {userId === null ? (
          to
        ) : (
          <AdminLink to={links.user(userId)} className="font-semibold underline underline-offset-4">
            {to}
          </AdminLink>
        )}
      </span>
    )
  }
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-2">
      <span className="min-w-0 truncate">{masked}</span>
      <Button
        variant="link"
        size="sm"
        isBusy={reveal.isPending}
        onClick={() => reveal.mutate()}
        title="Shows the full address. The audit log records this."
        className="min-h-8! px-0!"
      >
        {SHOW_RECIPIENT}
        <span className="sr-only"> the recipient of {subject ?? 'the text message'}</span>
      </Button>
    </span>
  )
}

function Moment({ at }: { at: number }) {
  const isAhead = at > Date.now()
  return (
    <time dateTime={new Date(at).toISOString()} title={formatMoment(at)}>
      {isAhead ? formatMoment(at) : formatAgo(at)}
    </time>
  )
}

const MINUTE = 60_000
/** How long what a message brings works at most, in milliseconds: a link in a mail, a code in a text message. (security TL4) */
const WORKS = { mail: 24 * 60 * MINUTE, sms: 10 * MINUTE }
const RAN_OUT = { mail: 'A link in it may have expired.', sms: 'A code in it has expired.' }

/** True once what a message brings no longer works. */
export const hasRunOut = ({ channel, createdAt }: Pick<MailLine, 'channel' | 'createdAt'>) =>
  Date.now() - createdAt > WORKS[channel]

/** Retries a failed message, with all its attempts. */
export function RetryButton({ mail: { id, channel, subject, createdAt } }: { mail: MailLine }) {
  const retry = useSave({
    save: () => retryMail(id),
    done: WILL_BE_RESENT,
    failed: 'Failed to retry message',
    stale: STALE_MAILS,
  })
  const isOld = hasRunOut({ channel, createdAt })
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        isBusy={retry.isPending}
        onClick={() => retry.mutate(undefined)}
        className={isOld ? 'mt-1 whitespace-nowrap' : 'whitespace-nowrap'}
      >
        {retry.isPending ? 'Retrying...' : 'Try again'}
        <span className="sr-only"> to send {subject ?? 'the text message'}</span>
      </Button>
      {isOld && (
        <span className="my-1 block whitespace-normal text-[.8125rem] text-soft leading-tight">{RAN_OUT[channel]}</span>
      )}
    </>
  )
}
