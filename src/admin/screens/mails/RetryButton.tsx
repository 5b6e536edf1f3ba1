import { type MailLine, WILL_BE_RESENT } from '#src/contract/mail.ts'
import { Button } from '#src/ui/Button.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { countsQuery, retryMail } from './mail-calls.ts'

const MINUTE = 60_000
/** How long what a message brings works at most, in milliseconds: a link in a mail, a code in a text message. (security TL4) */
const WORKS = { mail: 24 * 60 * MINUTE, sms: 10 * MINUTE }
const RAN_OUT = { mail: 'A link in it may have expired.', sms: 'A code in it has expired.' }

/** Gives a message that was given up all its tries again. */
export function RetryButton({ mail: { id, channel, subject, createdAt } }: { mail: MailLine }) {
  const retry = useSave({
    save: () => retryMail(id),
    done: WILL_BE_RESENT,
    failed: 'Failed to retry message',
    stale: [['mails'], countsQuery.queryKey, ['dashboard']],
  })
  const isOld = Date.now() - createdAt > WORKS[channel]
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        disabled={retry.isPending}
        onClick={() => retry.mutate(undefined)}
        className="whitespace-nowrap"
      >
        {retry.isPending ? 'Retrying...' : 'Try again'}
        <span className="sr-only"> to send {subject ?? 'the text message'}</span>
      </Button>
      {isOld && <span className="mt-1 block text-[.8125rem] text-soft">{RAN_OUT[channel]}</span>}
    </>
  )
}
