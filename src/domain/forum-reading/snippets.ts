import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Piece } from '#src/contract/forum.ts'

/** Characters of the private use area, removed from the text before they mark what was found. */
const START = '\u{e000}'
const STOP = '\u{e001}'
const GAP = ' … '

/** A text with the words of `marks` marked; whole, or in parts that contain some. */
export function headline(column: SQLWrapper, marks: SQL, { isWhole }: { isWhole: boolean }): SQL<string> {
  const length = isWhole ? 'HighlightAll=true' : `MaxFragments=2, MaxWords=30, MinWords=12, FragmentDelimiter="${GAP}"`
  const options = `StartSel="${START}", StopSel="${STOP}", ${length}`
  return sql<string>`ts_headline('english', translate(${column}, ${START + STOP}, ''), ${marks}, ${options})`
}

/** The same as pieces, found or not. */
export function toPieces(marked: string): Piece[] {
  const pieces = marked.split(START).flatMap((part, place): Piece[] => {
    const [found = '', rest = ''] = place === 0 ? ['', part] : part.split(STOP)
    return [
      { text: found, isFound: true },
      { text: rest, isFound: false },
    ]
  })
  return pieces.filter(({ text }) => text !== '')
}

/** The beginning of a text on one line, cut after a word if it is longer than so many characters. */
export function toExcerpt(plain: string, most: number): string {
  const signs = [...plain.replaceAll(/\s+/gu, ' ').trim()]
  if (signs.length <= most) return signs.join('')
  const cut = signs.slice(0, most).join('')
  const end = cut.lastIndexOf(' ')
  return `${(end > most / 2 ? cut.slice(0, end) : cut).replace(/[\s,;:.–-]+$/u, '')}…`
}
