import {
  describeUndo,
  IMPORT_SERVICES,
  IMPORT_STATES,
  type ImportLine,
  nameSpan,
} from '#src/contract/analytics-import.ts'
import { plural } from '#src/contract/plural.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { formatAge, formatMoment } from '../../blocks/moment.ts'
import type { RowAction } from '../../blocks/row-action.ts'
import { useList } from '../../blocks/use-list.ts'
import { useSave } from '../../blocks/use-save.ts'
import { actOnImport, fetchImports, STALE_IMPORTS } from './import-calls.ts'

const TONES = {
  running: 'waiting',
  paused: 'waiting',
  done: 'good',
  undone: 'plain',
  cancelled: 'plain',
  failed: 'bad',
} as const

const columns: readonly Column<ImportLine>[] = [
  {
    header: 'File',
    cell: ({ fileName, kind }) => (
      <>
        <span className="font-semibold">{fileName}</span>
        <span className="admin-second text-soft">{IMPORT_SERVICES[kind]}</span>
      </>
    ),
  },
  {
    header: 'Days',
    cell: ({ fromDay, toDay, isPeriod, zone }) => (
      <span title={`Time zone ${zone}`}>
        {nameSpan(fromDay, toDay)}
        {isPeriod && <span className="admin-second text-soft">totals of the period</span>}
      </span>
    ),
    width: '17rem',
  },
  {
    header: 'Rows',
    cell: ({ rows, totalRows }) =>
      rows === totalRows
        ? rows.toLocaleString('en-US')
        : `${rows.toLocaleString('en-US')} of ${totalRows.toLocaleString('en-US')}`,
    className: 'tabular-nums',
    width: '8.5rem',
  },
  {
    header: 'Imported',
    cell: ({ createdAt, startedBy }) => (
      <>
        <time title={formatMoment(createdAt)}>{formatAge(createdAt)}</time>
        <span className="admin-second text-soft">by {startedBy}</span>
      </>
    ),
    width: '12rem',
    isMinor: true,
  },
  {
    header: 'State',
    cell: ({ state }) => <Badge tone={TONES[state]}>{IMPORT_STATES[state]}</Badge>,
    width: '7.5rem',
  },
]

/** What was imported, by whom and when, with the way to undo it. */
export function ImportsTable() {
  const list = useList(['analytics-imports'], fetchImports)
  const actions = useImportActions()
  return (
    <section aria-labelledby="imports">
      <h2 id="imports" className="label mb-3 text-[1.5rem]">
        Imports
      </h2>
      <DataTable
        what="imports"
        list={list}
        columns={columns}
        getName={({ fileName }) => fileName}
        actions={actions}
        isCounted={false}
        empty={
          <Empty title="Nothing has been imported yet">
            Figures of the years before this site appear beside our own, marked as imported. Each import can be undone.
          </Empty>
        }
      />
    </section>
  )
}

function useImportActions(): (line: ImportLine) => RowAction[] {
  const undo = useSave({
    save: actOnImport,
    done: ({ fileName, state }) =>
      state === 'undone' ? `The import of ${fileName} was undone` : `The import of ${fileName} was cancelled`,
    failed: 'Failed to change the import',
    stale: STALE_IMPORTS,
  })
  return (line) => {
    const { id, fileName, rows, state } = line
    if (state === 'done')
      return [
        {
          label: 'Undo import',
          isDestructive: true,
          run: () =>
            confirm({
              title: `Undo the import of ${fileName}`,
              message: <p>{describeUndo(line)}</p>,
              label: 'Undo import',
              busyLabel: 'Undoing...',
              act: () => undo.mutateAsync({ id, act: 'undo' }),
            }),
        },
      ]
    if (state !== 'running' && state !== 'paused') return []
    return [
      {
        label: 'Cancel import',
        isDestructive: true,
        run: () =>
          confirm({
            title: `Cancel the import of ${fileName}`,
            message: (
              <p>
                The {plural(rows, 'row')} that are stored so far will be deleted. To continue instead, choose the same
                file again.
              </p>
            ),
            label: 'Cancel the import',
            busyLabel: 'Cancelling...',
            act: () => undo.mutateAsync({ id, act: 'cancel' }),
          }),
      },
    ]
  }
}
