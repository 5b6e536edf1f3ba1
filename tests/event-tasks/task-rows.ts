import { randomUUID } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { eventVendors } from '#db/schema/events.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { vendorContacts } from '#db/schema/partners.ts'
import { eventTasks, taskTemplates } from '#db/schema/tasks.ts'
import { storeEvent } from '#tests/support/api-rows.ts'

/** A vendor of the library, on this event if one is given. */
export async function aVendor(db: Db, eventId?: string, contactEmail: string | null = null): Promise<string> {
  const id = randomUUID()
  await db.insert(vendorLibrary).values({ id, vendorName: `Works ${id.slice(0, 8)}`, contactEmail })
  const displayOrder = eventId ? (await db.$count(eventVendors)) + 1 : 1
  if (eventId) await db.insert(eventVendors).values({ eventId, vendorLibraryId: id, displayOrder })
  return id
}

/** A contact of a vendor who can open the portal. */
async function aContact(db: Db, vendorId: string): Promise<{ id: string; email: string }> {
  const id = randomUUID()
  const email = `${id.slice(0, 8)}@works.example`
  await db
    .insert(vendorContacts)
    .values({ id, vendorId, name: 'Ada Quill', email, emailKey: email, state: 'active', invitedBy: 'cli' })
  return { id, email }
}

type Task = Partial<typeof eventTasks.$inferInsert>

/** A task of a vendor at a published event, whose contact answers it. */
export async function aTask(db: Db, task: Task = {}) {
  const eventId = task.eventId ?? (await storeEvent(db))
  const vendorId = await aVendor(db, eventId)
  const contact = await aContact(db, vendorId)
  const taskId = randomUUID()
  await db.insert(eventTasks).values({
    ...{ id: taskId, eventId, title: 'Send the logo', assigneeType: 'vendor', assigneeId: vendorId, dueDays: -7 },
    ...task,
  })
  return { eventId, vendorId, contact, taskId, assignee: { type: 'vendor', id: vendorId } as const }
}

/** A template of a task for each vendor. */
export async function aTemplate(db: Db, template: Partial<typeof taskTemplates.$inferInsert> = {}): Promise<string> {
  const id = randomUUID()
  const fields = { title: 'Name the speakers', kind: 'text', assigneeType: 'vendor', dueDays: -14 } as const
  await db.insert(taskTemplates).values({ id, ...fields, ...template })
  return id
}
