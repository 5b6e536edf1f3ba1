import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import ipaddr from 'ipaddr.js'
import { CouldNotRun } from '#src/contract/checks.ts'
import type { Instant } from '#src/contract/instant.ts'
import { PROBE_HEADER, signProbe } from './probe-mark.ts'
import { nameOf, readTls, type TlsFacts } from './probe-tls.ts'

/** How a call differs from a plain GET. */
type ProbeRequest = {
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: string
  /** Asks over plain HTTP on port 80, to see where it leads. */
  isHttp?: boolean
  /** Ends the call early. */
  signal?: AbortSignal
  /** Whose calls are counted together by the rate limits; by default those of the check. */
  bucket?: string
}

/** An answer of the site. A redirect is an answer like any other and is not followed. */
type ProbeAnswer = {
  status: number
  headers: Headers
  /** At most the first megabyte. */
  body: string
  milliseconds: number
}

/**
 * Asks the live site, as a visitor would, and nobody else: a path leads to `SITE_URL`, the address behind its name is checked
 * when it is dialled, and no redirect is followed. Throws `CouldNotRun` where the site cannot be asked.
 */
export type Probe = {
  /** The path is sent as it is written, so that odd spellings can be tried. */
  ask: (path: string, request?: ProbeRequest) => Promise<ProbeAnswer>
  /** Throws `CouldNotRun` where the site is served without TLS. */
  tls: (signal?: AbortSignal) => Promise<TlsFacts>
}

/** All in milliseconds. */
const CALL_TIME = 5_000
const MOST_BYTES = 1_000_000

type Parts = {
  siteUrl: string
  /** Signs the header. */
  secret: string
  now: () => Instant
  bucket: string
  callTime?: number
  /** Finds the addresses of a host. */
  resolve?: (host: string) => Promise<LookupAddress[]>
}

/** A probe of the site at `siteUrl`, whose calls the rate limits count in `bucket`. */
export function openProbe({ siteUrl, secret, now, bucket, callTime = CALL_TIME, resolve = resolveAll }: Parts): Probe {
  const site = new URL(siteUrl)
  const host = site.hostname.replace(/^\[|\]$/g, '')
  const dial = () => findAddress(host, resolve)
  return {
    ask: async (path, request = {}) => {
      if (!/^\/[\x21-\x7e]*$/.test(path)) throw new CouldNotRun('Only paths of the site itself can be asked.')
      const isPlain = request.isHttp ?? site.protocol === 'http:'
      if (request.isHttp && (site.protocol === 'http:' || site.port !== ''))
        throw new CouldNotRun('The site is not served over HTTPS on the usual port.')
      const address = await dial()
      const mark = signProbe(secret, request.bucket ?? bucket, now())
      return send({ site, host, address, path, request, mark, isPlain, callTime })
    },
    tls: async (signal) => {
      if (site.protocol !== 'https:') throw new CouldNotRun('The site is served without TLS.')
      const address = await dial()
      const bound = withLimit(signal, callTime)
      return readTls({ host, address, port: Number(site.port || 443), signal: bound, now: now() })
    },
  }
}

function resolveAll(host: string): Promise<LookupAddress[]> {
  return lookup(host, { all: true })
}

/**
 * The address to dial. A name of the public net that leads to a private address is refused, whatever DNS server answers: the
 * connection goes to the address that was checked, and the name is not resolved again.
 */
async function findAddress(host: string, resolve: NonNullable<Parts['resolve']>): Promise<string> {
  const found = await resolve(host).catch(() => [])
  const [first] = found
  if (!first) throw new CouldNotRun('The address of the site cannot be resolved.')
  const isLocal = host === 'localhost' || rangeOf(host) === 'loopback'
  const isAllowed = (address: string) => rangeOf(address) === (isLocal ? 'loopback' : 'unicast')
  if (!found.every(({ address }) => isAllowed(address)))
    throw new CouldNotRun('The name of the site leads to an address that is not public.')
  return first.address
}

/** `unicast` is public. IPv4 inside IPv6 counts as what it is. */
export function rangeOf(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).range() : 'none'
}

type Sending = {
  site: URL
  host: string
  address: string
  path: string
  request: ProbeRequest
  mark: string
  isPlain: boolean
  callTime: number
}

function send({ site, host, address, path, request, mark, isPlain, callTime }: Sending): Promise<ProbeAnswer> {
  const { method = 'GET', headers = {}, body, signal } = request
  const startedAt = performance.now()
  const bound = withLimit(signal, callTime)
  const { promise, resolve, reject } = Promise.withResolvers<ProbeAnswer>()
  const fail = () => reject(unreachable(bound, callTime))
  const asked = (isPlain ? overHttp : overHttps)(
    {
      host: address,
      port: request.isHttp ? 80 : site.port || (isPlain ? 80 : 443),
      ...nameOf(host),
      path,
      method,
      headers: { ...headers, ...lengthOf(body), host: site.host, [PROBE_HEADER]: mark },
      agent: false,
      signal: bound,
    },
    (response) => {
      readBody(response).then((text) => {
        const milliseconds = Math.round(performance.now() - startedAt)
        resolve({ status: response.statusCode ?? 0, headers: toHeaders(response), body: text, milliseconds })
      }, fail)
    },
  )
  asked.on('error', fail).end(body)
  return promise
}

/** The body's length in bytes. Without it, Node.js sends the body of a DELETE as the start of another request. */
function lengthOf(body: string | undefined): Record<string, string> {
  return body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
}

function toHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  return headers
}

async function readBody(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of response) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes >= MOST_BYTES) break
  }
  return Buffer.concat(pieces).subarray(0, MOST_BYTES).toString('utf8')
}

function withLimit(signal: AbortSignal | undefined, within: number): AbortSignal {
  const limit = AbortSignal.timeout(within)
  return signal ? AbortSignal.any([signal, limit]) : limit
}

function unreachable(bound: AbortSignal, callTime: number): CouldNotRun {
  return new CouldNotRun(
    bound.aborted ? `The site did not answer within ${callTime / 1000} seconds.` : 'The site cannot be reached.',
  )
}
