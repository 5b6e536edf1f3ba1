import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { inputClass } from '#src/ui/form-class.ts'

/** The row of filters above a list. */
export function Filters({ children }: { children: ReactNode }) {
  return <search className="mb-5 flex flex-wrap items-end gap-3">{children}</search>
}

const PAUSE = 250

/** Searches while somebody types, a quarter of a second after the last letter. */
export function SearchBox({ label, value, onChange }: { label: string; value: string; onChange: (q: string) => void }) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => latest.current(typed), PAUSE)
    return () => clearTimeout(timer)
  }, [typed, value])
  return (
    <div className="grid min-w-48 flex-1 gap-1 sm:max-w-sm">
      <label htmlFor={id} className="font-semibold text-[.875rem]">
        {label}
      </label>
      <input
        id={id}
        type="search"
        value={typed}
        maxLength={100}
        onChange={({ target }) => setTyped(target.value)}
        className={inputClass({ className: 'min-h-11!' })}
      />
    </div>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  /** What each value is called; the empty one means all. */
  options: readonly (readonly [value: Value | '', label: string])[]
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

/** One filter with a few values. */
export function ChoiceFilter<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  const id = useId()
  return (
    <div className="grid min-w-0 max-w-full grid-cols-1 gap-1">
      <label htmlFor={id} className="font-semibold text-[.875rem]">
        {label}
      </label>
      <select
        id={id}
        value={value ?? ''}
        onChange={({ target }) => onChange(options.find(([option]) => option === target.value)?.[0] || undefined)}
        className={inputClass({ className: 'min-h-11! w-auto! max-w-full pr-8' })}
      >
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
