import { settingChange } from '#src/contract/setting.ts'
import { listSettings, saveSetting } from '#src/domain/settings/settings.ts'
import { accept } from '../accept.ts'
import { noStore, readActor, withRebuild } from '../request.ts'
import { routes } from '../routes.ts'

/** The settings the product reads, each with its default and what it is for. (product 7) */
export const settingRoutes = routes('admin')
  .get('/', noStore, async (c) => c.json({ items: await listSettings(c.var.db) }))
  .put('/:key', accept(settingChange), async (c) =>
    c.json(await withRebuild(c, saveSetting(c.var.db, c.req.param('key'), c.req.valid('json'), readActor(c)))),
  )
