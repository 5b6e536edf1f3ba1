/** A text with what is selected of it, in UTF-16 code units. */
export type Selected = { text: string; start: number; end: number }

/** What a button of the composer does to the text, by its name. */
export const MARKS = {
  bold: (at: Selected) => around(at, '**', 'bold'),
  italic: (at: Selected) => around(at, '*', 'italic'),
  code: (at: Selected) => (chosen(at).includes('\n') ? fenced(at) : around(at, '`', 'code')),
  quote: (at: Selected) => eachLine(at, '> '),
  list: (at: Selected) => eachLine(at, '- '),
  link: (at: Selected) => link(at),
} as const
export type MarkName = keyof typeof MARKS

const chosen = ({ text, start, end }: Selected) => text.slice(start, end)

/** Puts a mark on both sides of what is selected, or takes it away where it stands already. */
function around(at: Selected, mark: string, sample: string): Selected {
  const { text, start, end } = at
  const isMarked = text.slice(0, start).endsWith(mark) && text.slice(end).startsWith(mark)
  if (isMarked) {
    const from = start - mark.length
    return select(text.slice(0, from), chosen(at), text.slice(end + mark.length))
  }
  return select(text.slice(0, start) + mark, chosen(at) || sample, mark + text.slice(end))
}

function fenced(at: Selected): Selected {
  const { text, start, end } = at
  return select(`${ownLine(text.slice(0, start))}\`\`\`\n`, chosen(at), `\n\`\`\`\n${text.slice(end)}`)
}

/** Begins each line of the selection so, or takes that beginning away where all have it. */
function eachLine({ text, start, end }: Selected, mark: string): Selected {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const line = text.indexOf('\n', end)
  const until = line === -1 ? text.length : line
  const lines = text.slice(from, until).split('\n')
  const isMarked = lines.every((each) => each.startsWith(mark))
  const changed = lines.map((each) => (isMarked ? each.slice(mark.length) : mark + each)).join('\n')
  return select(text.slice(0, from), changed, text.slice(until))
}

function link(at: Selected): Selected {
  const words = chosen(at)
  const before = `${at.text.slice(0, at.start)}[${words || 'words'}](`
  return select(before, 'https://', `)${at.text.slice(at.end)}`)
}

/** Puts a piece in place of what is selected, on lines of its own, and the caret behind it. */
export function insertLines({ text, start, end }: Selected, piece: string): Selected {
  const before = `${ownLine(text.slice(0, start))}${piece}\n`
  const after = text.slice(end)
  return { text: before + after, start: before.length, end: before.length }
}

/** What stands for the description of an image until somebody writes one. */
export const DESCRIBE_IMAGE = 'describe the image'

/** Puts an image in place of what is selected, a blank line away from the words around it, with its description selected. */
export function insertImage({ text, start, end }: Selected, url: string): Selected {
  const before = text.slice(0, start).trimEnd()
  const after = text.slice(end).trimStart()
  return select(`${before}${before && '\n\n'}![`, DESCRIBE_IMAGE, `](${url})\n${after && '\n'}${after}`)
}

/** A piece of somebody's post as a quote of them, with room for an answer below. */
export function quoteOf(words: string, username: string | null): string {
  const lines = words.trim().split(/\r?\n/)
  const who = username === null ? [] : [`> @${username} wrote:`, '>']
  return [...who, ...lines.map((line) => `> ${line}`.trimEnd()), ''].join('\n')
}

const ownLine = (before: string) => (before === '' || before.endsWith('\n') ? before : `${before}\n`)

function select(before: string, words: string, after: string): Selected {
  return { text: before + words + after, start: before.length, end: before.length + words.length }
}
