import type { PGlite } from '@electric-sql/pglite'
import { endsIdle, ROLLBACK, SYNC, startup } from './wire.ts'

/** PGlite's one session, which its clients take turns at. */
export type Session = {
  /** Resolves when the session is ours, with the function that gives it back. */
  enter: () => Promise<() => void>
  /** Runs a round, hands every piece of the answer to `write`, resolves with whether the session is idle after it. */
  run: (round: Uint8Array, write?: (piece: Buffer) => void) => Promise<boolean>
  /** What the database says to a client that is let in. The same for all, so that getting in never waits. */
  greeting: Buffer
}

/** Starts the session of a database that nobody has spoken to. */
export async function openSession(db: PGlite): Promise<Session> {
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
  return { enter: createGate(), run, greeting: Buffer.concat(greeting) }
}

/** Leaves nothing behind for the next: neither a half-sent batch nor an open transaction. */
export async function cleanUp({ run }: Session): Promise<void> {
  await run(SYNC)
  await run(ROLLBACK)
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
