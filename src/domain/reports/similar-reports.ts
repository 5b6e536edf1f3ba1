import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { searchWords } from '#db/schema/columns.ts'
import { eventReports } from '#db/schema/feedback.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { ReportLine } from '#src/contract/report-admin.ts'
import { SEARCHED, selectLines, toLine } from './list-reports.ts'

const MOST_SIMILAR = 5
/** Of each word so many reports are looked at: with 16 words never more than 1,600, however many there are. */
const MOST_PER_WORD = 100

/**
 * Other reports that may say the same, not merged into one yet: those that share at least two of the telling words, the
 * rarer the better. A word in few reports counts for more than one in many. Throws `not_found`.
 */
export async function similarReports(db: Db, id: string): Promise<{ items: ReportLine[] }> {
  const { title, description } = eventReports
  const [report] = await db.select({ title, description }).from(eventReports).where(eq(eventReports.id, id))
  if (!report) throw new Failure('not_found', NOT_FOUND.report)
  const words = distinctiveWords(report)
  if (words.length === 0) return { items: [] }
  const found = idsIn(await db.execute(similarQuery(id, words)))
  if (found.length === 0) return { items: [] }
  const rows = await selectLines(db).where(inArray(eventReports.id, found))
  const place = (line: ReportLine) => found.indexOf(line.id)
  return { items: rows.map(toLine).toSorted((a, b) => place(a) - place(b)) }
}

/** Each word is looked up in the search index by itself, and read only as far as `MOST_PER_WORD`. */
function similarQuery(id: string, words: readonly string[]): SQL {
  const each = words.map(
    (word, at) => sql`(with found as materialized (
      select id, created_at from ${eventReports}
      where ${searchWords(SEARCHED)} @@ to_tsquery('simple', ${`${word}:*`}) and merged_into_id is null
    ) select id, created_at, ${at}::int as word from found limit ${MOST_PER_WORD})`,
  )
  return sql`with hit as (${sql.join(each, sql` union all `)}),
    weight as (select word, 1.0 / count(*) as rarity from hit group by word)
    select hit.id from hit join weight using (word) where hit.id <> ${id}
    group by hit.id, hit.created_at having count(*) >= least(2, ${words.length}::int)
    order by sum(rarity) desc, hit.created_at desc, hit.id limit ${MOST_SIMILAR}`
}

function idsIn(answer: unknown): string[] {
  return (answer as { rows: { id: string }[] }).rows.map((row) => row.id)
}

const SHORTEST = 4
const WORDS_OF_EACH = 8
/** Words as long as this meet in other forms too: `buttons` and `button`, `registering` and `registered`. */
const HAS_FORMS = 6
const ENDING = 2

/**
 * The words by which a report can be found among others, as beginnings: the eight longest of its title, then the eight
 * longest further ones of its description. Short ones say little, and there are too many of them.
 */
function distinctiveWords({ title, description }: { title: string; description: string }): string[] {
  const first = getLongest(title).slice(0, WORDS_OF_EACH)
  const more = getLongest(description).filter((word) => !first.includes(word))
  return [...first, ...more.slice(0, WORDS_OF_EACH)]
}

function getLongest(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const stems = words.filter((word) => word.length >= SHORTEST).map(toStem)
  return [...new Set(stems)].toSorted((a, b) => b.length - a.length)
}

function toStem(word: string): string {
  return word.length < HAS_FORMS ? word : word.slice(0, -ENDING)
}
