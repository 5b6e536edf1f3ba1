import { Pool as NeonPool } from '@neondatabase/serverless'
import { drizzle as drizzleNeon } from 'drizzle-orm/neon-serverless'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { dropWhenSilent, isConnectionFault } from './fault.ts'
import { retrySerialization } from './retry.ts'
import * as schema from './schema/index.ts'

/** The only database type the rest of the product may name. Also what a transaction callback receives. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>

/** When a statement last ended on a connection of each pool, by the calendar. */
const lastUse = new WeakMap<Db, () => number>()

/** True if `db` has answered since `moment`, in milliseconds since 1970: a write now does not wake a server that sleeps. */
export function hasAnsweredSince(db: Db, moment: number): boolean {
  return (lastUse.get(db)?.() ?? 0) >= moment
}

/** A pool and the way to close it. */
export type OpenDb = { db: Db; close: () => Promise<void> }

export type OpenOptions = {
  /** Overrides the choice by host, so that tests can speak Neon's protocol to a PostgreSQL on this machine. */
  driver?: 'neon' | 'pg'
  /** The most connections at a time. */
  max?: number
  /** How long to wait for an answer, in milliseconds; 0 is for ever. The server gives up before, see `migrate`. */
  answerWithin?: number
}

const CONNECT_TIMEOUT = 5_000
const ANSWER_TIMEOUT = 5_500
const LONGEST_IDLE = 5_000
const drizzled = { schema, casing: 'snake_case' } as const

/** True for a Neon host, which is reached over a WebSocket; any other Postgres is reached over TCP. */
export function isNeon(url: string): boolean {
  return new URL(url).hostname.endsWith('.neon.tech')
}

/**
 * Opens a pool on `url`: Neon's driver for a neon.tech host, `pg` for any other Postgres. Connects on first use.
 * Nothing is asked for when connecting, since a pooler such as Neon's refuses startup parameters: the server's own
 * timeouts are settings of the role, which `migrate` makes. (security DB5)
 */
export function openDb(url: string, options: OpenOptions = {}): OpenDb {
  const { driver = isNeon(url) ? 'neon' : 'pg', max = 10, answerWithin = ANSWER_TIMEOUT } = options
  const settings = {
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    query_timeout: answerWithin,
    keepAlive: true,
  }
  if (driver === 'neon') {
    const pool = new NeonPool(settings)
    pool.on('error', ignoreLoss).on('connect', guard)
    const db = drizzleNeon(pool, drizzled)
    lastUse.set(db, distrustIdle(pool, pool.connect.bind(pool)))
    return {
      db: withCarefulTransactions(
        db,
        () => pool.connect(),
        (client) => drizzleNeon(client, drizzled),
      ),
      close: () => pool.end(),
    }
  }
  const pool = new pg.Pool(settings)
  pool.on('error', ignoreLoss).on('connect', guard)
  const db = drizzlePg(pool, drizzled)
  lastUse.set(db, distrustIdle(pool, pool.connect.bind(pool)))
  return {
    db: withCarefulTransactions(
      db,
      () => pool.connect(),
      (client) => drizzlePg(client, drizzled),
    ),
    close: () => pool.end(),
  }
}

/** Without listeners, a connection that dies while idle or inside a transaction would end the process. */
function guard(client: pg.Client | pg.PoolClient): void {
  client.on('error', ignoreLoss)
  dropWhenSilent(client)
}

function ignoreLoss(): void {}

type Client = { release: (destroy?: boolean) => void }
type Checkout = (fault: unknown, client?: Client, release?: Client['release']) => void
type Pool = { connect: unknown; on: (event: 'release', listener: (fault: Error, client: object) => void) => unknown }

/**
 * Has `pool` close a connection instead of handing it out, if it idled for more than five seconds: its function may have been
 * frozen since, and the connection may be gone without a word. Measured by the calendar, because timers and the monotonic
 * clock may stand still in a freeze. Returns what tells when a connection was last given back. (security DB6)
 */
function distrustIdle(pool: Pool, connect: () => Promise<Client>): () => number {
  const usedAt = new WeakMap<object, number>()
  let lastAt = 0
  pool.on('release', (_fault, client) => {
    lastAt = Date.now()
    usedAt.set(client, lastAt)
  })
  const checkOut = async (): Promise<Client> => {
    for (;;) {
      const client = await connect()
      if (Date.now() - (usedAt.get(client) ?? Date.now()) <= LONGEST_IDLE) return client
      client.release(true)
    }
  }
  // The pool's own `query` calls this with a callback.
  pool.connect = (done?: Checkout) =>
    done ? void checkOut().then((client) => done(undefined, client, client.release), done) : checkOut()
  return () => lastAt
}

/**
 * Drizzle keeps the connection of a transaction whose BEGIN fails, until the pool is empty, and gives back one that
 * broke in the middle. Here a connection always goes back, and one with a fault is closed. Drizzle's preparation of the
 * tables takes longer than a short transaction, so it is done once for each connection.
 *
 * A transaction that the database gave up for another one is run again, so `work` must change nothing but the database, or
 * only what may be changed twice. One inside another is a savepoint, and is run again only with the whole. (security DB4)
 */
function withCarefulTransactions<C extends Client>(db: Db, connect: () => Promise<C>, on: (client: C) => Db): Db {
  const known = new WeakMap<C, Db>()
  const runOnce: Db['transaction'] = async (work, config) => {
    const client = await connect()
    const connected = known.get(client) ?? on(client)
    known.set(client, connected)
    let broken = false
    try {
      return await connected.transaction(work, config)
    } catch (error) {
      broken = isConnectionFault(error)
      throw error
    } finally {
      client.release(broken)
    }
  }
  db.transaction = (work, config) => retrySerialization(() => runOnce(work, config))
  return db
}

/**
 * Runs `read` in one read-only transaction that sees the database as it was at its first statement, whatever is written
 * at the same time. A write inside fails. Use only the given `tx`. (security BR2)
 */
export function inSnapshot<T>(db: Db, read: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })
}

type Preparable<Statement> = { prepare: (name: string) => Statement }

/** Without a name, PostgreSQL plans for the values of each call, and keeps nothing. */
const UNNAMED = ''

/**
 * A statement whose SQL is written once for each database and that is asked with other values every time, as `sql.placeholder`s. Where
 * there are several of a kind, `shape` says which; `build` may depend on nothing else. One with a `name` of its own is parsed and
 * planned once for each connection: for statements that nearly every request asks, and for which one plan is good for all values. (decision 0073)
 */
export function prepared<Shape extends readonly string[], Statement>(
  build: (db: Db, ...shape: Shape) => Preparable<Statement>,
  name = UNNAMED,
): (db: Db, ...shape: Shape) => Statement {
  const kept = new WeakMap<Db, Map<string, Statement>>()
  return (db, ...shape) => {
    const statements = kept.get(db) ?? new Map<string, Statement>()
    const key = shape.join(' ')
    const statement = statements.get(key) ?? build(db, ...shape).prepare(name && `${name} ${key}`)
    kept.set(db, statements.set(key, statement))
    return statement
  }
}
