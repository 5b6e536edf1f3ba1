import { randomUUID } from 'node:crypto'
import type { ReadCall, WriteCall } from './call.ts'

const WISHES = '/api/admin/wishes'

const words = { title: 'Print the agenda', description: 'On one page.', target: 'March 2027' }
const form = { ...words, status: 'shipped', publicTitle: 'Agendas print on one page', publicText: null }

export const WISH_WRITES: Record<string, WriteCall> = {
  [`POST ${WISHES}`]: {
    prepare: () => ({ body: { id: randomUUID(), status: 'planned', ...words } }),
    shows: 'never',
    action: 'wish.create',
    keeps: 'after',
  },
  [`PATCH ${WISHES}/:id`]: {
    prepare: async ({ wish, isPublic }) => ({ path: [await wish()], body: { version: 1, ...form, isPublic } }),
    shows: 'where public',
    action: 'wish.update',
    keeps: 'both',
  },
  [`POST ${WISHES}/:id/move`]: {
    prepare: async ({ wish }) => ({ path: [await wish()], body: { version: 1, status: 'planned', after: null } }),
    shows: 'where public',
    action: 'wish.move',
    keeps: 'both',
  },
  [`DELETE ${WISHES}/:id`]: {
    prepare: async ({ wish }) => ({ path: [await wish()], query: 'version=1' }),
    shows: 'where public',
    action: 'wish.delete',
    keeps: 'before',
  },
  'POST /api/admin/reports/:id/promote': {
    prepare: async ({ report }) => ({ path: [await report()], body: { id: randomUUID(), ...words } }),
    shows: 'never',
    action: 'report.promote',
    keeps: 'both',
  },
}

export const WISH_READS: Record<string, ReadCall> = {
  [`GET ${WISHES}`]: () => ({ query: 'status=shipped&q=leak&limit=5' }),
  [`GET ${WISHES}/export.csv`]: () => ({ query: 'status=shipped' }),
  [`GET ${WISHES}/:id`]: async ({ wish }) => ({ path: [await wish()] }),
  'GET /api/admin/feedback': () => ({}),
}
