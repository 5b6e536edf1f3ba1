import { FieldError } from '#src/ui/Field.tsx'

type RadioGroupProps<Value extends string> = {
  legend: string
  name: string
  value: Value
  onChoose: (value: Value) => void
  options: readonly { value: Value; label: string; hint?: string | undefined; isDisabled?: boolean }[]
  error?: string | undefined
}

/** One of a few ways to go on, each with what it means. A way that is not open says why. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { legend, name, value, onChoose, options, error } = props
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold leading-snug">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-13 cursor-pointer items-start gap-3 rounded-md border-2 border-line bg-surface px-3.5 py-3 has-checked:border-ink has-disabled:cursor-not-allowed"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.isDisabled ?? false}
            onChange={() => onChoose(option.value)}
            className="mt-px size-6 shrink-0 cursor-pointer accent-(--tick) disabled:cursor-not-allowed"
          />
          <span className="min-w-0 leading-snug">
            <span className="block font-semibold">{option.label}</span>
            {option.hint && <span className="block text-[.9375rem] text-soft">{option.hint}</span>}
          </span>
        </label>
      ))}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}
