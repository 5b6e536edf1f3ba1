/** What can go wrong between us and the database, as opposed to what the database says no to. */

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/**
 * Class 08, the server shutting down or starting up, and what the request cannot help either: class 53, no disk, memory or
 * connection left; 58030, a disk that fails; 25006, a server that only reads, as one does that has just been replaced.
 */
const SERVER_CODES = /^(08...|57P0[123]|53...|58030|25006)$/

/** The same from a disk of this machine. */
const DISK_CODES = new Set(['ENOSPC', 'EDQUOT', 'EROFS'])

/** What a full disk or quota is called where PostgreSQL has no code of its own for it. */
const FULL = /no space left on device|quota exceeded|exceeded .{0,80}quota/i

/** What `pg` and Neon's driver say without a code. */
const MESSAGES =
  /^(connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|client was closed|query read timeout|websocket|fetch failed|the database did not answer)/i

const READ_TIMEOUT = 'Query read timeout'

/**
 * True if `error`, or anything that caused it, is a lost, refused or silent connection, or a server without the room or the
 * right to do its work: nothing the request did.
 */
export function isConnectionFault(error: unknown): boolean {
  return chain(error).some((link) => {
    const code = getCode(link)
    if (code !== undefined && (NETWORK_CODES.has(code) || DISK_CODES.has(code) || SERVER_CODES.test(code))) return true
    if (isSocketEvent(link)) return true
    return link instanceof Error && (MESSAGES.test(link.message) || isFull(code, link.message))
  })
}

/** By its words alone only where the server says no more than that something went wrong inside it. */
function isFull(code: string | undefined, message: string): boolean {
  return code === 'XX000' && FULL.test(message)
}

/** True if this address is of no use: no server answers there, or not to this user, or not for this database. */
export function isUnreachable(error: unknown): boolean {
  return isConnectionFault(error) || chain(error).some((link) => /^(28...|3D000)$/.test(getCode(link) ?? ''))
}

/** True if the database gave up a transaction that would succeed when tried again: 40001, 40P01. (security DB4) */
export function isSerializationFault(error: unknown): boolean {
  return chain(error).some((link) => ['40001', '40P01'].includes(getCode(link) ?? ''))
}

/** True if the database is there and had no time: query_canceled, which the statement timeout is, and lock_not_available. */
export function isOverloadFault(error: unknown): boolean {
  return chain(error).some((link) => ['57014', '55P03'].includes(getCode(link) ?? ''))
}

/** True if a row like it is there already, by the unique index or constraint of this name. */
export function isUniqueFault(error: unknown, constraint: string): boolean {
  return chain(error).some((link) => getCode(link) === '23505' && getConstraint(link) === constraint)
}

/** A sentence for people on why the database at `url` cannot be reached. Says host and port and no credentials. */
export function describeConnectionFault(url: string, error: unknown): string {
  const { hostname, port } = new URL(url)
  return `Cannot reach the database at ${hostname}:${port === '' ? '5432' : port} (${reasonFor(error)}).`
}

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'connection refused'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'no such host'],
  [/^(ECONNRESET|ECONNABORTED|EPIPE)$/, 'connection lost'],
  [/^(EHOSTUNREACH|ENETUNREACH)$/, 'host unreachable'],
  [/^ETIMEDOUT$/, 'no answer'],
  [/^28/, 'user name or password refused'],
  [/^3D000$/, 'no such database'],
  [/^57P0[123]$/, 'the server is starting or shutting down'],
  [/^53300$/, 'too many connections'],
  [/^(53100|ENOSPC|EDQUOT)$/, 'its disk is full'],
  [/^53/, 'it has no memory or other means left'],
  [/^(25006|EROFS)$/, 'it can only be read'],
  [/^58030$/, 'its disk fails'],
]

function reasonFor(error: unknown): string {
  for (const link of chain(error)) {
    const code = getCode(link)
    const known = REASONS.find(([pattern]) => code !== undefined && pattern.test(code))
    if (known !== undefined) return known[1]
    if (link instanceof Error && /time(d )?out/i.test(link.message)) return 'no answer'
  }
  return 'connection failed'
}

/**
 * `pg` goes on using a connection after a query on it timed out, so that the next query waits behind the lost answer:
 * close it instead.
 */
export function dropWhenSilent(client: { query: unknown; end: () => Promise<void> }): void {
  const { query } = client
  if (typeof query !== 'function') return
  client.query = (...parameters: unknown[]): unknown => {
    const result: unknown = Reflect.apply(query, client, parameters)
    if (result instanceof Promise) {
      result.catch((error: unknown) => {
        if (error instanceof Error && error.message === READ_TIMEOUT) client.end().catch(() => {})
      })
    }
    return result
  }
}

/** An error with all that caused it. Drivers and drizzle wrap; a host with two addresses fails with a list. */
function chain(error: unknown): unknown[] {
  const links: unknown[] = []
  const waiting = [error]
  while (waiting.length > 0 && links.length < 20) {
    const link = waiting.shift()
    if (link === undefined || link === null || links.includes(link)) continue
    links.push(link)
    if (link instanceof AggregateError) waiting.push(...link.errors)
    if (link instanceof Error) waiting.push(link.cause)
    if (isSocketEvent(link)) waiting.push(link.error)
  }
  return links
}

function getCode(link: unknown): string | undefined {
  const code = typeof link === 'object' && link !== null && 'code' in link ? link.code : undefined
  return typeof code === 'string' ? code : undefined
}

function getConstraint(link: unknown): unknown {
  return typeof link === 'object' && link !== null && 'constraint' in link ? link.constraint : undefined
}

/** Neon's driver rejects with the WebSocket's own event. */
function isSocketEvent(link: unknown): link is { error?: unknown } {
  return link instanceof Event && link.type === 'error'
}
