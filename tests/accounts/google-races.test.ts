import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oauthAccounts, profiles, users } from '#db/schema/accounts.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import type { Claims } from '#tests/support/forging-provider.ts'
import { getId, PASSWORD } from './account-api.ts'
import { googleApi } from './google-api.ts'

describe('many at once', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof googleApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await googleApi(opened)
  })
  afterAll(() => api.close())

  const together = (count: number, person: (index: number) => Claims) =>
    Promise.all(Array.from({ length: count }, async (_, index) => api.comeAs(person(index))))

  test('twenty callbacks of one new person make one account', async () => {
    const came = await together(20, () => ({ sub: 'g-many', email: 'many@gauge.example', name: 'Many Tabs' }))
    expect(came.map(({ ended }) => ended)).toEqual(came.map(() => '/forum'))
    const viewers = await Promise.all(came.map(({ own }) => api.viewerOf(own.cookies())))
    expect(new Set(viewers.map((viewer) => viewer?.id)).size).toBe(1)
    expect(await opened.db.$count(users)).toBe(1)
    expect(await opened.db.$count(oauthAccounts)).toBe(1)
    expect(await api.mailsTo('many@gauge.example')).toHaveLength(1)
  })

  test('twenty people of one name and address get one account between them, the rest must link', async () => {
    const email = 'contested@gauge.example'
    const came = await together(20, (index) => ({ sub: `g-contested-${index}`, email, name: 'Con Tested' }))
    const ends = came.map(({ ended }) => ended).sort()
    expect(ends).toEqual([...Array.from({ length: 19 }, () => '/auth#google-link'), '/forum'])
    expect(await api.listLinks(await getId(opened.db, email))).toHaveLength(1)
  })

  test('twenty people of one name get twenty names', async () => {
    const came = await together(20, (index) => ({
      sub: `g-namesake-${index}`,
      email: `namesake-${index}@gauge.example`,
      name: 'Name Sake',
    }))
    expect(came.map(({ ended }) => ended)).toEqual(came.map(() => '/forum'))
    const named = await opened.db.select().from(profiles)
    expect(new Set(named.map((row) => row.usernameKey)).size).toBe(named.length)
  })

  test('against a registration of the same address, no typed password survives', async () => {
    for (let round = 0; round < 5; round += 1) {
      const email = `raced-${round}@gauge.example`
      const typed = { email, password: PASSWORD }
      const registration = { ...typed, username: `racer_${round}` }
      const [{ ended }] = await Promise.all([
        api.comeAs({ sub: `g-raced-${round}`, email, name: 'Race D' }),
        ...Array.from({ length: 3 }, () => api.post('sign-up', registration)),
      ])
      expect(ended).toBe('/forum')
      expect((await api.post('sign-in', typed)).status).toBe(401)
      const [user] = await opened.db.select().from(users).where(eq(users.email, email))
      expect(user?.passwordHash).toBeNull()
    }
  })
})
