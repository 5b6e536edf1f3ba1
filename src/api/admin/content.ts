import { blockChange, blockPreviewInput, blockQuery, newBlock } from '#src/contract/content-block.ts'
import { contentPageChange, contentPageQuery, newContentPage } from '#src/contract/content-page.ts'
import { placeChange, placeQuery } from '#src/contract/content-place.ts'
import { auditPageQuery, restoreVersionInput } from '#src/contract/event-history.ts'
import { NOT_FOUND } from '#src/contract/failure.ts'
import { deleteQuery } from '#src/contract/library.ts'
import { copyChange } from '#src/contract/site-copy-input.ts'
import { readBlockHistory, restoreBlock } from '#src/domain/content/block-history.ts'
import { createPage, deletePage, listPages, readPage, updatePage } from '#src/domain/content/pages.ts'
import { previewBlock } from '#src/domain/content/preview-block.ts'
import { listBlocks, listTags, readBlock, readBlockUses } from '#src/domain/content/read-blocks.ts'
import { createBlock, deleteBlock, updateBlock } from '#src/domain/content/save-block.ts'
import { listCopy, saveCopy } from '#src/domain/content/site-copy.ts'
import { changePlace, readPlace } from '#src/domain/content/slots.ts'
import { accept, acceptQuery } from '../accept.ts'
import { auditIdIn, idIn, noStore, readActor, withRebuild } from '../request.ts'
import { routes } from '../routes.ts'

/** The library of content blocks. (product 2: library/content) */
export const contentBlockRoutes = routes('admin')
  .get('/', noStore, acceptQuery(blockQuery), async (c) => c.json(await listBlocks(c.var.db, c.req.valid('query'))))
  .get('/tags', noStore, async (c) => c.json({ items: await listTags(c.var.db) }))
  .post('/preview', noStore, accept(blockPreviewInput), async (c) =>
    c.json(await previewBlock(c.var.db, c.req.valid('json'), c.var.clock())),
  )
  .get('/:id', noStore, async (c) => c.json(await readBlock(c.var.db, idIn(c, NOT_FOUND.block))))
  .get('/:id/uses', noStore, async (c) => c.json({ items: await readBlockUses(c.var.db, idIn(c, NOT_FOUND.block)) }))
  .get('/:id/history', noStore, acceptQuery(auditPageQuery), async (c) => {
    const { limit, cursor: after } = c.req.valid('query')
    return c.json(await readBlockHistory(c.var.db, idIn(c, NOT_FOUND.block), { limit, after }))
  })
  .post('/:id/history/:auditId/restore', noStore, accept(restoreVersionInput), async (c) => {
    const ask = { auditId: auditIdIn(c, NOT_FOUND.version), version: c.req.valid('json').version }
    return c.json(await withRebuild(c, restoreBlock(c.var.db, idIn(c, NOT_FOUND.block), ask, readActor(c))))
  })
  .post('/', accept(newBlock), async (c) => c.json(await createBlock(c.var.db, c.req.valid('json'), readActor(c)), 201))
  .patch('/:id', accept(blockChange), async (c) =>
    c.json(await withRebuild(c, updateBlock(c.var.db, idIn(c, NOT_FOUND.block), c.req.valid('json'), readActor(c)))),
  )
  .delete('/:id', acceptQuery(deleteQuery), async (c) =>
    c.json(await deleteBlock(c.var.db, idIn(c, NOT_FOUND.block), c.req.valid('query').version, readActor(c))),
  )

/** Pages that are made of blocks. */
export const contentPageRoutes = routes('admin')
  .get('/', noStore, acceptQuery(contentPageQuery), async (c) =>
    c.json(await listPages(c.var.db, c.req.valid('query'))),
  )
  .get('/:id', noStore, async (c) => c.json(await readPage(c.var.db, idIn(c, NOT_FOUND.contentPage))))
  .post('/', accept(newContentPage), async (c) =>
    c.json(await withRebuild(c, createPage(c.var.db, c.req.valid('json'), readActor(c))), 201),
  )
  .patch('/:id', accept(contentPageChange), async (c) =>
    c.json(
      await withRebuild(c, updatePage(c.var.db, idIn(c, NOT_FOUND.contentPage), c.req.valid('json'), readActor(c))),
    ),
  )
  .delete('/:id', acceptQuery(deleteQuery), async (c) => {
    const { version } = c.req.valid('query')
    return c.json(await withRebuild(c, deletePage(c.var.db, idIn(c, NOT_FOUND.contentPage), version, readActor(c))))
  })

/** Which blocks a page or a slot of the landing pages has, in which order. */
export const contentPlaceRoutes = routes('admin')
  .get('/', noStore, acceptQuery(placeQuery), async (c) => c.json(await readPlace(c.var.db, c.req.valid('query'))))
  .put('/', accept(placeChange), async (c) =>
    c.json(await withRebuild(c, changePlace(c.var.db, c.req.valid('json'), readActor(c)))),
  )

/** The standing texts of the site. */
export const siteCopyRoutes = routes('admin')
  .get('/', noStore, async (c) => c.json({ items: await listCopy(c.var.db) }))
  .put('/:key', accept(copyChange), async (c) =>
    c.json(await withRebuild(c, saveCopy(c.var.db, c.req.param('key'), c.req.valid('json'), readActor(c)))),
  )
