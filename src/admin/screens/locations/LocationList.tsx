import type { LocationEntry } from '#src/contract/location.ts'
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
import { locationCalls, locationPage } from './location-calls.ts'

const columns: Column<LocationEntry>[] = [
  {
    header: 'Venue',
    cell: (location) => (
      <EntryLink edit={location.id} className="inline-block py-2 font-semibold underline-offset-4 hover:underline">
        {location.venueName}
      </EntryLink>
    ),
  },
  { header: 'City', cell: ({ city, state }) => [city, state].filter(Boolean).join(', ') },
  { header: 'Address', cell: ({ venueAddress }) => venueAddress },
  { header: 'Time zone', cell: ({ timezone }) => timezone.replaceAll('_', ' ') },
  { header: 'Used in', cell: (location) => <UsesCell kind="locations" row={location} name={location.venueName} /> },
]

type LocationListProps = { q: string; search: (q: string) => void; open: (id: string) => void }

/** All locations by name, and what can be done with each. */
export function LocationList({ q, search, open }: LocationListProps) {
  const list = useList(['locations', { q }], (cursor) => locationPage(q, cursor))
  const removal = useSave({
    save: locationCalls.remove,
    done: 'Location deleted',
    failed: 'Failed to delete location',
    stale: [['locations']],
  })
  const actions = (location: LocationEntry) => [
    { label: 'Edit', run: () => open(location.id) },
    {
      label: 'Delete',
      isDestructive: true,
      run: () =>
        confirm({
          title: 'Delete this location?',
          message: <LossNote kind="locations" id={location.id} name={location.venueName} copied="venue" />,
          label: 'Delete location',
          busyLabel: 'Deleting...',
          act: () => removal.mutateAsync(location),
        }),
    },
  ]
  const add = (
    <Button asChild>
      <EntryLink edit="new">New location</EntryLink>
    </Button>
  )
  return (
    <Screen title="Locations" lead="Venues for filling in events. Each event keeps its own copy." actions={add}>
      <Filters>
        <SearchBox label="Search by venue, address or city" value={q} onChange={search} />
      </Filters>
      <DataTable
        what="locations"
        list={list}
        columns={columns}
        nameOf={(location) => location.venueName}
        actions={actions}
        empty={
          q ? (
            <Empty title="No matching locations">No locations match “{q}”. Try the beginning of a word.</Empty>
          ) : (
            <Empty title="No locations yet" action={add}>
              Add your first venue, then use it to fill in an event.
            </Empty>
          )
        }
      />
    </Screen>
  )
}
