import { analyticsExport, analyticsQuery } from '#src/contract/analytics-query.ts'
import { IN_FILE, readReport } from '#src/domain/analytics/read-report.ts'
import { reportCsv } from '#src/domain/analytics/report-csv.ts'
import { acceptQuery } from '../accept.ts'
import { noStore } from '../request.ts'
import { routes } from '../routes.ts'

/** The traffic of the site, and each part of it as a file. (product 2: analytics) */
export const analyticsRoutes = routes('admin')
  .get('/', noStore, acceptQuery(analyticsQuery), async (c) =>
    c.json(await readReport(c.var.db, c.req.valid('query'), { now: c.var.clock() })),
  )
  .get('/export.csv', noStore, acceptQuery(analyticsExport), async (c) => {
    const { sheet, ...query } = c.req.valid('query')
    const report = await readReport(c.var.db, query, { now: c.var.clock(), most: IN_FILE })
    return c.body(reportCsv(report, sheet), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="analytics-${sheet}-${report.span.from}-to-${report.span.to}.csv"`,
    })
  })
