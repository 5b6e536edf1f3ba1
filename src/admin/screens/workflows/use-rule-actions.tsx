import { useMutation } from '@tanstack/react-query'
import { type MailAnchor, type RuleState, subjectOf } from '#src/contract/mail-rule.ts'
import { plural } from '#src/contract/plural.ts'
import { DEFAULT_TIME_ZONE } from '#src/contract/time-zone.ts'
import type { DryRun, DryRunLine } from '#src/contract/workflow-trial.ts'
import { type MailRuleLine, RULE_DELETED, RULE_STATE_SAVED } from '#src/contract/workflows.ts'
import { isCancelled } from '#src/islands/account/step-up.ts'
import { confirm } from '../../blocks/confirm.ts'
import { getDay, momentIn } from '../../blocks/moment.ts'
import type { RowAction } from '../../blocks/row-action.ts'
import { notifyFailure, useSave } from '../../blocks/use-save.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { deleteRule, dryRun, type Rule, STALE_RULES, setRuleState } from './rule-calls.ts'

type Named = Pick<MailRuleLine, 'id' | 'version' | 'title' | 'state' | 'mails' | 'definition'>

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
  const preparation = useMutation({
    mutationFn: ({ id }: Named) => dryRun(id, null),
    onSuccess: (answer, rule) => askToTurnOn(rule, answer, () => go(rule, 'on')),
    onError: (fault) => {
      if (!isCancelled(fault)) notifyFailure('Failed to work out what this workflow would send', fault)
    },
  })
  return (rule) => {
    const { state } = rule
    const actions: [RuleState, RowAction][] = [
      ['on', { label: 'Turn on', run: () => preparation.isPending || preparation.mutate(rule) }],
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
      message: <p>{loseUnsent(rule)} Emails that were sent stay in the timeline of their event or order.</p>,
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

/** Events that the question names; the others are counted. */
const NAMED = 5

/** Says what the planner would send, and asks before it does. */
function askToTurnOn(
  { title, state, definition }: Named,
  { lines, recipients, more }: DryRun,
  act: () => Promise<unknown>,
): void {
  const wanted = lines.filter(({ planned }) => planned > 0)
  confirm({
    title: `Turn on “${title}”?`,
    message: (
      <>
        <p>{sayPlanned(recipients, wanted)}</p>
        {wanted.length > 0 && (
          <ul className="grid list-disc gap-1 pl-5">
            {wanted.slice(0, NAMED).map((line) => (
              <li key={`${line.event?.id}`}>{sayLine(line, definition.anchor)}</li>
            ))}
            {wanted.length > NAMED && <li>{plural(wanted.length - NAMED, 'more event')}</li>}
            {more > 0 && <li>{plural(more, 'later event')} not counted</li>}
          </ul>
        )}
        <p>
          {state === 'paused'
            ? 'Emails that waited during the pause are sent at once, except those that are too late.'
            : 'Emails whose time has passed are not sent.'}
        </p>
      </>
    ),
    label: 'Turn on',
    busyLabel: 'Turning on...',
    variant: 'default',
    act,
  })
}

function sayPlanned(recipients: number, wanted: readonly DryRunLine[]): string {
  const emails = wanted.reduce((sum, { planned }) => sum + planned, 0)
  if (emails === 0) return 'It plans no email now. It plans some as soon as one is needed.'
  const events = wanted.filter(({ event }) => event !== null).length
  const whose = events === 0 ? '' : ` for ${plural(events, 'event')}`
  return `It plans ${plural(emails, 'email')} to ${plural(recipients, 'recipient')}${whose}:`
}

/** What a line without an event is about. */
const OTHERS = { event: 'Events', account: 'New members', order: 'Open orders', week: 'Every week' } as const

function sayLine({ event, planned, firstAt }: DryRunLine, anchor: MailAnchor): string {
  const name = event === null ? OTHERS[subjectOf(anchor)] : `${event.name}, ${getDay(event.date)}`
  return `${name}: ${plural(planned, 'email')}${firstAt === null ? '' : `, ${momentIn(event?.zone ?? DEFAULT_TIME_ZONE, firstAt)}`}`
}
