import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Db } from '#db/client.ts'
import { userRoles } from '#db/schema/accounts.ts'
import { adminApi } from '#src/api/admin/admin-api.ts'
import { readVisit } from '#src/auth/visit.ts'
import type { EmergencyForecast, EmergencyLine, EmergencyStatus } from '#src/contract/emergency.ts'
import type { Role } from '#src/contract/viewer.ts'
import { fromOurPage, SITE_URL, testApi } from '#tests/support/api.ts'
import { type AppOwner, factorApi } from '#tests/support/factor-api.ts'
import { cookieOf, SITE } from '../accounts/account-api.ts'

/** Who calls, by cookie; undefined for an anonymous caller. */
type Caller = { cookie: string } | undefined
type Extra = { id?: string; isDrill?: boolean; confirmation?: string }

/** The account API and the emergency API on one database and one clock. `given` replaces parts of the latter. */
export async function emergencyApi(db: Db, given: Parameters<typeof testApi>[0] = {}) {
  const people = await factorApi(db)
  const { clock, keyring } = people
  const read = (request: Request) => readVisit(db, request, { siteUrl: SITE_URL, now: clock.now, keyring })
  const admin = await testApi({ db, area: adminApi, clock: () => clock.now, readVisit: read, keyring, ...given })
  const send = (who: Caller, method: string, path = '', body?: object) =>
    admin.request(`/api/admin/emergency${path}`, {
      method,
      headers: { ...fromOurPage, ...(who && { Cookie: who.cookie }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const take = async <T>(answer: Promise<Response>): Promise<T> => {
    const response = await answer
    expect(response.status, await response.clone().text()).toBe(200)
    return response.json()
  }
  const perform = (who: Caller, action: object, extra: Extra = {}) =>
    send(who, 'POST', '', { id: randomUUID(), action, isDrill: false, confirmation: SITE.siteName, ...extra })
  const forecast = (who: Caller, action: object) =>
    take<EmergencyForecast>(send(who, 'GET', `/count?${new URLSearchParams({ action: JSON.stringify(action) })}`))
  const done = (who: Caller, action: object, extra?: Extra) => take<EmergencyLine>(perform(who, action, extra))
  const status = (who: Caller) => take<EmergencyStatus>(send(who, 'GET'))

  /** A member with a role and an authenticator app, signed in with both. */
  const withRole = async (name: string, role: Role) => {
    const person = await people.withApp(name)
    await db.insert(userRoles).values({ userId: person.id, role, grantedBy: 'test' })
    return person
  }
  /** The cookie of another session of theirs, signed in by password and app. */
  const signInAgain = async (person: AppOwner) => {
    people.nextStep()
    const pending = await people.owe(person.email)
    return cookieOf(await people.answerWith(pending, person.factorId, people.getCode(person)))
  }
  const isIn = async ({ cookie }: { cookie: string }) => (await people.viewerOf(cookie)) !== null
  return { people, clock, send, perform, forecast, done, status, withRole, signInAgain, isIn }
}
