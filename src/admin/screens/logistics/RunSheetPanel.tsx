import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { LOGISTICS_ROLES, ROLE_WORDS } from '#src/contract/logistics-sections.ts'
import { plural } from '#src/contract/plural.ts'
import { type RunItem, type RunSheet, type SheetLine, sayTime, sheetFor } from '#src/contract/run-sheet.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { ChoiceFilter, Filters } from '../../blocks/Filters.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { getDay } from '../../blocks/moment.ts'
import { Panel } from '../../blocks/Panel.tsx'
import type { RowAction } from '../../blocks/row-action.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { deleteRunItem, LOGISTICS, printSheet, readContacts, runSheetQuery } from './logistics-calls.ts'
import type { Printed } from './PrintSheet.tsx'

/** Loaded when a line is added or changed. */
const RunItemDialog = lazyComponent(async () => (await import('./RunItemDialog.tsx')).RunItemDialog)
/** Loaded when a sheet is printed. */
const PrintSheet = lazyComponent(async () => (await import('./PrintSheet.tsx')).PrintSheet)

const PATH = '/admin/event/logistics/$eventId'
const ROLES = LOGISTICS_ROLES.map((role) => [role, `${ROLE_WORDS[role]}s`] as const)

type Line = SheetLine & { id: string }

const columns: readonly Column<Line>[] = [
  {
    header: 'Time',
    width: '11rem',
    cell: ({ clock, minutes, day }) => (
      <>
        {sayTime({ clock, minutes })}
        <span className="block text-[.875rem] text-soft">{getDay(day)}</span>
      </>
    ),
    className: 'tabular-nums',
  },
  { header: 'What', cell: ({ title }) => <b className="whitespace-normal font-semibold">{title}</b> },
  {
    header: 'Details',
    width: '28%',
    cell: ({ detail }) => detail && <span className="whitespace-normal">{detail}</span>,
  },
  { header: 'Who', width: '16%', cell: ({ owner }) => owner },
]

/** Everything that happens around an event, by time and by role, and its prints. (product 2: run sheet) */
export function RunSheetPanel({ eventId }: { eventId: string }) {
  const query = useQuery(runSheetQuery(eventId))
  return (
    <Shown query={query} what="the run sheet">
      {(sheet) => <Sheet eventId={eventId} sheet={sheet} />}
    </Shown>
  )
}

function Sheet({ eventId, sheet }: { eventId: string; sheet: RunSheet }) {
  const [edited, edit] = useState<RunItem | 'new'>()
  const [printed, setPrinted] = useState<Printed>()
  const clear = useCallback(() => setPrinted(undefined), [])
  const [{ role }, set] = useUrlState(PATH)
  const actions = useLineActions(eventId, sheet.items, edit)
  const { lines, roles } = sheetFor(sheet, role)
  const data = lines.map((line) => ({ ...line, id: line.key }))
  const list = { data, error: null, isPending: false, refetch: () => {}, hasMore: false, isLoadingMore: false }
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <Button size="sm" onClick={() => edit('new')}>
          Add line
        </Button>
        <PrintButton eventId={eventId} role={role} onPrinted={setPrinted} />
      </div>
      <Filters>
        <ChoiceFilter
          label="Sheet for"
          options={[['', 'Everybody'], ...ROLES]}
          value={role}
          onChange={(next) => set({ role: next })}
        />
      </Filters>
      <Revision {...sheet} />
      <DataTable
        what="lines"
        isCounted={false}
        list={{ ...list, loadMore: () => {} }}
        columns={lines.some(({ detail }) => detail) ? columns : columns.filter(({ header }) => header !== 'Details')}
        getName={({ title }) => title}
        actions={actions}
        empty={
          <Empty title="Nothing yet">
            The agenda, arrivals and deliveries are added automatically. Add lines for set-up and everything else.
          </Empty>
        }
      />
      <Roles roles={roles} />
      {edited && (
        <RunItemDialog eventId={eventId} {...(edited !== 'new' && { item: edited })} onClose={() => edit(undefined)} />
      )}
      {printed && <PrintSheet key={printed.url} printed={printed} onDone={clear} />}
    </>
  )
}

const staleSheet = (eventId: string) => [[LOGISTICS, eventId, 'run-sheet']]

/** What can be done with a line that somebody typed in; nothing with one that was added automatically. */
function useLineActions(eventId: string, items: readonly RunItem[], edit: (item: RunItem) => void) {
  const remove = useSave({
    save: (item: RunItem) => deleteRunItem(eventId, item),
    done: 'Line deleted',
    failed: 'Failed to delete the line',
    stale: staleSheet(eventId),
  })
  return ({ key }: Line): RowAction[] => {
    const item = items.find(({ id }) => key === `item:${id}`)
    if (!item) return []
    return [
      { label: 'Edit', run: () => edit(item) },
      { label: 'Delete', isDestructive: true, run: () => askToDelete(item, () => remove.mutateAsync(item)) },
    ]
  }
}

type PrintButtonProps = { eventId: string; role: Printed['role']; onPrinted: (printed: Printed) => void }

function PrintButton({ eventId, role, onPrinted }: PrintButtonProps) {
  const [withContacts, setWithContacts] = useState(false)
  const print = useSave({
    save: async () => ({
      ...(await printSheet(eventId)),
      role,
      contacts: withContacts ? await readContacts(eventId) : null,
    }),
    failed: 'Failed to prepare the print',
    stale: staleSheet(eventId),
    onDone: onPrinted,
  })
  return (
    <>
      <Button variant="outline" size="sm" isBusy={print.isPending} onClick={() => print.mutate(undefined)}>
        Print
      </Button>
      <Checkbox
        label="With phone numbers and emergency contacts"
        hint="On a separate sheet. The audit log records it."
        checked={withContacts}
        onChange={({ target }) => setWithContacts(target.checked)}
      />
    </>
  )
}

function askToDelete({ title }: RunItem, act: () => Promise<unknown>): void {
  confirm({
    title: 'Delete this line?',
    message: `“${title}” is removed from the run sheet.`,
    label: 'Delete line',
    busyLabel: 'Deleting...',
    act,
  })
}

/** What has changed since the sheet was last printed. */
function Revision({ revision, changes }: Pick<RunSheet, 'revision' | 'changes'>) {
  if (revision === null) return <p className="mb-4 text-[.9375rem] text-soft">Not printed yet.</p>
  if (changes.length === 0)
    return <p className="mb-4 text-[.9375rem] text-soft">{`It is the same as the printed revision ${revision}.`}</p>
  return (
    <details className="mb-4 text-[.9375rem]">
      <summary className="cursor-pointer font-semibold">
        {`${plural(changes.length, 'change')} since revision ${revision} was printed`}
      </summary>
      <ul className="mt-2 list-disc pl-5">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </details>
  )
}

/** Who is there, by role. */
function Roles({ roles }: Pick<RunSheet, 'roles'>) {
  if (roles.length === 0) return null
  return (
    <div className="mt-8 grid items-start gap-6 xl:grid-cols-2">
      {roles.map(({ role, people }) => (
        <Panel key={role} title={`${ROLE_WORDS[role]}s`}>
          <ul className="px-5 py-3">
            {people.map(({ id, name, arrival }) => (
              <li key={id} className="py-1.5 leading-snug [overflow-wrap:anywhere]">
                {name}
                <span className="block text-[.9375rem] text-soft">
                  {arrival ? `Arrives ${arrival}` : 'Arrival unknown'}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      ))}
    </div>
  )
}
