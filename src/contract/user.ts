import { z } from 'zod'
import type { SessionInfo } from './account.ts'
import type { FactorInfo } from './factor.ts'
import type { Instant } from './instant.ts'
import { reasonText } from './text.ts'
import { ROLES, type Role, type Viewer } from './viewer.ts'

/** What is lost when an admin signs out without saving. */
export const SIGN_OUT_LOSS = 'Signing out discards your unsaved changes, so nothing private stays in this browser.'

/** What is reported once a registration was decided. */
export function decidedSentence(who: string, decision: 'approved' | 'rejected'): string {
  return `${who} ${decision}. The email goes out in a few seconds.`
}

/** What is reported once a person has a role. */
export function roleAssigned(username: string, role: Role): string {
  return `${username} is now ${withArticle(role)}`
}

/** What is reported once a person has lost a role. */
export function roleRemoved(username: string, role: Role): string {
  return `${username} is no longer ${withArticle(role)}`
}

function withArticle(role: Role): string {
  return role === 'moderator' ? `a ${role}` : `an ${role}`
}

/** What is reported once a person's verification methods are removed. */
export function twoStepReset(username: string): string {
  return `Two-step verification was reset for ${username}`
}

/** What the next password of a person with a role needs. */
export const ROLE_PASSWORD = 'needs 15 characters, or 8 with two-step verification'

/** Refuses to ban the address that the call comes from. */
export const OWN_ADDRESS = 'This is your own IP address'

/** Refuses to leave the site without an owner. */
export const LAST_OWNER = 'The last owner cannot be removed. Make someone else an owner first.'

/** Refuses a second ban. */
export const BANNED_ALREADY = 'This person is already banned. Lift that ban first.'

/** Refuses a ban with an invalid end date. */
export const BAD_BAN_END = 'Choose an end before the year 2100, or none'

/** Refuses a decision without any person. */
export const CHOOSE_PERSON = 'Choose at least one person'

/** The button that gives a person a role. */
export const ASSIGN_ROLE = 'Assign role'

/** The label of the choice of a role. */
export const NEW_ROLE = 'New role'

/** The roles of a person without any. */
export const NO_ROLE = 'No role (member).'

/** The button that confirms the removal of a role. */
export const REMOVE_ROLE = 'Remove role'

/** The button that removes a person's verification methods. */
export const RESET_TWO_STEP = 'Reset two-step verification'

/** The button that bans an IP address, and the title of its dialog. */
export const BAN_ADDRESS = 'Ban an IP address'

/** The button of that dialog. */
export const BAN_THIS_ADDRESS = 'Ban IP address'

/** The label of how long a ban lasts. */
export const BAN_DURATION = 'Duration'

/** The approval of a person who can post. */
export const MAY_POST = 'Approved: can post'

/** What the list of users says if it finds no one. */
export const NO_USERS_FOUND = 'No users match your search.'

/** The title of the empty approval queue. */
export const NO_ONE_WAITING = 'No one is waiting'

/** The title of what only admins and owners may see. */
export const ADMINS_ONLY = 'Admins and owners only'

/** What a moderator reads on a screen of admins. */
export const ADMINS_ONLY_SCREEN = 'Only admins and owners can open this screen.'

export const APPROVALS = ['pending', 'approved', 'rejected'] as const satisfies Viewer['approval'][]
export type Approval = (typeof APPROVALS)[number]

/** Filters of the list of users besides approval and role. Deleted accounts appear only under `deleted`. */
export const USER_STATES = ['banned', 'unconfirmed', 'deleted'] as const
export type UserState = (typeof USER_STATES)[number]

/** An active ban. `until` is null for a ban without an end date. */
export type BanInForce = { reason: string; until: Instant | null }

/** A person, as lists show them. */
export type UserLine = {
  id: string
  username: string
  fullName: string | null
  /** Null once the account is deleted. */
  email: string | null
  approval: Approval
  /** Why they were rejected. */
  approvalReason: string | null
  roles: Role[]
  ban: BanInForce | null
  isConfirmed: boolean
  isDeleted: boolean
  /** Verified second factors. */
  factorCount: number
  createdAt: Instant
  lastSeenAt: Instant | null
}

