import { createContext, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { inputClass } from '#src/ui/form-class.ts'

const Toggle = createContext<ReactNode>(null)

/**
 * The row of filters above a list. On a phone, those that are not in use are hidden behind a button next to the search box, if
 * there are several.
 */
export function Filters({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const toggle = (
    <span className="admin-filters-toggle">
      <Button variant="outline" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="min-h-11!">
        Filters
      </Button>
    </span>
  )
  return (
    <Toggle value={toggle}>
      <search className="admin-filters mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">{children}</search>
    </Toggle>
  )
}

const PAUSE = 250

/** Searches while someone types, a quarter of a second after the last letter. */
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
    <>
      <div className="min-w-44 flex-1 sm:max-w-80">
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <input
          id={id}
          type="search"
          placeholder={label}
          value={typed}
          maxLength={100}
          onChange={({ target }) => setTyped(target.value)}
          className={inputClass({ className: 'min-h-11! py-1! lg:min-h-10! lg:px-3! lg:text-[.9375rem]!' })}
        />
      </div>
      {useContext(Toggle)}
    </>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  /** What each value is called; the empty one means all. */
  options: readonly (readonly [value: Value | '', label: string])[]
  value: Value | undefined
  onChange: (value: Value | undefined) => void
  /** Of the list of values: `lg:max-w-44` where long values would push the next filter out of the row. */
  className?: string
}

/** One filter with a few values. */
export function ChoiceFilter<Value extends string>({
  label,
  options,
  value,
  onChange,
  className = '',
}: ChoiceProps<Value>) {
  const id = useId()
  return (
    <div
      data-active={value ? '' : undefined}
      className="admin-filter min-w-0 max-w-full items-center gap-2 max-sm:w-full"
    >
      <label htmlFor={id} className="shrink-0 font-semibold text-[.875rem] max-sm:w-24">
        {label}
      </label>
      <select
        id={id}
        value={value ?? ''}
        onChange={({ target }) => onChange(options.find(([option]) => option === target.value)?.[0] || undefined)}
        className={inputClass({
          className: `min-h-11! w-auto! min-w-0 max-w-full py-1! pr-8 max-sm:flex-1 lg:min-h-10! lg:pl-2.5! lg:text-[.9375rem]! ${className}`,
        })}
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
