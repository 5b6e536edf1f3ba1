import { Skeleton } from '#src/ui/Skeleton.tsx'
import { later } from '../../blocks/later.tsx'
import { useLibraryState } from '../../library/library-state.ts'
import { LocationList } from './LocationList.tsx'

const LocationEditor = later(
  async () => (await import('./LocationEditor.tsx')).LocationEditor,
  <Skeleton className="h-96 w-full" />,
)

/** library/locations: the venues that events are filled from. */
export function LocationsScreen() {
  const state = useLibraryState()
  if (state.edit === '') return <LocationList {...state} />
  return <LocationEditor key={state.edit} id={state.edit === 'new' ? undefined : state.edit} onClose={state.close} />
}
