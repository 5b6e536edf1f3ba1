import type { TeamEntry } from '#src/contract/team-member.ts'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { Filters, SearchBox } from '../../blocks/Filters.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Thumbnail } from '../../blocks/Thumbnail.tsx'
import { useList } from '../../blocks/use-list.ts'
import { EntryLink } from '../../library/EntryLink.tsx'
import { formSkeleton, type LibraryListProps, LibraryScreen } from '../../library/LibraryScreen.tsx'
import { EmptyLibrary, NewEntry, useDeleteAction } from '../../library/list-parts.tsx'
import { UsesCell } from '../../library/uses.tsx'
import { team } from './team-calls.ts'

const TeamMemberForm = lazyComponent(async () => (await import('./TeamMemberForm.tsx')).TeamMemberForm, formSkeleton)

const columns: Column<TeamEntry>[] = [
  {
    header: 'Team member',
    sortBy: ({ fullName }) => fullName,
    cell: (member) => (
      <Thumbnail src={member.photoUrl} alt="" kind="photo">
        <EntryLink edit={member.id}>{member.fullName}</EntryLink>
      </Thumbnail>
    ),
    width: '26%',
  },
  { header: 'Title', cell: ({ title }) => title },
  { header: 'Credentials', cell: ({ credentials }) => credentials },
  { header: 'Specialties', cell: ({ specialties }) => specialties },
  {
    header: 'Used in',
    cell: (member) => <UsesCell kind="team" row={member} name={member.fullName} />,
    width: '7rem',
    sortBy: ({ uses }) => uses,
  },
]

/** library/team: the people that events choose from. */
export function TeamScreen() {
  return <LibraryScreen path="/admin/library/team" library={team} List={TeamList} Form={TeamMemberForm} />
}

/** All team members by name, and what can be done with each. */
function TeamList({ q, search, open }: LibraryListProps) {
  const list = useList(['team', { q }], (cursor) => team.page(q, cursor))
  const deletion = useDeleteAction(team)
  return (
    <Screen
      title="Team"
      lead="People shown in the About section. Choose them for each event."
      actions={<NewEntry noun="team member" />}
    >
      <Filters>
        <SearchBox label="Search by name, title or specialty" value={q} onChange={search} />
      </Filters>
      <DataTable
        what="team"
        list={list}
        columns={columns}
        getName={team.getName}
        actions={(member) => [{ label: 'Edit', run: () => open(member.id) }, deletion(member)]}
        empty={
          <EmptyLibrary library={team} q={q}>
            Add your first team member, then choose them for an event.
          </EmptyLibrary>
        }
      />
    </Screen>
  )
}
