import type { AgendaTemplateLine } from '#src/contract/agenda-template.ts'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { Filters, SearchBox } from '../../blocks/Filters.tsx'
import { agoOf } from '../../blocks/moment.ts'
import { Screen } from '../../blocks/Screen.tsx'
import { useList } from '../../blocks/use-list.ts'
import { useSave } from '../../blocks/use-save.ts'
import { EntryLink } from '../../library/EntryLink.tsx'
import { LossNote } from '../../library/LossNote.tsx'
import { UsesCell } from '../../library/UsesCell.tsx'
import { templateCalls, templatePage } from './template-calls.ts'

const columns: Column<AgendaTemplateLine>[] = [
  {
    header: 'Template',
    cell: ({ id, groupName }) => (
      <EntryLink edit={id} className="inline-block py-2 font-semibold underline-offset-4 hover:underline">
        {groupName}
      </EntryLink>
    ),
  },
  { header: 'Entries', cell: ({ itemCount }) => itemCount, className: 'tabular-nums' },
  { header: 'Last changed', cell: ({ lastModifiedAt }) => agoOf(lastModifiedAt) },
  { header: 'Used in', cell: (line) => <UsesCell kind="agenda-templates" row={line} name={line.groupName} /> },
]

const stale = [['agenda-templates']]

type TemplateListProps = { q: string; search: (q: string) => void; open: (id: string) => void }

/** All templates by name, and what can be done with each. */
export function TemplateList({ q, search, open }: TemplateListProps) {
  const list = useList(['agenda-templates', { q }], (cursor) => templatePage(q, cursor))
  const removal = useSave({
    save: templateCalls.remove,
    done: 'Agenda template deleted',
    failed: 'Failed to delete agenda template',
    stale,
  })
  const copying = useSave({
    save: templateCalls.copy,
    done: 'Agenda template duplicated',
    failed: 'Failed to duplicate agenda template',
    stale,
    onDone: ({ item }) => open(item.id),
  })
  const actions = (line: AgendaTemplateLine) => [
    { label: 'Edit', run: () => open(line.id) },
    { label: 'Duplicate', run: () => copying.isPending || copying.mutate(line) },
    {
      label: 'Delete',
      isDestructive: true,
      run: () =>
        confirm({
          title: 'Delete this agenda template?',
          message: <LossNote kind="agenda-templates" id={line.id} name={line.groupName} copied="agenda" />,
          label: 'Delete agenda template',
          busyLabel: 'Deleting...',
          act: () => removal.mutateAsync(line),
        }),
    },
  ]
  const add = (
    <Button asChild>
      <EntryLink edit="new">New agenda template</EntryLink>
    </Button>
  )
  return (
    <Screen title="Agenda templates" lead="Reusable day schedules. Each event keeps its own copy." actions={add}>
      <Filters>
        <SearchBox label="Search by name" value={q} onChange={search} />
      </Filters>
      <DataTable
        what="agenda templates"
        list={list}
        columns={columns}
        nameOf={(line) => line.groupName}
        actions={actions}
        empty={
          q ? (
            <Empty title="No matching templates">No agenda templates match “{q}”. Try the beginning of a word.</Empty>
          ) : (
            <Empty title="No agenda templates yet" action={add}>
              Create a schedule once, then use it for the agenda of each event.
            </Empty>
          )
        }
      />
    </Screen>
  )
}
