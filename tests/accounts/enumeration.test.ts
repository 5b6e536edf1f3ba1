import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { profiles, usernameHolds, users } from '#db/schema/accounts.ts'
import { emailKey } from '#src/contract/email.ts'
import { usernameKey } from '#src/contract/username.ts'
import { pruneAccounts } from '#src/domain/accounts/prune-accounts.ts'
import { registerAccount } from '#src/domain/accounts/register-account.ts'
import { NOON } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { accountApi, getId, PASSWORD, SITE } from './account-api.ts'

const DAY = 86_400_000

describe('whether an address is known', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof accountApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await accountApi(opened.db)
  })
  afterAll(() => opened.close())
  const register = async (username: string, email: string) => {
    const answer = await api.post('sign-up', { username, email, password: PASSWORD })
    return [answer.status, await answer.text()]
  }

  test('does not show by the name that was tried with it', async () => {
    const { email: known } = await api.member('ada')
    const transcript = async (target: string, name: string, own: string) => {
      const told = [await register(name, target), await register(name, own), await register(`${name}_2`, target)]
      return [...told, await register(name, `second-${own}`), await register(`${name}_2`, own)]
    }
    const [first, second] = [
      await transcript(known, 'probe_a', 'prober-a@gauge.example'),
      await transcript('nobody@gauge.example', 'probe_b', 'prober-b@gauge.example'),
    ]
    expect(first).toEqual(second)
    expect(first.map(([status]) => status)).toEqual([202, 409, 202, 202, 409])
    expect(await api.viewerOf(await api.signIn(known))).toMatchObject({ username: 'ada' })
  })

  test('does not show by when the name is free again: seven days later, at the same moment', async () => {
    const { email: known } = await api.member('grace')
    await register('later_a', known)
    await register('later_b', 'nobody-else@gauge.example')
    const free = async (round: number) => [
      (await register('later_a', `a${round}@own.example`))[0],
      (await register('later_b', `b${round}@own.example`))[0],
    ]
    api.clock.now += 7 * DAY - 1
    await pruneAccounts(opened.db, api.clock.now)
    expect(await free(1)).toEqual([409, 409])
    api.clock.now += 1
    expect(await free(2)).toEqual([409, 409])
    await pruneAccounts(opened.db, api.clock.now)
    expect(await free(3)).toEqual([202, 202])
    expect(await api.viewerOf(await api.signIn(known))).toMatchObject({ username: 'grace' })
  })

  test('does not show after a registration expired; a confirmed account never expires', async () => {
    const { id } = await api.member('henk')
    await register('ivy', 'ivy@gauge.example')
    api.clock.now += 4 * DAY
    await register('jo_late', 'jo@gauge.example')
    api.clock.now += 3 * DAY
    await pruneAccounts(opened.db, api.clock.now)
    expect(await getId(opened.db, 'ivy@gauge.example')).toBe('')
    expect(await opened.db.$count(profiles, eq(profiles.usernameKey, usernameKey('ivy')))).toBe(0)
    expect(await getId(opened.db, 'jo@gauge.example')).not.toBe('')
    // Registering again starts the time over.
    await register('jo_late', 'jo@gauge.example')
    api.clock.now += 4 * DAY
    expect(await pruneAccounts(opened.db, api.clock.now)).toMatchObject({ registrations: 0 })
    expect(await getId(opened.db, 'henk@gauge.example')).toBe(id)
    expect((await register('ivy', 'other@gauge.example'))[0]).toBe(202)
  })
})

type Step = { who: 'target' | 'own' | 'second'; name: number } | 'wait'

test('no sequence of registrations with one’s own addresses distinguishes a known address from an unknown one', async () => {
  const opened = await testDb()
  const { db } = opened
  const knownId = await insertMember(db, 'known@gauge.example', 'known')
  await insertMember(db, 'other@gauge.example', 'other')
  let now = NOON
  let worlds = 0
  /** What a prober sees who knows of one name that is taken: the target's own, or anybody's. */
  const explore = async (target: string, taken: string, steps: readonly Step[]) => {
    worlds += 1
    const names = [taken, `first_${worlds}x`, `second_${worlds}x`]
    const addresses = { target, own: `own${worlds}@p.example`, second: `second${worlds}@p.example` }
    const seen: string[] = []
    let at = now
    for (const step of steps) {
      if (step === 'wait') {
        at += 4 * DAY
        await pruneAccounts(db, at)
      } else seen.push(await attempt(db, addresses[step.who], names[step.name] ?? taken, at))
    }
    return { seen, at }
  }
  const who = fc.constantFrom('target' as const, 'own' as const, 'second' as const)
  const step = fc.oneof({ weight: 5, arbitrary: fc.record({ who, name: fc.nat(2) }) }, fc.constant('wait' as const))
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
      await db.delete(usernameHolds).where(eq(usernameHolds.userId, knownId))
      const known = await explore('known@gauge.example', 'known', steps)
      const unknown = await explore(`nobody${worlds}@gauge.example`, 'other', steps)
      now = Math.max(known.at, unknown.at) + 8 * DAY
      await pruneAccounts(db, now)
      expect(known.seen).toEqual(unknown.seen)
    }),
    { numRuns: 60 },
  )
  await opened.close()
})

async function attempt(db: Db, email: string, username: string, now: number): Promise<string> {
  const context = { actor: { id: 'anonymous' }, site: SITE, now }
  try {
    await registerAccount(db, { email, username, passwordHash: 'none' }, context)
    return 'taken in'
  } catch (failure) {
    return String(failure)
  }
}

async function insertMember(db: Db, email: string, username: string): Promise<string> {
  const confirmed = { email, emailKey: emailKey(email), emailConfirmedAt: new Date(NOON) }
  const [user] = await db.insert(users).values(confirmed).returning({ id: users.id })
  const id = user?.id ?? ''
  await db.insert(profiles).values({ id, username, usernameKey: usernameKey(username) })
  return id
}

describe('many at once', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof accountApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await accountApi(opened.db)
  })
  afterAll(() => opened?.close())

  test('thirty who try one name with known and new addresses leave one who holds it', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, index) => api.member(`known_${index}x`)))
    const addresses = Array.from({ length: 30 }, (_, index) =>
      index % 3 === 0 ? `known_${index / 3}x@gauge.example` : `new_${index}x@gauge.example`,
    )
    const answers = await Promise.all(
      addresses.map((email) => api.post('sign-up', { username: 'wanted', email, password: PASSWORD })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([202, ...Array(29).fill(409)])
    expect(await opened.db.$count(usernameHolds, eq(usernameHolds.usernameKey, 'wanted'))).toBe(1)
  })

  test('who registers again while registrations are forgotten is never lost, nor answered with a fault', async () => {
    const body = { username: 'again', email: 'again@gauge.example', password: PASSWORD }
    expect((await api.post('sign-up', body)).status).toBe(202)
    api.clock.now += 8 * DAY
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => api.post('sign-up', body))),
      ...Array.from({ length: 20 }, () => pruneAccounts(opened.db, api.clock.now)),
    ])
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(202))
    expect(await opened.db.$count(users, eq(users.emailKey, body.email))).toBe(1)
    expect(await opened.db.$count(usernameHolds, eq(usernameHolds.usernameKey, 'again'))).toBe(1)
  })
})
