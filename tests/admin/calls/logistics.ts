import { randomUUID } from 'node:crypto'
import type { Ground, ReadCall, WriteCall } from './call.ts'

const AT = '/api/admin/events/:id/logistics'
const DELIVERIES = '/api/admin/events/:id/deliveries'

const onEvent = async ({ event }: Ground) => ({ path: [await event()] })
/** A person of an event of their own, by the two ids of their address. */
const onPerson = async (ground: Ground) => {
  const eventId = await ground.event()
  return { eventId, path: [eventId, await ground.logisticsPerson(eventId)] }
}
const linkTo = (ground: Ground, [, personId = '']: string[]) => ground.logisticsLink({ personId })
const shipped = () => ({
  ...{ id: randomUUID(), title: 'Booth', personId: null, carrier: 'UPS', tracking: '1Z', pieces: 2 },
  ...{ expectedOn: '2027-01-20', expectedAt: '09:00' },
})
const onDelivery = async (ground: Ground) => {
  const [eventId, body] = [await ground.event(), shipped()]
  await ground.take('POST', `/api/admin/events/${eventId}/deliveries`, body)
  const { id, ...fields } = body
  return { path: [eventId, id], fields }
}

export const LOGISTICS_WRITES: Record<string, WriteCall> = {
  [`PUT ${AT}/contact`]: {
    prepare: async (ground) => ({
      ...(await onEvent(ground)),
      body: { name: 'Ray Cole', email: 'ray@gauge.example', phone: null, version: 0 },
    }),
    shows: 'never',
    action: 'event_contact.create',
    keeps: 'after',
  },
  [`POST ${AT}/people`]: {
    prepare: async (ground) => ({
      ...(await onEvent(ground)),
      body: { people: [{ name: 'Ada Quill', email: 'ada@gauge.example', role: 'host' }] },
    }),
    shows: 'never',
    action: 'logistics.add',
    keeps: 'after',
  },
  [`PATCH ${AT}/people/:personId`]: {
    prepare: async (ground) => ({ path: (await onPerson(ground)).path, body: { role: 'speaker', version: 1 } }),
    shows: 'never',
    action: 'logistics.role',
    keeps: 'both',
  },
  [`DELETE ${AT}/people/:personId`]: {
    prepare: async (ground) => ({ path: (await onPerson(ground)).path }),
    shows: 'never',
    action: 'logistics.delete',
    keeps: 'before',
  },
  [`POST ${AT}/links`]: {
    prepare: async (ground) => ({ path: (await onPerson(ground)).path.slice(0, 1) }),
    shows: 'never',
    action: 'logistics.send',
    keeps: 'nothing',
  },
  [`POST ${AT}/people/:personId/link`]: {
    prepare: async (ground) => ({ path: (await onPerson(ground)).path }),
    shows: 'never',
    action: 'logistics.send',
    keeps: 'nothing',
  },
  [`DELETE ${AT}/people/:personId/link`]: {
    prepare: async (ground) => {
      const { path } = await onPerson(ground)
      await linkTo(ground, path)
      return { path }
    },
    shows: 'never',
    action: 'logistics.revoke',
    keeps: 'nothing',
  },
  [`POST ${AT}/people/:personId/read`]: {
    prepare: async (ground) => ({ path: (await onPerson(ground)).path, body: { section: 'meals' } }),
    shows: 'never',
    action: 'logistics.read',
    keeps: 'after',
  },
  [`POST ${AT}/people/:personId/answers`]: {
    prepare: async (ground) => ({
      path: (await onPerson(ground)).path,
      body: { section: 'badge', field: 'name', value: 'Ada', version: 0, source: 'phone' },
    }),
    shows: 'never',
    action: 'logistics.answer',
    keeps: 'after',
  },
  [`POST ${AT}/requests/:requestId`]: {
    prepare: async (ground) => {
      const { eventId, path } = await onPerson(ground)
      const requestId = await ground.logisticsRequest(path[1] ?? '')
      return { path: [eventId, requestId], body: { decision: 'accepted', note: '', version: 1 } }
    },
    shows: 'never',
    action: 'logistics.decide',
    keeps: 'after',
  },
  [`POST ${AT}/nudges`]: {
    prepare: async (ground) => {
      const { eventId, path } = await onPerson(ground)
      await linkTo(ground, path)
      return { path: [eventId], body: { personIds: path.slice(1) } }
    },
    shows: 'never',
    action: 'logistics.nudge',
    keeps: 'after',
  },
  [`POST ${AT}/export.csv`]: {
    prepare: async (ground) => ({ ...(await onEvent(ground)), body: { sections: ['meals'] } }),
    shows: 'never',
    action: 'logistics.export',
    keeps: 'after',
  },
  [`POST ${DELIVERIES}`]: {
    prepare: async (ground) => ({ ...(await onEvent(ground)), body: shipped() }),
    shows: 'never',
    action: 'delivery.create',
    keeps: 'after',
  },
  [`PATCH ${DELIVERIES}/:deliveryId`]: {
    prepare: async (ground) => {
      const { path, fields } = await onDelivery(ground)
      return { path, body: { ...fields, title: 'Crate', version: 1 } }
    },
    shows: 'never',
    action: 'delivery.update',
    keeps: 'both',
  },
  [`POST ${DELIVERIES}/:deliveryId/receipt`]: {
    prepare: async (ground) => ({
      path: (await onDelivery(ground)).path,
      body: { isReceived: true, receivedBy: 'Ada', storage: 'Dock 2', version: 1 },
    }),
    shows: 'never',
    action: 'delivery.receive',
    keeps: 'both',
  },
  [`DELETE ${DELIVERIES}/:deliveryId`]: {
    prepare: async (ground) => ({ path: (await onDelivery(ground)).path, query: 'version=1' }),
    shows: 'never',
    action: 'delivery.delete',
    keeps: 'before',
  },
}

