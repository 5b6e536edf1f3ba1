import type { EventMailRule, EventMailRuleChange } from '#src/contract/workflows.ts'
import { confirm } from '../../blocks/confirm.ts'
import type { RowAction } from '../../blocks/row-action.ts'
import { useSave } from '../../blocks/use-save.ts'
import { STALE_RULES } from '../workflows/rule-calls.ts'
import { saveEventRule } from './event-rule-calls.ts'

/** A rule at an event: `overrides` is what the event does differently, and stays. */
type RuleAtEvent = Pick<EventMailRule, 'title'> & EventMailRuleChange

/** Keeps a rule from sending anything for an event, after a question, or lets it apply again. */
export function useRuleSkip(eventId: string, rule: RuleAtEvent): RowAction & { isBusy: boolean } {
  const { title, ruleId, version, overrides, isSkipped } = rule
  const skip = useSave({
    save: () => saveEventRule(eventId, { ruleId, version, overrides, isSkipped: !isSkipped }),
    done: isSkipped ? 'Workflow applies again' : 'Workflow skipped for this event',
    failed: 'Failed to save workflow for this event',
    stale: STALE_RULES,
  })
  const ask = () =>
    confirm({
      title: `Skip “${title}”?`,
      message: <p>It sends nothing for this event. Its emails that are not sent yet are cancelled.</p>,
      label: 'Skip for this event',
      busyLabel: 'Saving...',
      act: () => skip.mutateAsync(undefined),
    })
  return isSkipped
    ? { label: 'Do not skip', run: () => skip.mutate(undefined), isBusy: skip.isPending }
    : { label: 'Skip for this event', run: ask, isBusy: skip.isPending }
}
