import { Failure } from '#src/contract/failure.ts'
import { IMAGE_SENTENCE, MOST_UPLOAD_BYTES, UPLOAD_TYPES } from '#src/contract/medium.ts'
import { isStorable } from '#src/contract/text.ts'
import { SENTENCE } from './sentences.ts'

/** The most bytes of a JSON body. (architecture 7) */
const BODY_LIMIT = 64 * 1024

const JSON_TYPE = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i

/**
 * The JSON value in a request. Throws `unsupported_media_type` for anything except plain `application/json`,
 * `too_large` beyond 64 KB, or the limit in bytes, however it is sent, and `invalid` for what is not strict JSON in UTF-8.
 */
export async function readJson(request: Request, limit = BODY_LIMIT): Promise<unknown> {
  const isPlain = !request.headers.has('Content-Encoding')
  if (!isPlain || !JSON_TYPE.test(request.headers.get('Content-Type')?.trim() ?? '')) {
    throw new Failure('unsupported_media_type', SENTENCE.notJson)
  }
  const bytes = await readAtMost(request, limit, SENTENCE.tooLarge)
  try {
    return parseStrictJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new Failure('invalid', SENTENCE.malformed, { cause })
  }
}

/**
 * The bytes of an image that is the whole body of a request, the only body that is not JSON. The domain checks what its first
 * bytes say. Throws `unsupported_media_type` for a type that is not taken, and `too_large` beyond 2 MB however
 * it is sent. (security CS4, XS5)
 */
export async function readImage(request: Request): Promise<Uint8Array> {
  const type = request.headers.get('Content-Type')?.trim().toLowerCase()
  const isTaken = UPLOAD_TYPES.some((taken) => taken === type) && !request.headers.has('Content-Encoding')
  if (!isTaken) throw new Failure('unsupported_media_type', IMAGE_SENTENCE.wrongType)
  return readAtMost(request, MOST_UPLOAD_BYTES, IMAGE_SENTENCE.tooLarge)
}

/** The body of a mail program's POST, in either of the two encodings of a form. */
const FORM_TYPE = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i
const ONE_CLICK_LIMIT = 2 * 1024

/**
 * Reads the body by which a mail program unsubscribes its reader: the one form we accept. Throws
 * `unsupported_media_type` for anything but a form, `invalid` for another form. (RFC 8058 section 3.2, security CS4)
 */
export async function readOneClick(request: Request): Promise<void> {
  const type = request.headers.get('Content-Type')?.trim() ?? ''
  if (!FORM_TYPE.test(type)) throw new Failure('unsupported_media_type', SENTENCE.notForm)
  const body = Buffer.from(await readAtMost(request, ONE_CLICK_LIMIT, SENTENCE.tooLarge)).toString('latin1')
  if (!/\bList-Unsubscribe\b/i.test(body) || !/\bOne-Click\b/i.test(body))
    throw new Failure('invalid', SENTENCE.malformed)
}

/** The most bytes of a report of a mail provider: they send many events at once. */
const HOOK_LIMIT = 1024 * 1024

/** The bytes of a mail provider's report, exactly as they were signed. Throws `too_large` beyond 1 MB. (security MD3) */
export async function readHookBody(request: Request): Promise<Buffer> {
  return Buffer.from(await readAtMost(request, HOOK_LIMIT, SENTENCE.tooLarge))
}

/** The most bytes of a notice of the payment provider, which is about one payment. */
const NOTICE_LIMIT = 256 * 1024

/** The bytes of a payment provider's notice, exactly as they were signed. Throws `too_large` beyond 256 KB. (security SH11) */
export async function readNoticeBody(request: Request): Promise<Buffer> {
  return Buffer.from(await readAtMost(request, NOTICE_LIMIT, SENTENCE.tooLarge))
}

/** What providers call the field of a form that has the whole mail: SendGrid and Mailgun. */
const SOURCE_FIELDS = ['email', 'body-mime']
const MAIL_TYPE = /^(?:message\/rfc822|text\/plain|application\/octet-stream)\s*(?:;|$)/i

/**
 * A mail with all its headers that a provider posts: the whole body, or a field of a form. Throws `unsupported_media_type` for
 * anything else, `invalid` for a form without a mail, and `too_large` beyond `limit` bytes. (security IV4)
 */
export async function readMailSource(request: Request, limit: number): Promise<string> {
  const type = request.headers.get('Content-Type')?.trim() ?? ''
  const isForm = FORM_TYPE.test(type)
  if (!isForm && !MAIL_TYPE.test(type)) throw new Failure('unsupported_media_type', SENTENCE.notForm)
  const bytes = await readAtMost(request, limit, SENTENCE.tooLarge)
  if (!isForm) return new TextDecoder().decode(bytes)
  const form = await new Response(new Uint8Array(bytes), { headers: { 'Content-Type': type } })
    .formData()
    .catch((cause) => {
      throw new Failure('invalid', SENTENCE.malformed, { cause })
    })
  const field = SOURCE_FIELDS.map((name) => form.get(name)).find((value) => value !== null)
  if (field === undefined || field === null) throw new Failure('invalid', SENTENCE.malformed)
  return typeof field === 'string' ? field : field.text()
}

/** Counts what arrives instead of trusting Content-Length, which a chunked body does not have. (security IV4) */
async function readAtMost(request: Request, limit: number, sentence: string): Promise<Uint8Array> {
  if (Number(request.headers.get('Content-Length')) > limit) throw new Failure('too_large', sentence)
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
  if (size > limit) throw new Failure('too_large', sentence)
  return Buffer.concat(chunks)
}

/** Deeper than any body that we accept, and shallow enough for recursive code. */
const DEEPEST = 20

/** Names that mean something to JavaScript itself. */
const POISONOUS = new Set(['__proto__', 'constructor', 'prototype'])

/** Strings and the marks that give a JSON text its shape. Only ever run over text that is known to be JSON. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

/**
 * The value of a JSON text, without the leniency of `JSON.parse`: a name twice in one object, a name JavaScript gives a
 * meaning, nesting beyond 20 levels, NUL and halves of surrogate pairs are refused. Throws SyntaxError. (security IV2, IV3)
 */
export function parseStrictJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  refuseTraps(text)
  return value
}

/** Walks the tokens once. `names` holds, for each level, the names seen in an object, or null inside an array. */
function refuseTraps(json: string): void {
  const levels: (Set<string> | null)[] = []
  let isName = false
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      if (levels.push(token === '{' ? new Set() : null) > DEEPEST) throw new SyntaxError('Nested too deeply')
    } else if (token === '}' || token === ']') levels.pop()
    else if (token.startsWith('"')) checkString(token, isName ? levels.at(-1) : null)
    isName = (token === '{' || token === ',') && levels.at(-1) instanceof Set
  }
}

function checkString(token: string, names: Set<string> | null | undefined): void {
  const text = token.includes('\\') ? String(JSON.parse(token)) : token.slice(1, -1)
  if (!isStorable(text)) throw new SyntaxError('Text that cannot be stored')
  if (!names) return
  if (names.has(text) || POISONOUS.has(text)) throw new SyntaxError('A name that is not allowed here')
  names.add(text)
}
