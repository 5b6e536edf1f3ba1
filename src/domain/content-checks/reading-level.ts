import type { Root, Word } from 'nlcst'
import retextEnglish from 'retext-english'
import retextReadability from 'retext-readability'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { VFile } from 'vfile'
import { TRADE_WORDS } from './trade-words.ts'

/** Sentences that a person of this age reads without effort. Most workers in plants read at about this level. */
const TARGET_AGE = 18
/** Shorter sentences are not judged: a long word alone makes them hard by the formulas, and easy to read all the same. */
const LEAST_WORDS = 14
/** How many of the seven formulas have to agree. */
const AGREED = 5 / 7

const judge = unified()
  .use(retextEnglish)
  .use(() => easeTradeWords)
  .use(retextReadability, { age: TARGET_AGE, minWords: LEAST_WORDS, threshold: AGREED })
  .freeze()

/** The sentences of a plain text that are hard to read by most formulas, as they are written. Nothing leaves this process. */
export function hardSentences(text: string): string[] {
  const file = new VFile(text)
  judge.runSync(judge.parse(file), file)
  return file.messages.flatMap(({ place }) => {
    const [start, end] = place && 'start' in place ? [place.start.offset, place.end.offset] : []
    return start === undefined || end === undefined ? [] : [text.slice(start, end)]
  })
}

/** A word of the trade counts as a short, common one. */
function easeTradeWords(tree: Root): void {
  visit(tree, 'WordNode', (word) => {
    if (TRADE_WORDS.has(toText(word).toLowerCase())) word.children = [{ type: 'TextNode', value: 'part' }]
  })
}

function toText(word: Word): string {
  return word.children.map((child) => ('value' in child ? child.value : '')).join('')
}
