import { randomInt } from 'node:crypto'
import { request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http'

/** An answer as it came over the wire: nothing followed, decoded or folded. */
export type Answer = { status: number; headers: Record<string, string>; cookies: string[]; body: string }

/** What to send; a path is sent as it is, without a browser's normalization. */
export type Question = {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
  /** Whom it comes from, of the machine's own addresses. */
  localAddress?: string
}

/** An address of this machine that nobody else calls from. */
export const freshAddress = () => `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`

export function ask(origin: string, question: Question): Promise<Answer> {
  const { path, method = 'GET', headers = {}, body, localAddress } = question
  const { hostname, port } = new URL(origin)
  const options: RequestOptions = { hostname, port, path, method, headers, localAddress }
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(options, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.once('error', reject)
      incoming.once('end', () => {
        const { 'set-cookie': cookies = [], ...rest } = incoming.headers
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({ status: incoming.statusCode ?? 0, headers: plain(rest), cookies, body: text })
      })
    })
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

function plain(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
