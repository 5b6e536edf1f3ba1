import { describe, expect, test } from 'vitest'
import { Failure, type FailureKind } from '#src/contract/failure.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { admit, type Policy } from './policy.ts'

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
const table: Record<Policy, Record<keyof typeof viewers, FailureKind | undefined>> = {
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
  admin: {
    anonymous: 'unauthenticated',
    pending: 'forbidden',
    rejected: 'forbidden',
    member: 'forbidden',
    moderator: ok,
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
  Object.entries(row).map(([name, kind]) => ({ policy: policy as Policy, name: name as keyof typeof viewers, kind })),
)

function outcome(policy: Policy, viewer: Viewer | null): FailureKind | undefined {
  try {
    admit(policy, viewer)
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
