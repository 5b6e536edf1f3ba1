import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { USERNAME_HINT } from '#src/contract/username.ts'
import { TextInput, type TextInputProps } from '#src/ui/TextInput.tsx'

/** The last typed address, so that it need not be typed again after switching to the password reset. */
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

/** The name of a new account. */
export function UsernameInput(props: Pick<TextInputProps, 'autoFocus' | 'error'>) {
  return (
    <TextInput
      label="Username"
      name="username"
      autoComplete="nickname"
      autoCapitalize="none"
      spellCheck={false}
      required
      hint={`${USERNAME_HINT} Others see it next to your posts.`}
      {...props}
    />
  )
}
