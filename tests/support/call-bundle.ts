/**
 * Runs as a process of its own: loads one packed function, sends it the requests on stdin and prints its answers as JSON.
 * Usage: node call-bundle.ts FILE < [{url, method, headers, body}], or `base64` instead of `body` for bytes
 */
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'

type Call = { url: string; method?: string; headers?: Record<string, string>; body?: string; base64?: string }

const { default: handle, config } = await import(pathToFileURL(process.argv[2] ?? '').href)
const calls: Call[] = JSON.parse(await text(process.stdin))
const answers = []
for (const { url, base64, ...rest } of calls) {
  const init = { ...rest, ...(base64 !== undefined && { body: Buffer.from(base64, 'base64') }) }
  const response: Response = await handle(new Request(url, init), { ip: '203.0.113.7', requestId: 'request-0001' })
  const { status, headers } = response
  const cookies = headers.getSetCookie()
  answers.push({ status, headers: Object.fromEntries(headers), cookies, body: await response.text() })
}
process.stdout.write(`\n${JSON.stringify({ config, answers })}`, () => process.exit(0))
