import { expect } from 'vitest'
import type { Db } from '#db/client.ts'
import type { ApiDeps } from '#src/api/context.ts'
import type { Role, Viewer } from '#src/contract/viewer.ts'
import { preparePerson } from '#tests/accounts/people.ts'
import { fromOurPage, getVisit, testApi } from '#tests/support/api.ts'
import { ADMIN_ROUTES, type AdminRoute, adminArea, getAddress } from '../admin-area.ts'
import type { Ground, Prepared } from './call.ts'
import { adminRows } from './rows.ts'

export const IP = '203.0.113.7'

/**
 * Somebody with these roles who has shown a second factor, and is there in the database too: the domain looks at the roles they
 * have now.
 */
export async function storedViewer(db: Db, ...roles: Role[]): Promise<Viewer> {
  const { id } = await preparePerson(db, { level: 1, approval: 'approved', roles })
  return {
    id,
    email: `${id}@gauge.example`,
    username: id,
    roles,
    isAdmin: roles.length > 0,
    approval: 'approved',
    aal: 2,
  }
}

/** The whole admin API as somebody uses it who has just signed in. `given` replaces parts of it. */
export async function adminCaller(db: Db, viewer: Viewer | null, given: Partial<ApiDeps> = {}) {
  const builds = { asked: 0 }
  const askForBuild = async () => {
    builds.asked += 1
  }
  const readVisit = async () => viewer && getVisit(viewer)
  const api = await testApi({ db, area: adminArea, askForBuild, readVisit, ...given })

  const send = (
    route: Pick<AdminRoute, 'method' | 'path'>,
    call: Prepared = {},
    headers: Record<string, string> = {},
  ) => {
    const query = call.query ? `?${call.query}` : ''
    const type: Record<string, string> = call.type ? { 'Content-Type': call.type } : {}
    const body = call.bytes ?? (call.body && JSON.stringify(call.body))
    const init = { method: route.method, headers: { ...fromOurPage, ...type, ...headers }, ...(body && { body }) }
    return api.request(`${getAddress(route, call.path)}${query}`, init, { ip: IP })
  }
  const take = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await api.request(path, {
      method,
      headers: fromOurPage,
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(answer.status, `${method} ${path} ${await answer.clone().text()}`).toBeLessThan(300)
    return answer.json()
  }
  const groundOf = (isPublic: boolean): Ground => ({ ...adminRows(db, { isPublic }), isPublic, take })
  return { ...api, builds, send, groundOf }
}

/** The route of this name. */
export function routeOf(name: string): AdminRoute {
  const route = ADMIN_ROUTES.find((one) => one.name === name)
  if (!route) throw new Error(`There is no route ${name}`)
  return route
}
