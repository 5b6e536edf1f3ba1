import { randomUUID } from 'node:crypto'
import type { SetChecks } from '#src/contract/change-set.ts'
import { NOON } from '#tests/support/api.ts'
import type { Ground, ReadCall, WriteCall } from './call.ts'

const SETS = '/api/admin/change-sets'
const DAY = 86_400_000

const step = { shows: 'never', keeps: 'after' } as const
const setOf = async ({ changeSet }: Ground) => ({ path: [(await changeSet()).id] })
const versioned = async (ground: Ground) => ({ ...(await setOf(ground)), body: { version: 1 } })

/** A call on a set whose warnings were read. */
async function checked(ground: Ground, body: object) {
  const { id } = await ground.changeSet()
  const { checkedAt: readAt } = await ground.take<SetChecks>('POST', `${SETS}/${id}/checks`)
  return { path: [id], body: { ...body, readAt } }
}

async function itemOf({ changeSet }: Ground) {
  const { id, itemId, value } = await changeSet()
  return { path: [id, itemId], value }
}

async function aLink(ground: Ground): Promise<string[]> {
  const [{ id }, linkId] = [await ground.changeSet(), randomUUID()]
  await ground.take('POST', `${SETS}/${id}/share-links`, { id: linkId, days: 7 })
  return [id, linkId]
}

export const CHANGE_SET_WRITES: Record<string, WriteCall> = {
  [`POST ${SETS}`]: {
    prepare: () => ({ body: { id: randomUUID(), name: 'Spring', note: '' } }),
    action: 'change_set.create',
    ...step,
  },
  [`POST ${SETS}/replacements`]: {
    // Words of a standing text.
    prepare: () => ({ body: { id: randomUUID(), find: 'a one-day maintenance', by: 'a two-day maintenance' } }),
    action: 'change_set.add',
    ...step,
  },
  [`PATCH ${SETS}/:id`]: {
    prepare: async (ground) => ({ ...(await setOf(ground)), body: { name: 'Summer', note: '', version: 1 } }),
    shows: 'never',
    action: 'change_set.rename',
    keeps: 'both',
  },
  [`DELETE ${SETS}/:id`]: {
    prepare: async (ground) => ({ ...(await setOf(ground)), query: 'version=1' }),
    shows: 'never',
    action: 'change_set.delete',
    keeps: 'before',
  },
  [`POST ${SETS}/:id/items`]: {
    prepare: async (ground) => ({
      ...(await setOf(ground)),
      body: { id: randomUUID(), subjectType: 'vendor', subjectId: await ground.vendor() },
    }),
    action: 'change_set.add',
    ...step,
  },
  [`PUT ${SETS}/:id/items/:itemId`]: {
    prepare: async (ground) => {
      const { path, value } = await itemOf(ground)
      return { path, body: { value: { ...value, heroTitle: 'Another' }, version: 1 } }
    },
    shows: 'never',
    action: 'change_set.edit',
    keeps: 'both',
  },
  [`POST ${SETS}/:id/items/:itemId/resolve`]: {
    prepare: async (ground) => ({ path: (await itemOf(ground)).path, body: { choices: {}, version: 1 } }),
    action: 'change_set.resolve',
    ...step,
  },
  [`DELETE ${SETS}/:id/items/:itemId`]: {
    prepare: async (ground) => ({ path: (await itemOf(ground)).path, query: 'version=1' }),
    shows: 'never',
    action: 'change_set.remove',
    keeps: 'before',
  },
  [`POST ${SETS}/:id/review`]: { prepare: versioned, action: 'change_set.ask_review', ...step },
  [`POST ${SETS}/:id/approve`]: {
    prepare: async ({ changeSet }) => ({
      path: [(await changeSet({ state: 'in_review' })).id],
      body: { version: 1 },
    }),
    action: 'change_set.approve',
    ...step,
  },
  [`POST ${SETS}/:id/publish`]: {
    prepare: (ground) => checked(ground, { version: 1 }),
    shows: 'where public',
    action: 'change_set.publish',
    keeps: 'after',
  },
  [`POST ${SETS}/:id/schedule`]: {
    prepare: (ground) =>
      checked(ground, { day: '2026-11-21', clock: '18:00', zone: 'UTC', at: NOON + DAY, version: 1 }),
    action: 'change_set.schedule',
    ...step,
  },
  [`POST ${SETS}/:id/unschedule`]: {
    prepare: async ({ changeSet, scheduled }) => ({ path: [(await changeSet(scheduled)).id], body: { version: 1 } }),
    shows: 'never',
    action: 'change_set.unschedule',
    keeps: 'before',
  },
  [`POST ${SETS}/:id/share-links`]: {
    prepare: async (ground) => ({ ...(await setOf(ground)), body: { id: randomUUID(), days: 7, note: 'The board' } }),
    action: 'change_set.share',
    ...step,
  },
  [`DELETE ${SETS}/:id/share-links/:linkId`]: {
    prepare: async (ground) => ({ path: await aLink(ground) }),
    shows: 'never',
    action: 'change_set.unshare',
    keeps: 'before',
  },
}

export const CHANGE_SET_READS: Record<string, ReadCall> = {
  [`GET ${SETS}`]: () => ({ query: 'state=open&limit=5' }),
  [`GET ${SETS}/subjects`]: () => ({ query: 'type=event&q=tulsa' }),
  [`GET ${SETS}/:id`]: setOf,
  [`GET ${SETS}/:id/share-links`]: setOf,
}
