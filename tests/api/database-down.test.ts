import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Db, type OpenDb, openDb } from '#db/client.ts'
import { isConnectionFault } from '#db/fault.ts'
import { retryRead } from '#db/retry.ts'
import type { ApiEnv } from '#src/api/context.ts'
import { publicApi } from '#src/api/public-api.ts'
import { reportsApi } from '#src/api/reports.ts'
import { declaredRoutes, routes } from '#src/api/routes.ts'
import { problemOf, testApi } from '#tests/support/api.ts'
import { testDb } from '#tests/support/database.ts'

const reads = declaredRoutes(publicApi)
  .filter((route) => route.method === 'GET' && !route.path.endsWith('/'))
  .map((route) => route.path.replace(/:slug.*$/, 'tulsa-2027').replace(':id', 'a'.repeat(64)))

/** A port on which somebody listens and treats every caller as `welcome` says. */
async function listen(welcome: (socket: Socket) => void): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    welcome(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
const urlOf = (port: number) => `postgres://app:canary-password@127.0.0.1:${port}/canary_database`
const getPort = (server: Server) => (server.address() as AddressInfo).port

async function closedPort(): Promise<number> {
  const server = await listen(() => {})
  const port = getPort(server)
  server.close()
  return port
}

async function expectUnavailable(response: Response): Promise<void> {
  expect(await problemOf(response)).toMatchObject({ status: 503, code: 'unavailable' })
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
}

// These wait for time limits, not for each other.
describe.concurrent.each([
  ['refuses the connection', undefined],
  ['takes the connection and says nothing', () => {}],
  ['takes the connection and resets it', (socket: Socket) => socket.resetAndDestroy()],
  ['takes the connection and hangs up', (socket: Socket) => socket.end()],
  ['speaks another language', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
])('when the database %s', (_what, welcome) => {
  const sockets = new Set<Socket>()
  let server: Server | undefined
  let opened: OpenDb
  beforeAll(async () => {
    server = welcome && (await listen((socket) => welcome(sockets.add(socket) && socket)))
    opened = openDb(urlOf(server ? getPort(server) : await closedPort()))
  })
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    server?.close()
    await opened.close()
  })
  const api = () => testApi({ db: opened.db, retryRead, isConnectionFault })

  test('every read says 503 with Retry-After, and nothing of the database', async () => {
    const { request, lines } = await api()
    const answers = await Promise.all(reads.map((path) => request(path)))
    await Promise.all(answers.map((answer) => expectUnavailable(answer.clone())))
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    expect([...texts, ...lines].join()).not.toMatch(/canary|127\.0\.0\.1|postgres:/)
  })

  test('health says which part is down', async () => {
    const problem = await problemOf(await (await api()).request('/api/health'))
    expect(problem).toMatchObject({ status: 503, detail: 'The database cannot be reached.' })
  })

  test('a page view is accepted, and bad input is still refused', async () => {
    const { post, request } = await api()
    expect((await post('/api/page-views', { pagePath: '/' })).status).toBe(204)
    expect((await post('/api/page-views', {})).status).toBe(400)
    expect((await request('/api/nothing')).status).toBe(404)
    expect((await request('/api/events/')).status).toBe(400)
  })
})

describe('a read that never ends', () => {
  afterEach(() => void vi.useRealTimers())

  test('is given up before six seconds have passed', async () => {
    vi.useFakeTimers()
    const area = new Hono<ApiEnv>().route(
      '/api/slow',
      routes('public').get('/', () => new Promise<Response>(() => {})),
    )
    const { request } = await testApi({ db: {} as never, area })
    const answer = request('/api/slow')
    await vi.advanceTimersByTimeAsync(5_999)
    await expectUnavailable(await answer)
  })
})

describe('on PostgreSQL', () => {
  test('a statement that runs into its time limit is 503, not an error of ours', async () => {
    const { db, close } = await testDb()
    const area = new Hono<ApiEnv>().route(
      '/api/slow',
      routes('public').get('/', async (c) => {
        await c.var.db.transaction(async (tx) => {
          await tx.execute(sql`set local statement_timeout = 20`)
          await tx.execute(sql`select pg_sleep(10)`)
        })
        return c.text('done')
      }),
    )
    const api = await testApi({ db, area, retryRead, isConnectionFault })
    await expectUnavailable(await api.request('/api/slow'))
    expect(api.log()[0]).toMatchObject({ event: 'unavailable', error: 'Error < error 57014' })
    await close()
  })

  const report = {
    report_type: 'problem',
    title: 'The agenda has no end',
    description: 'The last line of the agenda is missing.',
    reporter_email: 'reporter@gauge.example',
    honeypot: '',
  }
  const submit = async (db: Db) => (await testApi({ db, area: reportsApi })).post('/api/submit-event-report', report)

  test('a write for which the disk has no room is 503, and is taken once there is room', async () => {
    const { db, close } = await testDb()
    await db.execute(sql`create function fill() returns trigger language plpgsql
      as $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`)
    await db.execute(sql`create trigger fill before insert on event_reports execute function fill()`)
    await expectUnavailable(await submit(db))
    await db.execute(sql`drop trigger fill on event_reports`)
    expect((await submit(db)).status).toBe(202)
    await close()
  })

  test('a server that only reads goes on being read, and writes are 503', async () => {
    const { db, close, url } = await testDb()
    await db.execute(sql`do $$ begin
      execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`)
    const reading = openDb(url)
    expect((await (await testApi({ db: reading.db })).request('/api/events')).status).toBe(200)
    await expectUnavailable(await submit(reading.db))
    await reading.close()
    await close()
  })

  test('the first read after the server dropped all connections succeeds', async () => {
    const { db, close, url } = await testDb()
    const api = await testApi({ db, retryRead, isConnectionFault })
    expect((await api.request('/api/events')).status).toBe(200)
    const other = openDb(url)
    await other.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    expect((await api.request('/api/events')).status).toBe(200)
    await other.close()
    await close()
  })
})
