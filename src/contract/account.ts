import { z } from 'zod'
import { emailAddress, permanentEmail } from './email.ts'
import { givenPassword, newPassword } from './password.ts'
import { username } from './username.ts'
import type { Viewer } from './viewer.ts'

/** What the doors answer, in the words of spec 8. */
export const ACCOUNT_SENTENCE = {
  signUpFailed: 'Failed to sign up. Please check your information and try again.',
  signInFailed: 'Failed to sign in. Please check your credentials and try again.',
  submitted:
    "Your account has been created and is pending administrator approval. You'll be able to post once approved.",
  checkEmail: "We've sent you a confirmation link.",
  signedIn: "Welcome back! You've been signed in successfully.",
  signedOut: 'Signed out.',
  resetSent: "We've sent you a password reset link.",
  confirmed: 'Your email address is confirmed.',
  passwordSet: 'Your password is set. You can sign in with it now.',
  linkDead: 'This link is not valid any more. Please ask for a new one.',
  commonPassword: 'This password is too easy to guess. Please choose another one.',
  adminPassword: (least: number) => `An account with a role needs a password of at least ${least} characters.`,
  busy: 'Too many people are signing in right now. Please try again in a moment.',
} as const

export const signUpInput = z.strictObject({ username, email: permanentEmail, password: newPassword })
export type SignUpInput = z.output<typeof signUpInput>

/** Whatever is not an address belongs to nobody, and is answered like a wrong password. */
export const signInInput = z.strictObject({ email: z.string().max(1000), password: givenPassword })
export type SignInInput = z.output<typeof signInInput>

const token = z.string().max(200)

export const confirmEmailInput = z.strictObject({ token })
export const resetRequestInput = z.strictObject({ email: emailAddress })
export const resetInput = z.strictObject({ token, password: newPassword })

/** Every answer that is a sentence for people. */
export type Told = { title?: string; message: string }

/** `GET /api/auth/session`. (design 7) */
export type SessionAnswer = { viewer: Viewer | null }

/** One place where somebody is signed in. Instants in milliseconds. */
export type SessionInfo = {
  handle: string
  device: string
  startedAt: number
  lastSeenAt: number
  isCurrent: boolean
}
