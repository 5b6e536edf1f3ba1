import { randomUUID } from 'node:crypto'
import type { Ground, ReadCall, WriteCall } from './call.ts'

const TASKS = '/api/admin/events/:id/tasks'

const aTask = async (ground: Ground) => {
  const eventId = await ground.event()
  const { id, assigneeId } = await ground.eventTask(eventId)
  const content = { kind: 'choice', help: null, options: ['Yes', 'No'], isRequired: true }
  const who = { assigneeType: 'team', assigneeId }
  return { path: [eventId, id], fields: { title: 'Ship the crates', ...who, dueDays: -3, ...content } }
}

export const TASK_WRITES: Record<string, WriteCall> = {
  [`POST ${TASKS}`]: {
    prepare: async (ground) => {
      const { path, fields } = await aTask(ground)
      return { path: path.slice(0, 1), body: { id: randomUUID(), ...fields } }
    },
    shows: 'never',
    action: 'event_task.create',
    keeps: 'after',
  },
  [`POST ${TASKS}/from-templates`]: {
    prepare: async (ground) => {
      const { path } = await aTask(ground)
      return { path: path.slice(0, 1), body: { templateIds: [await ground.taskTemplate()] } }
    },
    shows: 'never',
    action: 'event.tasks.give',
    keeps: 'after',
  },
  [`PATCH ${TASKS}/:taskId`]: {
    prepare: async (ground) => {
      const { path, fields } = await aTask(ground)
      return { path, body: { ...fields, version: 1 } }
    },
    shows: 'never',
    action: 'event_task.update',
    keeps: 'both',
  },
  [`POST ${TASKS}/:taskId/state`]: {
    prepare: async (ground) => ({
      path: (await aTask(ground)).path,
      body: { act: 'waive', note: 'They bring it.', version: 1 },
    }),
    shows: 'never',
    action: 'event_task.waive',
    keeps: 'both',
  },
  'POST /api/admin/vendor-tasks/nudge': {
    prepare: async ({ missingVendor }) => ({ body: { vendorId: await missingVendor() } }),
    shows: 'never',
    action: 'vendor.nudge',
    keeps: 'after',
  },
  [`DELETE ${TASKS}/:taskId`]: {
    prepare: async (ground) => ({ path: (await aTask(ground)).path, query: 'version=1' }),
    shows: 'never',
    action: 'event_task.delete',
    keeps: 'before',
  },
}

export const TASK_READS: Record<string, ReadCall> = {
  [`GET ${TASKS}/assignees`]: async ({ event }) => ({ path: [await event()] }),
  [`GET ${TASKS}/:taskId`]: async (ground) => ({ path: (await aTask(ground)).path }),
  'GET /api/admin/vendor-tasks': () => ({ query: 'state=submitted&limit=5' }),
  'GET /api/admin/vendor-tasks/export.csv': () => ({ query: 'state=missing' }),
  'GET /api/admin/task-files/:id': async ({ taskFile }) => ({ path: [await taskFile()] }),
}
