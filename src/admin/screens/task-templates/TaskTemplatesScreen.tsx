import { sayDueDays, TASK_KIND_WORDS } from '#src/contract/event-task.ts'
import type { TaskTemplate } from '#src/contract/task-template.ts'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { Filters, SearchBox } from '../../blocks/Filters.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { useList } from '../../blocks/use-list.ts'
import { EntryLink } from '../../library/EntryLink.tsx'
import { formSkeleton, type LibraryListProps, LibraryScreen } from '../../library/LibraryScreen.tsx'
import { EmptyLibrary, NewEntry, useDeleteAction } from '../../library/list-parts.tsx'
import { UsesCell } from '../../library/uses.tsx'
import { taskTemplates } from './task-template-calls.ts'

const TaskTemplateForm = lazyComponent(
  async () => (await import('./TaskTemplateForm.tsx')).TaskTemplateForm,
  formSkeleton,
)

const columns: Column<TaskTemplate>[] = [
  {
    header: 'Template',
    sortBy: ({ title }) => title,
    cell: ({ id, title }) => <EntryLink edit={id}>{title}</EntryLink>,
  },
  { header: 'Kind', cell: ({ kind }) => TASK_KIND_WORDS[kind], width: '11rem', sortBy: ({ kind }) => kind },
  {
    header: 'Who',
    cell: ({ assigneeType }) => (assigneeType === 'vendor' ? 'Each vendor' : 'Each team member'),
    width: '11rem',
    sortBy: ({ assigneeType }) => assigneeType,
  },
  { header: 'Due', cell: ({ dueDays }) => sayDueDays(dueDays), width: '14rem', sortBy: ({ dueDays }) => dueDays },
  {
    header: 'Used in',
    cell: (template) => <UsesCell kind="task-templates" row={template} name={template.title} />,
    width: '8rem',
    sortBy: ({ uses }) => uses,
  },
]

/** library/tasks: tasks that events are given for each vendor or team member. */
export function TaskTemplatesScreen() {
  return (
    <LibraryScreen path="/admin/library/tasks" library={taskTemplates} List={TemplateList} Form={TaskTemplateForm} />
  )
}

/** All templates by title, and what can be done with each. */
function TemplateList({ q, search, open }: LibraryListProps) {
  const list = useList(['task-templates', { q }], (cursor) => taskTemplates.page(q, cursor))
  const deletion = useDeleteAction(taskTemplates, 'copy of the task')
  return (
    <Screen
      title="Task templates"
      lead="What vendors and team members have to do for an event. Add them on the Tasks tab of the event."
      actions={<NewEntry noun="task template" />}
    >
      <Filters>
        <SearchBox label="Search by title" value={q} onChange={search} />
      </Filters>
      <DataTable
        what="task templates"
        list={list}
        columns={columns}
        getName={taskTemplates.getName}
        actions={(template) => [{ label: 'Edit', run: () => open(template.id) }, deletion(template)]}
        empty={
          <EmptyLibrary library={taskTemplates} q={q}>
            Add what you ask of every vendor or team member, then give it to an event.
          </EmptyLibrary>
        }
      />
    </Screen>
  )
}
