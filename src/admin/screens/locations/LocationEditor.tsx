import { useQuery } from '@tanstack/react-query'
import { Shown } from '../../blocks/Shown.tsx'
import { Editor } from '../../library/Editor.tsx'
import { UsesPanel } from '../../library/UsesPanel.tsx'
import { LocationForm } from './LocationForm.tsx'
import { BLANK_LOCATION, locationQuery, toStored } from './location-calls.ts'

type LocationEditorProps = { id: string | undefined; onClose: () => void }

const back = 'All locations'

/** The form of a new location, or of one that is stored. */
export function LocationEditor({ id, onClose }: LocationEditorProps) {
  if (id !== undefined) return <StoredLocation id={id} onClose={onClose} />
  return (
    <Editor title="New location" back={back}>
      <LocationForm from={BLANK_LOCATION} onClose={onClose} />
    </Editor>
  )
}

function StoredLocation({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(locationQuery(id))
  return (
    <Editor
      title={query.data?.venueName ?? 'Location'}
      back={back}
      aside={query.data && <UsesPanel kind="locations" id={id} />}
    >
      <Shown query={query} what="the location">
        {(location) => <LocationForm id={id} from={toStored(location)} onClose={onClose} />}
      </Shown>
    </Editor>
  )
}
