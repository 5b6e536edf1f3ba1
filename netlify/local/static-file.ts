import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { matchesEtag } from '#src/api/etag.ts'

const COMPRESSIBLE = /^text\/|[/+](json|javascript|xml|calendar|wasm)\b/
/** Below this many bytes a compressed file is no smaller on the wire. */
const WORTH_COMPRESSING = 512
/** The smallest, so that a page fits into what a server sends at once. It takes a quarter of a second, on the first visit after a build. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }

type Encoding = 'br' | 'gzip'

const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer<ArrayBuffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
}

/** A file of a release, read once. Its compressed forms are made when first asked for, and kept. */
export type StaticFile = {
  bytes: Buffer<ArrayBuffer>
  headers: Headers
  isCompressible: boolean
  /** Of the bytes themselves, without quotes. */
  hash: string
  encoded: Map<Encoding, Promise<Buffer<ArrayBuffer>>>
}

/** Reads a response that `@netlify/static` made. */
export async function toStaticFile(response: Response): Promise<StaticFile> {
  const bytes = Buffer.from(await response.arrayBuffer())
  const isCompressible = COMPRESSIBLE.test(response.headers.get('content-type') ?? '')
  return {
    bytes,
    headers: response.headers,
    isCompressible: isCompressible && bytes.length >= WORTH_COMPRESSING,
    hash: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    encoded: new Map(),
  }
}

/** The answer to a GET for this file: compressed if the caller can read that, 304 if the caller already has it. */
export async function serveFile(file: StaticFile, request: Request, status = 200): Promise<Response> {
  const encoding = file.isCompressible ? bestEncoding(request.headers.get('accept-encoding')) : undefined
  const headers = new Headers(file.headers)
  const etag = `"${file.hash}${encoding ? `-${encoding}` : ''}"`
  headers.set('etag', etag)
  if (file.isCompressible) headers.set('vary', 'accept-encoding')
  if (status === 200 && matchesEtag(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers })
  }
  const body = encoding ? await encodedBytes(file, encoding) : file.bytes
  if (encoding) headers.set('content-encoding', encoding)
  headers.set('content-length', String(body.length))
  return new Response(body, { status, headers })
}

function encodedBytes(file: StaticFile, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  let bytes = file.encoded.get(encoding)
  if (!bytes) {
    // A copy, because what zlib returns is a part of a buffer of 16 kB, which would stay with it.
    bytes = compress[encoding](file.bytes).then((made) => Buffer.from(made))
    file.encoded.set(encoding, bytes)
  }
  return bytes
}

/** Brotli before gzip, as long as the caller accepts it with a weight above zero. (RFC 9110 12.5.3) */
export function bestEncoding(accepted: string | null): Encoding | undefined {
  const weights = new Map<string, number>()
  for (const part of (accepted ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)))
  }
  const accepts = (name: Encoding) => (weights.get(name) ?? weights.get('*') ?? 0) > 0
  return (['br', 'gzip'] as const).find(accepts)
}
