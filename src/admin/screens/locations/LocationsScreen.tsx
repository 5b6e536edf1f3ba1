import { useLibraryState } from '../../library/library-state.ts'
import { LocationEditor } from './LocationEditor.tsx'
import { LocationList } from './LocationList.tsx'

/** library/locations: the venues that events are filled from. */
export function LocationsScreen() {
  const state = useLibraryState()
  if (state.edit === '') return <LocationList {...state} />
  return <LocationEditor key={state.edit} id={state.edit === 'new' ? undefined : state.edit} onClose={state.close} />
}
