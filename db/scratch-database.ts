import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { openDb } from './client.ts'

/** insufficient_privilege */
const NOT_ALLOWED = '42501'

/**
 * Makes an empty database beside the one at `url`, on the same server, and drops it when `work` has ended, whichever way.
 * Throws an Error with a sentence when the account may make none.
 */
export async function withScratchDatabase<T>(url: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `scratch_${randomBytes(8).toString('hex')}`
  const { db, close } = openDb(url, { max: 1, answerWithin: 0 })
  try {
    await db.execute(sql`create database ${sql.identifier(name)} template template0`).catch((cause: unknown) => {
      throw isNotAllowed(cause) ? new Error(REFUSED, { cause }) : cause
    })
    try {
      const scratch = new URL(url)
      scratch.pathname = `/${name}`
      return await work(scratch.href)
    } finally {
      await db.execute(sql`drop database ${sql.identifier(name)} with (force)`)
    }
  } finally {
    await close()
  }
}

const REFUSED =
  'The account in DATABASE_URL may not create a database. Use one that may, or name another server for the drill.'

function isNotAllowed(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  return ('code' in cause && cause.code === NOT_ALLOWED) || isNotAllowed(cause.cause)
}
