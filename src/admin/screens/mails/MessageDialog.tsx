import { useQuery } from '@tanstack/react-query'
import { type MailDetail, type MailNote, type MailOrigin, WILL_BE_RESENT } from '#src/contract/mail.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { formatMoment } from '../../blocks/moment.ts'
import { FactList } from '../../blocks/Panel.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { links } from '../../links.ts'
import { mailQuery, resendMail, STALE_MAILS } from './mail-calls.ts'
import { Recipient, RetryButton } from './mail-columns.tsx'

/** One message whole, but for its text: why it was written, what became of it, and what the provider reported. */
export function MessageDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(mailQuery(id))
  const { subject = 'Message' } = query.data?.mail ?? {}
  return (
    <Dialog
      isOpen
      title={subject ?? 'Text message'}
      onClose={onClose}
      actions={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Shown query={query} what="the message">
        {(detail) => <Message {...detail} />}
      </Shown>
    </Dialog>
  )
}

/** What the time beside each state is. */
const LAST = { queued: 'Next attempt', dead: 'Last attempt', sent: 'Sent', skipped: 'Skipped' } as const

function Message({ mail, origin, because, outcome, notes, refusal }: MailDetail) {
  return (
    <div className="grid gap-5 leading-snug [overflow-wrap:anywhere]">
      <FactList
        facts={[
          ['What happened', <Outcome key="outcome" mail={mail} outcome={outcome} refusal={refusal} />],
          ['Why', <Why key="why" because={because} origin={origin} />],
          ['To', <Recipient key="to" mail={mail} />],
          ['Written', formatMoment(mail.createdAt)],
          [LAST[mail.state], formatMoment(mail.sentAt ?? mail.nextAttemptAt)],
          ['Attempts', mail.attempts],
          ['Template', <code key="template">{mail.template}</code>],
        ]}
      />
      <Notes notes={notes} />
    </div>
  )
}

type OutcomeProps = Pick<MailDetail, 'mail' | 'outcome' | 'refusal'>

/** What became of a message, and sending it again, or why that is not possible. */
function Outcome({ mail, outcome, refusal }: OutcomeProps) {
  return (
    <div className="grid justify-items-start gap-2">
      <p className="font-semibold">{outcome}</p>
      {refusal === null ? <AgainButton mail={mail} /> : <p className="text-[.9375rem] text-soft">{refusal}</p>}
    </div>
  )
}

/** A failed message is tried again as it is; a sent one of a workflow is written again, after a question. */
function AgainButton({ mail }: Pick<MailDetail, 'mail'>) {
  const { id, state, subject, recipient } = mail
  const [, set] = useUrlState('/admin/email-diagnostics')
  const resend = useSave({
    save: () => resendMail(id),
    done: WILL_BE_RESENT,
    failed: 'Failed to send the message again',
    stale: STALE_MAILS,
    onDone: ({ mail: sent }) => set({ message: sent.id }),
  })
  if (state === 'dead') return <RetryButton mail={mail} />
  const ask = () =>
    confirm({
      title: `Send it again to ${recipient}?`,
      message: (
        <p>
          “{subject}” is written again from the version of the workflow that it came from, with what the event says now.
          The recipient then has it twice. The audit log records this.
        </p>
      ),
      label: 'Send again',
      busyLabel: 'Sending...',
      variant: 'default',
      act: () => resend.mutateAsync(undefined),
    })
  return (
    <Button variant="outline" size="sm" isBusy={resend.isPending} onClick={ask}>
      Send again
    </Button>
  )
}

function Why({ because, origin }: { because: string; origin: MailOrigin | null }) {
  return (
    <>
      {because}
      {origin?.eventId && origin.eventName && (
        <AdminLink
          to={links.eventTimeline(origin.eventId)}
          className="block w-fit font-semibold underline underline-offset-4"
        >
          Open the event
        </AdminLink>
      )}
      {origin?.order && (
        <AdminLink to={links.order(origin.order.id)} className="block w-fit font-semibold underline underline-offset-4">
          Open the order
        </AdminLink>
      )}
    </>
  )
}

/** What the mail provider reported, the oldest first. */
function Notes({ notes }: { notes: readonly MailNote[] }) {
  if (notes.length === 0) return null
  return (
    <section>
      <h3 className="label text-[1.25rem]">Reports of the provider</h3>
      <ol className="mt-2 grid gap-2.5">
        {notes.map(({ id, at, provider, sentence, text }) => (
          <li key={id}>
            <span className="block text-[.875rem] text-soft">
              {formatMoment(at)}, {provider}
            </span>
            {sentence}
            {text && <span className="block text-[.9375rem] text-soft">“{text}”</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
