import { type SQLWrapper, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDb } from '#db/client.ts'
import { noticeQuery } from '#src/contract/forum-post.ts'
import { countUnread, forgettingOld, listNotices, markRead } from '#src/domain/forum-notices/list-notices.ts'
import { mailDueNews, takingNews } from '#src/domain/forum-notices/mail-due-news.ts'
import { notifyOfPost } from '#src/domain/forum-notices/notify.ts'
import { NOON } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { type ExplainingDb, explainingDb, type Step } from '#tests/support/explained.ts'
import { moment, rowId } from '#tests/support/many-words.ts'
import { withoutTimeouts } from '../support/many-amounts.ts'

const NOTICES = 1_000_000
const READERS = 20_000
const BIG = new Set(['forum_notices', 'forum_posts', 'forum_follows', 'users', 'profiles', 'link_tokens'])
const id = (kind: string, n: string) => rowId(kind, sql.raw(n))

/**
 * Twenty thousand members who were told of fifty posts each, one in ten of those due to be mailed; ten thousand posts in a
 * thousand topics, and everybody follows one of those. Made by counting, past the checks of foreign keys: they are right.
 */
async function store(url: string): Promise<void> {
  const { db, close } = openDb(withoutTimeouts(url), { max: 1, answerWithin: 0 })
  const at = sql`${moment(NOON)} - n * interval '10 seconds'`
  try {
    await db.execute(sql`set session_replication_role = replica`)
    await db.execute(sql`insert into users (id, email, email_key) select ${id('user', 'n')}, 'u' || n || '@plant.example', 'u' || n
      from generate_series(0, ${READERS}::int - 1) n`)
    await db.execute(sql`insert into profiles (id, username, username_key, approval)
      select ${id('user', 'n')}, 'user' || n, 'user' || n, 'approved' from generate_series(0, ${READERS}::int - 1) n`)
    await db.execute(sql`insert into forum_topics (id, category_id, author_id, title, last_post_at, last_author_id)
      select ${id('topic', 'n')}, ${id('category', '1')}, ${id('user', '1')}, 'Topic number ' || n, ${at}, ${id('user', '1')}
      from generate_series(0, 999) n`)
    await db.execute(sql`insert into forum_posts (id, topic_id, number, author_id, source, html, plain)
      select ${id('post', 'n')}, ${id('topic', 'n % 1000')}, n / 1000 + 2, ${id('user', '1')}, 'x', '', 'Try it.'
      from generate_series(0, 9999) n`)
    await db.execute(sql`insert into forum_follows (topic_id, user_id)
      select ${id('topic', 'n % 1000')}, ${id('user', 'n')} from generate_series(0, ${READERS}::int - 1) n`)
    // Indexes are made at the end, all at once: several times faster than row by row.
    const indexes = sql`where indrelid = 'forum_notices'::regclass`
    await db.execute(sql`update pg_index set indisready = false ${indexes}`)
    await db.execute(sql`insert into forum_notices (user_id, kind, topic_id, post_id, actor_id, read_at, mail_due_at, created_at)
      select ${id('user', 'n % 20000')}, 'reply', ${id('topic', '(n / 20000 * 200 + n % 200) % 1000')},
        ${id('post', 'n / 20000 * 200 + n % 200')}, ${id('user', '1')}, case when n % 3 = 0 then now() end,
        case when n % 10 = 0 then ${at} end, ${at} from generate_series(0, ${NOTICES}::int - 1) n`)
    await db.execute(sql`update pg_index set indisready = true ${indexes}`)
    await db.execute(sql`reindex table forum_notices`)
    await db.execute(sql`vacuum analyze users, profiles, forum_topics, forum_posts, forum_follows, forum_notices`)
  } finally {
    await close()
  }
}

describe('among a million notices', () => {
  let opened: TestDb & { url: string }
  let explaining: ExplainingDb
  let reader: string
  beforeAll(async () => {
    opened = await testDb()
    await store(opened.url)
    explaining = explainingDb(opened.url)
    const [row] = await opened.db.select({ id: id('user', '40') }).from(sql`(values (1)) one`)
    reader = String(row?.id)
  }, 240_000)
  afterAll(async () => {
    await explaining.close()
    await opened.close()
  })

  const planOf = async (statement: SQLWrapper) =>
    JSON.stringify(await opened.db.execute(sql`explain (format json) ${statement.getSQL()}`))
  /** No step of `work` reads a big table as a whole, nor more rows than these. */
  const expectLed = async (work: () => Promise<unknown>, most: number) => {
    const explained = await explaining.explain(work)
    const steps: Step[] = explained.flatMap((one) => one.steps)
    expect(steps.length).toBeGreaterThan(0)
    const faults = steps.filter(({ kind, table = '', rows }) => rows > most || (kind === 'Seq Scan' && BIG.has(table)))
    expect(faults).toEqual([])
    return Math.max(...steps.map(({ rows }) => rows))
  }

  test('the member who waits longest for a mail is found by the index, and so are their notices', async () => {
    let turns = 1
    const site = { siteUrl: 'https://workshops.example', siteName: 'Uptime Workshops' }
    const timeLeft = () => (turns-- > 0 ? 19_000 : 0)
    const mail = () =>
      mailDueNews(explaining.db, { site, now: NOON, timeLeft, onFault: (fault) => Promise.reject(fault) })
    console.log(`${await expectLed(mail, 60)} rows at most in a step of one mail`)
    expect(await planOf(takingNews(opened.db, reader, NOON))).toContain('forum_notices_due_to')
  })

  test('what is behind the bell is found by its reader', async () => {
    const ask = { limit: 25, cursor: undefined }
    await expectLed(() => listNotices(explaining.db, reader, ask), 60)
    await expectLed(() => countUnread(explaining.db, reader), 60)
    const { items, nextCursor } = await listNotices(opened.db, reader, ask)
    expect(items).toHaveLength(25)
    const older = noticeQuery.parse({ cursor: nextCursor })
    await expectLed(() => listNotices(explaining.db, reader, older), 60)
    await expectLed(() => markRead(explaining.db, reader, items[0]?.id ?? '', NOON), 60)
    expect(await countUnread(opened.db, reader)).toBe(0)
  })

  test('the members to notify of a post are found by its topic and by the names in it', async () => {
    const [post] = await opened.db
      .select({ id: id('post', '5'), topicId: id('topic', '5') })
      .from(sql`(values (1)) one`)
    const told = {
      id: String(post?.id),
      topicId: String(post?.topicId),
      authorId: reader,
      mentions: ['user7', 'user8'],
    }
    await expectLed(() => notifyOfPost(explaining.db, told, NOON), 60)
  })

  test('old notices go by the index', async () => {
    const plan = await planOf(forgettingOld(opened.db, NOON))
    expect(plan).toContain('forum_notices_oldest')
    expect(plan).not.toContain('Seq Scan')
  })
})
