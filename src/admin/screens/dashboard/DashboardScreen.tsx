import { queryOptions, useQuery } from '@tanstack/react-query'
import { DASHBOARD_TITLE, type Dashboard } from '#src/contract/dashboard.ts'
import { Button } from '#src/ui/Button.tsx'
import { api, ask } from '../../api.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { links } from '../../links.ts'
import { Boundaries } from './Boundaries.tsx'
import { Gauges } from './Gauges.tsx'
import { IncompleteEvents } from './IncompleteEvents.tsx'
import { LatestBuilds } from './LatestBuilds.tsx'

/** Asked for anew whenever the screen is opened: what needs a person must not be five minutes old. */
const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: () => ask(() => api.dashboard.$get()),
  staleTime: 0,
  refetchInterval: 60_000,
})

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

function Panels({ boundaries, incomplete, ...counts }: Dashboard) {
  return (
    <>
      <Gauges {...counts} missing={incomplete?.length} />
      <div className="mt-6 grid gap-6 xl:grid-cols-2">
        {incomplete && <IncompleteEvents events={incomplete} />}
        {boundaries && <Boundaries boundaries={boundaries} />}
        <LatestBuilds />
      </div>
    </>
  )
}
