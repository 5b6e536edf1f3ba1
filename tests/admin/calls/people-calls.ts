import { randomUUID } from 'node:crypto'
import type { FigureWishAnswer } from '#src/contract/figure-wish.ts'
import type { Ground, ReadCall, WriteCall } from './call.ts'

const USERS = '/api/admin/users'

const one = async ({ person }: Ground) => ({ path: [await person()] })
const written = { shows: 'never' } as const

export const PEOPLE_WRITES: Record<string, WriteCall> = {
  [`POST ${USERS}/approvals`]: {
    prepare: async ({ person }) => ({ body: { ids: [await person()], decision: 'rejected', reason: 'Who is this?' } }),
    action: 'account.decide',
    keeps: 'both',
    ...written,
  },
  [`POST ${USERS}/approvals/undo`]: {
    prepare: async ({ person, take }) => {
      const ids = [await person()]
      await take('POST', `${USERS}/approvals`, { ids, decision: 'rejected', reason: 'Who is this?' })
      return { body: { ids } }
    },
    action: 'account.undo-decision',
    keeps: 'both',
    ...written,
  },
  [`POST ${USERS}/:id/ban`]: {
    prepare: async (ground) => ({ ...(await one(ground)), body: { reason: 'spam' } }),
    action: 'ban.create',
    keeps: 'after',
    ...written,
  },
  [`POST ${USERS}/:id/unban`]: {
    prepare: async ({ banned }) => ({ path: [await banned()] }),
    action: 'ban.lift',
    keeps: 'before',
    ...written,
  },
  'PUT /api/admin/figure-wishes': {
    prepare: async ({ take }) => {
      const { weekly, afterEvents } = await take<FigureWishAnswer>('GET', '/api/admin/figure-wishes')
      return { body: { weekly: !weekly, afterEvents } }
    },
    action: 'account.update-figure-wish',
    keeps: 'both',
    ...written,
  },
  'POST /api/admin/suppressions': {
    prepare: () => ({ body: { email: `${randomUUID()}@plant.example`, note: 'Asked by phone' } }),
    action: 'suppression.create',
    keeps: 'after',
    ...written,
  },
  'POST /api/admin/suppressions/:id/release': {
    prepare: async ({ suppression }) => ({ path: [await suppression()] }),
    action: 'suppression.release',
    keeps: 'both',
    ...written,
  },
  [`POST ${USERS}/:id/factors/reset`]: {
    prepare: one,
    action: 'account.reset-factors',
    keeps: 'both',
    ...written,
  },
  [`POST ${USERS}/:id/password-reset-mail`]: {
    prepare: one,
    action: 'account.ask-reset',
    keeps: 'nothing',
    ...written,
  },
  [`DELETE ${USERS}/:id/sessions`]: {
    prepare: one,
    action: 'account.end-sessions',
    keeps: 'after',
    ...written,
  },
  [`DELETE ${USERS}/:id/sessions/:handle`]: {
    prepare: async ({ person, sessionOf }) => {
      const id = await person()
      return { path: [id, await sessionOf(id)] }
    },
    action: 'account.end-session',
    keeps: 'before',
    ...written,
  },
  'DELETE /api/admin/security/people/:id/sessions': {
    prepare: one,
    action: 'account.end-sessions',
    keeps: 'after',
    ...written,
  },
  'DELETE /api/admin/security/sessions/:handle': {
    prepare: async ({ person, sessionOf }) => ({ path: [await sessionOf(await person())] }),
    action: 'account.end-session',
    keeps: 'before',
    ...written,
  },
  [`POST ${USERS}/:id/roles`]: {
    prepare: async (ground) => ({ ...(await one(ground)), body: { role: 'moderator' } }),
    action: 'role.grant',
    keeps: 'after',
    ...written,
  },
  [`DELETE ${USERS}/:id/roles/:role`]: {
    prepare: async ({ person }) => ({ path: [await person({ roles: ['admin'] }), 'admin'] }),
    action: 'role.revoke',
    keeps: 'before',
    ...written,
  },
  'POST /api/admin/bans': {
    prepare: () => ({ body: { id: randomUUID(), address: anAddress(), reason: 'spam' } }),
    action: 'ban.create',
    keeps: 'after',
    ...written,
  },
  'POST /api/admin/bans/:id/lift': {
    prepare: async ({ addressBan }) => ({ path: [await addressBan()] }),
    action: 'ban.lift',
    keeps: 'before',
    ...written,
  },
}

function anAddress(): string {
  const [a, b] = [randomUUID().slice(0, 4), randomUUID().slice(0, 4)]
  return `2001:db8:${a}:${b}::1`
}

export const PEOPLE_READS: Record<string, ReadCall> = {
  [`GET ${USERS}`]: () => ({ query: 'q=ada&approval=pending&limit=5' }),
  [`GET ${USERS}/counts`]: () => ({}),
  [`GET ${USERS}/:id`]: one,
  [`GET ${USERS}/:id/timeline`]: one,
  'GET /api/admin/security': () => ({}),
  'GET /api/admin/security/ban-rule': () => ({ query: 'failures=20&within=1&hours=3' }),
  'GET /api/admin/bans': () => ({ query: 'state=over&address=192.0.2.1' }),
  'GET /api/admin/figure-wishes': () => ({}),
  'GET /api/admin/suppressions': () => ({ query: 'state=released&q=plant' }),
}
