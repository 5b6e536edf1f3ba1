import { MAIL_STATE_WORDS } from '#src/contract/mail-reason.ts'
import type { MailPlanState } from '#src/contract/mail-rule.ts'
import { Badge } from '#src/ui/Badge.tsx'

const TONE: Record<MailPlanState, 'plain' | 'good' | 'waiting' | 'bad'> = {
  planned: 'plain',
  held: 'waiting',
  sent: 'good',
  skipped: 'plain',
  missed: 'bad',
  cancelled: 'plain',
}

/** The state of one mail of a workflow, or of so many. */
export function PlanBadge({ state, people }: { state: MailPlanState; people?: number }) {
  const word = MAIL_STATE_WORDS[state]
  return <Badge tone={TONE[state]}>{people === undefined ? word : `${word} ${people}`}</Badge>
}
