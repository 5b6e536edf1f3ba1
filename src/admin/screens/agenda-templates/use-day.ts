import { useEffect, useRef, useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import type { AgendaTemplateFields, AgendaTemplateItem } from '#src/contract/agenda-template.ts'
import { BLANK_ITEM } from './template-calls.ts'

/** A control of a row, which keeps the focus when its row moves. */
export type RowControl = 'timeSlot' | 'title' | 'description' | 'up' | 'down' | 'remove'

/** The rows of a day and what can be done with them. The focus stays with what was moved; `said` is read out. */
export function useDay() {
  const { control, getValues } = useFormContext<AgendaTemplateFields>()
  const { fields: rows, append, insert, move: moveRow, remove: removeRow } = useFieldArray({ control, name: 'items' })
  const [removed, setRemoved] = useState<{ at: number; item: AgendaTemplateItem }>()
  const [said, say] = useState('')
  const { list, focusNext } = useFocusAfter()
  const nameOf = (at: number) => getValues(`items.${at}.title`) || `Entry ${at + 1}`

  const move = (from: number, to: number, at: RowControl) => {
    if (to < 0 || to >= rows.length) return
    const name = nameOf(from)
    moveRow(from, to)
    focusNext(to, at)
    say(`${name} is now ${to + 1} of ${rows.length}.`)
  }
  const remove = (at: number) => {
    setRemoved({ at, item: getValues(`items.${at}`) })
    say(`${nameOf(at)} removed.`)
    removeRow(at)
    focusNext(Math.min(at, rows.length - 2), 'remove')
  }
  const putBack = () => {
    if (!removed) return
    insert(removed.at, removed.item, { shouldFocus: false })
    focusNext(removed.at, 'title')
    setRemoved(undefined)
  }
  const add = () => {
    append(BLANK_ITEM, { shouldFocus: false })
    focusNext(rows.length, 'timeSlot')
  }
  return { list, rows, said, removed, add, move, remove, putBack }
}

/** Puts the focus on a control of a row once the rows stand in their new order. */
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
