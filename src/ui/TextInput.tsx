import type { ComponentPropsWithRef } from 'react'
import { Field, type FieldProps } from './Field.tsx'
import { type InputLook, inputClass } from './form-class.ts'

type Attributes = Omit<ComponentPropsWithRef<'input'>, 'id' | 'className' | 'children'>
export type TextInputProps = Attributes & FieldProps & Pick<InputLook, 'look'>

/** One line of text with its label. It keeps what was typed by itself; a form reads it by `name`. */
export function TextInput({ label, hint, error, look, ...input }: TextInputProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input type="text" {...input} {...control} className={inputClass({ isInvalid: error !== undefined, look })} />
      )}
    </Field>
  )
}
