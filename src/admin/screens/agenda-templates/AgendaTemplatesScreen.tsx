import type { AgendaTemplateLine } from '#src/contract/agenda-template.ts'
import { api, ask } from '../../api.ts'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { Filters, SearchBox } from '../../blocks/Filters.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { formatAge } from '../../blocks/moment.ts'
import { Screen } from '../../blocks/Screen.tsx'
import { useList } from '../../blocks/use-list.ts'
import { useSave } from '../../blocks/use-save.ts'
import { EntryLink } from '../../library/EntryLink.tsx'
import { formSkeleton, type LibraryListProps, LibraryScreen } from '../../library/LibraryScreen.tsx'
import { EmptyLibrary, NewEntry, useDeleteAction } from '../../library/list-parts.tsx'
import { UsesCell } from '../../library/uses.tsx'
import { agendaTemplates } from './template-calls.ts'

const TemplateForm = lazyComponent(async () => (await import('./TemplateForm.tsx')).TemplateForm, formSkeleton)

const columns: Column<AgendaTemplateLine>[] = [
  {
    header: 'Template',
    sortBy: ({ groupName }) => groupName,
    cell: ({ id, groupName }) => <EntryLink edit={id}>{groupName}</EntryLink>,
  },
  {
    header: 'Entries',
    cell: ({ itemCount }) => itemCount,
    sortBy: ({ itemCount }) => itemCount,
    className: 'tabular-nums',
    width: '7rem',
  },
  {
    header: 'Last changed',
    cell: ({ lastModifiedAt }) => formatAge(lastModifiedAt),
    width: '11rem',
    sortBy: ({ lastModifiedAt }) => lastModifiedAt,
  },
  {
    header: 'Used in',
    cell: (line) => <UsesCell kind="agenda-templates" row={line} name={line.groupName} />,
    width: '8rem',
    sortBy: ({ uses }) => uses,
  },
]

/** library/agenda: agendas that events are created from. */
export function AgendaTemplatesScreen() {
  return (
    <LibraryScreen path="/admin/library/agenda" library={agendaTemplates} List={TemplateList} Form={TemplateForm} />
  )
}

/** All templates by name, and what can be done with each. */
function TemplateList({ q, search, open }: LibraryListProps) {
  const list = useList(['agenda-templates', { q }], (cursor) => agendaTemplates.page(q, cursor))
  const deletion = useDeleteAction(agendaTemplates, 'agenda')
  const copying = useSave({
    save: ({ id }: AgendaTemplateLine) =>
      ask(() => api['agenda-templates'][':id'].copy.$post({ param: { id }, json: { id: crypto.randomUUID() } })),
    done: 'Agenda template duplicated',
    failed: 'Failed to duplicate agenda template',
    stale: agendaTemplates.stale,
    onDone: ({ item }) => open(item.id),
  })
  return (
    <Screen
      title="Agenda templates"
      lead="Reusable day schedules. Each event keeps its own copy."
      actions={<NewEntry noun="agenda template" />}
    >
      <Filters>
        <SearchBox label="Search by name" value={q} onChange={search} />
      </Filters>
      <DataTable
        what="agenda templates"
        list={list}
        columns={columns}
        getName={agendaTemplates.getName}
        actions={(line) => [
          { label: 'Edit', run: () => open(line.id) },
          { label: 'Duplicate', run: () => copying.isPending || copying.mutate(line) },
          deletion(line),
        ]}
        empty={
          <EmptyLibrary library={agendaTemplates} q={q} noMatch="No matching templates">
            Create a schedule once, then use it for the agenda of each event.
          </EmptyLibrary>
        }
      />
    </Screen>
  )
}
