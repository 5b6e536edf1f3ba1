import { TextInput, type TextInputProps } from '#src/ui/TextInput.tsx'
import type { FieldErrors } from '../forms/form-store.ts'
import { $fields } from './checkout.ts'

type KeptInputProps = Omit<TextInputProps, 'name' | 'error'> & { name: string; errors: FieldErrors }

/** A text field of the cart's form, which begins with what was typed in this tab. */
export function KeptInput({ name, errors, ...rest }: KeptInputProps) {
  return <TextInput {...rest} name={name} defaultValue={$fields.get()[name] ?? ''} error={errors[name]} />
}
