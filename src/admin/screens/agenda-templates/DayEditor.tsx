import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import {
  ADD_ENTRY,
  type AgendaTemplateFields,
  type AgendaTemplateItem,
  MOST_AGENDA_ITEMS,
} from '#src/contract/agenda-template.ts'
import { Button } from '#src/ui/Button.tsx'
import { inputClass } from '#src/ui/form-class.ts'
import { useError } from '../../blocks/fields.tsx'
import { BLANK_ITEM } from './template-calls.ts'

/** The entries of an agenda. Buttons, or Alt and the arrow keys, add, remove and reorder them. */
export function DayEditor() {
  const { list, rows, said, removed, add, move, remove, restore } = useDay()
  const { getValues } = useFormContext<AgendaTemplateFields>()
  const error = useError('items')
  const isFull = rows.length >= MOST_AGENDA_ITEMS
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">Schedule</legend>
      <p className="mb-3 text-[.9375rem] text-soft leading-snug">
        Press Alt and an arrow key to move the current entry. Save the template to keep your changes.
      </p>
      {rows.length === 0 && (
        <p className="mb-3 leading-snug">No entries. Events created from this template have an empty agenda.</p>
      )}
      <ol ref={list} className="grid gap-3">
        {rows.map(({ id }, at) => (
          <DayRow
            key={id}
            at={at}
            of={rows.length}
            title={() => getValues(`items.${at}.title`)}
            onMove={(to, control) => move(at, to, control)}
            onRemove={() => remove(at)}
          />
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button variant="outline" size="sm" data-add disabled={isFull} onClick={add}>
          {ADD_ENTRY}
        </Button>
        {removed && (
          <Button variant="ghost" size="sm" onClick={restore}>
            Restore {removed.item.title || 'the empty entry'}
          </Button>
        )}
        {isFull && <p className="text-soft">A day has at most {MOST_AGENDA_ITEMS} entries.</p>}
      </div>
      {error && (
        <p role="alert" className="mt-2 font-semibold text-stop-ink">
          {error}
        </p>
      )}
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </fieldset>
  )
}

/** A control of a row, which keeps the focus when its row moves. */
type RowControl = 'timeSlot' | 'title' | 'description' | 'up' | 'down' | 'remove'

/** The rows of an agenda and their actions. The focus stays with the row that was moved; `said` is announced. */
function useDay() {
  const { control, getValues } = useFormContext<AgendaTemplateFields>()
  const { fields: rows, append, insert, move: moveRow, remove: removeRow } = useFieldArray({ control, name: 'items' })
  const [removed, setRemoved] = useState<{ at: number; item: AgendaTemplateItem }>()
  const [said, say] = useState('')
  const { list, focusNext } = useFocusAfter()
  const getName = (at: number) => getValues(`items.${at}.title`) || `Entry ${at + 1}`

  const move = (from: number, to: number, at: RowControl) => {
    if (to < 0 || to >= rows.length) return
    const name = getName(from)
    moveRow(from, to)
    focusNext(to, at)
    say(`${name} is now ${to + 1} of ${rows.length}.`)
  }
  const remove = (at: number) => {
    setRemoved({ at, item: getValues(`items.${at}`) })
    say(`${getName(at)} removed.`)
    removeRow(at)
    focusNext(Math.min(at, rows.length - 2), 'remove')
  }
  const restore = () => {
    if (!removed) return
    insert(removed.at, removed.item, { shouldFocus: false })
    focusNext(removed.at, 'title')
    setRemoved(undefined)
  }
  const add = () => {
    append(BLANK_ITEM, { shouldFocus: false })
    focusNext(rows.length, 'timeSlot')
  }
  return { list, rows, said, removed, add, move, remove, restore }
}

/** Puts the focus on a control of a row once the rows are in their new order. */
function useFocusAfter() {
  const list = useRef<HTMLOListElement>(null)
  const wanted = useRef<{ at: number; control: RowControl }>(undefined)
  useEffect(() => {
    if (!wanted.current) return
    const { at, control } = wanted.current
    wanted.current = undefined
    const row = list.current?.children[at]
    const asked = row?.querySelector<HTMLElement>(`[data-control="${control}"]:not(:disabled)`)
    const next = asked ?? row?.querySelector<HTMLElement>('[data-control="up"]:not(:disabled), [data-control="down"]')
    const add = list.current?.parentElement?.querySelector<HTMLElement>('[data-add]')
    ;(next ?? add)?.focus()
  })
  const focusNext = (at: number, control: RowControl) => {
    wanted.current = { at, control }
  }
  return { list, focusNext }
}

type DayRowProps = {
  at: number
  of: number
  title: () => string
  onMove: (to: number, control: RowControl) => void
  onRemove: () => void
}

const icon = 'size-10! shrink-0'

/** One entry of the agenda. */
function DayRow({ at, of, title, onMove, onRemove }: DayRowProps) {
  const name = title() || `entry ${at + 1}`
  const moveByKey = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!event.altKey || step === undefined || !(event.target instanceof HTMLElement)) return
    event.preventDefault()
    onMove(at + step, (event.target.dataset.control as RowControl | undefined) ?? 'title')
  }
  return (
    <li onKeyDown={moveByKey} className="rounded-md border-2 border-line p-3">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 sm:grid-cols-[7.5rem_minmax(0,1fr)_auto]">
        <RowField at={at} name="timeSlot" label="Time" placeholder="8:30am" />
        <div className="col-span-2 sm:col-span-1">
          <RowField at={at} name="title" label="Title" />
        </div>
        <div className="col-start-2 row-start-1 mt-5 flex gap-0.5 sm:col-start-3">
          <Button
            variant="ghost"
            size="icon"
            data-control="up"
            disabled={at === 0}
            aria-label={`Move ${name} up`}
            onClick={() => onMove(at - 1, 'up')}
            className={icon}
          >
            <ArrowUp aria-hidden="true" className="size-5" />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            data-control="down"
            disabled={at === of - 1}
            aria-label={`Move ${name} down`}
            onClick={() => onMove(at + 1, 'down')}
            className={icon}
          >
            <ArrowDown aria-hidden="true" className="size-5" />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            data-control="remove"
            aria-label={`Remove ${name}`}
            onClick={onRemove}
            className={icon}
          >
            <Trash2 aria-hidden="true" className="size-5" />
          </Button>
        </div>
        <div className="col-span-2 sm:col-span-3">
          <RowField at={at} name="description" label="Description (optional)" />
        </div>
      </div>
    </li>
  )
}

type RowFieldProps = { at: number; name: keyof AgendaTemplateItem; label: string; placeholder?: string }

/** One field of an entry. It is lower than the fields of a form, because an agenda has many. */
function RowField({ at, name, label, placeholder }: RowFieldProps) {
  const id = useId()
  const path = `items.${at}.${name}` as const
  const { register } = useFormContext<AgendaTemplateFields>()
  const error = useError(path)
  const look = inputClass({ isInvalid: error !== undefined, className: 'min-h-11! py-1.5!' })
  const control = {
    id,
    'data-control': name,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': error ? `${id}error` : undefined,
    ...register(path),
  }
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-[.8125rem] text-soft leading-tight">
        {label}
        <span className="sr-only"> of entry {at + 1}</span>
      </label>
      {name === 'description' ? (
        <textarea {...control} rows={1} className={`${look} field-sizing-content`} />
      ) : (
        <input type="text" placeholder={placeholder} {...control} className={look} />
      )}
      {error && (
        <p id={`${id}error`} role="alert" className="font-semibold text-[.875rem] text-stop-ink leading-snug">
          {error}
        </p>
      )}
    </div>
  )
}
