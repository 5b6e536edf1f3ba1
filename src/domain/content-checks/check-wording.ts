import { type Finding, toFinding } from '#src/contract/content-check.ts'
import type { CheckedField, CheckedSubject } from './content.ts'
import { readMarkdownParts } from './read-markdown-parts.ts'
import { hardSentences } from './reading-level.ts'

/** Sentences that are hard to read, and words that are there twice. */
export function checkWording({ subject, fields }: CheckedSubject): Finding[] {
  return fields.flatMap((one) => {
    const { field, label } = one
    const texts = toTexts(one)
    const repeated = texts.flatMap(findRepeated).map((words) => {
      return toFinding('text.repeated', subject, field, `${label}: “${words}” has a word twice.`)
    })
    const hard = one.kind === 'prose' || one.kind === 'markdown' ? texts.flatMap(hardSentences) : []
    const long = hard.map((sentence) =>
      toFinding(
        'text.reading',
        subject,
        field,
        `${label}: “${shorten(sentence)}” is hard to read. Use shorter sentences and common words.`,
      ),
    )
    return [...repeated, ...long]
  })
}

function toTexts({ kind, text }: CheckedField): string[] {
  if (kind === 'name' || kind === 'prose') return [text]
  return kind === 'markdown' ? readMarkdownParts(text).paragraphs : []
}

const REPEATED = /(?<![\p{L}\p{N}'’-])(\p{L}+)\s+\1(?![\p{L}\p{N}'’-])/giu
/** Words that sentences may have twice in a row. */
const MAY_REPEAT = new Set(['that', 'had', 'bora', 'walla', 'pago'])

function findRepeated(text: string): string[] {
  return [...text.matchAll(REPEATED)]
    .filter(([, word = '']) => !MAY_REPEAT.has(word.toLowerCase()))
    .map(([words]) => words)
}

const LONGEST_QUOTE = 90

function shorten(sentence: string): string {
  return sentence.length <= LONGEST_QUOTE ? sentence : `${sentence.slice(0, LONGEST_QUOTE).replace(/\s+\S*$/, '')}…`
}
