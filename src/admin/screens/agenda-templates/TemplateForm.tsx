import { zodResolver } from '@hookform/resolvers/zod'
import { useWatch } from 'react-hook-form'
import { type AgendaTemplateFields, agendaTemplateFields } from '#src/contract/agenda-template.ts'
import { EditForm } from '../../blocks/EditForm.tsx'
import { TextField } from '../../blocks/fields.tsx'
import { MergeDialog } from '../../blocks/MergeDialog.tsx'
import { TwinWarning } from '../../library/TwinWarning.tsx'
import { useDelayed } from '../../library/use-delayed.ts'
import { type Stored, useEntryForm } from '../../library/use-entry-form.ts'
import { links } from '../../links.ts'
import { DayEditor } from './DayEditor.tsx'
import { fromLines, toLines } from './day-lines.ts'
import { templateCalls } from './template-calls.ts'

type TemplateFormProps = { id?: string; from: Stored<AgendaTemplateFields>; onClose: () => void }

const LABELS = { groupName: 'Name', lines: 'Schedule' }

/** A template: its name and its day. */
export function TemplateForm({ id = '', from, onClose }: TemplateFormProps) {
  const { form, conflict, merge, drop, save, isBusy } = useEntryForm({
    noun: 'agenda template',
    stale: ['agenda-templates'],
    resolver: zodResolver(agendaTemplateFields),
    id,
    from,
    create: templateCalls.create,
    update: templateCalls.update,
    read: templateCalls.read,
    onSaved: onClose,
  })
  return (
    <>
      <EditForm form={form} onSubmit={save} label="Save agenda template" isBusy={isBusy} onCancel={onClose}>
        <TextField name="groupName" label={LABELS.groupName} autoComplete="off" />
        <TemplateTwins except={id} />
        <DayEditor />
      </EditForm>
      {conflict && (
        <MergeDialog
          base={toLines(conflict.base)}
          mine={toLines(conflict.mine)}
          theirs={toLines(conflict.theirs)}
          labels={LABELS}
          onMerged={(merged) => merge(fromLines(merged, conflict))}
          onClose={drop}
        />
      )}
    </>
  )
}

function TemplateTwins({ except }: { except: string }) {
  const name = useDelayed(useWatch<AgendaTemplateFields, 'groupName'>({ name: 'groupName' }))
  const query = { name, ...(except && { except }) }
  return (
    <TwinWarning
      kind="agenda-templates"
      asked={query}
      find={() => templateCalls.twins(query)}
      linkTo={(edit) => links.agendaTemplates({ edit })}
    />
  )
}
