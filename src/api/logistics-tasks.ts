import { formToken } from '#src/contract/logistics-input.ts'
import { linkTaskAnswer } from '#src/contract/task-answer.ts'
import { answerByLink, listTasksByLink } from '#src/domain/logistics/tasks.ts'
import { accept } from './accept.ts'
import { limitedActions, limitedFailures, limitedReads } from './limits.ts'
import { noStore } from './request.ts'
import { routes } from './routes.ts'

/** The tasks of a person of the team, on the page behind the link to their form. The token comes in the body. (security LG1, VT1) */
export const logisticsTaskRoutes = routes('public')
  .post('/', noStore, limitedReads('linkReads'), accept(formToken), limitedFailures('verifyToken'), async (c) =>
    c.json({ items: await listTasksByLink(c.var.db, c.req.valid('json').token, c.var.clock()) }),
  )
  .post(
    '/answer',
    noStore,
    accept(linkTaskAnswer),
    limitedActions('logistics'),
    limitedFailures('verifyToken'),
    async (c) => {
      const { db, address, requestId, clock } = c.var
      return c.json(await answerByLink(db, c.req.valid('json'), { caller: { address, requestId }, now: clock() }))
    },
  )
