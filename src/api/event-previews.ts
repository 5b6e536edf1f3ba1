import { previewInput } from '#src/contract/event-preview.ts'
import { readSharedPreview } from '#src/domain/events/preview-event.ts'
import { accept } from './accept.ts'
import { noStore } from './auth/parts.ts'
import { limitedFailures } from './limited-failures.ts'
import { limitedReads } from './limits.ts'
import { routes } from './routes.ts'

/** What a link to an event's preview opens. The token comes in the body, where no log or cache sees it. (security TL6) */
export const eventPreviewRoutes = routes('public').post(
  '/',
  noStore,
  limitedReads('linkReads'),
  accept(previewInput),
  limitedFailures('verifyToken'),
  async (c) => c.json(await readSharedPreview(c.var.db, c.req.valid('json').token, c.var.clock())),
)
