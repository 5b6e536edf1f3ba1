import type { ComponentPropsWithRef } from 'react'
import { Field, type FieldProps } from './Field.tsx'
import { inputClass } from './form-class.ts'

type TextAreaProps = Omit<ComponentPropsWithRef<'textarea'>, 'id' | 'className' | 'children'> & FieldProps

/** Several lines of text with their label. */
export function TextArea({ label, hint, error, rows = 4, ...area }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <textarea rows={rows} {...area} {...control} className={inputClass({ isInvalid: error !== undefined })} />
      )}
    </Field>
  )
}
