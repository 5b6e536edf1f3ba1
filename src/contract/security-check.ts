import { z } from 'zod'
import { isStorable } from './text.ts'

const ATTEMPT_TYPES = ['signup', 'signin', 'password_reset'] as const
/** What a visitor attempts, in the words of the calls that report it. (product 7) */
export type AttemptType = (typeof ATTEMPT_TYPES)[number]

/** Shown to a banned caller under 'Access Denied'. (product 8) */
export const BANNED = 'Your IP address has been temporarily banned due to suspicious activity.'

/** Claims of a browser: short, storable, and never believed. */
const claim = (max: number) => z.string().max(max).refine(isStorable).nullish()

/** Body of `POST /api/security-monitor`. `ip_address` is taken and ignored. (product 7, security RL6) */
export const securityMonitorInput = z.strictObject({
  ip_address: claim(100),
  attempt_type: z.enum(ATTEMPT_TYPES),
  email: claim(255),
})
export type SecurityMonitorInput = z.output<typeof securityMonitorInput>

/** Its answer. `reason` is a sentence for people wherever `allowed` is false. */
export type SecurityMonitorAnswer = {
  allowed: boolean
  banned: boolean
  rate_limited: boolean
  reason: string | null
}

/** Body of `POST /api/log-auth-attempt`. (product 7) */
export const logAuthAttemptInput = z.strictObject({
  ip_address: claim(100),
  email_attempted: claim(255),
  attempt_type: z.enum(ATTEMPT_TYPES),
  success: z.boolean(),
  error_message: claim(500),
  user_agent: claim(1000),
})
export type LogAuthAttemptInput = z.output<typeof logAuthAttemptInput>
