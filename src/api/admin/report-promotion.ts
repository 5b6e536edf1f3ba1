import { promoteInput } from '#src/contract/report-admin.ts'
import { promoteReport } from '#src/domain/wishes/promote-report.ts'
import { accept } from '../accept.ts'
import { routes } from '../routes.ts'
import { contextOf, idIn } from './parts.ts'

/** A report becomes a wish. (product 4, 7) */
export const reportPromotionRoutes = routes('moderator').post('/:id/promote', accept(promoteInput), async (c) =>
  c.json(await promoteReport(c.var.db, idIn(c, 'Report not found.'), c.req.valid('json'), contextOf(c)), 201),
)
