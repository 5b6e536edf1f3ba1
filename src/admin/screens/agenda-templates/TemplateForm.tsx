import {
  type AgendaTemplate,
  type AgendaTemplateItem,
  agendaTemplateFields,
  TEMPLATE_LABELS,
} from '#src/contract/agenda-template.ts'
import { api, ask } from '../../api.ts'
import { EditForm } from '../../blocks/EditForm.tsx'
import { TextField } from '../../blocks/fields.tsx'
import { DuplicateWarning } from '../../library/DuplicateWarning.tsx'
import { type EntryFormProps, useLibraryForm } from '../../library/use-library-form.ts'
import { DayEditor } from './DayEditor.tsx'
import { agendaTemplates } from './template-calls.ts'

/** A template: its name and its day, which the merge view treats as one value. */
export function TemplateForm({ row, onClose }: EntryFormProps<AgendaTemplate>) {
  const edit = useLibraryForm(agendaTemplates, {
    row,
    onClose,
    schema: agendaTemplateFields,
    labels: TEMPLATE_LABELS,
    texts: { items: dayText },
  })
  return (
    <EditForm {...edit}>
      <TemplateInputs id={row?.id} />
    </EditForm>
  )
}

/** The fields of a template; `id` is that of a stored one. */
export function TemplateInputs({ id }: { id?: string | undefined }) {
  return (
    <>
      <TextField name="groupName" label={TEMPLATE_LABELS.groupName} autoComplete="off" />
      <DuplicateWarning
        kind="agenda-templates"
        except={id}
        fields={{ name: 'groupName' }}
        find={(query) => ask(() => api['agenda-templates'].duplicates.$get({ query }))}
      />
      <DayEditor />
    </>
  )
}

/** A day in the merge view: a line of text for each entry. */
export function dayText(items: readonly AgendaTemplateItem[]): string {
  return items
    .map(({ timeSlot, title, description }) => `${timeSlot} ${title}${description === null ? '' : ` (${description})`}`)
    .join('\n')
}
