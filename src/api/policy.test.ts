import { describe, expect, test } from 'vitest'
import { FACTOR_SENTENCE } from '#src/contract/factor.ts'
import { Failure, type FailureKind } from '#src/contract/failure.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { type AccountPolicy, admit, LONGEST_FRESH_AGE, requireAuthWithin } from './policy.ts'

const member: Viewer = {
  id: 'u1',
  email: 'ada@plant.example',
  username: 'ada',
  roles: [],
  isAdmin: false,
  approval: 'approved',
  aal: 1,
}
const viewers = {
  anonymous: null,
  pending: { ...member, approval: 'pending' },
  rejected: { ...member, approval: 'rejected' },
  member,
  moderator: { ...member, roles: ['moderator'], isAdmin: true },
  admin: { ...member, roles: ['admin'], isAdmin: true },
  owner: { ...member, roles: ['owner'], isAdmin: true },
} satisfies Record<string, Viewer | null>

const ok = undefined
const table: Record<AccountPolicy, Record<keyof typeof viewers, FailureKind | undefined>> = {
  public: { anonymous: ok, pending: ok, rejected: ok, member: ok, moderator: ok, admin: ok, owner: ok },
  signedIn: {
    anonymous: 'unauthenticated',
    pending: ok,
    rejected: ok,
    member: ok,
    moderator: ok,
    admin: ok,
    owner: ok,
  },
  approved: {
    anonymous: 'unauthenticated',
    pending: 'forbidden',
    rejected: 'forbidden',
    member: ok,
    moderator: ok,
    admin: ok,
    owner: ok,
  },
  moderator: {
    anonymous: 'unauthenticated',
    pending: 'forbidden',
    rejected: 'forbidden',
    member: 'forbidden',
    moderator: ok,
    admin: ok,
    owner: ok,
  },
  admin: {
    anonymous: 'unauthenticated',
    pending: 'forbidden',
    rejected: 'forbidden',
    member: 'forbidden',
    moderator: 'forbidden',
    admin: ok,
    owner: ok,
  },
  owner: {
    anonymous: 'unauthenticated',
    pending: 'forbidden',
    rejected: 'forbidden',
    member: 'forbidden',
    moderator: 'forbidden',
    admin: 'forbidden',
    owner: ok,
  },
}

const cells = Object.entries(table).flatMap(([policy, row]) =>
  Object.entries(row).map(([name, kind]) => ({
    policy: policy as AccountPolicy,
    name: name as keyof typeof viewers,
    kind,
  })),
)

const NOW = Date.parse('2026-11-20T18:00:00Z')
const HOUR = 3_600_000

function outcome(policy: AccountPolicy, viewer: Viewer | null, age = 0): FailureKind | undefined {
  try {
    admit(policy, viewer && { viewer, authenticatedAt: NOW - age }, NOW)
    return undefined
  } catch (error) {
    return error instanceof Failure ? error.kind : 'invalid'
  }
}

describe('who may pass', () => {
  test.each(cells)('$policy: $name gets $kind', ({ policy, name, kind }) => {
    expect(outcome(policy, viewers[name])).toBe(kind)
  })
})

describe('the age of an authentication', () => {
  test.each<AccountPolicy>(['moderator', 'admin', 'owner'])('the %s policy asks again after twelve hours', (policy) => {
    expect(outcome(policy, viewers.owner, 12 * HOUR - 1)).toBe(ok)
    expect(outcome(policy, viewers.owner, 12 * HOUR)).toBe('step_up')
  })

  test.each<AccountPolicy>(['public', 'signedIn', 'approved'])('the %s policy does not', (policy) => {
    expect(outcome(policy, viewers.owner, 300 * HOUR)).toBe(ok)
  })

  test('a dangerous action asks again after ten minutes', () => {
    const shown = { authenticatedAt: NOW - LONGEST_FRESH_AGE }
    expect(() => requireAuthWithin(shown, NOW - 1, LONGEST_FRESH_AGE)).not.toThrow()
    expect(() => requireAuthWithin(shown, NOW, LONGEST_FRESH_AGE)).toThrow(FACTOR_SENTENCE.stepUp)
  })
})
