import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { BROWSER, SITE_URL } from '#tests/support/api.ts'
import type { Claims, forgingProvider } from '#tests/support/forging-provider.ts'
import { type accountApi, nextIp } from './account-api.ts'

type Api = Pick<Awaited<ReturnType<typeof accountApi>>, 'request'>

/** One browser: keeps the cookies of our site and of the provider, and goes where it is sent. */
export function browser(api: Api) {
  const jar = new Map<string, string>()
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const keep = (answer: Response) => {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      const isOver = /;\s*max-age=0|;\s*expires=thu, 01 jan 1970/i.test(line)
      if (isOver) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return answer
  }
  /** A visit to our site, as a browser makes it that comes from another one, unless `from` says where it comes from. */
  const visit = async (path: string, { cookie = cookies(), ip = nextIp(), from = 'cross-site' } = {}) => {
    const headers = { 'Sec-Fetch-Site': from, 'User-Agent': BROWSER, ...(cookie && { Cookie: cookie }) }
    return keep(await api.request(path, { headers, redirect: 'manual' }, { ip }))
  }
  /** Sets out for the provider; its address. */
  const leave = async (query = '') => {
    const answer = await visit(`/api/auth/google${query}`, { from: 'same-origin' })
    expect(answer.status).toBe(303)
    return new URL(answer.headers.get('Location') ?? '', SITE_URL)
  }
  const at = async (path: string, options = {}) => target(await visit(path, options))
  return { jar, visit, leave, at, cookies }
}

/** Where an answer sends the browser; it is for this browser alone. */
export function target(answer: Response): string {
  expect(answer.status).toBe(303)
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  expect(answer.headers.get('Vary')).toContain('Cookie')
  expect(answer.headers.has('Netlify-CDN-Cache-Control')).toBe(false)
  return answer.headers.get('Location') ?? ''
}

/** Goes through a real provider's pages over HTTP, until it sends the browser back to our site: that path. */
export async function throughProvider(start: URL): Promise<string> {
  const jar = new Map<string, string>()
  let address = start
  for (let hop = 0; hop < 10 && address.origin !== SITE_URL; hop += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(address, { headers: { Cookie: cookie }, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    const location = answer.headers.get('Location')
    if (location === null) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`)
    address = new URL(location, address)
  }
  return address.pathname + address.search
}

/** What a forging provider sends back for somebody; `sign` may make any token of the honest claims. */
export async function forgedAnswer(
  provider: Awaited<ReturnType<typeof forgingProvider>>,
  start: URL,
  changes: Claims,
  sign: (claims: Claims) => Promise<string> = (claims) => provider.sign(claims),
): Promise<string> {
  const code = randomUUID()
  const nonce = start.searchParams.get('nonce') ?? ''
  provider.tokens.set(code, await sign(provider.claimsFor(nonce, changes)))
  return `/api/auth/google/callback?code=${code}&state=${start.searchParams.get('state')}`
}
