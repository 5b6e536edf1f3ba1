import { Skeleton } from '#src/ui/Skeleton.tsx'
import { later } from '../../blocks/later.tsx'
import { useLibraryState } from '../../library/library-state.ts'
import { TemplateList } from './TemplateList.tsx'

const TemplateEditor = later(
  async () => (await import('./TemplateEditor.tsx')).TemplateEditor,
  <Skeleton className="h-96 w-full" />,
)

/** library/agenda: days that events are made from. */
export function AgendaTemplatesScreen() {
  const state = useLibraryState()
  if (state.edit === '') return <TemplateList {...state} />
  return <TemplateEditor key={state.edit} id={state.edit === 'new' ? undefined : state.edit} onClose={state.close} />
}
