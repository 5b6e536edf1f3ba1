import { Skeleton } from '#src/ui/Skeleton.tsx'
import { later } from '../../blocks/later.tsx'
import { useLibraryState } from '../../library/library-state.ts'
import { TeamList } from './TeamList.tsx'

const TeamMemberEditor = later(
  async () => (await import('./TeamMemberEditor.tsx')).TeamMemberEditor,
  <Skeleton className="h-96 w-full" />,
)

/** library/team: the people that events choose from. */
export function TeamScreen() {
  const state = useLibraryState()
  if (state.edit === '') return <TeamList {...state} />
  return <TeamMemberEditor key={state.edit} id={state.edit === 'new' ? undefined : state.edit} onClose={state.close} />
}
