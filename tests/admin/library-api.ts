import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#db/client.ts'
import { eventConfig, eventTeam, eventVendors } from '#db/schema/events.ts'
import { auditLog } from '#db/schema/site.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import { NOT_FOUND } from '#src/contract/failure.ts'
import type { Role, Viewer } from '#src/contract/viewer.ts'
import { fromOurPage, testApi } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { adminArea } from './admin-area.ts'

export const ADMIN_ID = '00000000-0000-4000-8000-0000000000ad'

/** Somebody with these roles; a member without any. */
export function someone(...roles: Role[]): Viewer {
  const account = { id: ADMIN_ID, email: 'ada@plant.example', username: 'ada', approval: 'approved', aal: 1 } as const
  return { ...account, roles, isAdmin: roles.length > 0 }
}

/** The admin API as somebody sees it, and how often it asked for a build. */
export async function libraryApi(db: Db, as: Viewer | null = someone('admin')) {
  const builds = { asked: 0 }
  const askForBuild = async () => {
    builds.asked += 1
  }
  const api = await testApi({ db, area: adminArea, as, askForBuild })
  const send = (method: string, path: string, body?: object) =>
    api.request(`/api/admin/${path}`, {
      method,
      headers: fromOurPage,
      ...(body && { body: JSON.stringify(body) }),
    })
  /** What a call that goes through answers with. */
  const take = async (method: string, path: string, body?: object) => {
    const answer = await send(method, path, body)
    expect(answer.status, await answer.clone().text()).toBeLessThan(300)
    return answer.json()
  }
  return { ...api, send, take, builds }
}

/** The five libraries, and what the same questions mean in each. `inEvent` puts an entry into an event. */
export const LIBRARIES = [
  {
    path: 'vendors',
    subject: 'vendor',
    missing: 'Vendor not found.',
    name: 'vendorName',
    longest: 100,
    fields: (name: string) => ({
      vendorName: name,
      logoUrl: '/demo/logos/gauge.svg',
      websiteUrl: 'https://gauge.example/about',
      contactName: 'Ada Quill',
      contactEmail: 'ada@gauge.example',
      contactPhone: '555 0100',
      description: 'Gauges.',
      tags: 'gauges',
    }),
    isPublic: true,
    isKept: true,
    inEvent: async (db: Db, id: string, eventId: string, isActive = true) => {
      await db.insert(eventVendors).values({ eventId, vendorLibraryId: id, isActive, displayOrder: 1 })
    },
  },
  {
    path: 'team',
    subject: 'team_member',
    missing: NOT_FOUND.teamMember,
    name: 'fullName',
    longest: 100,
    fields: (name: string) => ({
      fullName: name,
      title: 'Trainer',
      bio: 'Ran a mill.',
      photoUrl: null,
      credentials: 'CMRP',
      email: 'ada@gauge.example',
      phone: '555 0100',
      linkedinUrl: 'https://linkedin.example/in/ada',
      specialties: 'Vibration',
    }),
    isPublic: true,
    isKept: true,
    inEvent: async (db: Db, id: string, eventId: string, isActive = true) => {
      await db.insert(eventTeam).values({ eventId, teamLibraryId: id, isActive, displayOrder: 1 })
    },
  },
  {
    path: 'locations',
    subject: 'location',
    missing: 'Location not found.',
    name: 'venueName',
    longest: 200,
    fields: (name: string) => ({
      venueName: name,
      venueAddress: '1 Dock Road',
      city: 'Tulsa',
      state: 'Oklahoma',
      timezone: 'America/Chicago',
      notes: 'Ring at the gate.',
    }),
    isPublic: false,
    isKept: false,
    inEvent: async (db: Db, locationId: string, eventId: string) => setEvent(db, eventId, { locationId }),
  },
  {
    path: 'agenda-templates',
    subject: 'agenda_template',
    missing: NOT_FOUND.agendaTemplate,
    name: 'groupName',
    longest: 100,
    fields: (name: string) => ({
      groupName: name,
      items: [
        { timeSlot: '8:30am', title: 'Asset walk', description: null },
        { timeSlot: '9:00am', title: 'Failure modes', description: 'With the crew.' },
      ],
    }),
    isPublic: false,
    isKept: false,
    inEvent: async (db: Db, agendaTemplateGroupId: string, eventId: string) =>
      setEvent(db, eventId, { agendaTemplateGroupId }),
  },
  {
    path: 'task-templates',
    subject: 'task_template',
    missing: NOT_FOUND.taskTemplate,
    name: 'title',
    longest: 200,
    fields: (title: string) => ({
      title,
      kind: 'choice',
      assigneeType: 'vendor',
      dueDays: -14,
      help: 'For the badges.',
      options: ['Yes', 'No'],
      isRequired: true,
    }),
    isPublic: false,
    isKept: false,
    inEvent: async (db: Db, templateId: string, eventId: string) => {
      const task = { eventId, templateId, title: 'Ship', dueDays: -14 }
      await db.insert(eventTasks).values({ ...task, assigneeType: 'vendor', assigneeId: randomUUID() })
    },
  },
] as const

type Library = (typeof LIBRARIES)[number]

async function setEvent(db: Db, id: string, changes: { locationId?: string; agendaTemplateGroupId?: string }) {
  await db.update(eventConfig).set(changes).where(eq(eventConfig.id, id))
}

/** An entry nobody else uses, made through the API. */
export async function make(api: Awaited<ReturnType<typeof libraryApi>>, library: Library, name: string) {
  const id = randomUUID()
  const { item } = await api.take('POST', library.path, { id, ...library.fields(name) })
  return { id, version: item.version as number, item }
}

/** A new event; published unless told. */
export function anEvent(db: Db, eventName: string, isPublished = true): Promise<string> {
  return storeEvent(db, { eventName, isPublished })
}

/** What the audit log holds of a subject, oldest first. */
export function auditOf(db: Db, subjectId: string) {
  return db.select().from(auditLog).where(eq(auditLog.subjectId, subjectId)).orderBy(asc(auditLog.id))
}
