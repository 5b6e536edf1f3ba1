import type { RuleState } from '#src/contract/mail-rule.ts'
import { plural } from '#src/contract/plural.ts'
import { type MailRuleLine, RULE_DELETED, RULE_STATE_SAVED } from '#src/contract/workflows.ts'
import { confirm } from '../../blocks/confirm.ts'
import type { RowAction } from '../../blocks/row-action.ts'
import { useSave } from '../../blocks/use-save.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { deleteRule, type Rule, STALE_RULES, setRuleState } from './rule-calls.ts'

type Named = Pick<MailRuleLine, 'id' | 'version' | 'title' | 'state' | 'mails'>

/** What can be done with a rule, for the menu of its row. */
export function useRuleActions(): (rule: Named) => RowAction[] {
  const [, set] = useUrlState('/admin/workflows')
  const changes = useStateChanges()
  const removal = useRemoval()
  return (rule) => [
    { label: 'Edit', run: () => set({ edit: rule.id }, { push: true }) },
    ...changes(rule),
    { label: 'Duplicate', run: () => set({ edit: 'new', copy: rule.id }, { push: true }) },
    { label: 'Delete', isDestructive: true, run: () => removal(rule) },
  ]
}

/** The ways from a rule's state to the others. What is lost or sent by it is asked first. */
export function useStateChanges(): (rule: Named) => RowAction[] {
  const change = useSave({
    save: ({ state, ...rule }: Rule & { state: RuleState }) => setRuleState(rule, state),
    done: (_, { state }) => RULE_STATE_SAVED[state],
    failed: 'Failed to change workflow',
    stale: STALE_RULES,
  })
  const go = ({ id, version }: Named, state: RuleState) => change.mutateAsync({ id, version, state })
  return (rule) => {
    const { state } = rule
    const actions: [RuleState, RowAction][] = [
      ['on', { label: 'Turn on', run: () => askToTurnOn(rule, () => go(rule, 'on')) }],
      ['paused', { label: 'Pause', run: () => void go(rule, 'paused').catch(() => {}) }],
      ['draft', { label: 'Back to draft', run: () => askForDraft(rule, () => go(rule, 'draft')) }],
    ]
    return actions.filter(([to]) => to !== state && (to !== 'paused' || state === 'on')).map(([, action]) => action)
  }
}

/** Deletes a rule, after naming what is lost. */
export function useRemoval(onDone?: () => void): (rule: Named) => void {
  const removal = useSave({
    save: deleteRule,
    done: RULE_DELETED,
    failed: 'Failed to delete workflow',
    stale: STALE_RULES,
    ...(onDone && { onDone }),
  })
  return (rule) => {
    confirm({
      title: `Delete “${rule.title}”?`,
      message: <p>{loseUnsent(rule)} Emails that were sent stay in the timeline of their event.</p>,
      label: 'Delete workflow',
      busyLabel: 'Deleting...',
      act: () => removal.mutateAsync({ id: rule.id, version: rule.version }),
    })
  }
}

function loseUnsent({ mails }: Named): string {
  const unsent = mails.planned + mails.held
  return unsent === 0 ? 'No email of it is waiting.' : `${plural(unsent, 'email')} of it will not be sent.`
}

function askForDraft(rule: Named, act: () => Promise<unknown>): void {
  confirm({
    title: `Make “${rule.title}” a draft?`,
    message: <p>{loseUnsent(rule)}</p>,
    label: 'Back to draft',
    busyLabel: 'Saving...',
    act,
  })
}

function askToTurnOn({ title }: Named, act: () => Promise<unknown>): void {
  confirm({
    title: `Turn on “${title}”?`,
    message: <p>It plans emails for every event that it fits. Emails whose time has passed are not sent.</p>,
    label: 'Turn on',
    busyLabel: 'Turning on...',
    variant: 'default',
    act,
  })
}
