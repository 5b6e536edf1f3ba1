import { Pool as NeonPool } from '@neondatabase/serverless'
import { drizzle as drizzleNeon } from 'drizzle-orm/neon-serverless'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import pg from 'pg'
import * as schema from './schema/index.ts'

/** The only database type the rest of the product may name. Also what a transaction callback receives. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>

/** A pool and the way to close it. */
export type OpenDb = { db: Db; close: () => Promise<void> }

/** Every statement ends after this many milliseconds at the latest. PGlite ignores it; PostgreSQL and Neon do not. (security DB5) */
const STATEMENT_TIMEOUT = 5_000
const CONNECT_TIMEOUT = 5_000

/** True for a Neon host, which is reached over a WebSocket; any other Postgres is reached over TCP. */
export function isNeon(url: string): boolean {
  return new URL(url).hostname.endsWith('.neon.tech')
}

/**
 * Opens a pool on `url`: Neon's driver for a neon.tech host, `pg` for any other Postgres. Connects on first use.
 * `driver` overrides the choice, so that tests can speak Neon's protocol to a PostgreSQL on this machine.
 */
export function openDb(
  url: string,
  { driver = isNeon(url) ? 'neon' : 'pg', max = 10 }: { driver?: 'neon' | 'pg'; max?: number } = {},
): OpenDb {
  const settings = {
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    statement_timeout: STATEMENT_TIMEOUT,
  }
  if (driver === 'neon') {
    const pool = new NeonPool(settings)
    pool.on('error', ignoreIdleLoss)
    return { db: drizzleNeon(pool, { schema, casing: 'snake_case' }), close: () => pool.end() }
  }
  const pool = new pg.Pool(settings)
  pool.on('error', ignoreIdleLoss)
  return { db: drizzlePg(pool, { schema, casing: 'snake_case' }), close: () => pool.end() }
}

/** An idle connection that dies is replaced at the next query; without a listener it would end the process. */
function ignoreIdleLoss(): void {}
