import type { Socket } from 'node:net'

/** The parts of PostgreSQL's frontend/backend protocol that the embedded server speaks itself. (postgresql.org/docs/current/protocol.html) */

const SSL_REQUEST = 80_877_103
const GSS_REQUEST = 80_877_104
const LONGEST_MESSAGE = 64 * 1024 * 1024

/** Messages after which the client waits for an answer: Query, Sync, FunctionCall, Flush, CopyDone, CopyFail. */
const ENDS_A_ROUND = new Set([...'QSFHcf'].map(code))
const TERMINATE = code('X')

/** Cuts what a client sends into messages. Answers its question whether the server speaks TLS: no, this is loopback. */
export async function* messagesOf(socket: Socket): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  let started = false
  for await (const chunk of socket) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (let size = firstSize(rest, started); size !== undefined && size <= rest.length; ) {
      const message = rest.subarray(0, size)
      rest = rest.subarray(size)
      if (!started && asksForEncryption(message)) socket.write('N')
      else {
        started = true
        yield message
      }
      size = firstSize(rest, started)
    }
  }
}

/** The size in bytes of the first message in `bytes`, once it can be told. The very first message has no type byte. */
function firstSize(bytes: Buffer, started: boolean): number | undefined {
  const start = started ? 1 : 0
  if (bytes.length < start + 4) return undefined
  const size = start + bytes.readUInt32BE(start)
  if (size < start + 4 || size > LONGEST_MESSAGE) throw new Error('A client sent a message of an impossible size.')
  return size
}

function asksForEncryption(message: Buffer): boolean {
  const request = message.length === 8 ? message.readInt32BE(4) : 0
  return request === SSL_REQUEST || request === GSS_REQUEST
}

/** Gathers messages into rounds: all that a client sends before it waits for an answer. Ends when the client says goodbye. */
export async function* roundsOf(messages: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  let round: Buffer[] = []
  for (let next = await messages.next(); next.done !== true; next = await messages.next()) {
    const type = next.value[0] ?? TERMINATE
    if (type === TERMINATE) return
    round.push(next.value)
    if (!ENDS_A_ROUND.has(type)) continue
    yield Buffer.concat(round)
    round = []
  }
}

/** True when an answer ends with ReadyForQuery outside any transaction: nothing of this client is left in the session. */
export function endsIdle(answer: Uint8Array): boolean {
  return answer.at(-6) === code('Z') && answer.at(-2) === 5 && answer.at(-1) === code('I')
}

/** True for a start of protocol 3; false for a request to cancel or for anything else. */
export function isStartup(message: Buffer): boolean {
  return message.length >= 8 && message.readUInt16BE(4) === 3
}

/** The password in a PasswordMessage; undefined if it is another message. */
export function passwordIn(message: Buffer): string | undefined {
  return message[0] === code('p') ? message.toString('utf8', 5, message.length - 1) : undefined
}

/** A message from its type and its body. */
export function message(type: string, ...body: readonly Uint8Array[]): Buffer {
  const head = Buffer.from([code(type), 0, 0, 0, 0])
  head.writeUInt32BE(4 + body.reduce((sum, part) => sum + part.length, 0), 1)
  return Buffer.concat([head, ...body])
}

/** AuthenticationCleartextPassword. */
export const ASK_PASSWORD = message('R', Buffer.from([0, 0, 0, 3]))

/** The end of a round, which also ends a batch that failed half-way. */
export const SYNC = message('S')

export const ROLLBACK = message('Q', Buffer.from('rollback\0'))

/** An ErrorResponse after which the connection closes. `state` is an SQLSTATE. */
export function fatal(state: string, sentence: string): Buffer {
  const fields = { S: 'FATAL', V: 'FATAL', C: state, M: sentence }
  const text = Object.entries(fields).map(([field, value]) => `${field}${value}\0`)
  return message('E', Buffer.from(`${text.join('')}\0`))
}

/** The StartupMessage that PGlite wants before anything else. */
export function startup(): Buffer {
  const body = Buffer.concat([Buffer.from([0, 3, 0, 0]), Buffer.from('user\0postgres\0database\0postgres\0\0')])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(4 + body.length)
  return Buffer.concat([head, body])
}

function code(letter: string): number {
  return letter.charCodeAt(0)
}
