import { randomUUID } from 'node:crypto'
import { REGISTRATION_ORIGIN } from '#tests/support/api.ts'
import type { Ground, ReadCall, WriteCall } from './call.ts'

const EVENTS = '/api/admin/events'
const CALENDAR = '/api/admin/calendar'

type Stored = { item: { id: string; version: number } }

const fields = (changes: object = {}) => ({
  eventSlug: `walk-${randomUUID().slice(0, 8)}`,
  eventName: 'Tulsa Reliability Workshop',
  eventDate: '2027-02-18',
  eventTimeStart: '08:30',
  eventTimeEnd: '15:45',
  registrationUrl: `${REGISTRATION_ORIGIN}/tulsa`,
  earlyBirdPrice: 395,
  workshopBenefits: ['Fewer stops'],
  ...changes,
})
const newDay = () => ({ id: randomUUID(), eventSlug: `copy-${randomUUID().slice(0, 8)}`, eventDate: '2027-05-20' })
const save = (ground: Ground, version = 1) => ({
  ...fields({ heroTitle: 'Another title' }),
  isPublished: ground.isPublic,
  status: 'scheduled',
  version,
})
const make = async (ground: Ground, changes: object = {}) =>
  (await ground.take<Stored>('POST', EVENTS, { id: randomUUID(), ...fields(changes) })).item
const onEvent = async ({ event }: Ground) => ({ path: [await event()] })

/** An event that was saved once since it was made, and the entry of its making. */
async function anOlderVersion(ground: Ground) {
  const { id } = await make(ground, { isPublished: ground.isPublic })
  await ground.take('PATCH', `${EVENTS}/${id}`, save(ground))
  const history = await ground.take<{ items: { auditId: number }[] }>('GET', `${EVENTS}/${id}/history`)
  return { path: [id, String(history.items.at(-1)?.auditId)], body: { version: 2 } }
}

async function aDeletedEvent(ground: Ground) {
  const { id, version } = await make(ground)
  await ground.take('DELETE', `${EVENTS}/${id}?version=${version}`)
  const deleted = await ground.take<{ items: { id: string; auditId: number }[] }>('GET', `${EVENTS}/deleted`)
  return String(deleted.items.find((one) => one.id === id)?.auditId)
}

export const EVENT_WRITES: Record<string, WriteCall> = {
  [`POST ${EVENTS}`]: {
    prepare: ({ isPublic }) => ({ body: { id: randomUUID(), ...fields({ isPublished: isPublic }) } }),
    shows: 'where public',
    action: 'event.create',
    keeps: 'after',
  },
  [`PATCH ${EVENTS}/:id`]: {
    prepare: async (ground) => ({ path: [await ground.event()], body: save(ground) }),
    shows: 'where public',
    action: 'event.update',
    keeps: 'both',
  },
  [`DELETE ${EVENTS}/:id`]: {
    prepare: async (ground) => ({ ...(await onEvent(ground)), query: 'version=1' }),
    shows: 'where public',
    action: 'event.delete',
    keeps: 'before',
  },
  [`POST ${EVENTS}/:id/publish`]: {
    prepare: async (ground) => ({ path: [(await make(ground)).id] }),
    shows: 'always',
    action: 'event.publish',
    keeps: 'both',
  },
  [`POST ${EVENTS}/:id/unpublish`]: {
    prepare: async (ground) => ({ path: [(await make(ground, { isPublished: true })).id] }),
    shows: 'always',
    action: 'event.unpublish',
    keeps: 'both',
  },
  [`POST ${EVENTS}/:id/status`]: {
    prepare: async (ground) => ({ ...(await onEvent(ground)), body: { status: 'cancelled', version: 1 } }),
    shows: 'where public',
    action: 'event.cancelled',
    keeps: 'both',
  },
  [`POST ${EVENTS}/:id/move`]: {
    prepare: async (ground) => ({ ...(await onEvent(ground)), body: { date: '2027-02-18', version: 1 } }),
    shows: 'where public',
    action: 'event.change_date',
    keeps: 'both',
  },
  [`POST ${CALENDAR}/feed`]: {
    prepare: () => ({ body: { id: randomUUID(), scope: 'all' } }),
    shows: 'never',
    action: 'calendar_feed.create',
    keeps: 'after',
  },
  [`DELETE ${CALENDAR}/feed`]: {
    prepare: async ({ take }) => {
      await take('POST', `${CALENDAR}/feed`, { id: randomUUID(), scope: 'published' })
      return {}
    },
    shows: 'never',
    action: 'calendar_feed.end',
    keeps: 'before',
  },
  [`POST ${EVENTS}/:id/duplicate`]: {
    prepare: async (ground) => ({ ...(await onEvent(ground)), body: newDay() }),
    shows: 'never',
    action: 'event.duplicate',
    keeps: 'after',
  },
  [`POST ${EVENTS}/:id/history/:auditId/restore`]: {
    prepare: anOlderVersion,
    shows: 'where public',
    action: 'event.restore_version',
    keeps: 'both',
  },
  [`POST ${EVENTS}/deleted/:auditId/restore`]: {
    prepare: async (ground) => ({ path: [await aDeletedEvent(ground)], body: {} }),
    shows: 'never',
    action: 'event.restore',
    keeps: 'after',
  },
  [`POST ${EVENTS}/:id/share-links`]: {
    prepare: async (ground) => ({ ...(await onEvent(ground)), body: { id: randomUUID(), days: 7, note: 'The venue' } }),
    shows: 'never',
    action: 'event.share',
    keeps: 'after',
  },
  [`DELETE ${EVENTS}/:id/share-links/:linkId`]: {
    prepare: async (ground) => ({ path: await aShareLink(ground) }),
    shows: 'never',
    action: 'event.unshare',
    keeps: 'before',
  },
}

async function aShareLink(ground: Ground): Promise<string[]> {
  const [eventId, id] = [await ground.event(), randomUUID()]
  await ground.take('POST', `${EVENTS}/${eventId}/share-links`, { id, days: 7 })
  return [eventId, id]
}

export const EVENT_READS: Record<string, ReadCall> = {
  [`GET ${EVENTS}`]: () => ({ query: 'q=tulsa&state=draft&when=upcoming&status=scheduled&limit=5' }),
  [`GET ${EVENTS}/deleted`]: () => ({ query: 'limit=5' }),
  [`GET ${EVENTS}/:id`]: onEvent,
  [`GET ${EVENTS}/:id/losses`]: onEvent,
  [`GET ${EVENTS}/:id/move-preview`]: async (ground) => ({ ...(await onEvent(ground)), query: 'date=2027-02-18' }),
  [`GET ${CALENDAR}`]: () => ({ query: 'from=2027-01-01&to=2027-01-31&layers=boundaries.mails.tasks' }),
  [`GET ${CALENDAR}/feed`]: () => ({}),
  [`GET ${EVENTS}/:id/history`]: onEvent,
  [`GET ${EVENTS}/:id/rows`]: onEvent,
  [`GET ${EVENTS}/:id/share-links`]: onEvent,
  'GET /api/admin/event-setup': () => ({}),
  'GET /api/admin/content-checks/events/:id': onEvent,
  'POST /api/admin/content-checks': () => ({ body: { id: randomUUID(), event: fields() } }),
}
