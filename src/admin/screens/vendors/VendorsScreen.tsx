import { Skeleton } from '#src/ui/Skeleton.tsx'
import { later } from '../../blocks/later.tsx'
import { useLibraryState } from '../../library/library-state.ts'
import { VendorList } from './VendorList.tsx'

const VendorEditor = later(
  async () => (await import('./VendorEditor.tsx')).VendorEditor,
  <Skeleton className="h-96 w-full" />,
)

/** library/vendors: the partners that events choose from. */
export function VendorsScreen() {
  const state = useLibraryState()
  if (state.edit === '') return <VendorList {...state} />
  return <VendorEditor key={state.edit} id={state.edit === 'new' ? undefined : state.edit} onClose={state.close} />
}
