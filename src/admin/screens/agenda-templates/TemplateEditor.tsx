import { useQuery } from '@tanstack/react-query'
import { Shown } from '../../blocks/Shown.tsx'
import { Editor } from '../../library/Editor.tsx'
import { UsesPanel } from '../../library/UsesPanel.tsx'
import { TemplateForm } from './TemplateForm.tsx'
import { BLANK_TEMPLATE, templateQuery, toStored } from './template-calls.ts'

type TemplateEditorProps = { id: string | undefined; onClose: () => void }

const back = 'All agenda templates'

/** The form of a new template, or of one that is stored. */
export function TemplateEditor({ id, onClose }: TemplateEditorProps) {
  if (id !== undefined) return <StoredTemplate id={id} onClose={onClose} />
  return (
    <Editor title="New agenda template" back={back}>
      <TemplateForm from={BLANK_TEMPLATE} onClose={onClose} />
    </Editor>
  )
}

function StoredTemplate({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(templateQuery(id))
  const title = query.data?.groupName ?? 'Agenda template'
  return (
    <Editor title={title} back={back} aside={query.data && <UsesPanel kind="agenda-templates" id={id} />}>
      <Shown query={query} what="the agenda template">
        {(template) => <TemplateForm id={id} from={toStored(template)} onClose={onClose} />}
      </Shown>
    </Editor>
  )
}
