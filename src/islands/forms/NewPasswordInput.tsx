import { useState } from 'react'
import { PasswordInput } from '#src/ui/PasswordInput.tsx'
import { passwordHint } from './password-hint.ts'

type NewPasswordInputProps = {
  error: string | undefined
  label?: string
  /** How many characters it needs; those of an account without a role when not said. */
  least?: number
}

/** A password that is being chosen, with what helps. */
export function NewPasswordInput({ error, label = 'Password', least }: NewPasswordInputProps) {
  const [typed, type] = useState('')
  return (
    <PasswordInput
      label={label}
      name="password"
      autoComplete="new-password"
      required
      hint={passwordHint(typed, least)}
      error={error}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
