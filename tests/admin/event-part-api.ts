import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#db/client.ts'
import { contentBlocks, contentSlots } from '#db/schema/content.ts'
import { teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import { auditLog } from '#db/schema/site.ts'
import type { AddedParts, EventParts, PartOf } from '#src/contract/event-parts.ts'
import type { Changed } from '#src/contract/versioned.ts'
import type { Role, Viewer } from '#src/contract/viewer.ts'
import { fromOurPage, testApi } from '#tests/support/api.ts'
import { adminArea } from './admin-area.ts'

export const ADMIN_ID = '00000000-0000-4000-8000-00000000000a'

/** Somebody with these roles; without any, a member. */
export function someone(...roles: Role[]): Viewer {
  const name = roles[0] ?? 'member'
  const person = { id: ADMIN_ID, email: `${name}@plant.example`, username: name, aal: 1 as const }
  return { ...person, roles, isAdmin: roles.length > 0, approval: 'approved' }
}

type AnyPart = PartOf['vendors'] | PartOf['team'] | PartOf['agenda']
type AnyChanged = Changed<AddedParts<AnyPart>>

/** The admin API on a database, and how often it asked for a build. `send` answers the status and what came with it. */
export async function partsApi(db: Db, as: Viewer | null = someone('admin')) {
  const builds = { asked: 0 }
  const askForBuild = async () => {
    builds.asked += 1
  }
  const api = await testApi({ db, area: adminArea, as, askForBuild })
  const send = (method: string, path: string, body?: object) =>
    api.request(`/api/admin/events/${path}`, {
      method,
      headers: fromOurPage,
      ...(body && { body: JSON.stringify(body) }),
    })
  /** What a write that is taken answers with. */
  const change = async (method: string, path: string, body?: object): Promise<AnyChanged> => {
    const answer = await send(method, path, body)
    expect(answer.status, await answer.clone().text()).toBe(200)
    return answer.json()
  }
  const list = async <Kind extends keyof PartOf>(event: string, kind: Kind): Promise<EventParts<PartOf[Kind]>> =>
    (await send('GET', `${event}/${kind}`)).json()
  return { ...api, send, change, list, builds }
}

export async function storeVendor(db: Db, vendorName: string): Promise<string> {
  const id = randomUUID()
  await db.insert(vendorLibrary).values({ id, vendorName, logoUrl: '/demo/logos/gauge.svg' })
  return id
}

export async function storePerson(db: Db, fullName: string): Promise<string> {
  const id = randomUUID()
  await db.insert(teamLibrary).values({ id, fullName, title: 'Trainer', bio: 'Ran a mill.' })
  return id
}

/** Puts a block of content into a slot of one event. */
export async function storeSlot(db: Db, eventId: string, title: string): Promise<string> {
  const body = { schemaVersion: 1, heading: title, items: ['Safety shoes'] }
  const [block] = await db.insert(contentBlocks).values({ kind: 'list', title, body }).returning()
  const blockId = block?.id ?? ''
  await db.insert(contentSlots).values({ place: 'bring', eventId, blockId, position: 1 })
  return blockId
}

/** `1 Gauge, 2 Bolt (hidden)`: a list as one line. */
export function lineOf(parts: readonly AnyPart[]): string {
  return parts
    .map((part) => {
      const name = 'vendorName' in part ? part.vendorName : 'fullName' in part ? part.fullName : part.title
      return `${part.displayOrder} ${name}${part.isActive ? '' : ' (hidden)'}`
    })
    .join(', ')
}

/** What the audit log has of an event, newest first. */
export function historyOf(db: Db, eventId: string) {
  return db.select().from(auditLog).where(eq(auditLog.subjectId, eventId)).orderBy(desc(auditLog.id))
}
