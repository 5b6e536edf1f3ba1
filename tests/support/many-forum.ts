import { type SQL, sql } from 'drizzle-orm'
import { type Db, openDb } from '#db/client.ts'
import { manyAccounts } from './many-accounts.ts'
import { MANY, withoutTimeouts } from './many-amounts.ts'
import { MAKERS, moment, rowId, wordOf } from './many-words.ts'

/** How much was written in a forum, and by how many. The accounts are those of `manyAccounts`. */
type ForumAmounts = { topics: number; replies: number; members: number }

/** A forum that went well for many years. */
export const MANY_POSTS: ForumAmounts = { topics: 100_000, replies: 1_000_000, members: 20_000 }

const CATEGORIES = 12
/** The quiet category: it has a third of the topics of the first tenth of the time. */
export const QUIET = CATEGORIES
/** The topic that never ends: every fortieth reply is in it. */
export const ENDLESS = 500
/** The member who never stops: every fiftieth reply is theirs. */
export const BUSY = 7

/**
 * Statements that fill the forum, about `now`. A topic's replies come within the time of the next fifty topics. Every tenth topic
 * waits for an answer. Some posts and topics are hidden, deleted, merged into the next, or wait for review; some were flagged and changed. The words of posts
 * are spread as people's are: `WORDS` says how.
 */
export function manyForum(amounts: ForumAmounts, now: number): SQL[] {
  return [
    categories(),
    sequence(amounts),
    topics(amounts, now),
    openings(amounts),
    replies(amounts, now),
    ...marks(amounts, now),
  ]
}

/** One of each kind of word, by how it is spread over the posts. */
export const WORDS = {
  /** In every third post. */
  common: 'pump',
  /** In two of a hundred. */
  middling: 'alignment',
  /** In one of 20,000. */
  rare: 'cavitation',
  /** In half of all posts, until three tenths of the time had gone. */
  old: 'telex',
  /** In fewer and fewer: one of 200 in the end. */
  fading: 'fax',
  /** Each in every third, next to each other in one of 50,000. */
  phrase: '"impeller coupling"',
  nowhere: 'unobtainium',
}

const n = sql`n`
const topicId = (of: SQL) => rowId('topic', of)

function categories(): SQL {
  return sql`insert into forum_categories (id, slug, name, description, display_order, topic_count)
    select ${rowId('category', n)}, 'subject-' || n, 'Subject ' || n, 'All about subject ' || n, n, 0
    from generate_series(1, ${CATEGORIES}::int) n`
}

/** The position of each reply. */
function sequence({ topics, replies }: ForumAmounts): SQL {
  const each = Math.max(Math.floor(replies / topics), 1)
  const near = sql`greatest(1, n / ${sql.raw(String(each))} - n * 7919::bigint % 50)`
  return sql`create temporary table forum_sequence as
    select n, topic, (row_number() over (partition by topic order by n) + 1)::int as number from (
      select n, case when n % 40 = 0 and n / ${sql.raw(String(each))} > ${ENDLESS}::int then ${ENDLESS}::int
        when ${near} % 400 = 9 or ${near} % 10 = 1 then ${near} + 1 else ${near} end as topic
      from generate_series(1, ${replies}::int) n) placed`
}

/** Replies are a minute apart; a topic begins with the first that could be its own. */
const toTime = (of: SQL, { replies }: ForumAmounts, now: number) =>
  sql`(${moment(now)} - (${sql.raw(String(replies))} - (${of})) * interval '1 minute' + (${of}) % 977 * interval '1 microsecond')`
const beginning = ({ topics, replies }: ForumAmounts) =>
  sql.raw(`(n * ${Math.max(Math.floor(replies / topics), 1)} - 1)`)
const author = (of: SQL, { members }: ForumAmounts) =>
  rowId(
    'user',
    sql`case when (${of}) % 50 = 3 then ${sql.raw(String(BUSY))} else (${of}) * 31::bigint % ${sql.raw(String(members))} + 1 end`,
  )