/** Mails to oneself with the data of a person. */
export const LOGISTICS_TEST: Record<string, WriteCall> = {
  'POST /api/admin/logistics-mails/test': {
    prepare: async (ground) => {
      const [eventId, personId] = (await onPerson(ground)).path
      return { body: { eventId, personId } }
    },
    shows: 'never',
    action: 'logistics.test',
    keeps: 'after',
  },
}

const EVENTS = '/api/admin/events/:id'
const runItem = () => ({
  ...{ id: randomUUID(), title: 'Tables', kind: 'setup', days: -1, startsAt: '16:00', minutes: 60, owner: 'Ben' },
})
const onItem = async (ground: Ground) => {
  const [eventId, body] = [await ground.event(), runItem()]
  await ground.take('POST', `/api/admin/events/${eventId}/run-items`, body)
  const { id, ...fields } = body
  return { path: [eventId, id], fields }
}

export const RUN_SHEET_WRITES: Record<string, WriteCall> = {
  [`POST ${EVENTS}/caterer-links`]: {
    prepare: async (ground) => ({ ...(await onEvent(ground)), body: { id: randomUUID(), note: 'The kitchen' } }),
    shows: 'never',
    action: 'caterer.share',
    keeps: 'after',
  },
  [`DELETE ${EVENTS}/caterer-links/:linkId`]: {
    prepare: async (ground) => {
      const [eventId, id] = [await ground.event(), randomUUID()]
      await ground.take('POST', `/api/admin/events/${eventId}/caterer-links`, { id })
      return { path: [eventId, id] }
    },
    shows: 'never',
    action: 'caterer.unshare',
    keeps: 'before',
  },
  [`POST ${EVENTS}/run-sheet/print`]: {
    prepare: async (ground) => ({ ...(await onEvent(ground)), body: { id: randomUUID() } }),
    shows: 'never',
    action: 'run_sheet.print',
    keeps: 'after',
  },
  [`POST ${EVENTS}/run-sheet/contacts`]: {
    prepare: onEvent,
    shows: 'never',
    action: 'run_sheet.contacts',
    keeps: 'after',
  },
  [`POST ${EVENTS}/run-items`]: {
    prepare: async (ground) => ({ ...(await onEvent(ground)), body: runItem() }),
    shows: 'never',
    action: 'run_item.create',
    keeps: 'after',
  },
  [`PATCH ${EVENTS}/run-items/:itemId`]: {
    prepare: async (ground) => {
      const { path, fields } = await onItem(ground)
      return { path, body: { ...fields, title: 'Chairs', version: 1 } }
    },
    shows: 'never',
    action: 'run_item.update',
    keeps: 'both',
  },
  [`DELETE ${EVENTS}/run-items/:itemId`]: {
    prepare: async (ground) => ({ path: (await onItem(ground)).path, query: 'version=1' }),
    shows: 'never',
    action: 'run_item.delete',
    keeps: 'before',
  },
}

export const LOGISTICS_READS: Record<string, ReadCall> = {
  [`GET ${AT}`]: async (ground) => ({ ...(await onEvent(ground)), query: 'role=host&missing=yes&limit=5' }),
  [`GET ${AT}/summary`]: onEvent,
  [`GET ${AT}/candidates`]: onEvent,
  [`GET ${AT}/export.csv`]: onEvent,
  [`GET ${AT}/people/:personId`]: async (ground) => ({ path: (await onPerson(ground)).path }),
  [`GET ${DELIVERIES}`]: onEvent,
  [`GET ${EVENTS}/meals`]: onEvent,
  [`GET ${EVENTS}/caterer-links`]: onEvent,
  [`GET ${EVENTS}/run-sheet`]: onEvent,
}
