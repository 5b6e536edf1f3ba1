/** A text with its selection, in UTF-16 code units. */
export type Selected = { text: string; start: number; end: number }

/** How each button of the toolbar changes the text. */
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

/** Puts a mark on both sides of the selection, or removes it if it is already there. */
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

/** Puts a mark before each line of the selection, or removes it if all lines have it. */
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

/** Replaces the selection with a text on its own lines, and puts the caret behind it. */
export function insertLines({ text, start, end }: Selected, piece: string): Selected {
  const before = `${ownLine(text.slice(0, start))}${piece}\n`
  const after = text.slice(end)
  return { text: before + after, start: before.length, end: before.length }
}

/** The placeholder for the description of an image. */
export const IMAGE_DESCRIPTION = 'describe the image'

/** Replaces the selection with an image, with blank lines around it, and selects its description. */
export function insertImage({ text, start, end }: Selected, url: string): Selected {
  const before = text.slice(0, start).trimEnd()
  const after = text.slice(end).trimStart()
  return select(`${before}${before && '\n\n'}![`, IMAGE_DESCRIPTION, `](${url})\n${after && '\n'}${after}`)
}

/** Part of a post as a quote of its author, with an empty line below. */
export function toQuote(words: string, username: string | null): string {
  const lines = words.trim().split(/\r?\n/)
  const who = username === null ? [] : [`> @${username} wrote:`, '>']
  return [...who, ...lines.map((line) => `> ${line}`.trimEnd()), ''].join('\n')
}

const ownLine = (before: string) => (before === '' || before.endsWith('\n') ? before : `${before}\n`)

function select(before: string, words: string, after: string): Selected {
  return { text: before + words + after, start: before.length, end: before.length + words.length }
}
