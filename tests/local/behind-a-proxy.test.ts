import { request as ask, createServer, type IncomingMessage, type RequestOptions } from 'node:http'
import { expect, test } from 'vitest'
import { rateLimits } from '#db/schema/security.ts'
import { freePort } from '#tests/support/postgres-server.ts'
import { aDatabase, aServer } from './a-server.ts'
import { aFolder } from './a-site.ts'

/** Every way in which a caller may claim to be someone else. */
const FORGED = {
  'x-forwarded-for': '127.0.0.1, 198.51.100.7',
  'x-real-ip': '127.0.0.1',
  forwarded: 'for=127.0.0.1',
}
const TRUSTED = '127.0.0.20'
const STRANGE = '127.0.0.21'
const SIGN_IN = JSON.stringify({ email: 'ada@plant.example', password: 'wrong password 1' })

/** A request from the loopback address `from`, so that two callers and the proxy are three machines. */
function send(origin: string, path: string, options: RequestOptions, body?: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = ask(`${origin}${path}`, options, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode))
    })
    sent.once('error', reject).end(body)
  })
}

/** A plain proxy at the address `at` that adds the address of its caller to `X-Forwarded-For`. */
async function aProxy(at: string, target: string): Promise<{ origin: string } & AsyncDisposable> {
  const port = await freePort()
  const server = createServer((incoming: IncomingMessage, outgoing) => {
    const { method, headers, socket, url } = incoming
    const forwarded = [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ')
    const options = { method, headers: { ...headers, 'x-forwarded-for': forwarded }, localAddress: at }
    const passed = ask(`${target}${url}`, options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(passed.once('error', () => outgoing.destroy()))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections())
  return { origin: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: stop }
}

function signIn(origin: string, from: string, forged: Record<string, string>): Promise<number | undefined> {
  const headers = { 'content-type': 'application/json', origin: 'https://workshops.example', ...forged }
  return send(origin, '/api/auth/sign-in', { method: 'POST', localAddress: from, headers }, SIGN_IN)
}

test('limits count who calls, whatever is claimed, and mail is not shown through a proxy (RL6)', async () => {
  await using folder = await aFolder()
  await using database = await aDatabase()
  await using server = await aServer({
    SITE_URL: 'https://workshops.example',
    DATABASE_URL: database.url,
    DATA_DIR: folder.path,
    TRUSTED_PROXIES: TRUSTED,
  })
  await using trusted = await aProxy(TRUSTED, server.origin)
  await using strange = await aProxy(STRANGE, server.origin)

  expect(await signIn(trusted.origin, '127.0.0.2', FORGED)).toBe(401)
  expect(await signIn(server.origin, '127.0.0.3', FORGED)).toBe(401)
  expect(await signIn(server.origin, '127.0.0.3', { 'x-forwarded-for': `198.51.100.7, ${TRUSTED}` })).toBe(401)
  expect(await signIn(strange.origin, '127.0.0.4', FORGED)).toBe(401)
  const keys = JSON.stringify(await database.db.select().from(rateLimits))
  const named = [...new Set(keys.match(/\d+\.\d+\.\d+\.\d+/g))].sort()
  expect(named).toEqual(['127.0.0.2', STRANGE, '127.0.0.3'].sort())

  for (const path of ['/__local/mail', '/__local/mail.json', '/__local/mail/one/html']) {
    for (const host of ['localhost', '127.0.0.1', 'workshops.example']) {
      for (const proxy of [trusted, strange]) expect(await send(proxy.origin, path, { headers: { host } })).toBe(404)
      expect(await send(server.origin, path, { headers: { host, ...FORGED } })).toBe(404)
    }
  }
  expect(await send(server.origin, '/__local/mail.json', {})).toBe(200)
  expect(await send(trusted.origin, '/__local/hooks/build/guess', { method: 'POST' })).toBe(401)
}, 60_000)
