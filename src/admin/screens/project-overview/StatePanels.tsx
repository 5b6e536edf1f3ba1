import { OBJECTIVE, ROUTE_GROUPS } from '#src/contract/error-budget.ts'
import {
  BACKUP_BOUND,
  DRILL_BOUND,
  type JobRuns,
  type NeedAbout,
  type Overview,
  QUEUES,
  SCHEDULED,
} from '#src/contract/overview.ts'
import { isJobLate } from '#src/contract/overview-needs.ts'
import { formatDuration } from '#src/contract/plural.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { FactList, NothingToDo, Panel } from '../../blocks/Panel.tsx'
import { type AdminAddress, links } from '../../links.ts'
import { Moment, percent, Row } from './SitePanels.tsx'

/** The screens where a need is dealt with. The others are parts of this screen. */
export const NEED_SCREENS: Partial<Record<NeedAbout, AdminAddress>> = {
  mail: links.mails({ state: 'queued' }),
  dead: links.mails({ state: 'dead' }),
  delivery: links.mails(),
  domain: links.mails({ tab: 'domain' }),
  // Owners alone open it; others read who can.
  mode: links.emergency(),
  accounts: links.users(),
  posts: links.forum(),
  reports: links.reports({ status: 'open' }),
  unverified: links.reports({ status: 'unverified' }),
  proposals: links.vendorPortal({ tab: 'proposals' }),
  tasks: links.vendorPortal({ tab: 'tasks', state: 'submitted' }),
  requests: links.dashboard(),
  planned: links.workflows(),
  marks: links.workflows(),
}

const LINK = 'inline-block min-h-6 underline-offset-4 hover:underline'

/** What waits, how much of it, and whether the oldest has waited for too long. */
export function QueuesPanel({ queues, deadMail, now }: Overview) {
  return (
    <Panel title="Waiting">
      <ul>
        {queues.map(({ queue, count, oldestAt }) => {
          const { label, bound } = QUEUES[queue]
          const to = NEED_SCREENS[queue]
          const isOver = oldestAt !== null && bound !== null && now - oldestAt > bound
          return (
            <Row
              key={queue}
              name={
                to ? (
                  <AdminLink to={to} className={LINK}>
                    {label}
                  </AdminLink>
                ) : (
                  label
                )
              }
              isBad={isOver}
              bad="Too long"
            >
              {count === 0 ? 'none' : count.toLocaleString('en-US')}
              {oldestAt !== null && count > 0 && `, the oldest for ${formatDuration(Math.max(0, now - oldestAt))}`}
              {bound !== null && count > 0 && (
                <span className="block text-[.875rem]">should be at most {formatDuration(bound)}</span>
              )}
            </Row>
          )
        })}
        <Row
          name={
            <AdminLink to={links.mails({ state: 'dead' })} className={LINK}>
              Undelivered messages
            </AdminLink>
          }
          isBad={deadMail > 0}
          bad="Failed"
        >
          {deadMail === 0 ? 'none' : deadMail.toLocaleString('en-US')}
        </Row>
      </ul>
    </Panel>
  )
}

/** The scheduled jobs with their last success. */
export function JobsPanel(overview: Overview) {
  const { jobs, tickEvery } = overview
  const names = [...new Set([...Object.keys(SCHEDULED), ...jobs.map(({ job }) => job)])]
  if (jobs.length === 0) {
    return (
      <Panel id="jobs" title="Scheduled jobs">
        <NothingToDo>No scheduled job has run yet. The schedule runs every {formatDuration(tickEvery)}.</NothingToDo>
      </Panel>
    )
  }
  return (
    <Panel id="jobs" title="Scheduled jobs">
      <ul>
        {names.map((name) => {
          const runs = jobs.find(({ job }) => job === name)
          return (
            <Row key={name} name={SCHEDULED[name]?.label ?? name} isBad={isJobLate(runs, name, overview)} bad="Late">
              {runs?.succeededAt ? <Moment at={runs.succeededAt} /> : 'never'}
              {runs && hasFailed(runs) && <span className="block text-stop-ink">{runs.error}</span>}
            </Row>
          )
        })}
      </ul>
    </Panel>
  )
}

const hasFailed = ({ failedAt, succeededAt }: JobRuns) => failedAt !== null && failedAt > (succeededAt ?? 0)

const GROUPS: Record<string, string> = ROUTE_GROUPS

/** The error budget of 30 days, and the answers of the last day by group. */
export function CallsPanel({ calls: { total, left, burn, groups } }: Overview) {
  const all = total.ok + total.failed
  if (all === 0) {
    return (
      <Panel id="calls" title="Requests">
        <NothingToDo>No requests have been counted yet. The schedule makes one at each run.</NothingToDo>
      </Panel>
    )
  }
  return (
    <Panel id="calls" title="Requests">
      <div className="grid gap-4 px-5 py-4 leading-snug">
        <FactList
          facts={[
            [
              'Succeeded',
              `${percent(total.ok / all)} of about ${all.toLocaleString('en-US')} in 30 days; should be ${percent(OBJECTIVE)}`,
            ],
            [
              'Budget left',
              <>
                {left >= 0 ? percent(left) : 'none'} {burn && <Badge tone="bad">Burning</Badge>}
              </>,
            ],
          ]}
        />
        <table className="w-full text-left tabular-nums">
          <caption className="mb-1 text-left text-[.9375rem] text-soft">Last 24 hours, estimated from a sample</caption>
          <thead className="text-[.8125rem] text-soft">
            <tr>
              <th scope="col">Group</th>
              <Head>Requests</Head>
              <Head>Failed</Head>
              <Head>Slow</Head>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ group, ok, failed, slow }) => (
              <tr key={group} className="border-line border-t">
                <th scope="row" className="py-1.5 font-normal">
                  {GROUPS[group] ?? group}
                </th>
                <Count of={ok + failed} />
                <Count of={failed} isBad={failed > 0} />
                <Count of={slow} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

/** The last backup, and the last one that was restored as a test. */
export function BackupPanel({ backup, drill, now }: Overview) {
  const facts = [
    ['Last backup', backup, BACKUP_BOUND, 'None yet. Run “npm run backup -- FILE” once a day.'],
    ['Last restore drill', drill, DRILL_BOUND, 'None yet. Run “npm run restore -- --drill FILE” with a backup.'],
  ] as const
  return (
    <Panel id="backup" title="Backups">
      <ul>
        {facts.map(([name, runs, bound, none]) => {
          const at = runs?.succeededAt ?? null
          return (
            <Row key={name} name={name} isBad={at === null || now - at > bound} bad="Due">
              {at === null ? none : <Moment at={at} />}
              {runs && hasFailed(runs) && <span className="block text-stop-ink">The last run failed.</span>}
            </Row>
          )
        })}
      </ul>
    </Panel>
  )
}

function Head({ children }: { children: string }) {
  return (
    <th scope="col" className="pl-2 text-right">
      {children}
    </th>
  )
}

function Count({ of, isBad = false }: { of: number; isBad?: boolean }) {
  return (
    <td className={`pl-2 text-right ${isBad ? 'font-semibold text-stop-ink' : ''}`}>{of.toLocaleString('en-US')}</td>
  )
}
