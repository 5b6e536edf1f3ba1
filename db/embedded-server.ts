import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import {
  ASK_PASSWORD,
  endsIdle,
  fatal,
  isStartup,
  messagesOf,
  passwordIn,
  ROLLBACK,
  roundsOf,
  SYNC,
  startup,
} from './wire.ts'

/**
 * PGlite has one session; its own socket package shares it message by message, so that one client's Bind meets another's
 * Parse and rows come back wrong (pglite#1046). Here a client has the session to itself from the first message of a
 * round until the session is idle again, as behind a pooler in transaction mode: a transaction is never disturbed, and
 * what a session keeps (SET, named statements, session locks) is shared by all.
 */
export type EmbeddedServer = { port: number; close: () => Promise<void> }

type Options = {
  password: string
  /** How long a client may hold the session without a word, in milliseconds. (security DB6) */
  patience?: number
  /** Told once, when the database itself breaks: nothing works after that. */
  onBroken: (cause: unknown) => void
}

type Session = {
  /** Resolves when the session is ours, with the function that gives it back. */
  enter: () => Promise<() => void>
  /** Runs a round, hands every piece of the answer to `write`, resolves with whether the session is idle after it. */
  run: (round: Uint8Array, write?: (piece: Buffer) => void) => Promise<boolean>
  greeting: Buffer
  passwordHash: Buffer
  patience: number
}

/** Serves `db` on 127.0.0.1 and a port that the system picks. Closing drops the clients and leaves `db` open. */
export async function serveDatabase(db: PGlite, options: Options): Promise<EmbeddedServer> {
  const session = await openSession(db, options)
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    converse(socket, session).catch(options.onBroken)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The machine gave no port.')
  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const socket of sockets) socket.destroy()
    await closed
    await session.enter()
  }
  return { port: address.port, close }
}

async function openSession(db: PGlite, { password, patience = 5_000 }: Options): Promise<Session> {
  const run: Session['run'] = async (round, write) => {
    let last = Buffer.alloc(0)
    await db.execProtocolRawStream(round, {
      onRawData(piece) {
        last = Buffer.from(piece)
        write?.(last)
      },
    })
    return endsIdle(last)
  }
  const greeting: Buffer[] = []
  await run(startup(), (piece) => greeting.push(piece))
  return { enter: createGate(), run, greeting: Buffer.concat(greeting), passwordHash: sha256(password), patience }
}

/** One at a time, first come first served. */
function createGate(): Session['enter'] {
  let last: Promise<void> = Promise.resolve()
  return () => {
    const before = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    return before.then(() => resolve)
  }
}

/** Talks with one client until it leaves. Rejects only when the database is broken. */
async function converse(socket: Socket, session: Session): Promise<void> {
  const messages = messagesOf(socket)
  const write = (piece: Buffer) => socket.writable && socket.write(piece)
  let leave: (() => void) | undefined
  let alarm: NodeJS.Timeout | undefined
  socket.on('error', () => socket.destroy())
  try {
    if (!(await admits(session, socket, messages))) return
    const rounds = roundsOf(messages)
    for (let round = await next(rounds); round !== undefined; round = await next(rounds)) {
      clearTimeout(alarm)
      leave ??= await session.enter()
      if (await session.run(round, write)) {
        leave()
        leave = undefined
      } else {
        alarm = setTimeout(() => dismiss(socket), session.patience)
      }
    }
  } finally {
    clearTimeout(alarm)
    if (leave !== undefined) await giveBack(session, leave)
    socket.destroy()
  }
}

/** The next round; undefined when the client has gone, politely or not. */
async function next(rounds: AsyncGenerator<Buffer>): Promise<Buffer | undefined> {
  try {
    const { done, value } = await rounds.next()
    return done === true ? undefined : value
  } catch {
    return undefined
  }
}

async function admits(session: Session, socket: Socket, messages: AsyncGenerator<Buffer>): Promise<boolean> {
  const first = await next(messages)
  if (first === undefined || !isStartup(first)) return false
  socket.write(ASK_PASSWORD)
  const answer = await next(messages)
  const given = answer === undefined ? undefined : passwordIn(answer)
  if (given === undefined) return false
  if (timingSafeEqual(sha256(given), session.passwordHash)) return socket.write(session.greeting) || true
  socket.end(fatal('28P01', 'password authentication failed'))
  return false
}

/** Leaves nothing behind: neither a half-sent batch nor an open transaction. */
async function giveBack({ run }: Session, leave: () => void): Promise<void> {
  await run(SYNC)
  await run(ROLLBACK)
  leave()
}

function dismiss(socket: Socket): void {
  socket.end(fatal('25P03', 'terminating connection due to idle-in-transaction timeout'))
  socket.destroySoon()
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
