import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Hono } from 'hono'
import pg from 'pg'

/**
 * One API process for the bench: `bare` is a Hono handler that runs the same queries as plain SQL and does nothing
 * else; `ours` is the deployed function. Both run behind the same few lines of HTTP. Sends its port to its parent when
 * ready.
 */
type Handle = (request: Request) => Response | Promise<Response>

const EVENT = 'select * from event_config where event_slug = $1 and is_published'
const AGENDA =
  'select time_slot, title, description from event_agenda where event_id = $1 and is_active order by display_order, id'
const TEAM =
  'select t.id, t.full_name, t.title, t.bio, t.photo_url, t.credentials from event_team e join team_library t on t.id = e.team_library_id where e.event_id = $1 and e.is_active order by e.display_order, e.id'
const VENDORS =
  'select v.id, v.vendor_name, v.logo_url, v.website_url, v.description from event_vendors e join vendor_library v on v.id = e.vendor_library_id where e.event_id = $1 and e.is_active order by e.display_order, e.id'
const LIST = 'select * from event_config where is_published order by event_date desc, id desc limit 51'

function bare(): Handle {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
  const app = new Hono()
    .get('/api/events', async (c) => c.json((await pool.query(LIST)).rows))
    .get('/api/events/:slug', async (c) => {
      const [event] = (await pool.query(EVENT, [c.req.param('slug')])).rows
      const parts = await Promise.all([AGENDA, TEAM, VENDORS].map((sql) => pool.query(sql, [event.id])))
      return c.json({ event, parts: parts.map((part) => part.rows) })
    })
  return app.fetch
}

async function ours(): Promise<Handle> {
  const { default: handle } = await import('#netlify/functions/public.ts')
  // Calls come from eight thousand addresses in turn: one caller alone is held to fifty in ten seconds.
  let calls = 0
  return (request) => {
    calls = (calls + 1) % 8_192
    const ip = `10.0.${calls >> 8}.${calls & 255}`
    return handle(request, { ip, requestId: 'bench' })
  }
}

async function answer(handle: Handle, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const response = await handle(new Request(`http://localhost${incoming.url}`))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

const handle = process.argv[2] === 'bare' ? bare() : await ours()
const server = createServer((incoming, outgoing) => void answer(handle, incoming, outgoing))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : undefined)
})
process.once('SIGINT', () => process.exit())
process.once('disconnect', () => process.exit())
