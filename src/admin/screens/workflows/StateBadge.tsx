import type { RuleState } from '#src/contract/mail-rule.ts'
import { RULE_STATE_WORDS } from '#src/contract/workflows.ts'
import { Badge } from '#src/ui/Badge.tsx'

const TONES = { draft: 'plain', on: 'good', paused: 'waiting' } as const

/** The state of a rule in a word. */
export function StateBadge({ state }: { state: RuleState }) {
  return <Badge tone={TONES[state]}>{RULE_STATE_WORDS[state]}</Badge>
}
