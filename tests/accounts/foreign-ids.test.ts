import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authFactors, factorChallenges, sessions, users } from '#db/schema/accounts.ts'
import { rateLimits } from '#db/schema/security.ts'
import { authApi } from '#src/api/auth/auth-api.ts'
import { declaredRoutes } from '#src/api/routes.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { factorApi } from '#tests/support/factor-api.ts'

/** Every call with an id in its path. */
const CALLS = declaredRoutes(authApi).filter(({ path }) => path.includes(':'))

test('there are calls with ids, and each has one', () => {
  expect(CALLS.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'DELETE /api/auth/factors/:factorId',
    'DELETE /api/auth/sessions/:handle',
    'POST /api/auth/factors/:factorId/challenge',
    'POST /api/auth/factors/:factorId/verify',
  ])
})

describe('another person’s id', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof factorApi>>
  let people: Awaited<ReturnType<typeof insider>>[] = []
  beforeAll(async () => {
    opened = await testDb()
    api = await factorApi(opened.db)
    people = [await insider('swap_one'), await insider('swap_two')]
    api.clock.now += 60_000
  })
  afterAll(() => opened.close())

  /** Somebody with two factors, one of them never finished, a question that waits, and a sign-in that waits. */
  const insider = async (name: string) => {
    const person = await api.withApp(name)
    const { id: unfinished } = await api.enroll(person.cookie, { factor_type: 'totp' })
    const asked = await api.challenge(person.cookie, person.factorId)
    const [session] = await opened.db.select().from(sessions).where(eq(sessions.userId, person.id))
    const ids = [person.factorId, unfinished, asked.id, session?.handle ?? '', session?.id ?? '', person.id]
    return { ...person, asked: asked.id, pending: await api.owe(person.email), ids }
  }
  const getState = async (userId: string) =>
    JSON.stringify([
      await opened.db.select().from(users).where(eq(users.id, userId)),
      await opened.db.select().from(authFactors).where(eq(authFactors.userId, userId)),
      await opened.db.select().from(factorChallenges).where(eq(factorChallenges.userId, userId)),
      (await opened.db.select().from(sessions).where(eq(sessions.userId, userId))).map(({ id, aal }) => [id, aal]),
    ])

  test('gets the same answer as a missing one, and nothing of theirs changes (AZ3)', async () => {
    const call = fc.constantFrom(...CALLS)
    const turn = fc.record({ call, mine: fc.nat(1), which: fc.nat(5), isPending: fc.boolean(), isRight: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(turn, async ({ call, mine, which, isPending, isRight }) => {
        const [me, them] = [people[mine], people[1 - mine]]
        if (!me || !them) throw new Error('There are two people')
        await opened.db.delete(rateLimits)
        const before = await getState(them.id)
        const cookie = isPending ? me.pending : me.cookie
        // Even who knows the other's challenge and code gets nowhere.
        const challenge_id = isRight ? them.asked : me.asked
        const send = async (id: string) => {
          const path = call.path.replace('/api/auth/', '').replace(/:\w+/, id)
          const body = call.path.endsWith('/verify') ? { challenge_id, code: api.getCode(them) } : {}
          const answer = await api.call(call.method, path, call.method === 'DELETE' ? undefined : body, { cookie })
          return [answer.status, await answer.text(), [...answer.headers.keys()].toSorted().join()]
        }
        const [foreign, missing] = [await send(them.ids[which] ?? ''), await send(randomUUID())]
        expect(foreign).toEqual(missing)
        expect(foreign[0]).toBe(isPending && call.method === 'DELETE' ? 401 : 404)
        expect(await getState(them.id)).toBe(before)
      }),
      { numRuns: 80 },
    )
  })

  test('was one that would have worked: its owner gets an answer', async () => {
    await opened.db.delete(rateLimits)
    for (const person of people) {
      const body = { challenge_id: person.asked, code: api.getCode(person) }
      const answer = await api.post(`factors/${person.factorId}/verify`, body, { cookie: person.cookie })
      expect(answer.status).toBe(200)
    }
  })
})
