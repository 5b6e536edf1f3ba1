import { useStore } from '@nanostores/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasRole } from '#src/contract/rank.ts'
import { ADMINS_ONLY, type AddressBan, BAN_ADDRESS } from '#src/contract/user.ts'
import { $viewer } from '#src/islands/viewer/viewer.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Tabs } from '#src/ui/Tabs.tsx'
import { api, ask } from '../../api.ts'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { ChoiceFilter, Filters, SearchBox } from '../../blocks/Filters.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { formatAge, formatAgo, formatMoment } from '../../blocks/moment.ts'
import { Screen } from '../../blocks/Screen.tsx'
import { useList } from '../../blocks/use-list.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { AllUsersPanel } from './AllUsersPanel.tsx'
import { QueuePanel } from './QueuePanel.tsx'
import { useLiftBan } from './use-lift-ban.tsx'
import { userCountsQuery } from './user-calls.ts'

const TABS = ['waiting', 'all', 'addresses'] as const

/** Waiting registrations, all users, and banned addresses. */
export function UsersScreen() {
  const [{ tab, q }, set] = useUrlState('/admin/users')
  const roles = useStore($viewer)?.roles ?? []
  const counts = useQuery(userCountsQuery)
  const current = tab ?? (q ? 'all' : 'waiting')
  const waiting = counts.data ? `Waiting (${counts.data.pending})` : 'Waiting'
  const panels = {
    waiting: <QueuePanel />,
    all: <AllUsersPanel />,
    addresses: hasRole(roles, 'admin') ? (
      <AddressBansPanel />
    ) : (
      <Empty title={ADMINS_ONLY}>Moderators can approve accounts. Only admins can ban IP addresses.</Empty>
    ),
  }
  const titles = { waiting, all: 'All', addresses: 'IP bans' }
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

const BanAddressDialog = lazyComponent(async () => (await import('./UserDialogs.tsx')).BanAddressDialog)

const banColumns: readonly Column<AddressBan>[] = [
  { header: 'IP address', cell: ({ address }) => <span className="font-mono font-semibold">{address}</span> },
  { header: 'Reason', cell: ({ reason }) => reason },
  { header: 'By', cell: ({ by }) => by },
  { header: 'Since', cell: ({ createdAt }) => <time title={formatMoment(createdAt)}>{formatAge(createdAt)}</time> },
  { header: 'Ends', cell: (ban) => <End {...ban} /> },
]

/** Addresses that are kept out, by the limits or by hand. */
function AddressBansPanel() {
  const [{ address = '', bans }, set] = useUrlState('/admin/users')
  const [isBanning, setBanning] = useState(false)
  const query = { ...(address && { address }), state: bans ?? 'in-force' } as const
  const list = useList(['bans', query], (cursor) => ask(() => api.bans.$get({ query: { ...query, ...cursor } })))
  const lift = useLiftBan()
  return (
    <>
      <Filters>
        <SearchBox label="IP address" value={address} onChange={(typed) => set({ address: typed.trim() })} />
        <ChoiceFilter
          label="Bans"
          options={[
            ['', 'Active'],
            ['over', 'Ended'],
          ]}
          value={bans}
          onChange={(value) => set({ bans: value })}
        />
        <Button variant="destructive" className="min-h-11! sm:ml-auto" onClick={() => setBanning(true)}>
          {BAN_ADDRESS}
        </Button>
      </Filters>
      <DataTable
        what="banned IP addresses"
        list={list}
        columns={banColumns}
        getName={(ban) => ban.address}
        actions={(ban) => [
          {
            label: 'Lift ban',
            run: () => lift(ban),
            disabledReason: bans === 'over' ? 'This ban has already ended.' : undefined,
          },
        ]}
        empty={
          <Empty title="No bans">
            {address
              ? 'No bans match this IP address.'
              : 'An IP address is banned for an hour after 40 failed attempts within two hours, or 400 if several people use it.'}
          </Empty>
        }
      />
      {isBanning && <BanAddressDialog onClose={() => setBanning(false)} />}
    </>
  )
}

function End({ expiresAt, liftedAt }: Pick<AddressBan, 'expiresAt' | 'liftedAt'>) {
  if (liftedAt !== null) return <Badge>Lifted {formatAgo(liftedAt)}</Badge>
  return <>{expiresAt === null ? 'When lifted' : formatMoment(expiresAt)}</>
}
