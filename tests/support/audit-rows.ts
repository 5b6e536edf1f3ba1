import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'

/** Actions of the rows below, and how many of 1,000 rows each of them is. */
const SHARES = { 'session.open': 600, 'event.update': 250, 'vendor.update': 100, 'account.decide': 49, 'ban.create': 1 }
/** Rows one statement makes: no statement may take long. */
const PIECE = 5_000

type ManyAudited = {
  rows: number
  /** Who did it, taken in turns. */
  actors: readonly string[]
  /** The time of the last row; each row before is a minute earlier. */
  until: Date
}

/**
 * Fills the empty audit log with a whole chain: 100,000 rows in some seconds, since the chain is hashed by loops in the
 * database instead of one transaction a row. Needs the right to switch triggers off.
 */
export async function storeAuditRows(db: Db, { rows, actors, until }: ManyAudited): Promise<void> {
  const names = Object.entries(SHARES).flatMap(([name, share]) => Array.from({ length: share }, () => name))
  await db.transaction(async (tx) => {
    await tx.execute(sql`create temporary table audit_plan on commit drop as select
      ${JSON.stringify(names)}::jsonb as names, ${JSON.stringify(actors)}::jsonb as actors,
      ${until.toISOString()}::timestamptz as until, ${rows}::int as rows, ${PIECE}::int as piece`)
    await tx.execute(sql`alter table audit_log disable trigger user`)
    for (let made = 0; made < rows; made += PIECE) await tx.execute(FILL)
    await tx.execute(sql`alter table audit_log enable trigger user`)
  })
  await db.execute(sql`select setval('audit_log_id_seq', ${rows})`)
  await db.execute(sql`analyze audit_log`)
}

/** Goes on behind the last row. 7,919 is prime, so that actions are mixed, and the same each time. */
const FILL = sql`do $$
declare
  plan audit_plan;
  entry audit_log;
  made int;
  subject int;
begin
  select * into plan from audit_plan;
  select id, hash into made, entry.hash from audit_log order by id desc limit 1;
  made := coalesce(made, 0);
  entry.hash := coalesce(entry.hash, repeat('0', 64));
  for n in made + 1..least(made + plan.piece, plan.rows) loop
    subject := n % 500;
    entry.id := n;
    entry.at := plan.until - (plan.rows - n) * interval '1 minute';
    entry.actor := plan.actors ->> (n % jsonb_array_length(plan.actors));
    entry.action := plan.names ->> ((n::bigint * 7919 % jsonb_array_length(plan.names))::int);
    entry.subject_type := split_part(entry.action, '.', 1);
    entry.subject_id := 'subject-' || subject;
    entry.before := jsonb_build_object('version', n - 1, 'name', 'Workshop ' || subject);
    entry.after := jsonb_build_object('version', n, 'name', 'Workshop ' || subject || ' again');
    entry.request_id := md5(n::text);
    entry.previous_hash := entry.hash;
    entry.hash := audit_hash(entry.previous_hash, entry);
    insert into audit_log overriding system value values (entry.*);
  end loop;
end
$$`
