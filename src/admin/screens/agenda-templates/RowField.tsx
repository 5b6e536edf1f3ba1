import { useId } from 'react'
import { useFormContext } from 'react-hook-form'
import type { AgendaTemplateFields, AgendaTemplateItem } from '#src/contract/agenda-template.ts'
import { inputClass } from '#src/ui/form-class.ts'
import { useError } from '../../blocks/fields.tsx'

type RowFieldProps = { at: number; name: keyof AgendaTemplateItem; label: string; placeholder?: string }

/** One text of an entry, lower than a form's own fields: a day has many. */
export function RowField({ at, name, label, placeholder }: RowFieldProps) {
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
