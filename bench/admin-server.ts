import { hash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Hono } from 'hono'
import pg from 'pg'
import { QUESTIONS } from './admin-questions.ts'

/**
 * One API process for the admin bench: `bare` is a Hono handler that looks the session up and asks for the page, both as
 * plain SQL, and does nothing else; `ours` is the deployed function. Sends its port to its parent when ready, and the most
 * memory it held since it was last asked, in bytes, whenever it is asked.
 */
type Handle = (request: Request) => Response | Promise<Response>

const SESSION = `select s.*, u.email, p.username, p.approval, (select string_agg(role, ',') from user_roles r where r.user_id = u.id) roles
  from sessions s join users u on u.id = s.user_id join profiles p on p.id = u.id where s.id = $1 and s.expires_at > now()`
const PAGE = 500

function bare(): Handle {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
  const app = new Hono()
    .use(async (c, next) => {
      const token = /session=([\w-]+)/.exec(c.req.header('Cookie') ?? '')?.[1] ?? ''
      const { rows } = await pool.query(SESSION, [hash('sha256', token, 'hex')])
      if (rows.length === 0) return c.text('', 401)
      return next()
    })
    .get('/api/admin/audit-log/export.csv', (c) =>
      c.body(Readable.toWeb(Readable.from(rowsOfLog(pool))) as ReadableStream),
    )
    .get('/api/admin/*', async (c) => {
      const question = QUESTIONS[Number(c.req.query('question'))]
      if (!question) return c.text('', 404)
      const { rows } = await pool.query(question.sql, JSON.parse(c.req.query('place') ?? '[]'))
      return c.json({ rows })
    })
  return app.fetch
}

/** The rows as JSON, a page at a time. */
async function* rowsOfLog(pool: pg.Pool): AsyncGenerator<string> {
  for (let before = Number.MAX_SAFE_INTEGER, left = 100_000; left > 0; left -= PAGE) {
    const { rows } = await pool.query('select * from audit_log where id < $1 order by id desc limit $2', [before, PAGE])
    yield rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    if (rows.length < PAGE) return
    before = rows.at(-1).id
  }
}

async function ours(): Promise<Handle> {
  const { default: handle } = await import('#netlify/functions/admin.ts')
  return (request) => handle(request, { ip: '203.0.113.7', requestId: 'bench' })
}

async function answer(handle: Handle, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { cookie = '' } = incoming.headers
  const response = await handle(new Request(`http://localhost${incoming.url}`, { headers: { Cookie: cookie } }))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (incoming.url?.includes('export.csv') && response.body)
    return pipeline(Readable.fromWeb(response.body as never), outgoing)
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

const handle = process.argv[2] === 'bare' ? bare() : await ours()
const server = createServer((incoming, outgoing) => void answer(handle, incoming, outgoing))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : undefined)
})
let most = 0
const look = () => {
  most = Math.max(most, process.memoryUsage.rss())
}
setInterval(look, 20).unref()
process.on('message', () => {
  look()
  process.send?.(most)
  most = 0
})
process.once('SIGINT', () => process.exit())
process.once('disconnect', () => process.exit())
