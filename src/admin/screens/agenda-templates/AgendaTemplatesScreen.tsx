import { useLibraryState } from '../../library/library-state.ts'
import { TemplateEditor } from './TemplateEditor.tsx'
import { TemplateList } from './TemplateList.tsx'

/** library/agenda: days that events are made from. */
export function AgendaTemplatesScreen() {
  const state = useLibraryState()
  if (state.edit === '') return <TemplateList {...state} />
  return <TemplateEditor key={state.edit} id={state.edit === 'new' ? undefined : state.edit} onClose={state.close} />
}
