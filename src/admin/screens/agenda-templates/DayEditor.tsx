import { useFormContext } from 'react-hook-form'
import { ADD_ENTRY, type AgendaTemplateFields, MOST_AGENDA_ITEMS } from '#src/contract/agenda-template.ts'
import { Button } from '#src/ui/Button.tsx'
import { useError } from '../../blocks/fields.tsx'
import { DayRow } from './DayRow.tsx'
import { useDay } from './use-day.ts'

/** The entries of a day: written, added, removed and put in order, by buttons or with Alt and the arrow keys. */
export function DayEditor() {
  const { list, rows, said, removed, add, move, remove, putBack } = useDay()
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
          <Button variant="ghost" size="sm" onClick={putBack}>
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
