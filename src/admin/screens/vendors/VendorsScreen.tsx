import { useLibraryState } from '../../library/library-state.ts'
import { VendorEditor } from './VendorEditor.tsx'
import { VendorList } from './VendorList.tsx'

/** library/vendors: the partners that events choose from. */
export function VendorsScreen() {
  const state = useLibraryState()
  if (state.edit === '') return <VendorList {...state} />
  return <VendorEditor key={state.edit} id={state.edit === 'new' ? undefined : state.edit} onClose={state.close} />
}
