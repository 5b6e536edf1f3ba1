import type { Root } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { type Processor, unified } from 'unified'
import { Failure } from '#src/contract/failure.ts'
import { workOf } from './markdown-work.ts'

/** More than this and a text is refused. */
export const MOST_WORK = 1_500
export const TOO_MUCH_FORMATTING =
  'This text has more formatting than one post can hold. Put code between two lines of ```, or split it into several posts.'

/** Footnotes would need ids, boxes to tick are none, HTML is text, and whoever writes an address as it is gets no mail link. */
const OFF = [
  ...['htmlFlow', 'htmlText', 'tasklistCheck', 'emailAutolink'],
  ...['gfmFootnoteCall', 'gfmFootnoteDefinition', 'gfmPotentialFootnoteCall'],
]

const reader = unified().use(remarkParse).use(remarkGfm, { singleTilde: false }).use(turnOff).freeze()

/** The text as a tree. Throws `invalid` for what would take too long to read. (security IV8) */
export function readMarkdown(source: string): Root {
  if (workOf(source) > MOST_WORK) throw new Failure('invalid', TOO_MUCH_FORMATTING, { field: 'source' })
  return reader.parse(source)
}

/** Also leaves out what looks for addresses of mail in the finished tree: it takes the square of the time. */
function turnOff(this: Processor): void {
  const data = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: OFF } }]
  const readers = (data.fromMarkdownExtensions ?? []).flat()
  data.fromMarkdownExtensions = readers.map(({ transforms: _, ...extension }) => extension)
}
