import { bulkSentence } from '#src/contract/bulk.ts'
import { isPastDue } from '#src/contract/event-task.ts'
import { plural } from '#src/contract/plural.ts'
import { type TaskFilter, VENDOR_NUDGE_HOURS, type VendorTask } from '#src/contract/task-answer.ts'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { ChoiceFilter, Filters, SearchBox } from '../../blocks/Filters.tsx'
import { formatAge, formatMoment, getDay } from '../../blocks/moment.ts'
import { changeOneByOne } from '../../blocks/one-by-one.ts'
import { RefusedList, SelectionBar, selectColumn, useBulk, useSelection } from '../../blocks/selection.tsx'
import { useList } from '../../blocks/use-list.ts'
import { useSave } from '../../blocks/use-save.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { links } from '../../links.ts'
import { fetchVendorTasks, nudge } from './vendor-portal-calls.ts'

const link = 'inline-block min-h-6 font-semibold underline-offset-4 [overflow-wrap:anywhere] hover:underline'

const columns: readonly Column<VendorTask>[] = [
  {
    header: 'Task',
    cell: ({ title, eventId, id, isRequired }) => (
      <>
        <AdminLink to={links.eventTasks(eventId, id)} className={link}>
          {title}
        </AdminLink>
        {!isRequired && <span className="admin-second text-soft">Optional</span>}
      </>
    ),
    sortBy: ({ title }) => title,
  },
  { header: 'Vendor', cell: ({ vendorName }) => vendorName, width: '15%', sortBy: ({ vendorName }) => vendorName },
  { header: 'Event', cell: ({ eventName }) => eventName, width: '17%', sortBy: ({ eventName }) => eventName },
  {
    header: 'Due',
    cell: (task) => (
      <>
        {getDay(task.dueOn)}
        {isMissing(task) && isPastDue(task, task.timeZone, Date.now()) && (
          <span className="admin-second font-semibold text-stop-ink">Overdue</span>
        )}
      </>
    ),
    width: '15.25rem',
    sortBy: ({ dueOn }) => dueOn,
  },
  {
    header: 'Reminded',
    cell: ({ nudgedAt }) =>
      nudgedAt === null ? 'Never' : <time title={formatMoment(nudgedAt)}>{formatAge(nudgedAt)}</time>,
    width: '8rem',
    sortBy: ({ nudgedAt }) => nudgedAt,
  },
]

const getName = ({ title, vendorName }: VendorTask) => `${title} of ${vendorName}`

const isMissing = ({ state }: VendorTask) => state === 'open' || state === 'returned'

const FILTERS = [
  ['', 'Missing'],
  ['submitted', 'Submitted'],
  ['done', 'Done'],
  ['waived', 'Waived'],
] as const satisfies readonly (readonly [TaskFilter | '', string])[]

const HOUR = 3_600_000

/** The tasks of all vendors: what is missing, with a reminder by hand. */
export function TasksPanel() {
  const [{ state, q = '' }, set] = useUrlState('/admin/vendor-portal')
  const wanted = state ?? 'missing'
  const list = useList(['vendor-tasks', wanted, q], (cursor) => fetchVendorTasks({ state: wanted, q }, cursor))
  const remind = useNudge()
  const tasks = list.data ?? []
  const selection = useSelection(tasks)
  const bulk = useNudges(tasks, () => selection.setAll(false))
  const canRemind = wanted === 'missing' && tasks.length > 0
  return (
    <>
      <Filters>
        <SearchBox label="Search by vendor or event" value={q} onChange={(next) => set({ q: next || undefined })} />
        <ChoiceFilter label="Show" options={FILTERS} value={state} onChange={(next) => set({ state: next })} />
        {canRemind && (
          <SelectionBar what="tasks" count={tasks.length} selection={selection} isBusy={bulk.isBusy}>
            {(state) =>
              selection.selected.length > 0 && (
                <Button size="sm" variant="outline" {...state} onClick={() => bulk.ask(selection.selected)}>
                  Remind vendors
                </Button>
              )
            }
          </SelectionBar>
        )}
        <Button asChild variant="outline" size="sm" className="sm:ml-auto">
          <a href={`/api/admin/vendor-tasks/export.csv?${new URLSearchParams({ state: wanted, q })}`} download>
            Export CSV
          </a>
        </Button>
      </Filters>
      <RefusedList refused={bulk.refused} onClose={bulk.forget} />
      <DataTable
        what="tasks"
        list={list}
        columns={canRemind ? [selectColumn(selection, getName), ...columns] : columns}
        getName={getName}
        actions={(task) => [
          { label: `Remind ${task.vendorName}`, run: () => remind(task), disabledReason: getReason(task, wanted) },
        ]}
        empty={
          <Empty title={wanted === 'missing' && q === '' ? 'Nothing is missing' : 'No matching tasks'}>
            Tasks of events that are ahead, or were in the last 30 days, appear here.
          </Empty>
        }
      />
    </>
  )
}

function getReason({ nudgedAt }: VendorTask, state: TaskFilter): string | undefined {
  if (state !== 'missing') return 'Only missing tasks can be reminded about.'
  const isRecent = nudgedAt !== null && nudgedAt > Date.now() - VENDOR_NUDGE_HOURS * HOUR
  return isRecent
    ? `Reminded on ${formatMoment(nudgedAt)}. Wait ${VENDOR_NUDGE_HOURS} hours between two reminders.`
    : undefined
}

const REMINDED = 'gets one email with all tasks that are missing.'

function useNudge(): (task: VendorTask) => void {
  const save = useSave({
    save: (task: VendorTask) => nudge(task.vendorId),
    done: ({ mails }, { vendorName }) => `Reminder sent to ${vendorName} (${plural(mails, 'email')})`,
    failed: 'Failed to remind the vendor',
    stale: [['vendor-tasks']],
  })
  return (task) =>
    confirm({
      title: `Remind ${task.vendorName}`,
      message: `Everyone there who has access to the portal ${REMINDED}`,
      label: 'Send reminder',
      busyLabel: 'Sending...',
      variant: 'default',
      act: () => save.mutateAsync(task),
    })
}

/** Reminds the vendors of several tasks, each vendor once, after asking once. */
function useNudges(tasks: readonly VendorTask[], onDone: () => void) {
  const { runNow, isBusy, refused, forget } = useBulk({
    save: (vendors: readonly { id: string }[]) => changeOneByOne(vendors, { change: ({ id }) => nudge(id) }),
    done: (results) => bulkSentence(['Vendor', 'vendors'], 'reminded', results),
    failed: 'Failed to remind the vendors',
    stale: [['vendor-tasks']],
    getName: (id) => tasks.find(({ vendorId }) => vendorId === id)?.vendorName ?? null,
    onDone,
  })
  const ask = (chosen: readonly VendorTask[]) => {
    const vendors = [...new Set(chosen.map(({ vendorId }) => vendorId))].map((id) => ({ id }))
    confirm({
      title: `Remind ${plural(vendors.length, 'vendor')}?`,
      message: `Everyone at these vendors who has access to the portal ${REMINDED}`,
      label: vendors.length === 1 ? 'Send reminder' : 'Send reminders',
      busyLabel: 'Sending...',
      variant: 'default',
      act: () => runNow(vendors),
    })
  }
  return { ask, isBusy, refused, forget }
}
