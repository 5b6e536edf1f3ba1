import { z } from 'zod'
import { normalizeEmail } from './email.ts'
import type { Instant } from './instant.ts'
import { type SiteModeAnswer, siteModeInput } from './site-mode.ts'
import { isStorable } from './text.ts'

/** Refuses a confirmation that is not the name of the site. */
export const WRONG_NAME = 'Type the name of the site exactly as it is shown.'
/** Refuses an owner whose session has shown no second factor. (security AZ6) */
export const NEEDS_FACTOR =
  'Sign in with two-step verification first. Set it up on your account page (/account), or run npm run emergency on the server.'
/** Refuses an address that no account has. */
export const NO_SUCH_PERSON = 'No account has this email address.'
/** Refuses an action on one's own account. */
export const OWN_ACCOUNT = 'Use your account page for your own account.'
/** Refuses an action whose id belongs to another one. */
export const OTHER_ACTION = 'This request was already used for something else. Please reload the page.'
/** Refuses to replace keys that the environment sets. */
export const KEYS_IN_ENVIRONMENT =
  'The signing keys are set in the variable TOKEN_KEYS. Print a new key with npm run keys -- make, set TOKEN_KEYS to it alone, and deploy or restart.'
/** Refuses a release that is not there, or is the live one. */
export const NO_SUCH_RELEASE = 'This version is no longer kept, or it is already live.'
/** The notice for owners about a version that was put back. */
export const RELEASE_STAYS =
  'It stays until the next change is published. Unpublish or correct what was wrong before you edit anything else.'

/** How often owners are asked to try the actions without their last step, in days. */
export const DRILL_EVERY_DAYS = 90
const DAY = 86_400_000

/** Whether a drill is due: the last one was finished more than 90 days ago, or there was none. */
export function isDrillDue(lastDrillAt: Instant | null, now: Instant): boolean {
  return lastDrillAt === null || lastDrillAt + DRILL_EVERY_DAYS * DAY <= now
}

/** What a link may be for that can be voided, with its name. Links that unsubscribe always work. */
export const LINK_KINDS = {
  'confirm-email': 'Registration confirmations',
  'change-email': 'Changes of an email address',
  'password-reset': 'Password resets',
  'end-code-lock': 'Unlocking of codes',
  'verify-report': 'Confirmations of reports',
  'report-status': 'Pages of one’s own reports',
  'event-preview': 'Shared event previews',
  'change-set-preview': 'Shared previews of change sets',
  'vendor-sign-in': 'Sign-in links of the vendor portal',
  'vendor-invite': 'Invitations to the vendor portal',
  logistics: 'Logistics forms',
  caterer: "Caterers' meal counts",
  'run-sheet': 'Codes on printed run sheets',
  'shop-order': 'Pages of orders',
  'shop-purchasing': 'Orders sent to purchasing',
  'calendar-feed': 'Private calendar addresses',
} as const
export type LinkKind = keyof typeof LINK_KINDS

/** Everything that works without a password, with its name: also what cannot be voided by its kind. */
export const LIVE_KINDS = {
  ...LINK_KINDS,
  unsubscribe: 'Unsubscribe links',
  'unsubscribe-kind': 'Unsubscribe links for one kind of email',
  'vendor-session': 'Sessions of the vendor portal',
} as const
export type LiveKind = keyof typeof LIVE_KINDS
const LINK_KIND_NAMES = Object.keys(LINK_KINDS) as [LinkKind, ...LinkKind[]]

const email = z
  .string('Enter an email address')
  .transform((written) => normalizeEmail(written) ?? '')
  .refine((address) => address !== '', 'Enter an email address')
/** Whom an action concerns: everyone, everyone with a role, or the owner of one address. */
const people = z.union([z.enum(['everyone', 'staff']), z.strictObject({ email })], 'Choose whom this concerns')
const isLifted = z.boolean().default(false)

/** One of the actions, and what it is limited to. */
export const emergencyAction = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('sessions'), people }),
    z.strictObject({ kind: z.literal('passwords'), people, isLifted }),
    z.strictObject({ kind: z.literal('factors'), people, isLifted }),
    z.strictObject({ kind: z.literal('keys') }),
    z.strictObject({
      kind: z.literal('links'),
      purposes: z.array(z.enum(LINK_KIND_NAMES)).min(1, 'Choose at least one kind of link'),
    }),
    z.strictObject({ kind: z.literal('level'), ...siteModeInput.omit({ version: true }).shape }),
    z.strictObject({ kind: z.literal('mail'), isHeld: z.boolean() }),
    z.strictObject({ kind: z.literal('release'), release: z.string().min(1).max(100).refine(isStorable) }),
  ],
  'Choose an action',
)
export type EmergencyAction = z.output<typeof emergencyAction>
export type EmergencyKind = EmergencyAction['kind']

const LONGEST_ACTION = 2_000
/** `?action=` of `GET /api/admin/emergency/count`: the action as JSON. */
export const emergencyCount = z.strictObject({
  action: z
    .string('Choose an action')
    .max(LONGEST_ACTION, 'Choose an action')
    .transform((text, context) => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue({ code: 'custom', message: 'Choose an action' })
        return z.NEVER
      }
    })
    .pipe(emergencyAction),
})
/** Body of `POST /api/admin/emergency`. `id` makes a repeated request the same one; `confirmation` is the site's name. */
export const emergencyRequest = z.strictObject({
  id: z.uuid(),
  action: emergencyAction,
  isDrill: z.boolean(),
  confirmation: z.string(WRONG_NAME).max(200, WRONG_NAME),
})

export type EmergencyRequest = z.output<typeof emergencyRequest>

/** Whether what somebody typed is the site's name. Case and spaces around it do not matter: it is night. */
export function isSiteName(typed: string, siteName: string): boolean {
  return typed.trim().toLowerCase() === siteName.trim().toLowerCase()
}

/** How many of each an action changes, by name. */
export type Counts = Record<string, number>

/** What an action would do now. */
export type EmergencyForecast = { counts: Counts; sentence: string }

/** An action or a drill that was begun. */
export type EmergencyLine = {
  id: string
  isDrill: boolean
  by: string
  startedAt: Instant
  /** Null: it was interrupted. */
  finishedAt: Instant | null
  /** What it did, in a sentence. */
  sentence: string
}

/** A version of the site that was built before. */
export type PastRelease = {
  id: string
  /** Null where the host does not say. */
  revision: number | null
  builtAt: Instant
  isLive: boolean
}

/** What an owner sees before choosing an action. */
export type EmergencyStatus = {
  siteName: string
  mode: SiteModeAnswer
  /** Messages that wait because mail is held. */
  mailWaiting: number
  /** Whether the signing keys can be replaced here; not where the environment sets them. */
  mayReplaceKeys: boolean
  /** Kept versions, the newest first, or the steps on the host where it does not let us ask. */
  releases: { items: PastRelease[] } | { steps: readonly string[] }
  /** The latest actions, newest first. */
  actions: EmergencyLine[]
  lastDrillAt: Instant | null
  isDrillDue: boolean
}
