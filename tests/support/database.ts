import { sql } from 'drizzle-orm'
import { inject } from 'vitest'
import { type Db, type OpenDb, openDb } from '#db/client.ts'
import { createDatabase, dropDatabase } from './postgres.ts'

/** A database for one test file. Close it in `afterAll`. */
export type TestDb = OpenDb & { url: string }

/**
 * A fresh, migrated, empty database on this run's PostgreSQL, with room for twenty connections at once. It goes when it is closed.
 * These connections go by a socket of the file system, where each statement takes half of the processor time that it takes by TCP;
 * `url` is for TCP.
 */
export async function testDb(): Promise<TestDb> {
  const url = await createDatabase()
  const opened = openDb(bySocket(url), { max: 20 })
  return { ...opened, url, close: () => opened.close().then(() => dropDatabase(url)) }
}

const bySocket = (url: string) => url.replace(new URL(url).hostname, inject('postgresSocketHost'))

/**
 * How many deadlocks the server has ended in this database. The transactions that it gave up run again by themselves, so
 * that no answer shows one.
 */
export async function countDeadlocks(db: Db): Promise<number> {
  const [row] = await db
    .select({ count: sql<string>`deadlocks` })
    .from(sql`pg_stat_database`)
    .where(sql`datname = current_database()`)
  return Number(row?.count)
}

/** Has the server give up the first transaction that writes to `table`, as it gives one up for another. */
export async function giveUpOnce(db: Db, table: string): Promise<void> {
  await db.execute(sql`create sequence writes`)
  await db.execute(sql`create function give_up_once() returns trigger language plpgsql as $$ begin
    if nextval('writes') = 1 then raise exception 'given up' using errcode = 'serialization_failure'; end if;
    return new;
  end $$`)
  await db.execute(sql`create trigger give_up_once before insert or update on ${sql.identifier(table)}
    for each row execute function give_up_once()`)
}
