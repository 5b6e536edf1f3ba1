import { randomUUID } from 'node:crypto'
import type { SavedMailPolicy } from '#src/contract/workflows.ts'
import type { ReadCall, WriteCall } from './call.ts'
import { BRIEFING } from './rows.ts'

const RULES = '/api/admin/mail-rules'
const EVENT_RULES = '/api/admin/events/:id/mail-rules'

const changed = { ...BRIEFING, subject: 'Please read: {{event.name}}' }

export const MAIL_RULE_WRITES: Record<string, WriteCall> = {
  [`POST ${RULES}`]: {
    prepare: () => ({ body: { id: randomUUID(), title: 'Briefing', definition: BRIEFING } }),
    shows: 'never',
    action: 'mail-rule.create',
    keeps: 'after',
  },
  [`PUT ${RULES}/policy`]: {
    prepare: async ({ take }) => {
      const read = async () => (await take<{ policy: SavedMailPolicy }>('GET', RULES)).policy
      const { policy, version } = await read()
      const other = { ...policy, mostPerDay: (policy.mostPerDay % 20) + 1 }
      if (version !== null) return { body: { policy: other, version } }
      const first = await take<SavedMailPolicy>('PUT', `${RULES}/policy`, { policy: other, version })
      return { body: { policy, version: first.version } }
    },
    shows: 'never',
    action: 'mail-policy.update',
    keeps: 'both',
  },
  [`PATCH ${RULES}/:id`]: {
    prepare: async ({ mailRule }) => ({
      path: [await mailRule()],
      body: { version: 1, title: 'Briefing', definition: changed },
    }),
    shows: 'never',
    action: 'mail-rule.update',
    keeps: 'both',
  },
  [`POST ${RULES}/:id/state`]: {
    prepare: async ({ mailRule }) => ({ path: [await mailRule()], body: { version: 1, state: 'on' } }),
    shows: 'never',
    action: 'mail-rule.state',
    keeps: 'both',
  },
  [`POST ${RULES}/:id/revert`]: {
    prepare: async ({ mailRule, take }) => {
      const id = await mailRule()
      await take('PATCH', `${RULES}/${id}`, { version: 1, title: 'Briefing', definition: changed })
      return { path: [id], body: { version: 2, number: 1 } }
    },
    shows: 'never',
    action: 'mail-rule.revert',
    keeps: 'both',
  },
  [`DELETE ${RULES}/:id`]: {
    prepare: async ({ mailRule }) => ({ path: [await mailRule()], query: 'version=1' }),
    shows: 'never',
    action: 'mail-rule.delete',
    keeps: 'both',
  },
  [`POST ${RULES}/test`]: {
    prepare: async ({ event }) => ({ body: { definition: BRIEFING, eventId: await event(), recipientId: null } }),
    shows: 'never',
    action: 'mail-rule.test',
    keeps: 'after',
  },
  [`POST ${EVENT_RULES}/send-now`]: {
    prepare: async ({ mailRule, missedRule }) => {
      const ruleId = await mailRule()
      return { path: [await missedRule(ruleId)], body: { ruleId } }
    },
    shows: 'never',
    action: 'event.mail-rule.send',
    keeps: 'after',
  },
  [`PUT ${EVENT_RULES}`]: {
    prepare: async ({ event, mailRule }) => ({
      path: [await event()],
      body: { ruleId: await mailRule(), version: 0, isSkipped: false, overrides: { subject: 'Here: {{event.name}}' } },
    }),
    shows: 'never',
    action: 'event.mail-rule',
    keeps: 'after',
  },
}

export const MAIL_RULE_READS: Record<string, ReadCall> = {
  [`POST ${RULES}/preview`]: async ({ event, eventTask }) => {
    const eventId = await event()
    await eventTask(eventId)
    return { body: { definition: BRIEFING, eventId, recipientId: null } }
  },
  [`POST ${RULES}/:id/dry-run`]: async ({ mailRule }) => ({ path: [await mailRule()], body: { definition: null } }),
  [`GET ${RULES}`]: () => ({}),
  [`GET ${RULES}/:id`]: async ({ mailRule }) => ({ path: [await mailRule()] }),
  [`GET ${EVENT_RULES}`]: async ({ event }) => ({ path: [await event()] }),
}
