import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NOT_JUDGED_YET } from '#src/contract/mail-reason.ts'
import {
  DIFFERS_FROM_DEFAULT,
  describeTiming,
  type EventMailRule,
  type EventMailRuleChange,
  missedSent,
  OVERRIDE_WORDS,
  RULE_NOT_ON,
} from '#src/contract/workflows.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { Empty } from '../../blocks/Empty.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { momentIn } from '../../blocks/moment.ts'
import { RowMenu } from '../../blocks/RowMenu.tsx'
import type { RowAction } from '../../blocks/row-action.ts'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { links } from '../../links.ts'
import { eventQuery } from '../event-setup/event-calls.ts'
import { EventWorkspace } from '../events/EventWorkspace.tsx'
import { STALE_RULES } from '../workflows/rule-calls.ts'
import { countPeople } from '../workflows/rule-words.ts'
import { StateBadge } from '../workflows/StateBadge.tsx'
import { eventRulesQuery, findOverrides, saveEventRule, sendMissed } from './event-rule-calls.ts'
import { useRuleSkip } from './use-rule-skip.tsx'

const EventPicker = lazyComponent(
  async () => (await import('../event-parts/EventPicker.tsx')).EventPicker,
  <p aria-busy="true">Loading events...</p>,
)
const OverrideDialog = lazyComponent(async () => (await import('./OverrideDialog.tsx')).OverrideDialog)

/** Each workflow as it holds for one event: what differs there, and what it will do. */
export function EventEmailsScreen() {
  const [{ event }, set] = useUrlState('/admin/event/emails')
  const record = useQuery({ ...eventQuery(event ?? ''), enabled: event !== undefined })
  if (event === undefined) {
    return (
      <Screen title="Event emails" lead="Choose the event whose emails you want to see or change.">
        <EventPicker onPick={(id) => set({ event: id }, { push: true })} />
      </Screen>
    )
  }
  return (
    <EventWorkspace id={event} tab="emails" event={record.data} isLoading={record.isPending}>
      <Rules key={event} eventId={event} timeZone={record.data?.eventTimezone} />
    </EventWorkspace>
  )
}

function Rules({ eventId, timeZone }: { eventId: string; timeZone: string | undefined }) {
  const query = useQuery(eventRulesQuery(eventId))
  const [edited, edit] = useState<string>()
  return (
    <Shown query={query} what="the emails">
      {({ items }) => {
        const rule = items.find(({ ruleId }) => ruleId === edited)
        return items.length === 0 ? (
          <NoRules />
        ) : (
          <>
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
              {items.map((one) => (
                <RuleCard
                  key={one.ruleId}
                  rule={one}
                  eventId={eventId}
                  timeZone={timeZone}
                  onEdit={() => edit(one.ruleId)}
                />
              ))}
            </ul>
            {rule && <OverrideDialog eventId={eventId} rule={rule} onClose={() => edit(undefined)} />}
          </>
        )
      }}
    </Shown>
  )
}

function NoRules() {
  return (
    <Empty
      title="No workflows yet"
      action={
        <Button asChild variant="outline" size="sm">
          <AdminLink to={links.workflows()}>Open workflows</AdminLink>
        </Button>
      }
    >
      Workflows are emails that are sent automatically before and after events.
    </Empty>
  )
}

type RuleCardProps = { rule: EventMailRule; eventId: string; timeZone: string | undefined; onEdit: () => void }

function RuleCard({ rule, eventId, timeZone, onEdit }: RuleCardProps) {
  const { title, state, effective, differs, isSkipped } = rule
  const actions = useExceptionActions(eventId, rule, onEdit)
  return (
    <li className="admin-panel flex items-start justify-between gap-3 px-4 py-4 sm:px-5">
      <div className="grid min-w-0 justify-items-start gap-1 leading-snug [overflow-wrap:anywhere]">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">{title}</span>
          {isSkipped ? <Badge tone="waiting">Skipped</Badge> : <StateBadge state={state} />}
        </h2>
        <p>{describeTiming(effective)}</p>
        <Verdict rule={rule} timeZone={timeZone} />
        {differs.length > 0 && (
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-[.9375rem]">
            <Badge tone="waiting">{DIFFERS_FROM_DEFAULT}</Badge>{' '}
            {differs.map((field) => OVERRIDE_WORDS[field]).join(', ')}
          </p>
        )}
      </div>
      <RowMenu name={title} actions={actions} />
    </li>
  )
}

/** What the planner last decided of it. */
function Verdict({ rule: { verdict, state }, timeZone }: Pick<RuleCardProps, 'rule' | 'timeZone'>) {
  if (state === 'draft') return <p className="text-soft">Drafts send nothing.</p>
  if (!verdict) return <p className="text-soft">{NOT_JUDGED_YET}</p>
  const { reason, dueAt, people } = verdict
  const facts = [people > 0 && countPeople(people), dueAt !== null && timeZone && momentIn(timeZone, dueAt)]
  return (
    <p className="text-soft">
      {reason} {facts.filter(Boolean).join(', ')}
    </p>
  )
}

/** What an event can do differently from a rule, and back. */
function useExceptionActions(eventId: string, rule: EventMailRule, onEdit: () => void): RowAction[] {
  const { ruleId, title, version, isSkipped, differs, standard, effective } = rule
  const skip = useRuleSkip(eventId, { ...rule, overrides: findOverrides(standard, effective) })
  const change = useSave({
    save: (json: EventMailRuleChange) => saveEventRule(eventId, json),
    done: 'Workflow saved for this event',
    failed: 'Failed to save workflow for this event',
    stale: STALE_RULES,
  })
  const revert = () =>
    confirm({
      title: `Revert “${title}” to its default?`,
      message: (
        <p>
          This event’s own values are lost: {differs.map((field) => OVERRIDE_WORDS[field].toLowerCase()).join(', ')}. It
          then follows the workflow.
        </p>
      ),
      label: 'Revert to default',
      busyLabel: 'Saving...',
      act: () => change.mutateAsync({ ruleId, version, isSkipped, overrides: {} }),
    })
  const sending = useSending(eventId, rule)
  return [
    { label: 'Edit for this event', run: onEdit },
    ...sending,
    skip,
    {
      label: 'Revert to default',
      disabledReason: differs.length === 0 ? 'It already uses the default.' : undefined,
      run: revert,
    },
  ]
}

/** Sends by hand what had passed its time, after a question. There is nothing to send unless somebody has missed it. */
function useSending(eventId: string, { ruleId, title, state, missed }: EventMailRule): RowAction[] {
  const send = useSave({
    save: () => sendMissed(eventId, ruleId),
    done: ({ sent }) => missedSent(sent),
    failed: 'Failed to send emails',
    stale: STALE_RULES,
  })
  const ask = () =>
    confirm({
      title: `Send “${title}” now?`,
      message: (
        <p>
          Its time has passed. At most {countPeople(missed)} {missed === 1 ? 'gets' : 'get'} it now. This cannot be
          undone.
        </p>
      ),
      label: 'Send now',
      busyLabel: 'Sending...',
      variant: 'default',
      act: () => send.mutateAsync(undefined),
    })
  if (missed === 0) return []
  return [{ label: 'Send now', run: ask, disabledReason: state === 'on' ? undefined : RULE_NOT_ON }]
}
