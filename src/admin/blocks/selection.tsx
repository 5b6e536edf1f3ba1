import { type ReactNode, useState } from 'react'
import { type BulkResult, MOST_AT_ONCE } from '#src/contract/bulk.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import type { Column } from './DataTable.tsx'
import { useSave } from './use-save.ts'

export type Selection<Entry> = {
  /** The chosen entries that the list still has, in its order. */
  selected: Entry[]
  isSelected: (id: string) => boolean
  toggle: (id: string) => void
  setAll: (isOn: boolean) => void
}

/** Which entries of a list are chosen for a bulk action. */
export function useSelection<Entry extends { id: string }>(entries: readonly Entry[]): Selection<Entry> {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  return {
    selected: entries.filter(({ id }) => chosen.has(id)),
    isSelected: (id) => chosen.has(id),
    toggle: (id) =>
      setChosen((before) => new Set([...before].filter((other) => other !== id).concat(before.has(id) ? [] : id))),
    setAll: (isOn) => setChosen(new Set(isOn ? entries.map(({ id }) => id) : [])),
  }
}

type SelectionBarProps = {
  /** What the entries are, for 'Select at most 100 people at a time.' */
  what: string
  count: number
  selection: Pick<Selection<unknown>, 'selected' | 'setAll'>
  isBusy: boolean
  /** The buttons that change what is selected; disabled while nothing is, or too much. Each takes `state`. */
  children: (state: { disabled: boolean; isBusy: boolean }) => ReactNode
}

/** Selects all entries of a list, says how many are selected, and holds what can be done with them. */
export function SelectionBar({ what, count, selection, isBusy, children }: SelectionBarProps) {
  const { length } = selection.selected
  const isTooMany = length > MOST_AT_ONCE
  return (
    <>
      <Checkbox
        label={length === 0 ? `Select all ${count}` : `${length} of ${count} selected`}
        checked={length === count}
        onChange={({ target }) => selection.setAll(target.checked)}
        hint={isTooMany ? `Select at most ${MOST_AT_ONCE} ${what} at a time.` : undefined}
      />
      <div data-selected={length > 0 || undefined} className="admin-bulk flex flex-wrap gap-2">
        {children({ disabled: length === 0 || isTooMany, isBusy })}
      </div>
    </>
  )
}

type BulkRowProps = Omit<SelectionBarProps, 'isBusy'> & {
  /** What `useBulk` resolves with. */
  bulk: { isBusy: boolean; refused: readonly Refused[]; forget: () => void }
}

/** The same in a row of filters: the buttons appear once something is selected, and what was refused is named below the row. */
export function BulkRow({ bulk, children, ...bar }: BulkRowProps) {
  return (
    <>
      <SelectionBar {...bar} isBusy={bulk.isBusy}>
        {(state) => bar.selection.selected.length > 0 && children(state)}
      </SelectionBar>
      <div className="basis-full empty:hidden">
        <RefusedList refused={bulk.refused} onClose={bulk.forget} />
      </div>
    </>
  )
}

/**
 * The name of a button that acts on what is selected: 'Approve selected', 'Mark selected as ready'. The bar of a phone, which is below what
 * is selected, leaves no room for that word.
 */
export function OfSelected({ children, rest = '' }: { children: string; rest?: string }) {
  return (
    <span>
      {children}
      <span className="admin-of-selected"> selected</span>
      {rest}
    </span>
  )
}

type SelectBoxProps = { name: string; isSelected: boolean; onToggle: () => void }

/** Selects one entry. */
export function SelectBox({ name, isSelected, onToggle }: SelectBoxProps) {
  return (
    <label className="-m-2 grid size-10 shrink-0 cursor-pointer place-items-center">
      <span className="sr-only">Select {name}</span>
      <input
        type="checkbox"
        checked={isSelected}
        onChange={onToggle}
        className="size-6 cursor-pointer accent-(--tick)"
      />
    </label>
  )
}

/** The column of a table that selects its rows. */
export function selectColumn<Row extends { id: string }>(
  { isSelected, toggle }: Selection<Row>,
  getName: (row: Row) => string,
): Column<Row> {
  return {
    header: 'Select',
    isHeaderHidden: true,
    cell: (row) => <SelectBox name={getName(row)} isSelected={isSelected(row.id)} onToggle={() => toggle(row.id)} />,
    className: 'admin-select',
    width: '3rem',
  }
}

type Refused = { id: string; name: string | null; message: string }

type BulkParts<Input> = {
  save: (input: Input) => Promise<{ results: BulkResult[] }>
  done: (results: readonly BulkResult[], input: Input) => string
  failed: string
  stale: Parameters<typeof useSave>[0]['stale']
  getName: (id: string) => string | null
  /** What takes the change of these entries back, if it can be for a few seconds. */
  undo?: (ids: string[], input: Input) => { press: () => void; within: number } | undefined
  onDone?: () => void
}

/** A change of several entries: one toast sums it up, and `refused` names each entry that was left unchanged, with why. */
export function useBulk<Input>({ save, done, failed, stale, getName, undo, onDone }: BulkParts<Input>) {
  const [refused, setRefused] = useState<Refused[]>([])
  const change = useSave({
    save,
    done: ({ results }, input: Input) => done(results, input),
    undo: ({ results }, input) => {
      const ids = results.filter(({ refusal }) => refusal === null).map(({ id }) => id)
      return ids.length > 0 ? undo?.(ids, input) : undefined
    },
    failed,
    ...(stale && { stale }),
    onDone: ({ results }) => {
      setRefused(
        results.flatMap(({ id, refusal }) => (refusal === null ? [] : { id, name: getName(id), message: refusal })),
      )
      onDone?.()
    },
  })
  return {
    run: change.mutate,
    runNow: change.mutateAsync,
    isBusy: change.isPending,
    refused,
    forget: () => setRefused([]),
  }
}

/** Names the entries that were left unchanged, and says why, until it is dismissed. */
export function RefusedList({ refused, onClose }: { refused: readonly Refused[]; onClose: () => void }) {
  if (refused.length === 0) return null
  return (
    <div role="status" className="admin-panel mb-5 flex overflow-hidden">
      <span aria-hidden="true" className="hazard w-3 shrink-0" />
      <div className="grid justify-items-start gap-3 px-5 py-4">
        <ul className="grid gap-1 leading-snug">
          {refused.map(({ id, name, message }) => (
            <li key={id} className="[overflow-wrap:anywhere]">
              {name && <b>{name}: </b>}
              {message}
            </li>
          ))}
        </ul>
        <Button variant="outline" size="sm" onClick={onClose}>
          Dismiss
        </Button>
      </div>
    </div>
  )
}
