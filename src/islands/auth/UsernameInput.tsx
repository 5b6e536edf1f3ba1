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
      hint="3 to 30 letters and digits; you can also use . _ and -. Others see it next to your posts."
      {...props}
    />
  )
}
