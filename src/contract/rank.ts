import type { Role } from './viewer.ts'

/** Why a person may not act on another account. */
export const RANK_SENTENCE = {
  self: 'You cannot do this to your own account.',
  lower: 'Only someone with a higher role can do this.',
  ownersOnly: 'Only owners can do this to someone with a role.',
  secondFactor: 'Sign in with two-step verification yourself first. This affects an account with a role.',
  ownersAssign: 'Only owners can change roles.',
  ownRole: 'You cannot give yourself a role.',
} as const

const RANKS = { moderator: 1, admin: 2, owner: 3 } as const satisfies Record<Role, number>

/** Somebody, as far as rank goes. */
export type Ranked = { id: string; roles: readonly Role[] }

/** Somebody in a session of this level: 2 once they have shown a second factor in it. */
export type RankedVisitor = Ranked & { aal: 1 | 2 }

/** The rank of the highest of these roles; 0 without any. (product 6) */
export function getRank(roles: readonly Role[]): number {
  return Math.max(0, ...roles.map((role) => RANKS[role]))
}

/** True if one of these roles is at least `least`. (product 6: owner > admin > moderator) */
export function hasRole(roles: readonly Role[], least: Role): boolean {
  return getRank(roles) >= RANKS[least]
}

/**
 * Why `actor` may not ban a person, end their sessions or decide about them; null if they may. No one may do this to
 * themselves. Others may do it only to people of a lower rank. Owners may do it to everyone else, so that an owner whose
 * account was taken over can be stopped. (architecture 8)
 */
export function rankRefusal(actor: Ranked, subject: Ranked): string | null {
  if (actor.id === subject.id) return RANK_SENTENCE.self
  if (actor.roles.includes('owner')) return null
  return getRank(actor.roles) > getRank(subject.roles) ? null : RANK_SENTENCE.lower
}

/** The same for sessions on the Security screen, where people may end their own too. */
export function sessionRefusal(actor: Ranked, subject: Ranked): string | null {
  return actor.id === subject.id ? null : rankRefusal(actor, subject)
}

/**
 * The same as `rankRefusal` for changes that give a new person access to an account. If the account has a role, only owners may do it,
 * after showing a second factor. (architecture 8: emergency reset, security AZ6)
 */
export function resetRefusal(actor: RankedVisitor, subject: Ranked): string | null {
  const refusal = rankRefusal(actor, subject)
  if (refusal !== null || subject.roles.length === 0) return refusal
  if (!actor.roles.includes('owner')) return RANK_SENTENCE.ownersOnly
  return actor.aal === 2 ? null : RANK_SENTENCE.secondFactor
}
