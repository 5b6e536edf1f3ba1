import type { MailLine } from '#src/contract/mail.ts'
import { Button } from '#src/ui/Button.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { countsQuery, retryMail } from './mail-calls.ts'

/** Links in mail work for so long at most, in milliseconds: afterwards a second try brings one that opens nothing. (design 8) */
const LINKS_WORK = 24 * 3_600_000

/** Gives a message that was given up all its tries again. */
export function RetryButton({ mail: { id, subject, createdAt } }: { mail: MailLine }) {
  const retry = useSave({
    save: () => retryMail(id),
    done: 'The message is sent again within a minute',
    failed: 'Failed to retry message',
    stale: [['mails'], countsQuery.queryKey, ['dashboard']],
  })
  const isOld = Date.now() - createdAt > LINKS_WORK
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
      {isOld && <span className="mt-1 block text-[.8125rem] text-soft">A link in it may have run out.</span>}
    </>
  )
}
