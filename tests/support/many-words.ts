import { type SQL, sql } from 'drizzle-orm'

const ENDS = ['sa', 'burg', 'ville', 'ton', 'ford', 'port', 'wood', 'dale', 'field', 'mont', 'land', 'brook']
const ending = (beginnings: string) => beginnings.split(' ').flatMap((start) => ENDS.map((end) => start + end))

/** As many words as people and places have: the planner judges beginnings of words by the most common hundred or more. */
export const CITIES = ending('Tul Oma Dul Mob Tol Fres Day Lar Peo Akr Bil Wich')
export const MAKERS = ending('Gauge Vibra Lube Therm Pump Bear Sens Valv Cran Belt Gear Weld')
export const FIRST_NAMES = ending('Ad Gra Al Ed Lin Mar Niel Ros Sve Tar Hel Jon')
export const LAST_NAMES = ending('Quill Hop Mar Clar Ston Mey Hol Veg Lun Ort Pat Wes')

/** One of these words by number, over and over. */
export function wordOf(words: readonly string[], n: SQL): SQL {
  return sql`(string_to_array(${words.join(' ')}, ' '))[(${n}) % ${words.length}::int + 1]`
}

/** The id of the row that was made as number `n` of its kind: by its form one that was drawn by lot. */
export function rowId(kind: string, n: SQL | number): SQL {
  const digest = sql`md5(${`${kind} `} || (${n})::text)`
  return sql`overlay(overlay(${digest} placing '4' from 13) placing '8' from 17)::uuid`
}

/** A moment as PostgreSQL reads it. */
export function moment(at: number): SQL {
  return sql`${new Date(at).toISOString()}::timestamptz`
}
