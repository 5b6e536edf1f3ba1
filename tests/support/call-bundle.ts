/**
 * Runs as a process of its own: loads one packed function by the entry point that Netlify's packing added, so that Netlify's own
 * bootstrap turns events into requests and answers into streams as in AWS Lambda. Sends it the requests on stdin and prints its
 * answers, and what it asked of other servers, as JSON.
 * Usage: node call-bundle.ts ENTRY < [{url, method, headers, body, event}], or `base64` instead of `body` for bytes
 */
import { PassThrough } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

type Call = {
  url: string
  method?: string
  headers?: Record<string, string>
  body?: string
  base64?: string
  /** Further parts of the event that the platform sends. */
  event?: Record<string, unknown>
}
type Metadata = { statusCode: number; headers?: Record<string, string>; multiValueHeaders?: Record<string, string[]> }
type AnswerStream = PassThrough & { metadata?: Metadata }
type Handler = (event: object, stream: AnswerStream, context: object) => Promise<void>

/** What the platform puts into each request; a caller cannot send these. (`x-nf-*` is overwritten at the edge.) */
const FROM_THE_EDGE = { 'x-nf-client-connection-ip': '203.0.113.7', 'x-nf-request-id': 'request-0001' }
/** Longer than an answer takes: an invocation that did not wait would end before. */
const OUTSIDE_TAKES = 300

const outside: { url: string; authorization: string | null; body: string; isAnswered: boolean }[] = []
/** Other servers are not asked. The bootstrap wraps this function. */
globalThis.fetch = async (input, init) => {
  const request = new Request(input, init)
  const asked = { url: request.url, authorization: request.headers.get('authorization'), body: '', isAnswered: false }
  outside.push(asked)
  asked.body = await request.text()
  await sleep(OUTSIDE_TAKES)
  asked.isAnswered = true
  return new Response(null, { status: 202 })
}

/** The part of AWS Lambda's own global that the bootstrap uses. */
Object.assign(globalThis, {
  awslambda: {
    streamifyResponse: (handler: Handler) => handler,
    HttpResponseStream: { from: (stream: AnswerStream, metadata: Metadata) => Object.assign(stream, { metadata }) },
  },
})

async function call(handler: Handler, { url, method = 'GET', headers = {}, body, base64, event = {} }: Call) {
  const stream: AnswerStream = new PassThrough()
  const from = outside.length
  let isOver = false
  const reading = buffer(stream).then((bytes) => ({ bytes, isEarly: !isOver }))
  await handler(
    {
      rawUrl: url,
      path: new URL(url).pathname,
      httpMethod: method,
      headers: { ...headers, ...FROM_THE_EDGE },
      body: base64 ?? body,
      isBase64Encoded: base64 !== undefined,
      ...event,
    },
    stream,
    { awsRequestId: 'aws-0001', callbackWaitsForEmptyEventLoop: true, getRemainingTimeInMillis: () => 10_000 },
  )
  isOver = true
  const unfinished = outside.slice(from).filter((one) => !one.isAnswered).length
  const { bytes, isEarly } = await reading
  const { statusCode: status = 0, headers: single, multiValueHeaders: several } = stream.metadata ?? {}
  const named = Object.entries(several ?? {}).map(([name, values]) => [name, values.join(', ')])
  return {
    status,
    headers: { ...single, ...Object.fromEntries(named) },
    cookies: several?.['set-cookie'] ?? [],
    body: bytes.toString(),
    base64: bytes.toString('base64'),
    /** True if the caller had the whole answer before the invocation ended. */
    isWorkingAfterwards: isEarly && outside.length > from,
    /** Requests to other servers that had no answer when the invocation ended. */
    unfinished,
  }
}

const { handler }: { handler: Handler } = await import(pathToFileURL(process.argv[2] ?? '').href)
const calls: Call[] = JSON.parse(await text(process.stdin))
const answers: object[] = []
for (const one of calls) answers.push(await call(handler, one))
process.stdout.write(`\n${JSON.stringify({ answers, outside })}`, () => process.exit(0))
