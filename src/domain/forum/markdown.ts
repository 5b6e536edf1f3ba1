import type { Root } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { type Processor, unified } from 'unified'
import { Failure } from '#src/contract/failure.ts'

/** A text that takes more work than this is refused. */
export const MOST_WORK = 1_500
export const TOO_MUCH_FORMATTING =
  'This text has more formatting than one post can hold. Put code between two lines of ```, or split it into several posts.'

/**
 * No footnotes, which would need ids; no task list items, which would be dead; HTML is text; and bare addresses do not
 * become mail links.
 */
const OFF = [
  ...['htmlFlow', 'htmlText', 'tasklistCheck', 'emailAutolink'],
  ...['gfmFootnoteCall', 'gfmFootnoteDefinition', 'gfmPotentialFootnoteCall'],
]

const reader = unified().use(remarkParse).use(remarkGfm, { singleTilde: false }).use(turnOff).freeze()

/** The text as a tree. Throws `invalid` for a text that would take too long to parse. (security IV8) */
export function readMarkdown(source: string): Root {
  if (measureWork(source) > MOST_WORK) throw new Failure('invalid', TOO_MUCH_FORMATTING, { field: 'source' })
  return reader.parse(source)
}

/** Also leaves out what looks for addresses of mail in the finished tree: it takes the square of the time. */
function turnOff(this: Processor): void {
  const data = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: OFF } }]
  const readers = (data.fromMarkdownExtensions ?? []).flat()
  data.fromMarkdownExtensions = readers.map(({ transforms: _, ...extension }) => extension)
}

/**
 * How much work a text is to parse: for 1,500, the worst text takes well below 200 ms. The Markdown parser takes
 * quadratic time for some constructs, so this looks at the text first, once, line by line, and overestimates rather
 * than underestimates. Text between fences is hardly any work, however much it looks like Markdown. Takes linear time.
 * (security IV8)
 */
export function measureWork(source: string): number {
  const seen: Seen = { work: 0, lines: 0, bullets: 0, runs: 0, fence: null, isUnsure: false, block: empty() }
  for (const line of source.replace(/^\u{feff}/u, '').split(/\r\n?|\n/)) readLine(seen, line)
  return seen.work + workOfBlock(seen.block) + seen.runs ** 2 * SQUARE.runs
}

type Seen = {
  work: number
  lines: number
  /** Items of lists so far: nothing is nested deeper than there are of them. */
  bullets: number
  /** Runs of signs that may begin or end an emphasis; each may be compared with each. */
  runs: number
  fence: string | null
  /** True behind a fence of which only the reader knows whether it is one: then nothing counts as code. */
  isUnsure: boolean
  block: Block
}

/** The lines since the last empty one. */
type Block = {
  lines: number
  characters: number
  /** How deep its lines so far are nested by their signs; 1 where one is set in. */
  depth: number
  /** What the delimiter row makes of each line, if they are a table. */
  columns: number
  /** All that has a meaning in a line. */
  signs: number
  /** Beginnings of words that may begin an address: the reader looks back from each over all signs. */
  beginnings: number
  /** Of a run of backticks that begins with an escaped one, the end is looked for to the end of the block. */
  escapedTicks: number
}

const WORK = { line: 0.5, code: 0.15, item: 1.5, run: 0.7, bracket: 0.5, sign: 0.25, cell: 0.5, depth: 0.3 }
/** What is counted for each pair of what the reader compares. */
const SQUARE = {
  ...{ runs: 0.001, underlines: 0.001, lazy: 0.0006, beginnings: 0.001, ticks: 0.0004 },
  ...{ domains: 0.0005, trails: 0.0004 },
}
/** Deeper than that, no line is nested by its signs alone. */
const DEEPEST = 12
const TOO_MUCH = 100_000

/**
 * At the very beginning of a line a fence is a fence whatever comes before, so both parsers agree on where code begins.
 */
const FENCE = /^( {0,3})(?:(`{3,})[^`]*$|(~{3,}))/
const CONTAINERS = /^(?:[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))*/
const MARKER = />|[-+*]|\d+[.)]/g
const RUNS = /\*+|_+|~+/g
const BRACKETS = /[[\]!]/g
const SIGNS = /[<>&\\`|:#=@]|www/gi
const BEGINNINGS = /(?<![a-z])[hw]/gi
/** What begins an address by itself, and what may end one: from each sign the reader looks for the end of all of them. */
const DOMAINS = /www\./gi
const ADDRESS = /www\.|https?:/i
const TRAILS = /(?:[!"')*,.:;?_~\]]|&[a-z]+;?)+/gi
const ESCAPED_TICKS = /\\`/g
/**
 * The line below the head of a table, also in a list or a quotation. Characters behind its last bar are not markers.
 */
const DELIMITERS = /^[-+*>\d.)\s|:]*$/
const LAST_CELL = /^[-\s:]*$/
/** The line below a heading, perhaps. */
const UNDERLINE = /[-=]$/
/** Markdown ignores only these characters; any other space is text. */
const EMPTY = /^[ \t]*$/

