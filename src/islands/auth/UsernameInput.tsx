import { USERNAME_HINT } from '#src/contract/username.ts'
import { TextInput, type TextInputProps } from '#src/ui/TextInput.tsx'

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
