import { Failure } from '#src/contract/failure.ts'
import { SENTENCE } from './sentences.ts'
import { parseStrictJson } from './strict-json.ts'

/** Bytes of a JSON body at most. (design 7) */
export const BODY_LIMIT = 64 * 1024

const JSON_TYPE = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i

/**
 * The JSON value a request carries. Throws `unsupported_media_type` for anything but plain `application/json`,
 * `too_large` beyond 64 KB however it is sent, and `invalid` for what is not strict JSON in UTF-8.
 */
export async function readJson(request: Request): Promise<unknown> {
  const isPlain = !request.headers.has('Content-Encoding')
  if (!isPlain || !JSON_TYPE.test(request.headers.get('Content-Type')?.trim() ?? '')) {
    throw new Failure('unsupported_media_type', SENTENCE.notJson)
  }
  const bytes = await readAtMost(request, BODY_LIMIT)
  try {
    return parseStrictJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new Failure('invalid', SENTENCE.malformed, { cause })
  }
}

/** Counts what arrives instead of trusting Content-Length, which a chunked body has not. (security IV4) */
async function readAtMost(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get('Content-Length')) > limit) throw new Failure('too_large', SENTENCE.tooLarge)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.length
      if (size > limit) break
      chunks.push(chunk)
    }
  } catch (cause) {
    throw new Failure('invalid', SENTENCE.malformed, { cause })
  }
  if (size > limit) throw new Failure('too_large', SENTENCE.tooLarge)
  return Buffer.concat(chunks)
}
