import type { Context } from 'hono'
import { type Medium, readMedium } from '#src/domain/media/read-medium.ts'
import type { ApiEnv } from './context.ts'
import { matchesEtag } from './etag.ts'
import { routes } from './routes.ts'

const FOR_EVER = 'max-age=31536000, immutable'

/** Uploaded images. An id is the hash of the bytes, so an address never shows anything else. (decision 0026) */
export const mediaRoutes = routes('public').get('/:id', async (c) => {
  const { db, retryRead } = c.var
  return toImage(c, await retryRead(() => readMedium(db, c.req.param('id'))))
})

function toImage(c: Context<ApiEnv>, { id, contentType, bytes }: Medium): Response {
  const tag = `"${id}"`
  const headers = {
    'Cache-Control': `public, ${FOR_EVER}`,
    'Netlify-CDN-Cache-Control': `public, durable, ${FOR_EVER}`,
    ETag: tag,
  }
  if (matchesEtag(c.req.header('If-None-Match'), tag)) return c.body(null, 304, headers)
  const name = `${id.slice(0, 12)}.${contentType.replace(/^image\//, '')}`
  return c.body(bytes, 200, {
    ...headers,
    'Content-Type': contentType,
    'Content-Disposition': `inline; filename="${name}"`,
  })
}
