import { describe, expect, test } from 'vitest'
import { RANK_SENTENCE, resetRefusal } from '#src/contract/rank.ts'
import type { Role } from '#src/contract/viewer.ts'
import { adminRefusal, decisionRefusal, grantRefusal, REFUSAL, revokeRefusal } from './refusals.ts'

const reader = (...roles: Role[]) => ({ id: 'reader', roles, aal: 1 as const })
const member = { id: 'one', roles: [], isDeleted: false, isConfirmed: true, ban: null, approval: 'pending' } as const
const admin = { ...member, roles: ['admin'] as Role[] }

describe('what a reader may not do, and why', () => {
  test('keeping out', () => {
    expect(adminRefusal(reader('admin'), member)).toBeNull()
    expect(adminRefusal(reader('moderator'), member)).toBe(REFUSAL.admins)
    expect(adminRefusal(reader('admin'), admin)).toBe(RANK_SENTENCE.lower)
    expect(adminRefusal(reader('admin'), { ...member, id: 'reader' })).toBe(RANK_SENTENCE.self)
    expect(adminRefusal(reader('owner'), { ...member, isDeleted: true })).toBe(REFUSAL.deleted)
    expect(adminRefusal(reader('admin'), { ...member, roles: ['moderator'] }, resetRefusal)).toBe(
      RANK_SENTENCE.ownersOnly,
    )
  })

  test('deciding', () => {
    expect(decisionRefusal(reader('moderator'), member, 'approved')).toBeNull()
    expect(decisionRefusal(reader('moderator'), { ...member, approval: 'approved' }, 'approved')).toBe(
      'Already approved.',
    )
    expect(decisionRefusal(reader('moderator'), { ...member, isConfirmed: false }, 'rejected')).toBe(
      REFUSAL.unconfirmed,
    )
    expect(decisionRefusal(reader('moderator'), admin, 'approved')).toBe(RANK_SENTENCE.lower)
    expect(decisionRefusal(reader('owner'), { ...member, isDeleted: true }, 'approved')).toBe(REFUSAL.deleted)
  })

  test('roles', () => {
    expect(grantRefusal(reader('owner'), member)).toBeNull()
    expect(grantRefusal(reader('admin'), member)).toBe(REFUSAL.owners)
    expect(grantRefusal(reader('owner'), { ...member, id: 'reader' })).toBe(REFUSAL.ownRole)
    expect(grantRefusal(reader('owner'), { ...member, isConfirmed: false })).toBe(REFUSAL.unconfirmed)
    expect(grantRefusal(reader('owner'), { ...member, ban: { reason: '', until: null } })).toBe(REFUSAL.banned)
    expect(grantRefusal(reader('owner'), { ...member, isDeleted: true })).toBe(REFUSAL.deleted)
    expect(revokeRefusal(reader('owner'))).toBeNull()
    expect(revokeRefusal(reader('admin'))).toBe(REFUSAL.owners)
  })
})
