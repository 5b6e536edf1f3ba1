import type { Role } from './viewer.ts'

/** What stands in the way of who may not do something to somebody. */
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

/** How high the highest of these roles stands; 0 without any. (product 6) */
export function rankOf(roles: readonly Role[]): number {
  return Math.max(0, ...roles.map((role) => RANKS[role]))
}

/** True if one of these roles is at least `least`. (product 6: owner > admin > moderator) */
export function hasRole(roles: readonly Role[], least: Role): boolean {
  return rankOf(roles) >= RANKS[least]
}

/**
 * Why `actor` may not ban somebody, end their sessions or decide about them; null where they may. Nobody to themselves, and
 * only to who stands lower: but owners to everybody else, so that one whose account was taken over can be stopped. (architecture 8)
 */
export function rankRefusal(actor: Ranked, subject: Ranked): string | null {
  if (actor.id === subject.id) return RANK_SENTENCE.self
  if (actor.roles.includes('owner')) return null
  return rankOf(actor.roles) > rankOf(subject.roles) ? null : RANK_SENTENCE.lower
}

/**
 * The same for what opens an account to somebody new: who has any role is for owners alone, who have shown a second factor
 * themselves. (architecture 8: emergency reset, security AZ6)
 */
export function resetRefusal(actor: RankedVisitor, subject: Ranked): string | null {
  const refusal = rankRefusal(actor, subject)
  if (refusal !== null || subject.roles.length === 0) return refusal
  if (!actor.roles.includes('owner')) return RANK_SENTENCE.ownersOnly
  return actor.aal === 2 ? null : RANK_SENTENCE.secondFactor
}
