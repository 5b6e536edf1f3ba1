import type { ComponentPropsWithRef } from 'react'
import { Field, type FieldProps } from './Field.tsx'
import { inputClass } from './form-class.ts'

type SelectProps = Omit<ComponentPropsWithRef<'select'>, 'id' | 'className' | 'children'> &
  FieldProps & { options: readonly (readonly [value: string, label: string])[] }

/** One of a few values: the browser's own list, which every phone and keyboard knows. */
export function Select({ label, hint, error, options, ...select }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select {...select} {...control} className={inputClass({ isInvalid: error !== undefined })}>
          {options.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