function readLine(seen: Seen, line: string): void {
  seen.lines += 1
  if (seen.fence !== null) readCode(seen, line)
  else readText(seen, line)
}

function readText(seen: Seen, line: string): void {
  openFence(seen, line)
  seen.work += WORK.line
  if (EMPTY.test(line)) endBlock(seen)
  else countLine(seen, line)
}

function endBlock(seen: Seen): void {
  seen.work += workOfBlock(seen.block)
  seen.block = empty()
}

/** A fence that is set in may be one of a list's item, and end with it. */
function openFence(seen: Seen, line: string): void {
  const [, indent = '', ticks, tildes] = FENCE.exec(line) ?? []
  const fence = ticks ?? tildes ?? null
  if (fence !== null && indent !== '' && seen.bullets > 0) seen.isUnsure = true
  if (!seen.isUnsure) seen.fence = fence
}

function readCode(seen: Seen, line: string): void {
  seen.work += WORK.code
  const fence = seen.fence ?? ''
  const closing = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1]
  if (closing?.startsWith(fence)) seen.fence = null
}

function countLine(seen: Seen, line: string): void {
  const markers = count(CONTAINERS.exec(line)?.[0] ?? '', MARKER)
  const indent = measureIndent(line)
  seen.bullets += markers
  const nested = Math.min(seen.bullets, Math.ceil(indent / 2)) + markers
  if (markers > DEEPEST) seen.work += TOO_MUCH
  if (UNDERLINE.test(line.trimEnd())) seen.work += seen.lines * SQUARE.underlines
  if (markers < seen.block.depth) seen.work += seen.lines * SQUARE.lazy
  seen.block.depth = Math.max(seen.block.depth, markers, indent > 0 ? 1 : 0)
  const [runs, brackets, signs] = [count(line, RUNS), count(line, BRACKETS), count(line, SIGNS)]
  seen.runs += runs
  seen.work += markers * WORK.item + nested * WORK.depth
  seen.work += runs * WORK.run + brackets * WORK.bracket + signs * WORK.sign
  seen.work += workOfAddresses(line)
  addLine(seen.block, line, runs + brackets + signs)
}

/** A domain that turns out to be none is read again from each `www.` in it. */
function workOfAddresses(line: string): number {
  if (!ADDRESS.test(line)) return 0
  const trails = (line.match(TRAILS) ?? []).reduce((sum, trail) => sum + trail.length ** 2, 0)
  return count(line, DOMAINS) * line.length * SQUARE.domains + trails * SQUARE.trails
}

function addLine(block: Block, line: string, signs: number): void {
  block.lines += 1
  block.characters += line.length
  block.signs += signs
  block.beginnings += count(line, BEGINNINGS)
  block.escapedTicks += count(line, ESCAPED_TICKS)
  if (isDelimiterRow(line)) block.columns = Math.max(block.columns, line.split('|').length)
}

/** Each character is looked at once: as one expression, every bar would be tried as the last one. */
function isDelimiterRow(line: string): boolean {
  const bar = line.lastIndexOf('|')
  return bar >= 0 && DELIMITERS.test(line) && LAST_CELL.test(line.slice(bar + 1))
}

/** Every row of a table gets as many cells as its head has. */
function workOfBlock({ lines, columns, characters, signs, beginnings, escapedTicks }: Block): number {
  const compared = beginnings * signs * SQUARE.beginnings + escapedTicks * characters * SQUARE.ticks
  return lines * columns * WORK.cell + compared
}

function empty(): Block {
  return { lines: 0, characters: 0, depth: 0, columns: 0, signs: 0, beginnings: 0, escapedTicks: 0 }
}

function measureIndent(line: string): number {
  const space = /^[ \t]*/.exec(line)?.[0] ?? ''
  return space.length + 3 * count(space, /\t/g)
}

function count(text: string, signs: RegExp): number {
  return text.match(signs)?.length ?? 0
}
