import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import { accept } from '#src/api/accept.ts'
import type { ApiEnv } from '#src/api/context.ts'
import { routes } from '#src/api/routes.ts'
import { Failure, type FailureKind } from '#src/contract/failure.ts'

/** A text that no answer may contain: it stands in for what drivers and libraries say. */
export const DRIVER_TEXT = 'relation "canary" does not exist at /srv/canary.ts:7'

const probeInput = z.strictObject({ name: z.string().min(2, 'Name is too short'), nested: z.unknown().optional() })

const thrown: Record<string, () => unknown> = {
  driver: () => Object.assign(new Error(DRIVER_TEXT), { code: '42P01' }),
  'statement-timeout': () =>
    new Error('Failed query', { cause: Object.assign(new Error(DRIVER_TEXT), { code: '57014' }) }),
  'lock-timeout': () => Object.assign(new Error(DRIVER_TEXT), { code: '55P03' }),
  'full-disk': () => new Error('Failed query', { cause: Object.assign(new Error(DRIVER_TEXT), { code: '53100' }) }),
  'http-400': () => new HTTPException(400, { message: DRIVER_TEXT }),
  'http-401': () => new HTTPException(401, { message: DRIVER_TEXT }),
  'http-418': () => new HTTPException(418, { message: DRIVER_TEXT }),
  'http-500': () => new HTTPException(500, { message: DRIVER_TEXT }),
  'http-504': () => new HTTPException(504, { message: DRIVER_TEXT }),
  'with-response': () =>
    new HTTPException(403, { res: new Response(DRIVER_TEXT, { headers: { 'X-Powered-By': 'x' } }) }),
}

/** One route for each way an API call can end, to see how every answer is dressed. */
export const probeArea = new Hono<ApiEnv>()
  .route(
    '/api/probe',
    routes('public')
      .get('/failure/:kind', (c) => {
        throw new Failure(c.req.param('kind') as FailureKind, 'A sentence for people.', {
          cause: new Error(DRIVER_TEXT),
        })
      })
      .get('/thrown/:what', (c) => {
        throw thrown[c.req.param('what')]?.()
      })
      .get('/wait', (_c) => {
        throw new Failure('rate_limited', 'Too many requests.', { retryAfter: 42 })
      })
      .get('/cached-then-broken', (c) => {
        c.header('Netlify-CDN-Cache-Control', 'public, max-age=600')
        c.header('Cache-Control', 'public, max-age=600')
        throw new Error(DRIVER_TEXT)
      })
      .get('/text', (c) => c.text('plain'))
      .post('/', accept(probeInput), (c) => c.json(c.req.valid('json')))
      .put('/', accept(probeInput), (c) => c.json(c.req.valid('json')))
      .patch('/', accept(probeInput), (c) => c.json(c.req.valid('json')))
      .delete('/', (c) => c.body(null, 204)),
  )
  .route(
    '/api/hook',
    routes('public', { checksOrigin: false }).post('/', (c) => c.body(null, 204)),
  )
  .route(
    '/api/inner',
    routes('signedIn').get('/signed-in', (c) => c.json({ secret: 'signedIn' })),
  )
  .route(
    '/api/inner',
    routes('approved').get('/approved', (c) => c.json({ secret: 'approved' })),
  )
  .route(
    '/api/inner',
    routes('admin').get('/admin', (c) => c.json({ secret: 'admin' })),
  )
  .route(
    '/api/inner',
    routes('owner').get('/owner', (c) => c.json({ secret: 'owner' })),
  )
  .route(
    '/api/inner',
    routes('public').get('/open', (c) => c.json({ open: true })),
  )
