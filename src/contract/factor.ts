import { z } from 'zod'
import { isStorable } from './text.ts'
import type { Viewer } from './viewer.ts'

const FACTOR_TYPES = ['phone', 'totp', 'webauthn'] as const
/** A second way for people to prove their identity. (product 5) */
export type FactorType = (typeof FACTOR_TYPES)[number]

/** Errors of verification methods and of their challenges. */
export const FACTOR_SENTENCE = {
  name: 'Enter a name of 1 to 100 characters.',
  phone: 'Please enter a valid phone number with its country code.',
  code: 'Enter the code.',
  wrongCode: 'This code is incorrect or has expired. Please try again.',
  challengeOver: 'This took too long, or there were too many attempts. Please start again.',
  passkeyFailed: 'This passkey could not be verified. Please try again.',
  passkeyKnown: 'This passkey is already registered.',
  tooMany: 'You can have at most 10 verification methods. Remove one first.',
  noFactor: 'Verification method not found.',
  stepUp: "Please confirm it's you to continue.",
  wrongPassword: 'This password is incorrect.',
  useFactor: 'A password alone is not enough here. Please use a verification method.',
  factorFirst: 'Set up two-step verification first.',
  owed: 'Your verification methods are no longer valid. Add a new one on your account page, and your role works again.',
  shown: 'Thank you. You can continue.',
  added: 'Verification method added. From now on, you need one of your methods to sign in.',
} as const

/** Title of the dialog that asks people to confirm their identity before a sensitive action. */
export const STEP_UP_TITLE = "Confirm it's you"

const friendlyName = z
  .string(FACTOR_SENTENCE.name)
  .trim()
  .refine((name) => [...name].length >= 1 && [...name].length <= 100 && isStorable(name), FACTOR_SENTENCE.name)

/** Body of `POST /api/auth/factors`. `issuer` is what an authenticator app shows; the site's name where it is absent. (product 7) */
export const enrollFactorInput = z.discriminatedUnion('factor_type', [
  z.strictObject({
    factor_type: z.literal('totp'),
    friendly_name: friendlyName,
    issuer: z.string().min(1).max(100).refine(isStorable).optional(),
  }),
  z.strictObject({
    factor_type: z.literal('phone'),
    friendly_name: friendlyName,
    phone: z.string(FACTOR_SENTENCE.phone).max(40, FACTOR_SENTENCE.phone),
  }),
  z.strictObject({ factor_type: z.literal('webauthn'), friendly_name: friendlyName }),
])
export type EnrollFactorInput = z.output<typeof enrollFactorInput>

/** One of the person's own factors. Names and shapes are those of the calls (product 7). */
export type FactorInfo = {
  id: string
  factor_type: FactorType
  status: 'unverified' | 'verified'
  friendly_name: string
  /** The last digits only: `•••• 4312`. */
  phone?: string | undefined
  /** Milliseconds. */
  created_at: number
}

/** Answer of `POST /api/auth/factors`: unverified until its first challenge is met. */
export type EnrolledFactor = FactorInfo & {
  /** `uri` is `otpauth://…`; `qr_code` the same as an SVG image. Shown this once. */
  totp?: { secret: string; uri: string; qr_code: string } | undefined
}

/** Answer of `POST /api/auth/factors/:id/challenge`. `expires_at` in milliseconds. */
export type FactorChallenge = {
  id: string
  type: FactorType
  expires_at: number
  /** Options for the browser's `navigator.credentials`, as @simplewebauthn/browser takes them. */
  webauthn?: { type: 'create' | 'request'; credential_options: Record<string, unknown> } | undefined
}

/** Digits as typed or pasted: `123 456`. */
export const oneTimeCode = z
  .string(FACTOR_SENTENCE.code)
  .max(40, FACTOR_SENTENCE.wrongCode)
  .transform((typed) => typed.replace(/[\s-]/g, ''))

/** What `navigator.credentials` answered, checked in full by the verifying library. */
const credentialResponse = z.looseObject({ id: z.string().max(2000) })
export type CredentialResponse = z.output<typeof credentialResponse>

/** Body of `POST /api/auth/factors/:id/verify`. (product 7) */
export const verifyFactorInput = z.union([
  z.strictObject({ challenge_id: z.uuid(), code: oneTimeCode }),
  z.strictObject({ challenge_id: z.uuid(), webauthn: credentialResponse }),
])
export type VerifyFactorInput = z.output<typeof verifyFactorInput>

/** Body of `POST /api/auth/passkey/verify`: a sign-in by passkey alone. */
export const passkeySignInInput = z.strictObject({ challenge_id: z.uuid(), webauthn: credentialResponse })

/** Body of `POST /api/auth/recovery-codes/verify`: instead of a factor that is lost. */
export const recoveryCodeInput = z.strictObject({
  code: z
    .string(FACTOR_SENTENCE.code)
    .max(60, FACTOR_SENTENCE.wrongCode)
    .transform((typed) => typed.replace(/[\s-]/g, '').toLowerCase()),
})

/** Body of `POST /api/auth/reauthenticate`. */
export const reauthenticateInput = z.strictObject({ password: z.string().max(512) })

/** Answer of `POST /api/auth/recovery-codes`. The codes are shown this once; earlier codes no longer work. */
export type RecoveryCodesAnswer = { codes: string[] }

/** A sign-in whose first step succeeded and whose second factor is still required. */
export type PendingSignIn = { factors: FactorInfo[]; hasRecoveryCodes: boolean }

/** Answer of every last step of a sign-in: it is complete, or a second factor is still required. */
export type SignInAnswer = { message: string; viewer: Viewer } | { pending: PendingSignIn }