const categoryOf = ({ topics }: ForumAmounts) =>
  sql.raw(`case when n <= ${topics / 10} and n % 3 = 0 then ${QUIET} else n % ${CATEGORIES - 1} + 1 end`)

function topics(amounts: ForumAmounts, now: number): SQL {
  const begun = toTime(beginning(amounts), amounts, now)
  const last = sql`coalesce(last, ${beginning(amounts)})`
  return sql`insert into forum_topics (id, category_id, author_id, title, state, merged_into_id, is_pinned, is_locked, slow_seconds,
      reply_count, thank_count, last_number, last_post_at, last_author_id, solved_post_id, created_at)
    select ${topicId(n)}, ${rowId('category', categoryOf(amounts))}, ${author(n, amounts)},
      ${wordOf(MAKERS, n)} || ' machine ' || n || ' runs hot', case when n % 400 = 9 then 'merged' when n % 300 = 5 then 'hidden'
        when n % 1000 = 11 then 'deleted' when n % 5000 = 13 then 'review' else 'shown' end,
      case when n % 400 = 9 then ${topicId(sql`n + 1`)} end, n % 5000 = 17, n % 90 = 1, case when n % 700 = 1 then 60 end,
      coalesce(replies, 0), n * 37::bigint % 101 / (n % 9 + 1), coalesce(highest, 1), ${toTime(last, amounts, now)}, ${author(last, amounts)},
      case when n % 4 = 0 and first is not null then ${rowId('post', sql`first`)} end, ${begun}
    from generate_series(1, ${amounts.topics}::int) n
      left join (select topic, count(*) as replies, max(number) as highest, max(n) as last, min(n) as first from forum_sequence group by topic) made
      on made.topic = n`
}

function openings(amounts: ForumAmounts): SQL {
  const text = getText(beginning(amounts), amounts)
  return sql`insert into forum_posts (id, topic_id, number, author_id, title, source, html, plain, state, thank_count, created_at)
    select id, id, 1, author_id, title, said, '<p>' || said || '</p>', said, state, n % 5, created_at
    from (select n, t.*, ${text} as said from generate_series(1, ${amounts.topics}::int) n
      join forum_topics t on t.id = ${topicId(n)} and t.state <> 'merged') opened`
}

function replies(amounts: ForumAmounts, now: number): SQL {
  const most = sql.raw(String(amounts.replies))
  return sql`insert into forum_posts (id, topic_id, number, author_id, source, html, plain, state, reply_to_id, thank_count, created_at)
    select ${rowId('post', n)}, ${topicId(sql`topic`)}, number, ${author(n, amounts)}, said, '<p>' || said || '</p>', said,
      case when n % 500 = 7 then 'hidden' when n % 1000 = 13 then 'deleted' when n > ${most} * 0.95 and n % 200 = 3 then 'review' else 'shown' end,
      case when n % 3 = 0 then ${topicId(sql`topic`)} end, case when n % 7 = 0 then n % 11 else 0 end, ${toTime(n, amounts, now)}
    from (select s.*, ${getText(n, amounts)} as said from forum_sequence s order by n) said`
}

/** A text of a dozen words. Multipliers that share no divisor with what they are divided by keep the words apart from each other. */
function getText(of: SQL, { replies }: ForumAmounts): SQL {
  const hash = sql`(hashint8(${of}) & 2147483647)`
  const share = (hundredths: number, salt: number) => sql.raw(`% 9973 * ${salt}::bigint % 10000 < ${hundredths}`)
  const when = (isSo: SQL, word: string) => sql`case when ${isSo} then ${`${word} `} else '' end`
  const filler = sql`${wordOf(MAKERS, sql`${hash} / 7`)} || ' ' || ${wordOf(MAKERS, sql`${hash} / 1009`)} || ' number ' || ${of} % 4999`
  return sql`${when(sql`${hash} ${share(3333, 3)}`, WORDS.common)} || 'we checked the ' || ${when(sql`${hash} ${share(200, 7)}`, WORDS.middling)}
    || ${when(sql`${of} % 20000 = 77`, WORDS.rare)} || ${when(sql`${of} < ${sql.raw(String(replies * 0.3))} and ${of} % 2 = 0`, WORDS.old)}
    || ${when(sql`${hash} % (1 + ${of} / ${sql.raw(String(Math.max(replies / 200, 1)))}) = 0`, WORDS.fading)}
    || ${when(sql`${hash} ${share(3333, 11)}`, 'impeller')} || case when ${of} % 50000 = 99 then 'impeller ' else 'against its ' end
    || ${when(sql`${hash} ${share(3333, 13)} or ${of} % 50000 = 99`, 'coupling')} || ${filler}`
}

