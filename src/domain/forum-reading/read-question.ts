import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'

const LEXEME = "'(?:[^']|'')*'"
const LEXEMES = new RegExp(LEXEME, 'g')
const PAIR = new RegExp(`(${LEXEME}) <-> (?=(${LEXEME}))`, 'g')
const STEP = /<(?:-|\d+)>/g
const WORD = /[\p{L}\p{N}]/u
/** A minus that leaves out no word and no quotation. PostgreSQL reads 32 in a row at most, and fails at more. */
const IDLE_MINUS = /-(?![\p{L}\p{N}"])/gu

/**
 * A search as PostgreSQL parsed it. `isLike` asks the index of terms: it is true for every post that matches, and for
 * few others. `marks` matches any of the words, each once: to find what to mark in a text, PostgreSQL needs seconds and
 * gigabytes for phrases, for words that are all required, and for a repeated word. (decision 0038)
 */
export type Question = { fits: SQL; isLike: SQL; marks: SQL }

/** Null for no words, for such as every text has, and where it is not enough to look for words. Whatever is typed is only ever words. */
export async function readQuestion(tx: Db, typed: string): Promise<Question | null> {
  const text = typed.replace(IDLE_MINUS, ' ')
  if (!WORD.test(text)) return null
  const [read] = await tx
    .select({ fits: sql<string>`question::text`, required: sql<string>`querytree(question)` })
    .from(sql`websearch_to_tsquery('english', ${text}) question`)
  if (!read || read.required === '' || read.required === 'T') return null
  const isLike = STEP.test(read.fits) ? withPairs(read.required) : read.fits
  const marks = [...new Set(read.required.match(LEXEMES))].join(' | ')
  return { fits: sql`${read.fits}::tsquery`, isLike: sql`${isLike}::tsquery`, marks: sql`${marks}::tsquery` }
}

/**
 * Adjacent words, as the index knows them: both words and the term of the two. Words further apart are only required to
 * be present. No lexeme contains a `<`.
 */
function withPairs(question: string): string {
  return question.replace(PAIR, (_, one, next) => `${one} & '${pairTerm(one, next)}' & `).replace(STEP, '&')
}

/** One of a million terms for each two lexemes, as `forum_terms` in the database makes it. */
function pairTerm(one: string, next: string): string {
  const pair = `${toWord(one)} ${toWord(next)}`
  return ` ${createHash('md5').update(pair).digest('hex').slice(0, 5)}`
}

function toWord(lexeme: string): string {
  return lexeme.slice(1, -1).replaceAll("''", "'").replaceAll('\\\\', '\\')
}
