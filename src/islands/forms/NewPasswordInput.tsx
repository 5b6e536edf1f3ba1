import { useState } from 'react'
import { PASSWORD_MIN } from '#src/contract/password.ts'
import { PasswordInput } from '#src/ui/PasswordInput.tsx'

type NewPasswordInputProps = {
  error: string | undefined
  label?: string
  /** The minimum length; by default that of an account without a role. */
  least?: number
}

/** The field for a new password, with a hint that follows its length. */
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

/** The hint for a new password that needs at least `least` characters. (product 5; architecture 8: passwords) */
export function passwordHint(typed: string, least = PASSWORD_MIN): string {
  const missing = least - [...typed].length
  if (typed === '') return `At least ${least} characters. A few random words are easy to remember and hard to guess.`
  if (missing > 0) return `${missing} more ${missing === 1 ? 'character' : 'characters'}.`
  return missing > -6 ? 'Long enough. Longer is stronger.' : 'Long and strong.'
}
