import { createServer, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendResponse, toRequest } from './node-http.ts'
import { ownAnswer } from './own-answer.ts'

const LOOPBACK = ['127.0.0.1', '::1']
const DRAIN = 10_000

/**
 * In milliseconds: a head or body that is not there after the sum of a time and the interval ends its connection. An idle connection
 * stays open for 130 seconds. Proxies keep idle connections for up to two minutes, and a request that a proxy sends just as the server
 * closes the connection is lost.
 */
export const PATIENCE = {
  headersTimeout: 14_000,
  requestTimeout: 14_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 130_000,
}

/** Listens on loopback, by both of its names, and on `host` if one is given. */
export type HttpServer = { stop: () => Promise<void> }

/** `ip` is the address of the socket. */
type Answer = (request: Request, ip: string) => Promise<Response>

/** Where to listen. Commands and the build hook use loopback, so an address of `HOST` is added to it, unless it includes it. */
export type Listening = { port: number; host?: string | undefined }

/** Throws a sentence that names the port if another program uses it. Called before the long work, not after. */
export async function requireFreePort(where: Listening): Promise<void> {
  const servers = await listenAll(where, () => createServer())
  await Promise.all(servers.map(close))
}

/** Answers until stopped; then accepts no new requests and gives the open ones up to ten seconds. */
export async function startHttp(where: Listening, answer: Answer, patience = PATIENCE): Promise<HttpServer> {
  const servers = await listenAll(where, () =>
    createServer(patience, (incoming, outgoing) => {
      // What follows a refused body on the same connection could not be answered.
      if (incoming.socket.writableEnded) return
      const left = new AbortController()
      outgoing.once('close', () => left.abort())
      const request = toRequest(incoming, left.signal)
      const response = request
        ? answer(request, incoming.socket.remoteAddress ?? '')
        : Promise.resolve(ownAnswer(400, 'This request is malformed.'))
      response
        .then((ready) => sendResponse(ready, outgoing, incoming.method === 'HEAD'))
        .catch(() => outgoing.destroy())
    }),
  )
  return {
    stop: async () => {
      const closed = Promise.all(servers.map(close))
      await Promise.race([closed, sleep(DRAIN, undefined, { ref: false })])
      for (const server of servers) server.closeAllConnections()
      await closed
    },
  }
}

/** The addresses to listen on. One socket on `::` answers IPv4 too. */
export function addressesOf(host: string | undefined): string[] {
  if (host === '::') return ['::']
  if (host === '0.0.0.0') return ['0.0.0.0', '::1']
  return host === undefined || LOOPBACK.includes(host) ? LOOPBACK : [...LOOPBACK, host]
}

/** A machine without IPv6 is served without `::1`. */
async function listenAll({ port, host: given }: Listening, make: () => Server): Promise<Server[]> {
  const servers: Server[] = []
  for (const host of addressesOf(given)) {
    try {
      servers.push(await listen(make(), port, host))
    } catch (cause) {
      const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
      const isAbsent = code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT'
      if (host === '::1' && isAbsent) continue
      await Promise.all(servers.map(close))
      if (isAbsent) throw new Error(`HOST is ${host}, which is not an address of this machine.`, { cause })
      throw code === 'EADDRINUSE' || code === 'EACCES' ? new Error(SENTENCES[code](port), { cause }) : cause
    }
  }
  return servers
}

const SENTENCES = {
  EADDRINUSE: (port: number) => `Port ${port} is in use. Stop the program that uses it, or set PORT to another port.`,
  EACCES: (port: number) => `This account is not allowed to use port ${port}. Set PORT to another port.`,
}

function listen(server: Server, port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve(server.off('error', reject)))
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}
