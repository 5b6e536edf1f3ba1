import { useLibraryState } from '../../library/library-state.ts'
import { TeamList } from './TeamList.tsx'
import { TeamMemberEditor } from './TeamMemberEditor.tsx'

/** library/team: the people that events choose from. */
export function TeamScreen() {
  const state = useLibraryState()
  if (state.edit === '') return <TeamList {...state} />
  return <TeamMemberEditor key={state.edit} id={state.edit === 'new' ? undefined : state.edit} onClose={state.close} />
}
