import { z } from 'zod'
import type { Instant } from './instant.ts'
import { reasonText } from './text.ts'
import type { Role } from './viewer.ts'

/** What the levels and the held mail are called together. */
export const STATE_OF_SITE = 'State of the site'

/** How far the site is closed. Each level includes those below it. (decision 0050) */
export const SITE_LEVELS = [
  { level: 0, name: 'Open', effect: 'Everything works as usual.' },
  {
    level: 1,
    name: 'No sign-ups or public posts',
    effect:
      'Visitors and members can read and sign in, but cannot register, post, report or change anything. Staff can.',
  },
  { level: 2, name: 'Read-only', effect: 'Everyone can read. Only owners can sign in and change things.' },
  {
    level: 3,
    name: 'Closed',
    effect:
      'Only the built pages are shown. Everything else is closed, except what owners need to open the site again.',
  },
] as const
export type SiteLevel = (typeof SITE_LEVELS)[number]['level']

/** What a visitor reads if a level closes what they asked for. */
export const CLOSED_SENTENCE = {
  1: 'Registrations, posts and reports are paused at the moment. Please try again later.',
  2: 'The site is read-only at the moment. Please try again later.',
  3: 'This part of the site is closed at the moment. Please try again later.',
} as const satisfies Record<Exclude<SiteLevel, 0>, string>

/** What staff read while mail is held. */
export const MAIL_HELD = 'Mail is held: only security mail is sent.'

/** Refuses an end that has passed, or one without a level to end. */
export const BAD_UNTIL = 'Choose an end in the future and before the year 2100, or none'
/** 2100-01-01 */
const LATEST_END = 4_102_444_800_000

/** Whether somebody with these roles may change anything at this level. Visitors and members have no roles. */
export function mayWrite(level: SiteLevel, roles: readonly Role[]): boolean {
  if (level === 0) return true
  if (level === 1) return roles.length > 0
  return level === 2 && roles.includes('owner')
}

/** Whether somebody with these roles may sign in at this level. */
export function maySignIn(level: SiteLevel, roles: readonly Role[]): boolean {
  return level < 2 || roles.includes('owner')
}

/** How far the site is closed now, and whether mail is held. */
export type SiteMode = {
  /** The level in force: 0 once `until` has passed. */
  level: SiteLevel
  /** Why; null at level 0. */
  reason: string | null
  /** A person's id or `cli`; null before it was first set. */
  setBy: string | null
  setAt: Instant
  /** When the site opens by itself; null at level 0, and where somebody has to open it. */
  until: Instant | null
  /** Since when mail that is not about security waits; null while it is sent. */
  mailHeldSince: Instant | null
  version: number
}

/** The same with the name of who set it, for staff. */
export type SiteModeAnswer = SiteMode & { setByName: string | null }

const until = z.int(BAD_UNTIL).min(0, BAD_UNTIL).max(LATEST_END, BAD_UNTIL).nullable().default(null)

/** Body of `PUT /api/admin/site-mode`. */
export const siteModeInput = z.strictObject({
  level: z.literal([0, 1, 2, 3], 'Choose a level from 0 to 3'),
  reason: reasonText('Enter a reason. Staff will see it.'),
  until,
  version: z.int(),
})
