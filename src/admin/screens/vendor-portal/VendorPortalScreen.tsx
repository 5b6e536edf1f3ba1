import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Tabs } from '#src/ui/Tabs.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { ProposalsPanel } from './ProposalsPanel.tsx'

const loading = (
  <div aria-busy="true">
    <Skeleton className="h-48 w-full" />
  </div>
)
const TasksPanel = lazyComponent(async () => (await import('./TasksPanel.tsx')).TasksPanel, loading)
const ActivityPanel = lazyComponent(async () => (await import('./ActivityPanel.tsx')).ActivityPanel, loading)

const PANELS = {
  proposals: ['Proposals', <ProposalsPanel key="proposals" />],
  tasks: ['Tasks', <TasksPanel key="tasks" />],
  activity: ['Activity', <ActivityPanel key="activity" />],
} as const
const TABS = ['proposals', 'tasks', 'activity'] as const

/** What vendors do in their portal: changes that they propose, what they still have to hand in, and what they did. (decision 0057) */
export function VendorPortalScreen() {
  const [{ tab = 'proposals' }, set] = useUrlState('/admin/vendor-portal')
  return (
    <Screen title="Vendor portal" lead="Changes that vendors propose, tasks they have to submit, and what they did.">
      <Tabs
        label="Vendor portal"
        current={tab}
        onChange={(next) => set({ tab: next, state: undefined })}
        tabs={TABS.map((name) => {
          const [title, panel] = PANELS[name]
          return { name, title, panel: name === tab && <div className="mt-5">{panel}</div> }
        })}
      />
    </Screen>
  )
}
