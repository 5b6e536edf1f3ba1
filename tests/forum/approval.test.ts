import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sessions } from '#db/schema/accounts.ts'
import { issueToken } from '#src/auth/access-token.ts'
import { applyIncident, PEOPLE } from '#tests/accounts/people.ts'
import { fromOurPage, getVisit, SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { FORUM_WRITES, routeCalls, writer } from './route-calls.ts'

let opened: TestDb
let calls: Awaited<ReturnType<typeof routeCalls>>
beforeAll(async () => {
  opened = await testDb()
  calls = await routeCalls(opened)
})
beforeEach(() => calls.forgetLimits())
afterAll(() => opened.close())

describe.each(FORUM_WRITES.filter(({ policy }) => policy === 'approved').map((route) => [route.name, route] as const))(
  '%s (AZ5)',
  (_name, route) => {
    test.each([
      [403, 'pending'],
      [403, 'rejected'],
      [401, 'banned'],
      [401, 'a banned owner'],
      [401, 'with a factor they have not shown'],
      [401, 'deleted meanwhile'],
    ] as const)('is %i for who is %s, by cookie and by access token, and changes nothing', async (status, kind) => {
      const person = await calls.person(kind)
      const viewer = { ...getVisit(writer(person.id)), handle: await getHandle(person.id) }
      const { access_token } = await issueToken(viewer, {
        keyring: calls.keyring,
        siteUrl: SITE_URL,
        now: calls.clock.now,
      })
      await applyIncident(opened.db, person.id, PEOPLE[kind])
      const before = await calls.standing()
      expect((await calls.sendGood(route, { ...fromOurPage, Cookie: person.cookie })).status).toBe(status)
      const byToken = { 'Content-Type': 'application/json', Authorization: `Bearer ${access_token}` }
      expect((await calls.sendGood(route, byToken)).status).toBe(status)
      expect(await calls.standing()).toBe(before)
    })

    test('is 401 for anonymous callers, and with an invalid cookie or token', async () => {
      const before = await calls.standing()
      for (const more of [{}, { Cookie: '__Host-session=x' }, { Authorization: 'Bearer a.b.c' }] as Record<
        string,
        string
      >[])
        expect((await calls.sendGood(route, { ...fromOurPage, ...more })).status).toBe(401)
      expect(await calls.standing()).toBe(before)
    })
  },
)

/** The public name of somebody's session, which access tokens are issued for. */
async function getHandle(userId: string): Promise<string> {
  const [session] = await opened.db.select().from(sessions).where(eq(sessions.userId, userId))
  return session?.handle ?? ''
}
