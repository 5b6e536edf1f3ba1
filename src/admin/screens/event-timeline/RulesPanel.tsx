import type { RuleHere } from '#src/contract/event-timeline.ts'
import { plural } from '#src/contract/plural.ts'
import { DIFFERS_FROM_DEFAULT } from '#src/contract/workflows.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { momentIn } from '../../blocks/moment.ts'
import { NothingToDo, Panel } from '../../blocks/Panel.tsx'
import { useRuleSkip } from '../event-emails/use-rule-skip.tsx'

type RulesPanelProps = { eventId: string; rules: readonly RuleHere[]; timeZone: string }

/** What every workflow means for this event, and why. */
export function RulesPanel({ eventId, rules, timeZone }: RulesPanelProps) {
  return (
    <Panel title="Workflows for this event">
      {rules.length === 0 ? (
        <NothingToDo>No workflow has been evaluated for this event yet.</NothingToDo>
      ) : (
        <ul>
          {rules.map((rule) => (
            <li
              key={rule.ruleId}
              className="flex flex-wrap items-start gap-x-4 gap-y-2 border-line border-b px-5 py-3 leading-snug last:border-b-0"
            >
              <div className="min-w-0 flex-[1_1_14rem]">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <b className="min-w-0 [overflow-wrap:anywhere]">{rule.title}</b>
                  {rule.isSkipped && <Badge tone="waiting">Skipped</Badge>}
                  {Object.keys(rule.overrides).length > 0 && <Badge>{DIFFERS_FROM_DEFAULT}</Badge>}
                </p>
                <p className="text-[.9375rem]">{rule.reason}</p>
                <p className="text-[.9375rem] text-soft">{sayTime(rule, timeZone)}</p>
              </div>
              <SkipButton eventId={eventId} rule={rule} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** When its emails are due, and to how many people. The audience of a draft is not known. */
function sayTime({ dueAt, people }: RuleHere, timeZone: string): string {
  const due = dueAt === null ? [] : [`Due ${momentIn(timeZone, dueAt)}`]
  return [...due, ...(people > 0 ? [plural(people, 'recipient')] : [])].join(', ')
}

/** The same action as in the menu of the Emails tab. */
function SkipButton({ eventId, rule }: { eventId: string; rule: RuleHere }) {
  const { label, run, isBusy } = useRuleSkip(eventId, rule)
  return (
    <Button variant="outline" size="sm" isBusy={isBusy} onClick={run}>
      {label}
      <span className="sr-only">{`: ${rule.title}`}</span>
    </Button>
  )
}
