import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Need, OVERVIEW_TITLE, type Overview } from '#src/contract/overview.ts'
import { sayNeeds } from '#src/contract/overview-needs.ts'
import { api, ask } from '../../api.ts'
import { type ListedNeed, NeedList } from '../../blocks/NeedList.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { Boundaries } from '../dashboard/DashboardPanels.tsx'
import { BuildsPanel, EventsPanel, SitePanel } from './SitePanels.tsx'
import { BackupPanel, CallsPanel, JobsPanel, NEED_SCREENS, QueuesPanel } from './StatePanels.tsx'

/** The polling intervals, in milliseconds, while a build is under way and otherwise. */
const BUSY = 4_000
const IDLE = 60_000

const overviewQuery = queryOptions<Overview>({
  queryKey: ['overview'],
  queryFn: () => ask(() => api.overview.$get()),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? BUSY : IDLE),
})

function isUnderWay({ site: { isBuilding, isCurrent, hold } }: Overview): boolean {
  return isBuilding || (!isCurrent && hold === null)
}

/** Whether the project is as it should be: the site and its builds, queues, jobs, answers, events and backups. (product 2) */
export function ProjectOverviewScreen() {
  const query = useQuery(overviewQuery)
  return (
    <Screen title={OVERVIEW_TITLE}>
      <Shown query={query} what="the project overview">
        {(overview) => <Panels {...overview} />}
      </Shown>
    </Screen>
  )
}

function toListed({ about, sentence }: Need): ListedNeed {
  return { sentence, to: NEED_SCREENS[about], part: about }
}

const COLUMN = 'grid grid-cols-[minmax(0,1fr)] gap-6'

function Panels(overview: Overview) {
  const { needs, boundaries } = overview
  return (
    <>
      <NeedList sentence={sayNeeds(needs.length)} needs={needs.map(toListed)} />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-2">
        <div className={COLUMN}>
          <SitePanel {...overview} />
          <BuildsPanel {...overview} />
          <EventsPanel {...overview} />
          <Boundaries boundaries={boundaries} title="Next seven days" none="Nothing on the site changes by itself." />
          <BackupPanel {...overview} />
        </div>
        <div className={COLUMN}>
          <QueuesPanel {...overview} />
          <JobsPanel {...overview} />
          <CallsPanel {...overview} />
        </div>
      </div>
    </>
  )
}
