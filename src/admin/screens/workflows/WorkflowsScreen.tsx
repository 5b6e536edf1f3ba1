import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatClock } from '#src/contract/event-dates.ts'
import { isEventAudience, MAIL_AUDIENCES } from '#src/contract/mail-rule.ts'
import { plural } from '#src/contract/plural.ts'
import { DEFAULT_TIME_ZONE } from '#src/contract/time-zone.ts'
import {
  describeTiming,
  type MailRuleLine,
  type MailRuleList,
  type NextAudiences,
  type SavedMailPolicy,
} from '#src/contract/workflows.ts'
import { Button } from '#src/ui/Button.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { FigureWishes } from '../../blocks/FigureWishes.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { getDay, momentIn } from '../../blocks/moment.ts'
import { DetailCard, FactList, Panel } from '../../blocks/Panel.tsx'
import { RowMenu } from '../../blocks/RowMenu.tsx'
import { Screen, useScreenCount } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { EntryLink } from '../../library/EntryLink.tsx'
import { formSkeleton } from '../../library/LibraryScreen.tsx'
import { rulesQuery } from './rule-calls.ts'
import { countPeople, GROUPS, groupOf } from './rule-words.ts'
import { StateBadge } from './StateBadge.tsx'
import { useRuleActions } from './use-rule-actions.tsx'

const RuleEditor = lazyComponent(async () => (await import('./RuleEditor.tsx')).RuleEditor, formSkeleton)
const PolicyForm = lazyComponent(async () => (await import('./PolicyForm.tsx')).PolicyForm, formSkeleton)

/** Workflows: which mail goes to whom and when. The list is the editor: it is in the order of time. (decision 0054) */
export function WorkflowsScreen() {
  const [{ edit, copy }, set] = useUrlState('/admin/workflows')
  if (edit === undefined) return <RuleList />
  return (
    <RuleEditor
      key={`${edit} ${copy}`}
      id={edit === 'new' ? undefined : edit}
      copyOf={copy}
      onClose={() => set({ edit: undefined, copy: undefined })}
    />
  )
}

function RuleList() {
  const query = useQuery(rulesQuery)
  return (
    <Screen
      title="Workflows"
      lead="Emails that are sent automatically before and after an event, and about orders in the shop. A workflow does nothing until it is turned on."
      actions={<NewRule />}
    >
      <Shown query={query} what="workflows">
        {(list) => (list.items.length === 0 ? <NoRules /> : <Groups {...list} />)}
      </Shown>
    </Screen>
  )
}

function NewRule() {
  return (
    <Button asChild>
      <EntryLink edit="new">New workflow</EntryLink>
    </Button>
  )
}

function NoRules() {
  return (
    <Empty title="No workflows yet" action={<NewRule />}>
      A workflow sends an email a number of days before or after an event, to its team, its vendors or its followers.
    </Empty>
  )
}

function Groups({ items, next, policy }: MailRuleList) {
  useScreenCount(String(items.length))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {GROUPS.map((group) => {
        const rules = items.filter((rule) => groupOf(rule) === group)
        return rules.length > 0 && <Group key={group} title={group} rules={rules} next={next} />
      })}
      {next && (
        <p className="max-w-3xl text-[.9375rem] text-soft leading-snug">
          The people counted are those of the next event, {next.eventName} on {getDay(next.eventDate)}.
        </p>
      )}
      <FigureWishes />
      <Policy saved={policy} />
    </div>
  )
}

/** When mails wait, and how many one person gets. The form is loaded when it is asked for. */
function Policy({ saved }: { saved: SavedMailPolicy }) {
  const [isOpen, setOpen] = useState(false)
  const { quietFrom, quietTo, mostPerDay } = saved.policy
  const hours = quietFrom === quietTo ? 'None' : `${formatClock(quietFrom)} to ${formatClock(quietTo)}`
  return (
    <DetailCard title="Mail policy">
      <p className="max-w-2xl text-soft">
        Emails of workflows wait during quiet hours, on the clock of the event’s time zone. The same time twice means no
        quiet hours. Emails about orders follow the time zone of the shop, and no email about an event takes their
        place. Security emails are neither delayed nor counted.
      </p>
      <FactList
        facts={[
          ['Quiet hours', hours],
          ['At most', `${plural(mostPerDay, 'email')} per person per day`],
        ]}
      />
      <Button variant="outline" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Close' : 'Change mail policy'}
      </Button>
      {isOpen && (
        <div className="w-full max-w-2xl">
          <PolicyForm saved={saved} />
        </div>
      )}
    </DetailCard>
  )
}

type GroupProps = { title: string; rules: MailRuleLine[]; next: NextAudiences | null }

function Group({ title, rules, next }: GroupProps) {
  return (
    <Panel title={title}>
      <ul className="divide-y divide-line">
        {rules.map((rule) => (
          <Rule key={rule.id} rule={rule} next={next} />
        ))}
      </ul>
    </Panel>
  )
}

/** One rule: its title and time, its audience, its state, and when its next mail is due. */
function Rule({ rule, next }: { rule: MailRuleLine; next: NextAudiences | null }) {
  const { id, title, definition } = rule
  const actions = useRuleActions()
  const { anchor, audience } = definition
  return (
    <li className="flex items-start gap-3 px-5 py-2.5 leading-snug [overflow-wrap:anywhere]">
      <div className="grid min-w-0 flex-1 gap-x-5 gap-y-1.5 text-[.9375rem] lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,3fr)_minmax(0,3fr)] xl:grid-cols-[minmax(0,1fr)_17rem_5rem_10.5rem] xl:text-[.875rem]">
        <p>
          <EntryLink
            edit={id}
            className="inline-block min-h-6 font-semibold text-base underline-offset-4 hover:underline"
          >
            {title}
          </EntryLink>
          <Below>{describeTiming(definition)}</Below>
        </p>
        <p>
          {MAIL_AUDIENCES[audience]}
          {next && isEventAudience(audience) && anchor !== 'week' && (
            <Below>{countPeople(next.people[audience])}</Below>
          )}
        </p>
        <State rule={rule} />
        <NextDue rule={rule} />
      </div>
      <RowMenu name={title} actions={actions(rule)} />
    </li>
  )
}

/** What a rule does now, and how many events do something differently. */
function State({ rule: { state, skippedBy, changedBy } }: { rule: MailRuleLine }) {
  const exceptions = [
    skippedBy > 0 && `skipped by ${plural(skippedBy, 'event')}`,
    changedBy > 0 && `changed by ${plural(changedBy, 'event')}`,
  ].filter(Boolean)
  return (
    <p>
      <StateBadge state={state} />
      {exceptions.length > 0 && <Below>{exceptions.join(', ')}</Below>}
    </p>
  )
}

function NextDue({ rule: { nextDueAt, nextZone, mails, state } }: { rule: MailRuleLine }) {
  if (state === 'draft') return <p className="text-soft max-lg:hidden">Not turned on</p>
  if (nextDueAt === null) return <p className="text-soft">No email is planned</p>
  return (
    <p>
      <span className="lg:sr-only">Next: </span>
      <time dateTime={new Date(nextDueAt).toISOString()}>{momentIn(nextZone ?? DEFAULT_TIME_ZONE, nextDueAt)}</time>
      <Below>
        {mails.held > 0 ? `${plural(mails.held, 'email')} held` : `${plural(mails.planned, 'email')} planned`}
      </Below>
    </p>
  )
}

/** What explains the fact above it. */
function Below({ children }: { children: ReactNode }) {
  return <span className="admin-second text-soft">{children}</span>
}
