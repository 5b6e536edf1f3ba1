import { z } from 'zod'
import { EVENT_STATUSES } from '#src/contract/event.ts'
import { TASK_KINDS, TASK_STATES } from '#src/contract/event-task.ts'
import { RUN_KINDS } from '#src/contract/run-sheet.ts'

const words = z.string().nullable().catch(null)
const amount = z.number().nullable().catch(null)
const list = z.array(z.string()).catch([])

/**
 * The fields of an event as an audit entry keeps them. An entry may be older than a column, which is then empty. An
 * entry that does not match is not of an event, such as the entry of one of its lists.
 */
export const eventSnapshot = z.object({
  eventSlug: z.string(),
  eventName: z.string(),
  eventDate: z.string(),
  eventTimeStart: words,
  eventTimeEnd: words,
  eventTimezone: z.string(),
  status: z.enum(EVENT_STATUSES).catch('scheduled'),
  statusNote: words,
  previousEventDate: words,
  city: words,
  state: words,
  venueName: words,
  venueAddress: words,
  registrationUrl: words,
  earlyBirdPrice: amount,
  earlyBirdDeadline: words,
  standardPrice: amount,
  courseValue: amount,
  heroTitle: words,
  heroSubtitle: words,
  heroDescription: words,
  heroCtaText: words,
  metaTitle: words,
  metaDescription: words,
  announcementText: words,
  includedCourseName: words,
  downtimeReductionClaim: words,
  conservativeRoiPercentage: amount,
  downtimeSource: words,
  roiSource: words,
  venueRoom: words,
  guestWifi: words,
  forumPath: words,
  workshopBenefits: list,
  workshopDeliverables: list,
  showSeriesPromo: z.boolean().catch(true),
  locationId: z.uuid().nullable().catch(null),
  agendaTemplateGroupId: z.uuid().nullable().catch(null),
})
export type EventSnapshot = z.output<typeof eventSnapshot>

const instant = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .nullable()
  .catch(null)
const placed = { id: z.uuid(), isActive: z.boolean(), displayOrder: z.int() }

/** A task as the log has it. One from before tasks had kinds and states was open or done. What was handed in is not restored. */
const taskSnapshot = z
  .object({
    id: z.uuid(),
    title: z.string(),
    assigneeType: z.enum(['team', 'vendor']),
    assigneeId: z.uuid(),
    dueDays: z.int(),
    templateId: z.uuid().nullable().catch(null),
    kind: z.enum(TASK_KINDS).catch('acknowledgement'),
    help: z.string().nullable().catch(null),
    options: z.array(z.string()).catch([]),
    isRequired: z.boolean().catch(true),
    state: z.enum(TASK_STATES).catch('open'),
    note: z.string().nullable().catch(null),
    doneAt: instant,
  })
  .transform((task) => {
    const isOver = task.state === 'done' || task.state === 'waived'
    if (isOver === (task.doneAt !== null)) return task
    return { ...task, state: task.doneAt === null ? ('open' as const) : ('done' as const) }
  })

const runItem = z.object({
  ...{ id: z.uuid(), days: z.int(), startsAt: z.string(), minutes: z.int(), title: z.string() },
  kind: z.enum(RUN_KINDS),
})
const delivery = z.object({
  ...{ id: z.uuid(), title: z.string(), carrier: words, tracking: words, pieces: z.int() },
  ...{ expectedOn: words, expectedAt: words, receivedAt: instant, storage: words },
})
const number = z.int().catch(0)
const lostWork = z.object({ people: number, answers: number, theirDeliveries: number, handedIn: number })

/** A deleted event with all its parts. */
export const deletedSnapshot = eventSnapshot.extend({
  createdBy: z.uuid().nullable().catch(null),
  publishedAt: instant,
  createdAt: instant,
  version: z.int().catch(1),
  agenda: z.array(z.object({ ...placed, timeSlot: z.string(), title: z.string(), description: z.string().nullable() })),
  team: z.array(z.object({ ...placed, teamLibraryId: z.uuid(), fullName: z.string() })),
  vendors: z.array(z.object({ ...placed, vendorLibraryId: z.uuid(), vendorName: z.string() })),
  redirects: z.array(z.object({ oldSlug: z.string() })),
  // A deletion from before there were tasks has none.
  tasks: z.array(taskSnapshot).catch([]),
  // The same holds for the work around it.
  runItems: z.array(runItem).catch([]),
  deliveries: z.array(delivery).catch([]),
  lost: lostWork.catch({ people: 0, answers: 0, theirDeliveries: 0, handedIn: 0 }),
  answeredTasks: z.array(z.uuid()).catch([]),
})
export type DeletedSnapshot = z.output<typeof deletedSnapshot>
