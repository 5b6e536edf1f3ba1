import { useState } from 'react'
import { formatCity } from '#src/contract/event-dates.ts'
import type { LocationEntry } from '#src/contract/location.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { api, ask } from '../../api.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { SearchBox } from '../../blocks/Filters.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useList } from '../../blocks/use-list.ts'
import { links } from '../../links.ts'

type LocationPickerProps = { onPick: (location: LocationEntry) => void; onClose: () => void }

/** The venues of the library, to fill an event's place and time zone from. */
export function LocationPicker({ onPick, onClose }: LocationPickerProps) {
  const [q, setQ] = useState('')
  const list = useList<LocationEntry>(['locations', 'choices', { q }], (cursor) =>
    ask(() => api.locations.$get({ query: { q, ...cursor } })),
  )
  return (
    <Dialog
      isOpen
      title="Fill from a location"
      description="Replaces the venue, address, city, state and time zone."
      onClose={onClose}
      actions={
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <SearchBox label="Search locations" value={q} onChange={setQ} />
      <div className="mt-4">
        <Shown query={list} what="locations">
          {(locations) =>
            locations.length === 0 ? (
              <Empty
                title={q ? 'No locations found' : 'No locations yet'}
                action={<AdminLink to={links.locations()}>Open the library</AdminLink>}
              />
            ) : (
              <ul className="border-line border-t">
                {locations.map((location) => (
                  <LocationRow key={location.id} location={location} onPick={onPick} />
                ))}
              </ul>
            )
          }
        </Shown>
      </div>
      {list.hasMore && (
        <Button variant="outline" size="sm" isBusy={list.isLoadingMore} onClick={list.loadMore} className="mt-4">
          Show more
        </Button>
      )}
    </Dialog>
  )
}

function LocationRow({ location, onPick }: { location: LocationEntry; onPick: LocationPickerProps['onPick'] }) {
  const { venueName, venueAddress } = location
  return (
    <li className="flex flex-wrap items-center gap-3 border-line border-b py-2">
      <span className="min-w-0 flex-1 leading-snug [overflow-wrap:anywhere]">
        <b className="block">{venueName}</b>
        <span className="text-[.9375rem] text-soft">
          {[formatCity(location), venueAddress].filter(Boolean).join(' · ')}
        </span>
      </span>
      <Button variant="outline" size="sm" onClick={() => onPick(location)}>
        Use<span className="sr-only"> {venueName}</span>
      </Button>
    </li>
  )
}
