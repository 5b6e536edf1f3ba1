import { z } from 'zod'
import { emailAddress, permanentEmail } from './email.ts'
import type { FactorInfo, PendingSignIn } from './factor.ts'
import { givenPassword, newPassword, PASSWORD_TOO_SHORT } from './password.ts'
import { isStorable } from './text.ts'
import { username } from './username.ts'
import type { Role, Viewer } from './viewer.ts'

export { ACCOUNT_SENTENCE } from './account-sentence.ts'

export const signUpInput = z.strictObject({ username, email: permanentEmail, password: newPassword })
export type SignUpInput = z.output<typeof signUpInput>

/** An invalid address belongs to no account and is answered like a wrong password. */
export const signInInput = z.strictObject({ email: z.string().max(1000), password: givenPassword })
export type SignInInput = z.output<typeof signInInput>

const token = z.string().max(200)

export const confirmEmailInput = z.strictObject({ token })
/**
 * Body of `POST /api/auth/confirm-email`: the password of the registration that the link was mailed for. With a username, both
 * are new ones instead, for the holder of the mailbox to choose.
 */
export const confirmRegistrationInput = z
  .strictObject({ token, username: username.optional(), password: givenPassword })
  .refine(({ username: name, password }) => name === undefined || newPassword.safeParse(password).success, {
    path: ['password'],
    error: PASSWORD_TOO_SHORT,
  })
export type ConfirmRegistrationInput = z.output<typeof confirmRegistrationInput>
export const resetRequestInput = z.strictObject({ email: emailAddress })
export const resetInput = z.strictObject({ token, password: newPassword })

/** Every answer that is a sentence for people. */
export type MessageAnswer = { title?: string | undefined; message: string }

/** `GET /api/auth/providers`: the other sites that people can sign in with. */
export type ProvidersAnswer = { google: boolean }

/** `GET /api/auth/session`. `pending` is set while a second factor is still required. (architecture 7) */
export type SessionAnswer = { viewer: Viewer | null; pending?: PendingSignIn | undefined }

/** `GET /api/auth/account`: what the person's own account page shows. Instants in milliseconds. */
export type AccountAnswer = {
  email: string
  /** A new address that waits for its confirmation. */
  newEmail: string | null
  username: string
  fullName: string | null
  roles: Role[]
  approval: Viewer['approval']
  /** Why it was rejected. */
  approvalReason: string | null
  registeredAt: number
  hasPassword: boolean
  hasGoogle: boolean
  factors: FactorInfo[]
  recoveryCodesLeft: number
}

const fullName = z
  .string()
  .trim()
  .refine((name) => [...name].length <= 100 && isStorable(name), 'Full name must be at most 100 characters.')
  .transform((name) => name || null)

/** Body of `PATCH /api/auth/account`. */
export const profileInput = z.strictObject({ username: username.optional(), fullName: fullName.nullable().optional() })
export type ProfileInput = z.output<typeof profileInput>

/** Body of `POST /api/auth/password`. A person without a password leaves out the current one. */
export const changePasswordInput = z.strictObject({ currentPassword: givenPassword.optional(), password: newPassword })
export type ChangePasswordInput = z.output<typeof changePasswordInput>

/** Body of `POST /api/auth/email`: a link is sent to the new address, and nothing changes until it is clicked. */
export const changeEmailInput = z.strictObject({ email: permanentEmail })

/** Answer of `POST /api/auth/token`. `expires_in` in seconds. (architecture 7) */
export type TokenAnswer = { access_token: string; token_type: 'Bearer'; expires_in: number }

/** One session of a person. Instants in milliseconds. */
export type SessionInfo = {
  handle: string
  device: string
  startedAt: number
  lastSeenAt: number
  isCurrent: boolean
}