/** Counts of categories, flags and changes. */
function marks({ replies, members }: ForumAmounts, now: number): SQL[] {
  const someReply = (step: number) =>
    sql`from generate_series(${sql.raw(String(step))}, ${replies}::int, ${sql.raw(String(step))}) n`
  const user = (salt: number) => rowId('user', sql`(n + ${sql.raw(String(salt))}) % ${sql.raw(String(members))} + 1`)
  return [
    sql`update forum_categories set topic_count = counted from (select category_id, count(*) as counted from forum_topics
      where state = 'shown' group by category_id) made where category_id = id`,
    sql`insert into forum_flags (post_id, user_id, reason, note, outcome, handled_at, handled_by_id, created_at)
      select ${rowId('post', n)}, ${user(5)}, 'spam', 'Seen ' || n, case when n % 500 > 0 then 'dismissed' end,
        case when n % 500 > 0 then at end, case when n % 500 > 0 then ${rowId('user', 1)} end, at
      from (select n, ${toTime(n, { topics: 1, replies, members }, now)} as at ${someReply(100)}) made`,
    sql`insert into forum_revisions (post_id, number, source, html, editor_id, reason, created_at)
      select ${rowId('post', n)}, 1, 'Before ' || n, '<p>Before</p>', ${user(0)}, null, ${moment(now)} ${someReply(100)}`,
    sql`insert into forum_thanks (post_id, user_id, created_at)
      select ${rowId('post', n)}, ${user(9)}, ${moment(now)} ${someReply(7)}`,
    sql`drop table forum_sequence`,
  ]
}

/**
 * Fills the migrated, empty database at `url` with accounts and a forum, in about a minute: its indexes are made at the end, and
 * what refers to what is not checked row by row. The planner knows the tables afterwards.
 */
export async function storeManyForum(url: string, now: number, amounts: ForumAmounts = MANY_POSTS): Promise<void> {
  const { db, close } = openDb(withoutTimeouts(url), { max: 1, answerWithin: 0 })
  try {
    await db.execute(sql`select set_config('session_replication_role', 'replica', false),
      set_config('maintenance_work_mem', '512MB', false), set_config('work_mem', '128MB', false)`)
    for (const statement of manyAccounts({ ...MANY, users: amounts.members, mails: 0 }, now))
      await db.execute(statement)
    await withoutIndexes(db, async () => {
      for (const statement of manyForum(amounts, now)) await db.execute(statement)
    })
    await db.execute(sql`vacuum analyze`)
  } finally {
    await close()
  }
}

type Made = { name: string; made: string }

/** Drops the indexes that no constraint needs, and makes them again after `work`. */
async function withoutIndexes(db: Db, work: () => Promise<void>): Promise<void> {
  const indexes = await db
    .select({ name: sql<string>`c.relname`, made: sql<string>`pg_get_indexdef(i.indexrelid)` })
    .from(sql`pg_index i join pg_class c on c.oid = i.indexrelid`)
    .where(sql`i.indrelid in ('forum_posts'::regclass, 'forum_topics'::regclass) and not i.indisunique`)
  for (const { name } of indexes satisfies Made[]) await db.execute(sql`drop index ${sql.identifier(name)}`)
  await work()
  for (const { made } of indexes) await db.execute(sql.raw(made))
}
