import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'

/**
 * What Node heard, as the platform's Request. Undefined for what no browser sends: an address that is not a path, an
 * impossible Host, a method the platform refuses. `signal` aborts when the caller leaves.
 */
export function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request | undefined {
  const { url = '', method = 'GET', headers: given } = incoming
  if (!url.startsWith('/') || given.host === undefined) return undefined
  try {
    const headers = new Headers()
    for (const [name, value] of Object.entries(given)) {
      for (const line of [value ?? []].flat()) headers.append(name, line)
    }
    const address = new URL(`http://${given.host}`)
    if (address.href !== `${address.origin}/`) return undefined
    const body = method === 'GET' || method === 'HEAD' ? {} : { body: bodyOf(incoming), duplex: 'half' as const }
    return new Request(`${address.origin}${url}`, { method, headers, signal, ...body })
  } catch {
    return undefined
  }
}

/** A body that nobody reads to its end leaves the connection usable for the answer. */
function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks = incoming.iterator({ destroyOnReturn: false })
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return?.()
    },
  })
}

/** Sends an answer. What has a length goes out in one piece; the rest as it comes, no faster than the caller reads. */
export async function sendResponse(response: Response, outgoing: ServerResponse, isHead: boolean): Promise<void> {
  const cookies = response.headers.getSetCookie()
  for (const [name, value] of response.headers) if (name !== 'set-cookie') outgoing.setHeader(name, value)
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies)
  outgoing.writeHead(response.status)
  if (isHead || !response.body) {
    await response.body?.cancel()
    outgoing.end()
  } else if (response.headers.has('content-length')) {
    outgoing.end(Buffer.from(await response.arrayBuffer()))
  } else {
    await pipeline(response.body, outgoing)
  }
}
