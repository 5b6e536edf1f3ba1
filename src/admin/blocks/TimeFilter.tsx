import { useId } from 'react'
import { inputClass } from '#src/ui/form-class.ts'

type TimeFilterProps = { label: string; value: string | undefined; onChange: (iso: string | undefined) => void }

/** A filter by a moment, shown in the browser's time zone; `value` is ISO 8601. */
export function TimeFilter({ label, value, onChange }: TimeFilterProps) {
  const id = useId()
  return (
    <div className="flex min-w-0 items-center gap-2">
      <label htmlFor={id} className="shrink-0 font-semibold text-[.875rem]">
        {label}
      </label>
      <input
        key={value}
        id={id}
        type="datetime-local"
        defaultValue={toLocal(value)}
        onBlur={({ target }) => onChange(fromLocal(target.value))}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && onChange(fromLocal(currentTarget.value))}
        className={inputClass({
          className: 'min-h-11! w-auto! min-w-0 max-w-full px-2.5! py-1! text-[.9375rem]! lg:min-h-10!',
        })}
      />
    </div>
  )
}

/** An instant as a `datetime-local` field has it, where the admin is: `2026-11-20T12:00`. Empty for none. */
export function toLocal(iso: string | undefined): string {
  if (iso === undefined) return ''
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** And back; undefined for a field that is not filled in. */
export function fromLocal(local: string): string | undefined {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
