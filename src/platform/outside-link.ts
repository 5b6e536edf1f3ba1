import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { rangeOf } from './probe.ts'
import { nameOf } from './probe-tls.ts'

/** What a link to another site leads to. `gone`: there is no such page or site; `unknown`: it could not be found out. */
export type LinkAnswer = { status: 'ok'; reason: null } | { status: 'gone' | 'unknown'; reason: string }

/** In milliseconds. */
const CALL_TIME = 5_000
const MOST_REDIRECTS = 5

type Parts = {
  /** Our own address, which the other site can see whom to ask about these calls. */
  siteUrl: string
  callTime?: number
  resolve?: (host: string) => Promise<LookupAddress[]>
  /** Addresses that may be dialled: by default those of the public net alone. */
  isAllowed?: (address: string) => boolean
}

/**
 * Asks whether a link to another site leads somewhere: HEAD, then GET where that is refused, of which no body is read. Each address
 * is looked up once, judged, and dialled as it was judged, also that of each redirect: so no link, and no redirect, reaches the
 * private net. (security OL1)
 */
export function openLinkAsker(parts: Parts): (url: string) => Promise<LinkAnswer> {
  return async (url) => {
    try {
      return await follow(url, parts)
    } catch (fault) {
      return fault instanceof NoAnswer ? fault.answer : unknown('could not be read')
    }
  }
}

class NoAnswer extends Error {
  readonly answer: LinkAnswer

  constructor(answer: LinkAnswer) {
    super(answer.reason ?? '')
    this.answer = answer
  }
}

const OK: LinkAnswer = { status: 'ok', reason: null }

function unknown(reason: string): LinkAnswer {
  return { status: 'unknown', reason }
}

async function follow(first: string, parts: Parts): Promise<LinkAnswer> {
  let url = new URL(first)
  for (let left = MOST_REDIRECTS; left >= 0; left -= 1) {
    const { status, location } = await askOnce(url, parts)
    if (status >= 200 && status < 300) return OK
    if (status === 404 || status === 410) return { status: 'gone', reason: `is not there: HTTP ${status}` }
    const isRedirect = status >= 300 && status < 400 && location !== undefined && URL.canParse(location, url)
    if (!isRedirect) return unknown(`answers with HTTP ${status}`)
    url = new URL(location, url)
  }
  return unknown('redirects too often')
}

type Answer = { status: number; location: string | undefined }

/** Many servers answer HEAD wrongly: only what it says of a page that is there, or elsewhere, is believed. */
async function askOnce(url: URL, parts: Parts): Promise<Answer> {
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new NoAnswer(unknown('redirects to something that is no page'))
  const address = await findAddress(url.hostname.replace(/^\[|\]$/g, ''), parts)
  const head = await send(url, address, 'HEAD', parts)
  return head.status < 400 ? head : send(url, address, 'GET', parts)
}

async function findAddress(host: string, { resolve = resolveAll, isAllowed = isPublic }: Parts): Promise<string> {
  const found = await resolve(host).catch((fault: unknown) => {
    const isMissing = fault instanceof Error && 'code' in fault && fault.code === 'ENOTFOUND'
    const missing: LinkAnswer = { status: 'gone', reason: 'has a name that does not exist' }
    throw new NoAnswer(isMissing ? missing : unknown('has a name that could not be looked up'))
  })
  const [first] = found
  if (!first || !found.every(({ address }) => isAllowed(address)))
    throw new NoAnswer(unknown('leads to an address that is not public'))
  return first.address
}

function isPublic(address: string): boolean {
  return rangeOf(address) === 'unicast'
}

function resolveAll(host: string): Promise<LookupAddress[]> {
  return lookup(host, { all: true })
}

function send(url: URL, address: string, method: string, { siteUrl, callTime = CALL_TIME }: Parts): Promise<Answer> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const signal = AbortSignal.timeout(callTime)
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const fail = () => {
    const late = `did not answer within ${callTime / 1000} seconds`
    reject(new NoAnswer(unknown(signal.aborted ? late : 'could not be reached')))
  }
  const options = {
    host: address,
    port: url.port || (url.protocol === 'http:' ? 80 : 443),
    ...nameOf(host),
    path: url.pathname + url.search,
    method,
    headers: {
      Host: url.host,
      Accept: 'text/html,*/*;q=0.8',
      'User-Agent': `Mozilla/5.0 (compatible; LinkCheck/1.0; +${siteUrl})`,
    },
    agent: false,
    signal,
  }
  const answered = (response: IncomingMessage) => {
    resolve({ status: response.statusCode ?? 0, location: response.headers.location })
    // Nobody reads the page: the connection ends here, however large it is.
    response.destroy()
  }
  ;(url.protocol === 'http:' ? overHttp : overHttps)(options, answered).on('error', fail).end()
  return promise
}
