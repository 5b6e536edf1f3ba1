import { useId } from 'react'

type ChoicesProps<Value extends string> = {
  label: string
  options: readonly (readonly [value: Value, label: string])[]
  value: Value
  /** Why an option cannot be chosen; undefined for one that can. */
  refusal?: (value: Value) => string | undefined
  onChange: (value: Value) => void
}

/** One of a few, all in sight. */
export function Choices<Value extends string>({ label, options, value, refusal, onChange }: ChoicesProps<Value>) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1 font-semibold text-[.875rem]">{label}</legend>
      <div className="flex flex-wrap gap-1 rounded-md border-2 border-line p-1">
        {options.map(([option, text]) => {
          const reason = refusal?.(option)
          return (
            <label
              key={option}
              title={reason}
              className="relative inline-flex min-h-10 cursor-pointer items-center rounded px-3 font-semibold text-[.9375rem] has-checked:bg-ink has-disabled:cursor-not-allowed has-checked:text-ground has-disabled:opacity-60 has-focus-visible:outline-3 has-focus-visible:outline-[var(--focus)]"
            >
              <input
                type="radio"
                name={name}
                checked={option === value}
                disabled={reason !== undefined}
                onChange={() => onChange(option)}
                className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
              />
              {text}
              {reason && <span className="sr-only">{`(${reason})`}</span>}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
