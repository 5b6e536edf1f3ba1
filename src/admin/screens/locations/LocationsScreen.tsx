import type { LocationEntry } from '#src/contract/location.ts'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { Filters, SearchBox } from '../../blocks/Filters.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { useList } from '../../blocks/use-list.ts'
import { EntryLink } from '../../library/EntryLink.tsx'
import { formSkeleton, type LibraryListProps, LibraryScreen } from '../../library/LibraryScreen.tsx'
import { EmptyLibrary, NewEntry, useDeleteAction } from '../../library/list-parts.tsx'
import { UsesCell } from '../../library/uses.tsx'
import { locations } from './location-calls.ts'

const LocationForm = lazyComponent(async () => (await import('./LocationForm.tsx')).LocationForm, formSkeleton)

const columns: Column<LocationEntry>[] = [
  {
    header: 'Venue',
    sortBy: ({ venueName }) => venueName,
    cell: ({ id, venueName }) => <EntryLink edit={id}>{venueName}</EntryLink>,
  },
  {
    header: 'City',
    sortBy: ({ city }) => city,
    cell: ({ city, state }) => [city, state].filter(Boolean).join(', '),
    width: '19%',
  },
  { header: 'Address', cell: ({ venueAddress }) => venueAddress },
  { header: 'Time zone', cell: ({ timezone }) => timezone.replaceAll('_', ' '), width: '17%' },
  {
    header: 'Used in',
    cell: (location) => <UsesCell kind="locations" row={location} name={location.venueName} />,
    width: '7rem',
    sortBy: ({ uses }) => uses,
  },
]

/** library/locations: the venues that events are filled from. */
export function LocationsScreen() {
  return <LibraryScreen path="/admin/library/locations" library={locations} List={LocationList} Form={LocationForm} />
}

/** All locations by name, and what can be done with each. */
function LocationList({ q, search, open }: LibraryListProps) {
  const list = useList(['locations', { q }], (cursor) => locations.page(q, cursor))
  const deletion = useDeleteAction(locations, 'venue')
  return (
    <Screen
      title="Locations"
      lead="Venues for filling in events. Each event keeps its own copy."
      actions={<NewEntry noun="location" />}
    >
      <Filters>
        <SearchBox label="Search by venue, address or city" value={q} onChange={search} />
      </Filters>
      <DataTable
        what="locations"
        list={list}
        columns={columns}
        getName={locations.getName}
        actions={(location) => [{ label: 'Edit', run: () => open(location.id) }, deletion(location)]}
        empty={
          <EmptyLibrary library={locations} q={q}>
            Add your first venue, then use it to fill in an event.
          </EmptyLibrary>
        }
      />
    </Screen>
  )
}
