import type { RuleHere } from '#src/contract/event-timeline.ts'
import { plural } from '#src/contract/plural.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { momentIn } from '../../blocks/moment.ts'
import { NothingToDo, Panel } from '../../blocks/Panel.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { skipRule } from './timeline-calls.ts'

type RulesPanelProps = { eventId: string; rules: readonly RuleHere[]; timeZone: string }

/** What every workflow means for this event, and why. */
export function RulesPanel({ eventId, rules, timeZone }: RulesPanelProps) {
  return (
    <Panel title="Workflows for this event">
      {rules.length === 0 ? (
        <NothingToDo>No workflow has been judged for this event yet.</NothingToDo>
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
                  {Object.keys(rule.overrides).length > 0 && <Badge>Differs from default</Badge>}
                </p>
                <p className="text-[.9375rem]">{rule.reason}</p>
                <p className="text-[.9375rem] text-soft">
                  {rule.dueAt !== null && `Due ${momentIn(timeZone, rule.dueAt)}, `}
                  {`${plural(rule.people, 'recipient')}.`}
                </p>
              </div>
              <SkipButton eventId={eventId} rule={rule} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Keeps a workflow from sending anything for this event, or lets it send again. */
function SkipButton({ eventId, rule }: { eventId: string; rule: RuleHere }) {
  const { title, isSkipped } = rule
  const skip = useSave({
    save: () => skipRule(eventId, rule),
    done: isSkipped ? 'Workflow applies again' : 'Workflow skipped for this event',
    failed: 'Failed to save the workflow',
    stale: [['timeline', eventId], ['mail-rules']],
  })
  const ask = () =>
    confirm({
      title: 'Skip this workflow?',
      message: <p>{`“${title}” sends nothing for this event. Its emails that are not sent yet are cancelled.`}</p>,
      label: 'Skip workflow',
      busyLabel: 'Saving...',
      act: () => skip.mutateAsync(undefined),
    })
  return (
    <Button
      variant="outline"
      size="sm"
      isBusy={skip.isPending}
      onClick={isSkipped ? () => skip.mutate(undefined) : ask}
    >
      {isSkipped ? 'Do not skip' : 'Skip'}
      <span className="sr-only">{` ${title}`}</span>
    </Button>
  )
}
