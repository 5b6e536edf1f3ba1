import { TextInput, type TextInputProps } from './TextInput.tsx'

/** A code from an app or a message, in one field: paste and autofill bring it whole, spaces and all. (security AX5) */
export function CodeInput(props: Omit<TextInputProps, 'type' | 'look'>) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      look="code"
    />
  )
}
