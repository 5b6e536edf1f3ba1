import { type Context, Hono } from 'hono'
import { REPORT_RECEIVED, type ReportReceived, reportInput, reportTokenInput } from '#src/contract/report.ts'
import { readOwnReports } from '#src/domain/reports/read-own-reports.ts'
import { submitReport } from '#src/domain/reports/submit-report.ts'
import { verifyReport } from '#src/domain/reports/verify-report.ts'
import { accept } from './accept.ts'
import type { ApiEnv } from './context.ts'
import { limitedActions, limitedFailures, limitedReads } from './limits.ts'
import { getKey, noStore } from './request.ts'
import { routes, withViewer } from './routes.ts'

/**
 * Accepts reports, signed in or not. The answer is the same whatever address a report names. (product 7, security P-27)
 */
const submitReportRoutes = routes('public').post(
  '/',
  noStore,
  withViewer,
  limitedActions('report'),
  accept(reportInput),
  async (c) => {
    const { db, viewer, log, requestId } = c.var
    const submission = { reporterUserId: viewer?.id ?? null, key: getKey(c) }
    const submitted = await submitReport(db, c.req.valid('json'), submission, mailContext(c))
    log.info('report received', { requestId, ...submitted })
    const received: ReportReceived = { message: REPORT_RECEIVED }
    return c.json(received, 202)
  },
)

/** The routes behind the links in our emails. The token comes in the body, where no log or cache sees it. (security TL2, TL6) */
const ownReportRoutes = routes('public')
  .post('/verify', noStore, accept(reportTokenInput), limitedFailures('verifyToken'), async (c) =>
    c.json(await verifyReport(c.var.db, c.req.valid('json').token, mailContext(c))),
  )
  .post(
    '/status',
    noStore,
    limitedReads('linkReads'),
    accept(reportTokenInput),
    limitedFailures('verifyToken'),
    async (c) => c.json(await readOwnReports(c.var.db, c.req.valid('json').token, c.var.clock())),
  )

function mailContext({ var: { env, clock } }: Context<ApiEnv>) {
  return { site: env, now: clock() }
}

/** The routes that reporters call. Separate from the public API, whose routes send no email. */
export const reportsApi = new Hono<ApiEnv>()
  .route('/api/submit-event-report', submitReportRoutes)
  .route('/api/reports', ownReportRoutes)

/** The type of these routes for the client of the islands. */
export type ReportsApi = typeof reportsApi
