import { randomUUID } from 'node:crypto'
import { KNOWN } from '#tests/support/mail-rows.ts'
import type { Ground, ReadCall, WriteCall } from './call.ts'

const EVENTS = '/api/admin/events/:id'

const words = { timeSlot: '9:00am', title: 'Failure modes', description: 'With the crew.' }

type Kind = { add: (ground: Ground) => Promise<string>; on: (ground: Ground, eventId: string) => Promise<string> }
const KINDS: Record<'vendors' | 'team', Kind & { ids: string }> = {
  vendors: { ids: 'vendorLibraryIds', add: ({ vendor }) => vendor(), on: ({ eventVendor }, id) => eventVendor(id) },
  team: { ids: 'teamLibraryIds', add: ({ member }) => member(), on: ({ eventMember }, id) => eventMember(id) },
}

/** What each list of an event answers to: one entry, and the order of two. */
function partWrites(list: string, on: Kind['on']): Record<string, WriteCall> {
  const entry = async (ground: Ground) => {
    const eventId = await ground.event()
    return [eventId, await on(ground, eventId)]
  }
  const written = { shows: 'where public', keeps: 'both' } as const
  return {
    [`PUT ${EVENTS}/${list}/order`]: {
      prepare: async (ground) => {
        const [eventId = '', first] = await entry(ground)
        return { path: [eventId], body: { ids: [await on(ground, eventId), first] } }
      },
      action: `event.${list}.order`,
      ...written,
    },
    [`PATCH ${EVENTS}/${list}/:partId`]: {
      prepare: async (ground) => ({ path: await entry(ground), body: { isActive: false } }),
      action: `event.${list}.deactivate`,
      ...written,
    },
    [`DELETE ${EVENTS}/${list}/:partId`]: {
      prepare: async (ground) => ({ path: await entry(ground) }),
      action: `event.${list}.remove`,
      ...written,
    },
  }
}

function libraryParts(list: 'vendors' | 'team'): Record<string, WriteCall> {
  const { add, on, ids } = KINDS[list]
  const prepare = async (ground: Ground) => ({ path: [await ground.event()], body: { [ids]: [await add(ground)] } })
  return {
    [`POST ${EVENTS}/${list}`]: { prepare, shows: 'where public', action: `event.${list}.add`, keeps: 'both' },
    ...partWrites(list, on),
  }
}

/** An event about which somebody was sent the wrong day, and what is true of it. */
const anInformedEvent = async (ground: Ground) => {
  const eventId = await ground.event()
  const mail = await ground.informed(eventId)
  return { eventId, ...mail, facts: { ...KNOWN, status: ground.isPublic ? 'scheduled' : 'unpublished' } }
}
const TIMELINE_WRITES: Record<string, WriteCall> = {
  [`POST ${EVENTS}/correction`]: {
    prepare: async (ground) => {
      const { eventId, facts } = await anInformedEvent(ground)
      return { path: [eventId], body: { decision: 'sent', note: 'Sorry.', facts } }
    },
    shows: 'never',
    action: 'event.correction.send',
    keeps: 'after',
  },
  [`POST ${EVENTS}/timeline/people/:mailId/recipient`]: {
    prepare: async (ground) => {
      const { eventId, mailId } = await anInformedEvent(ground)
      return { path: [eventId, mailId] }
    },
    shows: 'never',
    action: 'planned_mail.reveal_recipient',
    keeps: 'after',
  },
}
const TIMELINE_READS: Record<string, ReadCall> = {
  [`GET ${EVENTS}/timeline/people`]: async (ground) => {
    const { eventId, ruleId } = await anInformedEvent(ground)
    return { path: [eventId], query: `rule=${ruleId}&occurrence=2027-01-21&limit=5` }
  },
  [`GET ${EVENTS}/explain`]: async ({ event }) => ({ path: [await event()], query: 'q=ada@plant.example' }),
  [`GET ${EVENTS}/correction`]: async (ground) => {
    const { eventId } = await anInformedEvent(ground)
    return { path: [eventId], query: 'note=Sorry' }
  },
}

export const EVENT_PART_WRITES: Record<string, WriteCall> = {
  ...TIMELINE_WRITES,
  ...libraryParts('vendors'),
  ...libraryParts('team'),
  ...partWrites('agenda', ({ agendaItem }, eventId) => agendaItem(eventId)),
  [`POST ${EVENTS}/agenda`]: {
    prepare: async ({ event }) => ({ path: [await event()], body: { id: randomUUID(), ...words } }),
    shows: 'where public',
    action: 'event.agenda.add',
    keeps: 'both',
  },
  [`PUT ${EVENTS}/agenda`]: {
    prepare: async ({ event, take }) => {
      const id = await event()
      const { version } = await take<{ version: string }>('GET', `/api/admin/events/${id}/agenda`)
      return { path: [id], body: { version, items: [words] } }
    },
    shows: 'where public',
    action: 'event.agenda.replace',
    keeps: 'both',
  },
}

export const EVENT_PART_READS: Record<string, ReadCall> = {
  ...TIMELINE_READS,
  ...Object.fromEntries(
    ['vendors', 'team', 'agenda', 'tasks', 'timeline'].map((list) => [
      `GET ${EVENTS}/${list}`,
      async ({ event }: Ground) => ({ path: [await event()] }),
    ]),
  ),
}
