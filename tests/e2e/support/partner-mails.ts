import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventTeam, eventVendors } from '#db/schema/events.ts'
import { teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import { logisticsRequests } from '#db/schema/logistics.ts'
import { vendorContacts } from '#db/schema/partners.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import type { CommandContext } from '#src/domain/command-context.ts'
import { answerTask } from '#src/domain/event-tasks/answer-task.ts'
import { changeTaskState } from '#src/domain/event-tasks/change-task-state.ts'
import { nudgeVendor } from '#src/domain/event-tasks/nudge-vendor.ts'
import { decideRequest } from '#src/domain/logistics/decide-request.ts'
import { sendLink } from '#src/domain/logistics/links.ts'
import { nudgePeople } from '#src/domain/logistics/nudge.ts'
import { addPeople } from '#src/domain/logistics/people.ts'
import { inviteContact } from '#src/domain/vendor-contacts/invite.ts'
import { requestPortalLink } from '#src/domain/vendor-contacts/portal-link.ts'
import { decideProposal } from '#src/domain/vendor-proposals/decide-proposal.ts'
import { readLatest } from '#src/domain/vendor-proposals/proposal.ts'
import { readProfile, saveProposal } from '#src/domain/vendor-proposals/save-proposal.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { freshName } from './people.ts'

/** The people of one vendor and somebody of the team, at an event, with what they have there. */
export type Partners = {
  eventId: string
  vendorId: string
  teamId: string
  contactIds: [string, string]
  personIds: string[]
  taskIds: string[]
  emails: { invited: string; active: string; team: string }
}

/** Sends every kind of mail to partners that somebody asks for. */
export async function mailPartners(tx: Db, context: CommandContext): Promise<Partners> {
  const address = (name: string) => `${name}.${freshName()}@partner.example`
  const emails = { invited: address('maria'), active: address('ben'), team: address('ada') }
  const at = await storePartners(tx, emails)
  const { eventId, vendorId, teamId } = at
  const { id: mariaId } = await inviteContact(tx, { vendorId, name: 'Maria Ortiz', email: emails.invited }, context)
  await requestPortalLink(tx, emails.active, context)
  await returnProposal(tx, at, context)
  const people = [
    { name: 'Ben Colleague', email: emails.active, role: 'vendor', vendorContactId: at.contactId },
    { name: 'Ada Quill', email: emails.team, role: 'instructor', teamLibraryId: teamId },
  ] as const
  const { ids: personIds } = await addPeople(tx, eventId, [...people], context.actor)
  for (const personId of personIds) await sendLink(tx, { eventId, personId }, context)
  await nudgePeople(tx, { eventId, personIds }, context)
  await declineRequest(tx, { eventId, personId: personIds[0] ?? '' }, context)
  const taskIds = [
    await returnTask(tx, { eventId, type: 'vendor', assigneeId: vendorId, by: `contact:${at.contactId}` }, context),
    await returnTask(tx, { eventId, type: 'team', assigneeId: teamId, by: `logistics:${personIds[1]}` }, context),
  ]
  await nudgeVendor(tx, vendorId, context)
  return { eventId, vendorId, teamId, contactIds: [mariaId, at.contactId], personIds, taskIds, emails }
}

async function storePartners(tx: Db, { active, team }: Partners['emails']) {
  const [vendor] = await tx
    .insert(vendorLibrary)
    .values({ vendorName: `Torque ${freshName()}` })
    .returning()
  const [ada] = await tx
    .insert(teamLibrary)
    .values({ fullName: 'Ada Quill', title: 'Trainer', bio: 'Ran a mill.', email: team })
    .returning()
  const [vendorId, teamId] = [vendor?.id ?? '', ada?.id ?? '']
  const eventId = await storeEvent(tx, {
    ...{ eventSlug: `${freshName()}-day`, eventDate: '2036-03-03', earlyBirdDeadline: null },
  })
  await tx.insert(eventVendors).values({ eventId, vendorLibraryId: vendorId, displayOrder: 1 })
  await tx.insert(eventTeam).values({ eventId, teamLibraryId: teamId, displayOrder: 1 })
  const ben = { name: 'Ben Colleague', email: active, emailKey: active, vendorId, invitedBy: 'cli' }
  const [contact] = await tx
    .insert(vendorContacts)
    .values({ ...ben, state: 'active' })
    .returning()
  return { eventId, vendorId, teamId, contactId: contact?.id ?? '' }
}

async function returnProposal(
  tx: Db,
  { contactId, vendorId }: { contactId: string; vendorId: string },
  context: CommandContext,
): Promise<void> {
  const { current, entryVersion } = await readProfile(tx, vendorId)
  const form = { ...current, description: 'Wrenches', entryVersion, version: null }
  await saveProposal(tx, { contactId, vendorId }, form, context)
  const open = await readLatest(tx, vendorId, 'open')
  const decision = { version: 1, entryVersion, note: 'Shorter, please.' }
  await decideProposal(tx, open?.id ?? '', { ...decision, fields: { description: 'returned' } }, context)
}

async function declineRequest(
  tx: Db,
  { eventId, personId }: { eventId: string; personId: string },
  context: CommandContext,
): Promise<void> {
  const asked = { personId, sectionKey: 'badge', baseVersion: 1, value: { badgeName: 'Ben C.' } }
  const [request] = await tx.insert(logisticsRequests).values(asked).returning()
  const decision = { decision: 'declined', note: 'Already printed.', version: 1 } as const
  await decideRequest(tx, { eventId, requestId: request?.id ?? '', ...decision }, context)
}

type Task = { eventId: string; type: 'vendor' | 'team'; assigneeId: string; by: string }

/** Somebody hands in a task, which is returned to them. */
async function returnTask(tx: Db, { eventId, type, assigneeId, by }: Task, context: CommandContext): Promise<string> {
  const taskId = randomUUID()
  const values = { eventId, title: 'Name the speakers', kind: 'text', dueDays: -7 } as const
  await tx.insert(eventTasks).values({ ...values, id: taskId, assigneeType: type, assigneeId })
  await answerTask(tx, {
    ...{ taskId, submissionId: randomUUID(), now: context.now, by: { ...context.actor, id: by } },
    assignee: type === 'team' ? { type, id: assigneeId, eventId } : { type, id: assigneeId },
    value: { kind: 'text', text: 'Ada' },
  })
  const [task] = await tx.select().from(eventTasks).where(eq(eventTasks.id, taskId))
  const change = { act: 'return', note: 'The full name, please.', version: task?.version ?? 0 } as const
  await changeTaskState(tx, { eventId, taskId }, change, context)
  return taskId
}
