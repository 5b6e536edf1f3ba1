import type { Context } from 'hono'
import { inEvenTime } from '#src/auth/even-time.ts'
import { NEW_LINK_SENT } from '#src/contract/logistics.ts'
import { formRemoval, formRequest, formSave, formToken, newLinkInput } from '#src/contract/logistics-input.ts'
import { revisionInput } from '#src/contract/run-sheet.ts'
import { linkTaskAnswer } from '#src/contract/task-answer.ts'
import { removeByLink, requestChange, saveByLink, submitByLink } from '#src/domain/logistics/answers.ts'
import { sendNewLinks } from '#src/domain/logistics/links.ts'
import { readCatererSheet } from '#src/domain/logistics/meals.ts'
import { checkRevision } from '#src/domain/logistics/print-sheet.ts'
import { readForm } from '#src/domain/logistics/read-form.ts'
import { answerByLink, listTasksByLink } from '#src/domain/logistics/tasks.ts'
import { accept } from './accept.ts'
import type { ApiEnv } from './context.ts'
import { isClosed } from './gate.ts'
import { limitedActions, limitedFailures, limitedReads } from './limits.ts'
import { noStore } from './request.ts'
import { routes } from './routes.ts'

/** Longer than storing one mail with links to the most forms takes under load, in milliseconds. */
const EVEN = 250

/**
 * The calls of the page behind the link to a form. The token comes in the body, where no log, cache or referrer sees it. Links that open
 * nothing are answered alike. (security LG1, LG2, TL2, TL5)
 */
export const logisticsRoutes = routes('public')
  .post('/look', noStore, limitedReads('linkReads'), accept(formToken), limitedFailures('verifyToken'), async (c) => {
    const { db, clock } = c.var
    return c.json(await readForm(db, c.req.valid('json').token, { now: clock(), isNoted: !isClosed(c) }))
  })
  .post('/save', noStore, accept(formSave), limitedActions('logistics'), limitedFailures('verifyToken'), async (c) =>
    c.json(await saveByLink(c.var.db, c.req.valid('json'), linkContext(c))),
  )
  .post(
    '/submit',
    noStore,
    accept(formToken),
    limitedActions('logistics'),
    limitedFailures('verifyToken'),
    async (c) => {
      await submitByLink(c.var.db, c.req.valid('json').token, linkContext(c))
      return c.body(null, 204)
    },
  )
  .post(
    '/request',
    noStore,
    accept(formRequest),
    limitedActions('logistics'),
    limitedFailures('verifyToken'),
    async (c) => {
      await requestChange(c.var.db, c.req.valid('json'), linkContext(c))
      return c.body(null, 204)
    },
  )
  .post(
    '/remove',
    noStore,
    accept(formRemoval),
    limitedActions('logistics'),
    limitedFailures('verifyToken'),
    async (c) => {
      await removeByLink(c.var.db, c.req.valid('json'), linkContext(c))
      return c.body(null, 204)
    },
  )
  .post('/caterer', noStore, limitedReads('linkReads'), accept(formToken), limitedFailures('verifyToken'), async (c) =>
    c.json(await readCatererSheet(c.var.db, c.req.valid('json').token, c.var.clock())),
  )
  .post(
    '/revision',
    noStore,
    limitedReads('linkReads'),
    accept(revisionInput),
    limitedFailures('verifyToken'),
    async (c) => c.json(await checkRevision(c.var.db, c.req.valid('json'), c.var.clock())),
  )
  .post('/new-link', noStore, accept(newLinkInput), limitedActions('logisticsLink'), async (c) => {
    const { db, env, clock } = c.var
    const { email } = c.req.valid('json')
    await inEvenTime(EVEN, () => sendNewLinks(db, email, { site: env, now: clock() }))
    return c.json({ message: NEW_LINK_SENT }, 202)
  })

/** Who calls with a link, and when. */
export function linkContext({ var: { address, requestId, clock } }: Pick<Context<ApiEnv>, 'var'>) {
  return { caller: { address, requestId }, now: clock() }
}

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
    async (c) => c.json(await answerByLink(c.var.db, c.req.valid('json'), linkContext(c))),
  )
