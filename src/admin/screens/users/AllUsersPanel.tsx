import { NO_USERS_FOUND, type UserLine } from '#src/contract/user.ts'
import { Button } from '#src/ui/Button.tsx'
import { api, ask } from '../../api.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { ChoiceFilter, Filters, SearchBox } from '../../blocks/Filters.tsx'
import { formatAge, formatMoment } from '../../blocks/moment.ts'
import { useList } from '../../blocks/use-list.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { links } from '../../links.ts'
import { StatusBadges } from './RolesCard.tsx'

const columns: readonly Column<UserLine>[] = [
  {
    header: 'Person',
    cell: ({ id, username, fullName }) => (
      <>
        <AdminLink to={links.user(id)} className="inline-block min-h-6 font-semibold">
          {username}
        </AdminLink>
        {fullName && <span className="ml-2 text-soft">{fullName}</span>}
      </>
    ),
  },
  { header: 'Email', cell: ({ email }) => email, width: '24%' },
  { header: 'Status', cell: (user) => <StatusBadges {...user} />, width: '13rem' },
  {
    header: 'Two-step',
    cell: ({ factorCount }) => factorCount,
    className: 'tabular-nums',
    width: '6rem',
    isMinor: true,
  },
  {
    header: 'Registered',
    cell: ({ createdAt }) => <time title={formatMoment(createdAt)}>{formatAge(createdAt)}</time>,
    width: '9.25rem',
  },
  {
    header: 'Last seen',
    cell: ({ lastSeenAt }) => (lastSeenAt === null ? 'Never' : formatAge(lastSeenAt)),
    width: '9.25rem',
  },
]

const APPROVAL_OPTIONS = [
  ['', 'Any'],
  ['pending', 'Waiting'],
  ['approved', 'Approved'],
  ['rejected', 'Rejected'],
] as const

const ROLE_OPTIONS = [
  ['', 'Any'],
  ['owner', 'Owner'],
  ['admin', 'Admin'],
  ['moderator', 'Moderator'],
] as const

const STATE_OPTIONS = [
  ['', 'All except deleted'],
  ['banned', 'Banned'],
  ['unconfirmed', 'Email not confirmed'],
  ['deleted', 'Deleted'],
] as const

/** Every account, newest first, with a search by name or email address. */
export function AllUsersPanel() {
  const [{ q = '', approval, role, state }, set] = useUrlState('/admin/users')
  const query = { ...(q && { q }), ...(approval && { approval }), ...(role && { role }), ...(state && { state }) }
  const list = useList(['users', query], (cursor) => ask(() => api.users.$get({ query: { ...query, ...cursor } })))
  const isNarrow = Object.keys(query).length > 0
  return (
    <>
      <Filters>
        <SearchBox label="Name or email" value={q} onChange={(typed) => set({ q: typed })} />
        <ChoiceFilter
          label="Approval"
          options={APPROVAL_OPTIONS}
          value={approval}
          onChange={(value) => set({ approval: value })}
        />
        <ChoiceFilter label="Role" options={ROLE_OPTIONS} value={role} onChange={(value) => set({ role: value })} />
        <ChoiceFilter label="State" options={STATE_OPTIONS} value={state} onChange={(value) => set({ state: value })} />
      </Filters>
      <DataTable
        what="users"
        list={list}
        columns={columns}
        getName={({ username }) => username}
        empty={
          <Empty
            title="No users found"
            action={
              isNarrow && (
                <Button
                  variant="outline"
                  onClick={() => set({ q: '', approval: undefined, role: undefined, state: undefined })}
                >
                  Show all users
                </Button>
              )
            }
          >
            {isNarrow ? NO_USERS_FOUND : 'New registrations appear here.'}
          </Empty>
        }
      />
    </>
  )
}
