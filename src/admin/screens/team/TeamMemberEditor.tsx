import { useQuery } from '@tanstack/react-query'
import { Shown } from '../../blocks/Shown.tsx'
import { Editor } from '../../library/Editor.tsx'
import { UsesPanel } from '../../library/UsesPanel.tsx'
import { TeamMemberForm } from './TeamMemberForm.tsx'
import { BLANK_TEAM_MEMBER, teamMemberQuery, toStored } from './team-calls.ts'

type TeamMemberEditorProps = { id: string | undefined; onClose: () => void }

const back = 'All team members'

/** The form of a new team member, or of one that is stored. */
export function TeamMemberEditor({ id, onClose }: TeamMemberEditorProps) {
  if (id !== undefined) return <StoredTeamMember id={id} onClose={onClose} />
  return (
    <Editor title="New team member" back={back}>
      <TeamMemberForm from={BLANK_TEAM_MEMBER} onClose={onClose} />
    </Editor>
  )
}

function StoredTeamMember({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(teamMemberQuery(id))
  return (
    <Editor
      title={query.data?.fullName ?? 'Team member'}
      back={back}
      aside={query.data && <UsesPanel kind="team" id={id} />}
    >
      <Shown query={query} what="the team member">
        {(member) => <TeamMemberForm id={id} from={toStored(member)} onClose={onClose} />}
      </Shown>
    </Editor>
  )
}
