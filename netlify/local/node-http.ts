import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'

/**
 * What Node heard, as the platform's Request. Undefined for what no browser sends: an address that is not a path, an
 * impossible Host or two of them, a method the platform refuses. `signal` aborts when the caller leaves.
 */
export function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request | undefined {
  const { url = '', method = 'GET', headers: given, headersDistinct } = incoming
  // Node takes the first of two Hosts; a proxy before it may take the other.
  const [host, ...otherHosts] = headersDistinct.host ?? []
  if (!url.startsWith('/') || host === undefined || otherHosts.length > 0) return undefined
  try {
    const headers = new Headers()
    for (const [name, value] of Object.entries(given)) {
      for (const line of [value ?? []].flat()) headers.append(name, line)
    }
    const address = new URL(`http://${host}`)
    if (address.href !== `${address.origin}/`) return undefined
    const body = method === 'GET' || method === 'HEAD' ? {} : { body: toBody(incoming), duplex: 'half' as const }
    return new Request(`${address.origin}${url}`, { method, headers, signal, ...body })
  } catch {
    return undefined
  }
}

/** A body that is not read to its end leaves the connection usable for the answer. */
function toBody(incoming: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
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

/**
 * Sends an answer. What has a length goes out in one piece; the rest as it comes, no faster than the caller reads. A body that
 * was too large ends the connection.
 */
export async function sendResponse(response: Response, outgoing: ServerResponse, isHead: boolean): Promise<void> {
  const cookies = response.headers.getSetCookie()
  for (const [name, value] of response.headers) if (name !== 'set-cookie') outgoing.setHeader(name, value)
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies)
  if (response.status === 413) return sendLast(response, outgoing)
  // A connection of HTTP/1.1 stays open without a header that says so.
  outgoing.removeHeader('connection')
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

/**
 * The last answer of a connection. Where the caller is still sending, it hears the answer and then the end, and what it sends
 * is read and thrown away until the server's patience ends: closing at once would reset the connection, and take the answer with
 * it. (RFC 9112 section 9.6)
 */
async function sendLast(response: Response, outgoing: ServerResponse): Promise<void> {
  const { req: incoming, socket } = outgoing
  const body = Buffer.from(await response.arrayBuffer())
  outgoing.writeHead(response.status, { connection: 'close', 'content-length': body.length })
  if (incoming.complete || !socket) {
    outgoing.end(body)
    return
  }
  outgoing.write(body)
  socket.end()
  incoming.once('end', () => socket.destroy())
  incoming.removeAllListeners('readable').resume()
}
