import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { TextInput, type TextInputProps } from '#src/ui/TextInput.tsx'

/** The address as it was typed last, so that nobody types it twice on the way to a new password and back. */
const $typed = atom('')

export function EmailInput(props: Pick<TextInputProps, 'autoComplete' | 'error' | 'hint'>) {
  const typed = useStore($typed)
  return (
    <TextInput
      label="Email"
      name="email"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      defaultValue={typed}
      onChange={(event) => $typed.set(event.currentTarget.value)}
      {...props}
    />
  )
}
