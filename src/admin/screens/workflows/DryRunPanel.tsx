import { useMutation } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { MAIL_STATE_WORDS } from '#src/contract/mail-reason.ts'
import { type MailAnchor, subjectOf } from '#src/contract/mail-rule.ts'
import { plural } from '#src/contract/plural.ts'
import { DEFAULT_TIME_ZONE } from '#src/contract/time-zone.ts'
import type { DryRun, DryRunLine } from '#src/contract/workflow-trial.ts'
import { isCancelled } from '#src/islands/account/step-up.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { ActionButton } from '../../blocks/ActionButton.tsx'
import { getDay, momentIn } from '../../blocks/moment.ts'
import { Panel } from '../../blocks/Panel.tsx'
import { notifyFailure } from '../../blocks/use-save.ts'
import { dryRun } from './rule-calls.ts'
import { readRule } from './rule-values.ts'
import { countPeople, type RuleValues } from './rule-words.ts'

type DryRunPanelProps = { id: string | undefined; form: UseFormReturn<RuleValues, unknown, RuleValues> }

/** What the rule in the form would do for each event, worked out by the planner itself. Nothing is written. */
export function DryRunPanel({ id, form }: DryRunPanelProps) {
  const run = useMutation({
    mutationFn: ({ rule }: Run) => dryRun(rule, readRule(form.getValues())?.definition ?? null),
    onError: (fault) => {
      if (!isCancelled(fault)) notifyFailure('Failed to run this workflow', fault)
    },
  })
  const start = async () => {
    if (id === undefined || !(await form.trigger(undefined, { shouldFocus: true }))) return
    run.mutate({ rule: id, anchor: form.getValues('anchor') })
  }
  return (
    <Panel title="Dry run">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 py-4 sm:px-5">
        <p className="max-w-3xl text-soft leading-snug">
          Shows who would get this email and when, for the events or orders of this site, with the form as it is now.
          Nothing is sent or saved.
        </p>
        <div>
          <ActionButton
            isBusy={run.isPending}
            refusal={id === undefined ? 'Save the workflow first.' : null}
            onClick={() => void start()}
          >
            {run.isPending ? 'Running...' : 'Dry run'}
          </ActionButton>
        </div>
        <div aria-live="polite">{run.data && <Lines {...run.data} others={nameOthers(run.variables.anchor)} />}</div>
      </div>
    </Panel>
  )
}

type Run = { rule: string; anchor: MailAnchor }

/** What a line without an event is about. */
const nameOthers = (anchor: MailAnchor) => OTHERS[subjectOf(anchor)]

const OTHERS = { event: 'Events', account: 'Accounts', order: 'Orders', week: 'Every week' } as const

function Lines({ lines, more, others }: DryRun & { others: string }) {
  if (lines.length === 0) return <p>No event is in reach of this workflow.</p>
  return (
    <div className="admin-list">
      <table className="admin-table">
        <caption className="sr-only">Dry run</caption>
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col" style={{ width: '9rem' }}>
              Recipients
            </th>
            <th scope="col" style={{ width: '15rem' }}>
              Time
            </th>
            <th scope="col" style={{ width: '38%' }}>
              Verdict
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.event?.id ?? others} line={line} others={others} />
          ))}
        </tbody>
      </table>
      {more > 0 && <p className="mt-3 text-soft">{plural(more, 'more event')} not shown</p>}
    </div>
  )
}

function Line({ line, others }: { line: DryRunLine; others: string }) {
  const { event, reason, dueAt, people, planned, mails } = line
  return (
    <tr>
      <td data-label="Event" className="whitespace-normal! align-top!">
        <span className="grid py-1 leading-snug">
          <span className="font-semibold">{event?.name ?? others}</span>
          {event && <span className="text-[.875rem] text-soft">{getDay(event.date)}</span>}
        </span>
      </td>
      <td data-label="Recipients" className="py-1.5! align-top!">
        {countPeople(people)}
      </td>
      <td data-label="Time" className="py-1.5! align-top!">
        {dueAt === null ? 'No time' : momentIn(event?.zone ?? DEFAULT_TIME_ZONE, dueAt)}
      </td>
      <td data-label="Verdict" className="whitespace-normal! align-top!">
        <div className="grid justify-items-start gap-1 py-1 leading-snug">
          <Badge tone={planned > 0 ? 'good' : 'plain'}>
            {planned > 0 ? `Sends ${plural(planned, 'email')}` : 'Does not send'}
          </Badge>
          <span>{reason}</span>
          {mails.length > 0 && (
            <details>
              <summary className="cursor-pointer py-1 font-semibold">
                {mails.length < people ? `The first ${plural(mails.length, 'email')}` : plural(mails.length, 'email')}
              </summary>
              <ul className="grid gap-1">
                {mails.map(({ name, masked, state, reason: why, dueAt: at }) => (
                  <li key={`${masked} ${name} ${at}`} className="[overflow-wrap:anywhere]">
                    {name ? `${name} (${masked})` : masked}: {MAIL_STATE_WORDS[state]}
                    {why && `. ${why}`}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </div>
      </td>
    </tr>
  )
}
