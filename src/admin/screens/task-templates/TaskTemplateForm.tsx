import { type TaskTemplate, taskTemplateFields } from '#src/contract/task-template.ts'
import { api, ask } from '../../api.ts'
import { EditForm } from '../../blocks/EditForm.tsx'
import { SelectField } from '../../blocks/fields.tsx'
import { DuplicateWarning } from '../../library/DuplicateWarning.tsx'
import { type EntryFormProps, useLibraryForm } from '../../library/use-library-form.ts'
import { DueField, TASK_LABELS, TASK_TEXTS, TaskContentFields, TitleField } from '../event-tasks/task-fields.tsx'
import { taskTemplates } from './task-template-calls.ts'

const LABELS = { ...TASK_LABELS, assigneeType: 'Who' }

/** Everything a template says. Events keep the tasks that they were given. */
export function TaskTemplateForm({ row, onClose }: EntryFormProps<TaskTemplate>) {
  const edit = useLibraryForm(taskTemplates, {
    row,
    onClose,
    schema: taskTemplateFields,
    labels: LABELS,
    texts: TASK_TEXTS,
  })
  return (
    <EditForm {...edit}>
      <TitleField />
      <DuplicateWarning
        kind="task-templates"
        except={row?.id}
        fields={{ name: 'title' }}
        find={(query) => ask(() => api['task-templates'].duplicates.$get({ query }))}
      />
      <SelectField
        name="assigneeType"
        label={LABELS.assigneeType}
        options={[
          ['vendor', 'Each vendor of the event'],
          ['team', 'Each team member of the event'],
        ]}
      />
      <DueField />
      <TaskContentFields />
    </EditForm>
  )
}