/** `pending` waits for a decision; only confirmed addresses count. (product 4) */
export type UserCounts = { pending: number; unconfirmed: number; banned: number }

/** One ban, active or ended. */
export type BanLine = {
  id: string
  reason: string
  /** Who banned: a username, or `the limits`. */
  by: string
  createdAt: Instant
  /** Null: until lifted. */
  expiresAt: Instant | null
  liftedAt: Instant | null
}
export type AddressBan = BanLine & { address: string }

/** A second factor, without its secret; as JSON has it. */
type UserFactor = Omit<FactorInfo, 'phone'> & { phone?: string | undefined }

export type RoleGrant = { role: Role; by: string; at: Instant }

/** A person, as their page in the admin area shows them, without any secret. */
export type UserRecord = UserLine & {
  approvalDecidedAt: Instant | null
  /** A username. */
  approvalDecidedBy: string | null
  grants: RoleGrant[]
  hasPassword: boolean
  /** Too many wrong passwords: until when no password is accepted. */
  lockedUntil: Instant | null
  factors: UserFactor[]
  recoveryCodesLeft: number
  /** When a Google account was linked; null without one. */
  googleLinkedAt: Instant | null
  sessions: SessionInfo[]
  /** Every ban on this account, the latest first. */
  bans: BanLine[]
}

/** 2100-01-01: a longer ban must have no end date. */
const LATEST_END = 4_102_444_800_000

const decided = {
  ids: z.array(z.uuid()).min(1, CHOOSE_PERSON).max(100, 'Choose at most 100 people at a time'),
  /** The state they were shown in. Anyone whose state has changed since is left as they are. */
  from: z.enum(APPROVALS).default('pending'),
}

/** Body of `POST /api/admin/users/approvals`. */
export const approvalsInput = z.discriminatedUnion('decision', [
  z.strictObject({ ...decided, decision: z.literal('approved') }),
  z.strictObject({ ...decided, decision: z.literal('rejected'), reason: reasonText('A rejection needs a reason') }),
])
export type ApprovalsInput = z.output<typeof approvalsInput>

/** How many milliseconds a decision can be undone. Its email waits that long, and a little longer for slow connections. */
export const UNDO_WINDOW = 6_000

/** Body of `POST /api/admin/users/approvals/undo`: the people whose decision is undone. */
export const undoApprovalsInput = z.strictObject({ ids: decided.ids })

/** What is reported once decisions were undone. */
export function undoneSentence(who: string): string {
  return `Decision undone for ${who}. No email was sent.`
}

/** Refuses to undo a decision whose mail has been sent, or that another person made. */
export const TOO_LATE_TO_UNDO = 'The email has already been sent, so this decision cannot be undone.'

/** The reason alone, for the form that asks for it. */
export const rejectionInput = z.strictObject({ reason: reasonText('A rejection needs a reason') })

const DECISION_OUTCOMES = ['done', 'already', 'not_confirmed', 'gone', 'not_yours', 'too_late'] as const
/**
 * The outcome of one decision: `already` was decided by another person before, `not_yours` has too high a rank,
 * `too_late` can no longer be undone.
 */
export type DecisionOutcome = (typeof DECISION_OUTCOMES)[number]
export type DecisionResult = { id: string; username: string | null; outcome: DecisionOutcome; message: string }

export const roleInput = z.strictObject({ role: z.enum(ROLES) })

const BAN_END = BAD_BAN_END
const until = z.int(BAN_END).min(0, BAN_END).max(LATEST_END, BAN_END).nullish()

/** Body of `POST /api/admin/users/:id/ban`. `until` absent or null: until it is lifted. */
export const banInput = z.strictObject({ reason: reasonText('A ban needs a reason'), until })
export type BanInput = z.output<typeof banInput>

export const BAD_ADDRESS = 'Enter an IPv4 or IPv6 address'
/** Body of `POST /api/admin/bans`; the form chooses the id, so that sending it twice makes one. */
export const addressBanInput = z.strictObject({
  id: z.uuid(),
  address: z.string(BAD_ADDRESS).trim().min(1, BAD_ADDRESS).max(100, BAD_ADDRESS),
  reason: reasonText('A ban needs a reason'),
  until,
})
export type AddressBanInput = z.output<typeof addressBanInput>
