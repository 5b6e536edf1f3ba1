import { useQuery } from '@tanstack/react-query'
import { DASHBOARD_TITLE, type Dashboard } from '#src/contract/dashboard.ts'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { type AdminAddress, links } from '../../links.ts'
import { countWaiting, dashboardQuery, type Waiting, waitingWords } from '../../waiting.ts'
import { Boundaries, IncompleteEvents, LatestBuilds } from './DashboardPanels.tsx'

/** Loaded only if there are any. */
const MailAlerts = lazyComponent(async () => (await import('./MailNeeds.tsx')).MailAlerts)
/** Loaded if people were sent something that is no longer true. */
const CorrectionNeeds = lazyComponent(async () => (await import('./MailNeeds.tsx')).CorrectionNeeds)

/** What needs attention: waiting accounts, reports and posts, failed mail, builds, coming changes and incomplete events. */
export function DashboardScreen() {
  const query = useQuery(dashboardQuery)
  return (
    <Screen
      title={DASHBOARD_TITLE}
      actions={
        query.data?.incomplete && (
          <Button asChild>
            <AdminLink to={links.eventSetup()}>New event</AdminLink>
          </Button>
        )
      }
    >
      <Shown query={query} what="the dashboard">
        {(dashboard) => <Panels {...dashboard} />}
      </Shown>
    </Screen>
  )
}

function Panels(dashboard: Dashboard) {
  const { boundaries, incomplete, forum, mail, mailAlerts, corrections } = dashboard
  return (
    <>
      {mailAlerts?.length ? <MailAlerts alerts={mailAlerts} /> : null}
      {corrections?.length ? <CorrectionNeeds events={corrections} /> : null}
      <Gauges waiting={countWaiting(dashboard)} forum={forum} mail={mail} />
      <div className="mt-6 grid gap-6 xl:grid-cols-2">
        {incomplete && <IncompleteEvents events={incomplete} />}
        {boundaries && (
          <Boundaries boundaries={boundaries} title="Coming up" none="No published events are coming up." />
        )}
        <LatestBuilds />
      </div>
    </>
  )
}

type GaugesProps = Pick<Dashboard, 'forum' | 'mail'> & { waiting: Waiting }

/** The figures that should be zero. Each one links to the screen that handles it. */
function Gauges({ waiting, forum, mail }: GaugesProps) {
  const { accounts, reports, posts, events, proposals, tasks, sets } = waiting
  return (
    <ul className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-3 xl:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]">
      <Gauge count={accounts} label={waitingWords('accounts', accounts)} to={links.users()} />
      <Gauge count={reports} label={waitingWords('reports', reports)} to={links.reports({ status: 'open' })} />
      <Gauge
        count={posts}
        label={waitingWords('posts', posts)}
        note={forum.flagged > 0 ? `${forum.flagged} reported by members` : undefined}
        to={links.forum({ queue: forum.waiting === 0 && forum.flagged > 0 ? 'flagged' : undefined })}
      />
      {mail && (
        <Gauge
          count={mail.dead}
          label={mail.dead === 1 ? 'undelivered message' : 'undelivered messages'}
          note={mail.retrying > 0 ? `${mail.retrying} more will be retried` : undefined}
          to={links.mails({ state: 'dead' })}
        />
      )}
      {events !== undefined && <Gauge count={events} label={waitingWords('events', events)} to={links.eventManage()} />}
      {/* Most sites have none for weeks. */}
      {proposals ? (
        <Gauge count={proposals} label={waitingWords('proposals', proposals)} to={links.vendorPortal()} />
      ) : null}
      {tasks ? (
        <Gauge
          count={tasks}
          label={waitingWords('tasks', tasks)}
          to={links.vendorPortal({ tab: 'tasks', state: 'submitted' })}
        />
      ) : null}
      {sets ? <Gauge count={sets} label={waitingWords('sets', sets)} to={links.contentStudio()} /> : null}
      <OrderGauges waiting={waiting} />
    </ul>
  )
}

/** What orders wait for, and the list of them. The first three need a decision. */
const ORDERS = [
  ['short', links.orders({ state: 'short' })],
  ['refunds', links.orders({ needs: 'refund' })],
  ['stranded', links.orders({ needs: 'pickup' })],
  ['toPack', links.orders({ needs: 'ready' })],
  ['overdue', links.orders({ due: 'overdue' })],
] as const

function OrderGauges({ waiting }: Pick<GaugesProps, 'waiting'>) {
  return ORDERS.map(([kind, to]) => {
    const count = waiting[kind]
    return count ? <Gauge key={kind} count={count} label={waitingWords(kind, count)} to={to} /> : null
  })
}

type GaugeProps = { count: number; label: string; note?: string | undefined; to: AdminAddress }

function Gauge({ count, label, note, to }: GaugeProps) {
  const isCalm = count === 0
  return (
    <li className={`relative flex overflow-hidden rounded-lg ${isCalm ? 'admin-panel' : 'plate'}`}>
      {!isCalm && <span aria-hidden="true" className="hazard w-3 shrink-0" />}
      <div className="min-w-0 px-3 py-3 sm:px-5 sm:py-4">
        <AdminLink to={to} className="whole no-underline">
          <span className="display block text-[2.75rem] tabular-nums sm:text-[3.5rem] leading-none">{count}</span>
          <span className="mt-1 block font-semibold leading-snug max-sm:text-[.9375rem]">{label}</span>
        </AdminLink>
        {note && <span className="mt-0.5 block text-[.9375rem]">{note}</span>}
      </div>
    </li>
  )
}
