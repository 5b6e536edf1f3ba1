import type { ComponentProps } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { parseCents } from '#src/contract/money.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Select } from '#src/ui/Select.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'

/**
 * The controls of `src/ui`, bound to react-hook-form by name. Empty text means null where the contract says so: its own
 * schema turns '' into null.
 */
type Bound<Control extends (props: never) => unknown> = Omit<
  Parameters<Control>[0],
  'name' | 'error' | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'ref'
> & { name: string }

export function TextField({ name, ...rest }: Bound<typeof TextInput>) {
  const { register } = useFormContext()
  return <TextInput {...rest} {...register(name)} error={useError(name)} />
}

export function TextAreaField({ name, ...rest }: Bound<typeof TextArea>) {
  const { register } = useFormContext()
  return <TextArea {...rest} {...register(name)} error={useError(name)} />
}

export function SelectField({ name, ...rest }: Bound<typeof Select>) {
  const { register } = useFormContext()
  return <Select {...rest} {...register(name)} error={useError(name)} />
}

export function CheckField({
  name,
  ...rest
}: Omit<ComponentProps<typeof Checkbox>, 'name' | 'checked'> & { name: string }) {
  const { register } = useFormContext()
  return <Checkbox {...rest} {...register(name)} />
}

/** A number; an empty field is null, which the schema checks. Text that is not a number stays as typed and is refused. */
export function NumberField({ name, ...rest }: Bound<typeof TextInput>) {
  const { field } = useController({ name })
  const { ref, value, onBlur, onChange } = field
  return (
    <TextInput
      {...rest}
      ref={ref}
      name={name}
      type="text"
      inputMode="decimal"
      value={value ?? ''}
      onBlur={() => {
        onChange(toNumber(value))
        onBlur()
      }}
      onChange={({ target }) => onChange(target.value)}
      error={useError(name)}
    />
  )
}

/** Whole hundredths that are typed with two decimals: 2950 is `29.50`. What is no such number stays as typed and is refused. */
export function HundredthsField({ name, ...rest }: Bound<typeof TextInput>) {
  const { field } = useController({ name })
  const { ref, value, onBlur, onChange } = field
  return (
    <TextInput
      {...rest}
      ref={ref}
      name={name}
      type="text"
      inputMode="decimal"
      value={typeof value === 'number' ? (value / 100).toFixed(2) : (value ?? '')}
      onBlur={() => {
        if (typeof value === 'string') onChange(value.trim() === '' ? null : (parseCents(value) ?? value))
        onBlur()
      }}
      onChange={({ target }) => onChange(target.value)}
      error={useError(name)}
    />
  )
}

/** `1,250.50` and `1250.5` are the same number; an empty text is none. */
export function toNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const text = value.trim().replaceAll(',', '')
  if (text === '') return null
  const number = Number(text)
  return Number.isNaN(number) ? value : number
}

/** What is wrong with a field now. Names may lead into lists: `workshopBenefits.2`. */
export function useError(name: string): string | undefined {
  const { getFieldState, formState } = useFormContext()
  return getFieldState(name, formState).error?.message
}

type LinesFieldProps = { name: string; label: string; hint: string; rows: number }

/** A list of texts, a line each. Empty lines are dropped when the field is left. */
export function LinesField({ name, label, hint, rows }: LinesFieldProps) {
  const { field, fieldState } = useController({ name })
  const lines: string[] = Array.isArray(field.value) ? field.value : []
  return (
    <TextArea
      ref={field.ref}
      name={name}
      label={label}
      hint={hint}
      rows={Math.max(rows, lines.length + 1)}
      value={lines.join('\n')}
      error={firstMessage(fieldState.error)}
      onChange={({ target }) => field.onChange(target.value === '' ? [] : target.value.split('\n'))}
      onBlur={() => {
        const kept = lines.map((line) => line.trim()).filter((line) => line !== '')
        if (kept.join('\n') !== lines.join('\n')) field.onChange(kept)
        field.onBlur()
      }}
    />
  )
}

/** What is wrong with a list, or with the first of its entries that is at fault. */
function firstMessage(errors: unknown): string | undefined {
  if (typeof errors !== 'object' || errors === null) return undefined
  if ('message' in errors && typeof errors.message === 'string') return errors.message
  return Array.isArray(errors) ? errors.map(firstMessage).find((message) => message !== undefined) : undefined
}
