import { useStore } from '@nanostores/react'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { hasRole } from '#src/contract/rank.ts'
import { ADMINS_ONLY } from '#src/contract/user.ts'
import { $viewer } from '#src/islands/viewer/viewer.ts'
import { Tabs } from '#src/ui/Tabs.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { AddressBansPanel } from './AddressBansPanel.tsx'
import { AllUsersPanel } from './AllUsersPanel.tsx'
import { QueuePanel } from './QueuePanel.tsx'
import { countsQuery } from './user-calls.ts'

const TABS = ['waiting', 'all', 'addresses'] as const
const place = z.object({ tab: z.enum(TABS).optional().catch(undefined), q: z.string().catch('') })

/** Who waits, who there is, and which addresses are kept out. */
export function UsersScreen() {
  const [{ tab, q }, set] = useUrlState(place)
  const roles = useStore($viewer)?.roles ?? []
  const counts = useQuery(countsQuery)
  const current = tab ?? (q ? 'all' : 'waiting')
  const waiting = counts.data ? `Waiting (${counts.data.pending})` : 'Waiting'
  const panels = {
    waiting: <QueuePanel />,
    all: <AllUsersPanel />,
    addresses: hasRole(roles, 'admin') ? (
      <AddressBansPanel />
    ) : (
      <Empty title={ADMINS_ONLY}>Moderators approve accounts. Only admins can ban addresses.</Empty>
    ),
  }
  const titles = { waiting, all: 'All', addresses: 'Banned addresses' }
  return (
    <Screen title="Users" lead="Members, roles and bans.">
      <Tabs
        label="Users"
        current={current}
        onChange={(next) => set({ tab: next })}
        tabs={TABS.map((name) => ({
          name,
          title: titles[name],
          panel: name === current && panels[name],
        }))}
      />
    </Screen>
  )
}
