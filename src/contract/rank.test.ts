import { describe, expect, test } from 'vitest'
import { getRank, hasRole, RANK_SENTENCE, rankRefusal, resetRefusal, sessionRefusal } from './rank.ts'
import type { Role } from './viewer.ts'

const { self, lower, ownersOnly, secondFactor } = RANK_SENTENCE
const KINDS: Role[][] = [[], ['moderator'], ['admin'], ['owner']]

describe('rank', () => {
  test('the highest role counts', () => {
    expect(KINDS.map(getRank)).toEqual([0, 1, 2, 3])
    expect(getRank(['moderator', 'owner', 'admin'])).toBe(3)
  })

  test.each([
    [[], [lower, lower, lower, lower]],
    [['moderator'], [null, lower, lower, lower]],
    [['admin'], [null, null, lower, lower]],
    [['owner'], [null, null, null, null]],
    [
      ['moderator', 'admin'],
      [null, null, lower, lower],
    ],
  ] as [Role[], (string | null)[]][])(
    'a person who is %j acts on lower ranks, owners on everybody',
    (roles, expected) => {
      expect(KINDS.map((held) => rankRefusal({ id: 'a', roles }, { id: 'b', roles: held }))).toEqual(expected)
    },
  )

  test('people cannot act on their own account', () => {
    for (const roles of KINDS) {
      expect(rankRefusal({ id: 'a', roles }, { id: 'a', roles })).toBe(self)
      expect(resetRefusal({ id: 'a', roles, aal: 2 }, { id: 'a', roles })).toBe(self)
    }
  })

  test('sessions can be ended by who may act on a person, and one’s own as well', () => {
    for (const roles of KINDS) {
      const actor = { id: 'a', roles }
      expect(sessionRefusal(actor, actor)).toBeNull()
      for (const held of KINDS.map((other) => ({ id: 'b', roles: other })))
        expect(sessionRefusal(actor, held)).toBe(rankRefusal(actor, held))
    }
  })

  test('factors of people with a role are reset only by owners who have shown a second factor', () => {
    const of = (roles: Role[], aal: 1 | 2 = 1) =>
      KINDS.map((held) => resetRefusal({ id: 'a', roles, aal }, { id: 'b', roles: held }))
    expect(of(['owner'], 2)).toEqual([null, null, null, null])
    expect(of(['owner'])).toEqual([null, secondFactor, secondFactor, secondFactor])
    expect(of(['admin'])).toEqual([null, ownersOnly, lower, lower])
    expect(of(['moderator'])).toEqual([null, lower, lower, lower])
  })
})

test.each([
  [['owner'], 'owner', true],
  [['admin'], 'owner', false],
  [['admin'], 'admin', true],
  [['moderator'], 'admin', false],
  [['moderator', 'owner'], 'admin', true],
  [[], 'moderator', false],
] as const)('anyone with the roles %o is at least %s: %s', (roles, least, is) => {
  expect(hasRole(roles, least)).toBe(is)
})
