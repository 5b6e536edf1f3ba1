import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import { cleanUp, openSession, type Session } from './embedded-session.ts'
import { ASK_PASSWORD, fatal, isStartup, messagesOf, passwordIn, roundsOf } from './wire.ts'

/**
 * PGlite has one session; its own socket package shares it message by message, so that one client's Bind meets another's
 * Parse and rows come back wrong (pglite#1046). Here a client has the session to itself from the first message of a
 * round until the session is idle again, as behind a pooler in transaction mode: a transaction is never disturbed, and
 * what a session keeps (SET, named statements, session locks) is shared by all.
 */
export type EmbeddedServer = { port: number; close: () => Promise<void> }

type Options = {
  password: string
  /** 0 for one that the system picks. */
  port?: number
  /** How long a client may hold the session without a word, in milliseconds. (security DB6) */
  patience?: number
  /** Told once, when the database itself breaks: nothing works after that. */
  onBroken: (cause: unknown) => void
}

type Terms = { session: Session; passwordHash: Buffer; patience: number }

/** Serves `db` on 127.0.0.1. Closing drops the clients and leaves `db` open. */
export async function serveDatabase(
  db: PGlite,
  { password, port = 0, patience = 5_000, onBroken }: Options,
): Promise<EmbeddedServer> {
  const session = await openSession(db)
  const terms = { session, passwordHash: sha256(password), patience }
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    converse(socket, terms).catch(onBroken)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
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

/** Talks with one client until it leaves. Rejects only when the database is broken. */
async function converse(socket: Socket, terms: Terms): Promise<void> {
  const { session, patience } = terms
  const messages = messagesOf(socket)
  const write = (piece: Buffer) => socket.writable && socket.write(piece)
  let leave: (() => void) | undefined
  let alarm: NodeJS.Timeout | undefined
  socket.on('error', () => socket.destroy())
  try {
    if (!(await admits(terms, socket, messages))) return
    const rounds = roundsOf(messages)
    for (let round = await next(rounds); round !== undefined; round = await next(rounds)) {
      clearTimeout(alarm)
      leave ??= await session.enter()
      if (await session.run(round, write)) {
        leave()
        leave = undefined
      } else {
        alarm = setTimeout(() => dismiss(socket), patience)
      }
    }
  } finally {
    clearTimeout(alarm)
    if (leave !== undefined) await cleanUp(session).then(leave)
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

async function admits(
  { session, passwordHash }: Terms,
  socket: Socket,
  messages: AsyncGenerator<Buffer>,
): Promise<boolean> {
  const first = await next(messages)
  if (first === undefined || !isStartup(first)) return false
  socket.write(ASK_PASSWORD)
  const answer = await next(messages)
  const given = answer === undefined ? undefined : passwordIn(answer)
  if (given === undefined) return false
  if (timingSafeEqual(sha256(given), passwordHash)) return socket.write(session.greeting) || true
  socket.end(fatal('28P01', 'password authentication failed'))
  return false
}

function dismiss(socket: Socket): void {
  socket.end(fatal('25P03', 'terminating connection due to idle-in-transaction timeout'))
  socket.destroySoon()
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
