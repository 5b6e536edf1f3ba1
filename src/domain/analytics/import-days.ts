import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { PlainDay } from '#src/contract/instant.ts'

/** True for a day of which there are rows, or figures made of rows, of our own. */
const isOwn = (day: SQL) => sql`(
  exists (select 1 from analytics_page_views v where v.day = ${day})
  or exists (select 1 from analytics_rollups u where u.day = ${day} and u.rows > 0)
  or exists (select 1 from analytics_visits s where s.day = ${day})
  or exists (select 1 from analytics_days o where o.import_id is null and o.day = ${day}))`

/** Those of the days that our own figures have. `days` is a query with one column of days. */
export async function readOwnDays(db: Db, days: SQL): Promise<PlainDay[]> {
  const rows = await db
    .select({ day: sql<PlainDay>`asked.day::text` })
    .from(sql`${days} as asked (day)`)
    .where(isOwn(sql`asked.day`))
    .orderBy(sql`1`)
  return rows.map(({ day }) => day)
}

/** A sum as large as its column takes. It is null where no row has the figure, which `least` would turn into a number. */
const capped = (figure: string) =>
  sql.raw(`case when sum(${figure}) > 2147483647 then 2147483647 else sum(${figure}) end`)

/** Lets one import change the figures of days after the other, until the transaction ends. Taken before any row. */
export async function lockImports(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('analytics_imports', 0))`)
}

/**
 * Makes the imported figures of these days again from all imported rows, so that they never depend on the order in which batches came,
 * on what was sent twice, or on an import that was undone.
 *
 * Nothing is added that two files tell twice: a day that has figures of our own gets none, a day has those of one service, a dimension
 * of a day those of one table of that service, and of two rows about the same the one counts whose import is older. (decision 0062)
 */
export async function deriveDays(tx: Db, days: readonly PlainDay[]): Promise<void> {
  if (days.length === 0) return
  const chosen = sql`any(${sql.param([...days])}::date[])`
  await tx.execute(sql`delete from analytics_days where import_id is not null and day = ${chosen}`)
  await tx.execute(sql`
    with known as materialized (
      select r.*, i.kind, i.created_at as began
      from analytics_import_rows r join analytics_imports i on i.id = r.import_id
      where r.day = ${chosen} and r.day not in (
        select asked.day from unnest(${sql.param([...days])}::date[]) as asked (day) where ${isOwn(sql`asked.day`)})
    ), of_service as (
      select * from (select *, first_value(kind) over (partition by day order by began, import_id) as day_kind from known) k
      where kind = day_kind
    ), of_table as (
      select *,
        first_value(table_name) over (partition by day, event_slug, dimension order by began, import_id, table_name) as day_table,
        row_number() over (partition by day, key order by began, import_id) as place
      from of_service
    )
    insert into analytics_days (day, import_id, event_slug, dimension, value, visitors, visits, views, seconds, bounces)
    select day, import_id, event_slug, dimension, value,
      ${capped('visitors')}, ${capped('visits')}, ${capped('views')}, sum(seconds), ${capped('bounces')}
    from of_table where table_name = day_table and place = 1
    group by day, import_id, event_slug, dimension, value
    order by day, import_id, event_slug, dimension, value`)
}
