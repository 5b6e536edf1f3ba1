import type { ReactNode } from 'react'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Tabs } from '#src/ui/Tabs.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { formSkeleton, type LibraryListProps, LibraryScreen } from '../../library/LibraryScreen.tsx'
import { NewEntry } from '../../library/list-parts.tsx'
import { BlockList } from './BlockList.tsx'
import { blocks, pages } from './content-calls.ts'

const PATH = '/admin/library/content'
const loading = <Skeleton className="h-48 w-full" />
const BlockForm = lazyComponent(async () => (await import('./BlockForm.tsx')).BlockForm, formSkeleton)
const BlockPanel = lazyComponent(async () => (await import('./BlockPanel.tsx')).BlockPanel, loading)
const PageForm = lazyComponent(async () => (await import('./PageForm.tsx')).PageForm, formSkeleton)
const PagePanel = lazyComponent(async () => (await import('./PageForm.tsx')).PagePanel, loading)
const PageList = lazyComponent(async () => (await import('./PageList.tsx')).PageList, loading)
const SlotsTab = lazyComponent(async () => (await import('./SlotsTab.tsx')).SlotsTab, loading)
const TextsTab = lazyComponent(async () => (await import('./TextsTab.tsx')).TextsTab, loading)

const TITLES = { blocks: 'Blocks', pages: 'Pages', slots: 'Slots', texts: 'Standing texts' } as const
const TABS = ['blocks', 'pages', 'slots', 'texts'] as const

/** library/content: blocks, the pages and slots that they are in, and the standing texts of the site. (decision 0064) */
export function ContentScreen() {
  const [{ tab = 'blocks' }] = useUrlState(PATH)
  if (tab === 'pages')
    return <LibraryScreen path={PATH} library={pages} List={PagesTab} Form={PageForm} Aside={PagePanel} />
  if (tab === 'slots') return <Tabbed panel={<SlotsTab />} />
  if (tab === 'texts') return <Tabbed panel={<TextsTab />} />
  return <LibraryScreen path={PATH} library={blocks} List={BlocksTab} Form={BlockForm} Aside={BlockPanel} />
}

function BlocksTab(props: LibraryListProps) {
  return <Tabbed action={<NewEntry noun="block" />} panel={<BlockList {...props} />} />
}

function PagesTab(props: LibraryListProps) {
  return <Tabbed action={<NewEntry noun="page" />} panel={<PageList {...props} />} />
}

function Tabbed({ action, panel }: { action?: ReactNode; panel: ReactNode }) {
  const [{ tab = 'blocks' }, set] = useUrlState(PATH)
  return (
    <Screen
      title="Content"
      lead="Blocks of text, pictures and quotes, the pages and slots that show them, and the standing texts of the site."
      actions={action}
    >
      <Tabs
        label="Content"
        current={tab}
        onChange={(next) =>
          set({ tab: next === 'blocks' ? undefined : next, q: undefined, kind: undefined, tag: undefined })
        }
        tabs={TABS.map((name) => ({
          name,
          title: TITLES[name],
          panel: name === tab && <div className="mt-5">{panel}</div>,
        }))}
      />
    </Screen>
  )
}
