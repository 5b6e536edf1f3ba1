import { useQuery } from '@tanstack/react-query'
import { DASHBOARD_TITLE, type Dashboard } from '#src/contract/dashboard.ts'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { links } from '../../links.ts'
import { dashboardQuery, waitingOf } from '../../waiting.ts'
import { Boundaries } from './Boundaries.tsx'
import { Gauges } from './Gauges.tsx'
import { IncompleteEvents } from './IncompleteEvents.tsx'
import { LatestBuilds } from './LatestBuilds.tsx'

/** What needs a person: accounts, reports and posts that wait, mail that failed, how the site stands, what comes next, what is missing. */
export function DashboardScreen() {
  const query = useQuery(dashboardQuery)
  return (
    <Screen
      title={DASHBOARD_TITLE}
      actions={
        query.data?.incomplete && (
          <Button asChild>
            <AdminLink href={links.eventSetup()}>New event</AdminLink>
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
  const { boundaries, incomplete, forum, mail } = dashboard
  return (
    <>
      <Gauges waiting={waitingOf(dashboard)} forum={forum} mail={mail} />
      <div className="mt-6 grid gap-6 xl:grid-cols-2">
        {incomplete && <IncompleteEvents events={incomplete} />}
        {boundaries && <Boundaries boundaries={boundaries} />}
        <LatestBuilds />
      </div>
    </>
  )
}
