import type { Context } from 'hono'
import { REPORT_RECEIVED, type ReportReceived, reportInput, reportTokenInput } from '#src/contract/report.ts'
import { readOwnReports } from '#src/domain/reports/read-own-reports.ts'
import { submitReport } from '#src/domain/reports/submit-report.ts'
import { verifyReport } from '#src/domain/reports/verify-report.ts'
import { accept } from './accept.ts'
import { noStore } from './auth/parts.ts'
import type { ApiEnv } from './context.ts'
import { keyOf } from './idempotency-key.ts'
import { limitedFailures } from './limited-failures.ts'
import { limitedActions, limitedReads } from './limits.ts'
import { routes, withViewer } from './routes.ts'

/** Takes what people tell us, signed in or not. Answered alike whoever's address it names. (product 7, security P-27) */
export const submitReportRoutes = routes('public').post(
  '/',
  noStore,
  withViewer,
  limitedActions('report'),
  accept(reportInput),
  async (c) => {
    const { db, viewer, log, requestId } = c.var
    const submission = { reporterUserId: viewer?.id ?? null, key: keyOf(c) }
    const submitted = await submitReport(db, c.req.valid('json'), submission, telling(c))
    log.info('report received', { requestId, ...submitted })
    const received: ReportReceived = { message: REPORT_RECEIVED }
    return c.json(received, 202)
  },
)

/** What the links in our mails open. The token comes in the body, where no log or cache sees it. (security TL2, TL6) */
export const ownReportRoutes = routes('public')
  .post('/verify', noStore, accept(reportTokenInput), limitedFailures('verifyToken'), async (c) =>
    c.json(await verifyReport(c.var.db, c.req.valid('json').token, telling(c))),
  )
  .post(
    '/status',
    noStore,
    limitedReads('linkReads'),
    accept(reportTokenInput),
    limitedFailures('verifyToken'),
    async (c) => c.json(await readOwnReports(c.var.db, c.req.valid('json').token, c.var.clock())),
  )

function telling({ var: { env, clock } }: Context<ApiEnv>) {
  return { site: env, now: clock() }
}
