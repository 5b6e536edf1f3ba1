import { ENTRY_IN_USE } from '#src/contract/library.ts'
import { NO_TEAM, type TeamEntry } from '#src/contract/team-member.ts'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { Filters, SearchBox } from '../../blocks/Filters.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { useList } from '../../blocks/use-list.ts'
import { useSave } from '../../blocks/use-save.ts'
import { EntryLink } from '../../library/EntryLink.tsx'
import { LossNote } from '../../library/LossNote.tsx'
import { UsesCell } from '../../library/UsesCell.tsx'
import { Pictured } from '../event-parts/Pictured.tsx'
import { teamCalls, teamPage } from './team-calls.ts'

const columns: Column<TeamEntry>[] = [
  {
    header: 'Team member',
    cell: (member) => (
      <Pictured src={member.photoUrl} alt="" kind="photo">
        <EntryLink edit={member.id} className="inline-block py-2 font-semibold underline-offset-4 hover:underline">
          {member.fullName}
        </EntryLink>
      </Pictured>
    ),
    className: 'lg:min-w-60',
  },
  { header: 'Title', cell: ({ title }) => title },
  { header: 'Credentials', cell: ({ credentials }) => credentials },
  { header: 'Specialties', cell: ({ specialties }) => specialties },
  { header: 'Used in', cell: (member) => <UsesCell kind="team" row={member} name={member.fullName} /> },
]

type TeamListProps = { q: string; search: (q: string) => void; open: (id: string) => void }

/** All team members by name, and what can be done with each. */
export function TeamList({ q, search, open }: TeamListProps) {
  const list = useList(['team', { q }], (cursor) => teamPage(q, cursor))
  const removal = useSave({
    save: teamCalls.remove,
    done: 'Team member deleted',
    failed: 'Failed to delete team member',
    stale: [['team']],
  })
  const actions = (member: TeamEntry) => [
    { label: 'Edit', run: () => open(member.id) },
    {
      label: 'Delete',
      isDestructive: true,
      disabledReason: member.uses > 0 ? ENTRY_IN_USE : undefined,
      run: () =>
        confirm({
          title: 'Delete this team member?',
          message: <LossNote kind="team" id={member.id} name={member.fullName} />,
          label: 'Delete team member',
          busyLabel: 'Deleting...',
          act: () => removal.mutateAsync(member),
        }),
    },
  ]
  const add = (
    <Button asChild>
      <EntryLink edit="new">New team member</EntryLink>
    </Button>
  )
  return (
    <Screen title="Team" lead="People shown in the About section. Choose them for each event." actions={add}>
      <Filters>
        <SearchBox label="Search by name, title or specialty" value={q} onChange={search} />
      </Filters>
      <DataTable
        what="team"
        list={list}
        columns={columns}
        nameOf={(member) => member.fullName}
        actions={actions}
        empty={
          q ? (
            <Empty title="No matching team members">No team members match “{q}”. Try the beginning of a word.</Empty>
          ) : (
            <Empty title={NO_TEAM} action={add}>
              Add your first team member, then choose them for an event.
            </Empty>
          )
        }
      />
    </Screen>
  )
}
