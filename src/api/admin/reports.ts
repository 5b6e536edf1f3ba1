import { z } from 'zod'
import { NOT_FOUND } from '#src/contract/failure.ts'
import { deleteQuery } from '#src/contract/library.ts'
import { pageFields } from '#src/contract/page.ts'
import {
  mergeReportInput,
  promoteInput,
  reportChange,
  reportFilter,
  reportNoteInput,
  reportStatuses,
  reportVersionInput,
} from '#src/contract/report-admin.ts'
import { changeReport, changeStatuses, deleteReport } from '#src/domain/reports/change-report.ts'
import { countReports, listReports } from '#src/domain/reports/list-reports.ts'
import { mergeReport, unmergeReport } from '#src/domain/reports/merge-report.ts'
import { addNote, deleteNote } from '#src/domain/reports/note-report.ts'
import { readReport } from '#src/domain/reports/read-report.ts'
import { reportCsv } from '#src/domain/reports/report-csv.ts'
import { similarReports } from '#src/domain/reports/similar-reports.ts'
import { promoteReport } from '#src/domain/wishes/promote-report.ts'
import { accept, acceptQuery } from '../accept.ts'
import { idIn, makeContext, noStore, readActor, toStream } from '../request.ts'
import { routes } from '../routes.ts'
import { timePlace } from './users.ts'

const reportsQuery = z.strictObject({ ...pageFields(timePlace), ...reportFilter })

/** Reading and handling visitors' reports. For moderators too. (product 2, 7, architecture 8) */
export const reportRoutes = routes('moderator')
  .get('/', noStore, acceptQuery(reportsQuery), async (c) => {
    const { cursor, ...ask } = c.req.valid('query')
    return c.json(await listReports(c.var.db, { ...ask, after: cursor }))
  })
  .get('/counts', noStore, async (c) => c.json(await countReports(c.var.db)))
  .get('/export.csv', noStore, acceptQuery(z.strictObject(reportFilter)), async (c) => {
    const lines = await toStream(reportCsv(c.var.db, c.req.valid('query')))
    const day = new Date(c.var.clock()).toISOString().slice(0, 10)
    return c.body(lines, 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="reports-${day}.csv"`,
    })
  })
  .get('/:id', noStore, async (c) => c.json(await readReport(c.var.db, idIn(c, NOT_FOUND.report), readActor(c).id)))
  .get('/:id/similar', noStore, async (c) => c.json(await similarReports(c.var.db, idIn(c, NOT_FOUND.report))))
  .post('/statuses', noStore, accept(reportStatuses), async (c) =>
    c.json({ results: await changeStatuses(c.var.db, c.req.valid('json'), makeContext(c)) }),
  )
  .patch('/:id', noStore, accept(reportChange), async (c) =>
    c.json(await changeReport(c.var.db, idIn(c, NOT_FOUND.report), c.req.valid('json'), makeContext(c))),
  )
  .post('/:id/notes', noStore, accept(reportNoteInput), async (c) =>
    c.json(await addNote(c.var.db, idIn(c, NOT_FOUND.report), c.req.valid('json'), readActor(c)), 201),
  )
  .delete('/:id/notes/:noteId', async (c) => {
    const note = { reportId: idIn(c, NOT_FOUND.report), id: idIn(c, NOT_FOUND.note, 'noteId') }
    const mayAny = c.var.viewer?.roles.some((role) => role === 'admin' || role === 'owner') ?? false
    return c.json(await deleteNote(c.var.db, note, { actor: readActor(c), mayAny }))
  })
  .post('/:id/merge', noStore, accept(mergeReportInput), async (c) =>
    c.json(await mergeReport(c.var.db, idIn(c, NOT_FOUND.report), c.req.valid('json'), makeContext(c))),
  )
  .post('/:id/unmerge', noStore, accept(reportVersionInput), async (c) =>
    c.json(await unmergeReport(c.var.db, idIn(c, NOT_FOUND.report), c.req.valid('json').version, makeContext(c))),
  )
  .delete('/:id', acceptQuery(deleteQuery), async (c) =>
    c.json(await deleteReport(c.var.db, idIn(c, NOT_FOUND.report), c.req.valid('query').version, makeContext(c))),
  )

/** Promotes a report to a wish. (product 4, 7) */
export const reportPromotionRoutes = routes('moderator').post('/:id/promote', accept(promoteInput), async (c) =>
  c.json(await promoteReport(c.var.db, idIn(c, NOT_FOUND.report), c.req.valid('json'), makeContext(c)), 201),
)
