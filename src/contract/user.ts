import { z } from 'zod'
import type { SessionInfo } from './account.ts'
import type { FactorInfo } from './factor.ts'
import type { Instant } from './instant.ts'
import { isStorable } from './text.ts'
import { ROLES, type Role, type Viewer } from './viewer.ts'

export const APPROVALS = ['pending', 'approved', 'rejected'] as const satisfies Viewer['approval'][]
export type Approval = (typeof APPROVALS)[number]

/** What a list of users can be narrowed to, beside approval and role. Deleted ones show nowhere else. */
export const USER_STATES = ['banned', 'unconfirmed', 'deleted'] as const
export type UserState = (typeof USER_STATES)[number]

/** A ban as long as it is in force. `until` null: until it is lifted. */
export type BanInForce = { reason: string; until: Instant | null }

/** Somebody, as lists show them. */
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

/** `pending` waits for a decision: addresses that are confirmed alone. (spec 4) */
export type UserCounts = { pending: number; unconfirmed: number; banned: number }

/** One ban, in force or over. */
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
export type UserFactor = Omit<FactorInfo, 'phone'> & { phone?: string | undefined }

export type RoleGrant = { role: Role; by: string; at: Instant }

/** Somebody, as their own page in the admin area shows them. No secret of theirs is in it. */
export type UserRecord = UserLine & {
  approvalDecidedAt: Instant | null
  /** A username. */
  approvalDecidedBy: string | null
  grants: RoleGrant[]
  hasPassword: boolean
  /** Too many wrong passwords: until when none is looked at. */
  lockedUntil: Instant | null
  factors: UserFactor[]
  recoveryCodesLeft: number
  /** When a Google account was linked; null without one. */
  googleLinkedAt: Instant | null
  sessions: SessionInfo[]
  /** Every ban on this account, the latest first. */
  bans: BanLine[]
}

const LONGEST_REASON = 500
/** 2100-01-01: whoever shall stay out longer is banned until somebody lifts it. */
const LATEST_END = 4_102_444_800_000

const reason = (missing: string) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(LONGEST_REASON, `Reason must be at most ${LONGEST_REASON} characters`)
    .refine(isStorable, 'Reason contains characters that cannot be stored')

const decided = {
  ids: z.array(z.uuid()).min(1, 'Choose somebody').max(100, 'Choose at most 100 people at a time'),
  /** How they stood for who decides: who stands otherwise meanwhile is left as they are. */
  from: z.enum(APPROVALS).default('pending'),
}

/** Body of `POST /api/admin/users/approvals`. */
export const approvalsInput = z.discriminatedUnion('decision', [
  z.strictObject({ ...decided, decision: z.literal('approved') }),
  z.strictObject({ ...decided, decision: z.literal('rejected'), reason: reason('A rejection needs a reason') }),
])
export type ApprovalsInput = z.output<typeof approvalsInput>

/** The reason alone, for the form that asks for it. */
export const rejectionInput = z.strictObject({ reason: reason('A rejection needs a reason') })

export const DECISION_OUTCOMES = ['done', 'already', 'not_confirmed', 'gone', 'not_yours'] as const
/** What became of one decision: `already` was decided by somebody meanwhile, `not_yours` stands too high. */
export type DecisionOutcome = (typeof DECISION_OUTCOMES)[number]
export type DecisionResult = { id: string; username: string | null; outcome: DecisionOutcome; message: string }
export type DecisionsAnswer = { results: DecisionResult[] }

export const roleInput = z.strictObject({ role: z.enum(ROLES) })

const BAN_END = 'A ban ends before the year 2100, or when it is lifted'
const until = z.int(BAN_END).min(0, BAN_END).max(LATEST_END, BAN_END).nullish()

/** Body of `POST /api/admin/users/:id/ban`. `until` absent or null: until it is lifted. */
export const banInput = z.strictObject({ reason: reason('A ban needs a reason'), until })
export type BanInput = z.output<typeof banInput>

export const BAD_ADDRESS = 'Enter an IPv4 or IPv6 address'
/** Body of `POST /api/admin/bans`; the form chooses the id, so that sending it twice makes one. */
export const addressBanInput = z.strictObject({
  id: z.uuid(),
  address: z.string(BAD_ADDRESS).trim().min(1, BAD_ADDRESS).max(100, BAD_ADDRESS),
  reason: reason('A ban needs a reason'),
  until,
})
export type AddressBanInput = z.output<typeof addressBanInput>
