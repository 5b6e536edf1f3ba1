import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { searchWords } from './schema/columns.ts'

const MOST_WORDS = 8

/**
 * True for rows that have a word beginning with each word of `text`, in the columns of their `searchIndex`, named in its
 * order. Undefined for a text without words, which leaves nothing out. Whatever is typed is only ever words. (security DB5)
 */
export function matchesWords(columns: readonly SQLWrapper[], text: string): SQL | undefined {
  const words = text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.slice(0, MOST_WORDS)
  if (!words) return undefined
  const query = words.map((word) => `${word}:*`).join(' & ')
  return sql`${searchWords(columns)} @@ to_tsquery('simple', ${query})`
}
