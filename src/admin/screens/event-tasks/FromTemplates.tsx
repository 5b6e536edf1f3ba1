import { useState } from 'react'
import { type GivenTasks, sayDueDays, TASK_KIND_WORDS } from '#src/contract/event-task.ts'
import { plural } from '#src/contract/plural.ts'
import type { TaskTemplate } from '#src/contract/task-template.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { ShowMore } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useSelection } from '../../blocks/selection.tsx'
import { type List, useList } from '../../blocks/use-list.ts'
import { useSave } from '../../blocks/use-save.ts'
import { links } from '../../links.ts'
import { taskTemplates } from '../task-templates/task-template-calls.ts'
import { addFromTemplates, staleTasks } from './task-calls.ts'

/** Gives every vendor or team member of the event the tasks of the chosen templates. */
export function FromTemplates({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const list = useList(['task-templates', { q: '' }], (cursor) => taskTemplates.page('', cursor))
  const [isTried, setTried] = useState(false)
  const { selected, isSelected, toggle } = useSelection(list.data ?? [])
  const give = useSave({
    save: () =>
      addFromTemplates(
        eventId,
        selected.map(({ id }) => id),
      ),
    done: sayAdded,
    failed: 'Failed to add tasks',
    stale: [...staleTasks(eventId), ['task-templates']],
    onDone: onClose,
  })
  const press = () => {
    setTried(true)
    if (selected.length > 0) give.mutate(undefined)
  }
  return (
    <Dialog
      isOpen
      title="Add from templates"
      description="Each vendor or team member of this event gets one task of each template. Those who join later get them too."
      onClose={onClose}
      actions={
        <>
          <Button isBusy={give.isPending} onClick={press}>
            {give.isPending ? 'Adding...' : 'Add tasks'}
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <Shown query={list} what="task templates">
        {(templates) =>
          templates.length === 0 ? (
            <NoTemplates />
          ) : (
            <Choices {...{ templates, list, isSelected, toggle }} isMissing={isTried && selected.length === 0} />
          )
        }
      </Shown>
    </Dialog>
  )
}

type ChoicesProps = Pick<ReturnType<typeof useSelection<TaskTemplate>>, 'isSelected' | 'toggle'> & {
  templates: readonly TaskTemplate[]
  list: List<TaskTemplate>
  isMissing: boolean
}

function Choices({ templates, list, isSelected, toggle, isMissing }: ChoicesProps) {
  return (
    <fieldset className="grid gap-4">
      <legend className="sr-only">Templates</legend>
      {templates.map(({ id, title, kind, assigneeType, dueDays }) => (
        <Checkbox
          key={id}
          label={title}
          hint={`${TASK_KIND_WORDS[kind]}, each ${assigneeType === 'vendor' ? 'vendor' : 'team member'}, ${sayDueDays(dueDays).toLowerCase()}`}
          checked={isSelected(id)}
          onChange={() => toggle(id)}
        />
      ))}
      <ShowMore what="templates" list={list} />
      {isMissing && (
        <p role="alert" className="font-semibold text-stop-ink">
          Choose a template
        </p>
      )}
    </fieldset>
  )
}

function sayAdded({ added, all }: GivenTasks): string {
  if (all === 0) return 'No tasks added: this event has no vendors or team members yet'
  return added === 0 ? 'No tasks added: all of them already exist' : `${plural(added, 'task')} added`
}

function NoTemplates() {
  return (
    <Empty
      title="No task templates yet"
      action={
        <Button asChild variant="outline" size="sm">
          <AdminLink to={links.taskTemplates({ edit: 'new' })}>New task template</AdminLink>
        </Button>
      }
    >
      A template is a task that you ask of every vendor or team member.
    </Empty>
  )
}
