import { desc } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#db/client.ts'
import { auditLog } from '#db/schema/site.ts'
import type { Role, Viewer } from '#src/contract/viewer.ts'
import { fromOurPage, testApi } from '#tests/support/api.ts'
import { adminArea } from './admin-area.ts'

export const ADA = '00000000-0000-4000-8000-00000000000a'

/** Somebody with these roles; without any, a member. */
export function someone(...roles: Role[]): Viewer {
  const name = roles[0] ?? 'member'
  const person = { id: ADA, email: `${name}@plant.example`, username: name, aal: 1 as const }
  return { ...person, roles, isAdmin: roles.length > 0, approval: 'approved' }
}

/** The admin API on a database, and how often it asked for a build. */
export async function siteAdminApi(db: Db, as: Viewer | null = someone('admin')) {
  const builds = { asked: 0 }
  const askForBuild = async () => {
    builds.asked += 1
  }
  const api = await testApi({ db, area: adminArea, as, askForBuild })
  const send = (method: string, path: string, body?: object) =>
    api.request(`/api/admin/${path}`, { method, headers: fromOurPage, ...(body && { body: JSON.stringify(body) }) })
  /** What a call that must go well answers with. */
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await send(method, path, body)
    expect(answer.status, await answer.clone().text()).toBeLessThan(300)
    return answer.json()
  }
  return { ...api, send, ask, builds }
}

/** The entry that was written down last. */
export async function lastEntry(db: Db) {
  const [row] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
  return row
}

/** Each path is for admins: nobody, members and moderators are turned away. */
export async function expectAdminsOnly(db: Db, calls: readonly [method: string, path: string, body?: object][]) {
  for (const [viewer, status] of [
    [null, 401],
    [someone(), 403],
    [someone('moderator'), 403],
  ] as const) {
    const { send } = await siteAdminApi(db, viewer)
    for (const [method, path, body] of calls) {
      expect((await send(method, path, body)).status, `${method} ${path}`).toBe(status)
    }
  }
}
