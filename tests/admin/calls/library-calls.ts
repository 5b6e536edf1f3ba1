import { randomUUID } from 'node:crypto'
import { LIBRARIES } from '../library-api.ts'
import type { Ground, ReadCall, WriteCall } from './call.ts'

type Path = (typeof LIBRARIES)[number]['path']

/** An entry of a library, in an event where pages show that. */
const ENTRY: Record<Path, (ground: Ground) => Promise<string>> = {
  vendors: async ({ event, vendor, eventVendor }) => {
    const id = await vendor()
    await eventVendor(await event(), id)
    return id
  },
  team: async ({ event, member, eventMember }) => {
    const id = await member()
    await eventMember(await event(), id)
    return id
  },
  locations: ({ location }) => location(),
  'agenda-templates': ({ template }) => template(),
  'task-templates': ({ taskTemplate }) => taskTemplate(),
}
/** One that no event uses, so that it may go. */
const UNUSED: Record<Path, (ground: Ground) => Promise<string>> = {
  ...ENTRY,
  vendors: ({ vendor }) => vendor(),
  team: ({ member }) => member(),
}

function writesOf({ path, subject, fields, isPublic }: (typeof LIBRARIES)[number]): Record<string, WriteCall> {
  const at = `/api/admin/${path}`
  return {
    [`POST ${at}`]: {
      prepare: () => ({ body: { id: randomUUID(), ...fields(`New ${randomUUID().slice(0, 8)}`) } }),
      shows: 'never',
      action: `${subject}.create`,
      keeps: 'after',
    },
    [`PATCH ${at}/:id`]: {
      prepare: async (ground) => ({
        path: [await ENTRY[path](ground)],
        body: { ...fields(`Changed ${randomUUID().slice(0, 8)}`), version: 1 },
      }),
      shows: isPublic ? 'where public' : 'never',
      action: `${subject}.update`,
      keeps: 'both',
    },
    [`DELETE ${at}/:id`]: {
      prepare: async (ground) => ({ path: [await UNUSED[path](ground)], query: 'version=1' }),
      shows: 'never',
      action: `${subject}.delete`,
      keeps: 'before',
    },
  }
}

function readsOf(path: Path): Record<string, ReadCall> {
  const at = `GET /api/admin/${path}`
  const one: ReadCall = async (ground) => ({ path: [await ENTRY[path](ground)] })
  return {
    [at]: () => ({ query: 'q=gauge&limit=5' }),
    [`${at}/duplicates`]: () => ({ query: 'name=gauge' }),
    [`${at}/:id`]: one,
    [`${at}/:id/uses`]: one,
  }
}

export const LIBRARY_WRITES: Record<string, WriteCall> = {
  ...Object.assign({}, ...LIBRARIES.map(writesOf)),
  'POST /api/admin/agenda-templates/:id/copy': {
    prepare: async ({ template }) => ({ path: [await template()], body: { id: randomUUID() } }),
    shows: 'never',
    action: 'agenda_template.create',
    keeps: 'after',
  },
  'POST /api/admin/vendor-invites': {
    prepare: async ({ vendor }) => ({ body: await invitation(vendor) }),
    shows: 'never',
    action: 'vendor_contact.invite',
    keeps: 'after',
  },
  'POST /api/admin/vendor-invites/bulk': {
    prepare: async ({ vendor }) => ({ body: { entries: [await invitation(vendor)] } }),
    shows: 'never',
    action: 'vendor_contact.invite',
    keeps: 'after',
  },
  'POST /api/admin/vendor-invites/:id/invite': {
    prepare: async ({ contact }) => ({ path: [await contact()], body: { version: 1 } }),
    shows: 'never',
    action: 'vendor_contact.invite_again',
    keeps: 'both',
  },
  'POST /api/admin/vendor-invites/:id/revoke': {
    prepare: async ({ contact }) => ({ path: [await contact()], body: { version: 1 } }),
    shows: 'never',
    action: 'vendor_contact.revoke',
    keeps: 'both',
  },
  'POST /api/admin/vendor-proposals/:id/decide': {
    prepare: async ({ event, eventVendor, proposal }) => {
      const { id, vendorId } = await proposal()
      await eventVendor(await event(), vendorId)
      return { path: [id], body: { version: 1, entryVersion: 1, fields: { description: 'accepted' }, note: '' } }
    },
    shows: 'where public',
    action: 'vendor_proposal.decide',
    keeps: 'both',
  },
}

async function invitation(vendor: Ground['vendor']) {
  return { vendorId: await vendor(), name: 'Maria Ortiz', email: 'maria@gauge.example' }
}

export const LIBRARY_READS: Record<string, ReadCall> = {
  'GET /api/admin/vendors/:id/statistics': async ({ vendor }) => ({ path: [await vendor()] }),
  ...Object.assign({}, ...LIBRARIES.map(({ path }) => readsOf(path))),
  'POST /api/admin/vendor-invites/preview': () => ({
    body: { lines: [{ vendor: 'Gauge', name: 'Maria Ortiz', email: 'maria@gauge.example' }] },
  }),
  'GET /api/admin/vendor-invites': async ({ contact }) => {
    await contact()
    return { query: 'q=maria&state=expired&limit=5' }
  },
  'GET /api/admin/vendor-proposals': async ({ proposal }) => {
    await proposal()
    return { query: 'state=open&limit=5' }
  },
  'GET /api/admin/vendor-proposals/:id': async ({ proposal }) => ({ path: [(await proposal()).id] }),
  'GET /api/admin/vendor-activity': () => ({ query: 'limit=5' }),
}
