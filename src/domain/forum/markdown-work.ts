/**
 * How much work a text is to read: of 1,500 of it, the worst text takes well below 200 ms. The reader of Markdown takes the
 * square of the time for some of what it finds, so this looks at the text before it, once, line by line, and counts rather
 * too much. What stands between fences is hardly any work, however much it looks like Markdown. (security IV8)
 */
export function workOf(source: string): number {
  const seen: Seen = { work: 0, bullets: 0, runs: 0, fence: null, block: { lines: 0, columns: 0 } }
  for (const line of source.split(/\r\n?|\n/)) readLine(seen, line)
  return seen.work + endOfBlock(seen) + (seen.runs * seen.runs) / 1_000
}

type Seen = {
  work: number
  /** Items of lists so far: nothing is nested deeper than there are of them. */
  bullets: number
  /** Runs of signs that may begin or end an emphasis; each may be compared with each. */
  runs: number
  fence: string | null
  /** Lines since the last empty one, and the columns that a line makes of them if they are a table. */
  block: { lines: number; columns: number }
}

const WORK = { line: 0.5, code: 0.15, item: 1.5, run: 0.7, bracket: 0.5, sign: 0.25, cell: 0.5, depth: 0.3 }
/** Deeper than that, no line is nested by its signs alone. */
const DEEPEST = 12
const TOO_MUCH = 100_000

/** At the very beginning of a line a fence is one whatever stands before, so both readers agree on where code begins. */
const FENCE = /^(`{3,})[^`]*$|^(~{3,})/
const CONTAINERS = /^(?:[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))*/
const MARKER = />|[-+*]|\d+[.)]/g
const RUNS = /\*+|_+|~+/g
const BRACKETS = /[[\]!]/g
const SIGNS = /[<>&\\`|:#=@]|www/gi
/** The line below the head of a table; it may stand in a list or a quotation. */
const DELIMITERS = /^[-+*>\d.)\s|:]*\|[-\s|:]*$|^[-+*>\d.)\s|:]*[-:][-\s|:]*\|[-\s|:]*$/

function readLine(seen: Seen, line: string): void {
  if (seen.fence !== null) readCode(seen, line)
  else readText(seen, line)
}

function readText(seen: Seen, line: string): void {
  const [, ticks, tildes] = FENCE.exec(line) ?? []
  seen.fence = ticks ?? tildes ?? null
  seen.work += WORK.line
  if (line.trim() === '') seen.work += endOfBlock(seen)
  else countLine(seen, line)
}

function readCode(seen: Seen, line: string): void {
  seen.work += WORK.code
  const fence = seen.fence ?? ''
  const closing = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1]
  if (closing?.startsWith(fence)) seen.fence = null
}

function countLine(seen: Seen, line: string): void {
  const markers = count(CONTAINERS.exec(line)?.[0] ?? '', MARKER)
  seen.bullets += markers
  const nested = Math.min(seen.bullets, Math.ceil(indentOf(line) / 2)) + markers
  const runs = count(line, RUNS)
  seen.runs += runs
  seen.work += markers * WORK.item + nested * WORK.depth + runs * WORK.run
  seen.work += count(line, BRACKETS) * WORK.bracket + count(line, SIGNS) * WORK.sign
  if (markers > DEEPEST) seen.work += TOO_MUCH
  seen.block.lines += 1
  if (DELIMITERS.test(line)) seen.block.columns = Math.max(seen.block.columns, line.split('|').length)
}

/** Every row of a table gets as many cells as its head has. */
function endOfBlock({ block }: Seen): number {
  const cells = block.lines * block.columns
  block.lines = 0
  block.columns = 0
  return cells * WORK.cell
}

function indentOf(line: string): number {
  const space = /^[ \t]*/.exec(line)?.[0] ?? ''
  return space.length + 3 * count(space, /\t/g)
}

function count(text: string, signs: RegExp): number {
  return text.match(signs)?.length ?? 0
}
