import type { Root } from 'hast'
import { toText } from 'hast-util-to-text'
import type { Root as Markdown } from 'mdast'
import rehypeSanitize, { type Options } from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { decoratePost, type KnownImages } from './decorate-post.ts'
import { readMarkdown } from './markdown.ts'
import { linkMentions, mentionsIn } from './mentions.ts'

/**
 * What a post may be made of, and nothing else: no `id`, `name`, `style` or `class`, no address but web addresses and paths of
 * this site. The tree is checked against it last of all. (security XS1)
 */
const POST_SCHEMA: Options = {
  tagNames: [
    ...['p', 'br', 'hr', 'strong', 'em', 'del', 'blockquote', 'ul', 'ol', 'li', 'code', 'pre', 'h3', 'h4', 'a', 'img'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  attributes: {
    a: ['href', ['rel', 'nofollow', 'ugc', 'noopener']],
    img: ['src', 'alt', 'width', 'height', ['loading', 'lazy']],
    ol: ['start'],
    table: [['tabIndex', 0]],
    td: [['align', 'left', 'center', 'right']],
    th: [['align', 'left', 'center', 'right']],
  },
  protocols: { href: ['http', 'https'], src: [] },
  ancestors: {
    li: ['ol', 'ul'],
    ...Object.fromEntries(['thead', 'tbody', 'tr', 'th', 'td'].map((tag) => [tag, ['table']])),
  },
  strip: ['script', 'style'],
  clobber: [],
  allowComments: false,
  allowDoctypes: false,
}

/** A post as it is kept: what is shown, its words alone, and what it holds of what new members may not have many of. */
export type Rendered = {
  html: string
  plain: string
  /** Links that lead away from this site. */
  links: number
  /** Addresses of the pictures shown in it. */
  images: string[]
  /** Addresses of missing pictures that it refers to; their words are shown instead. */
  missing: string[]
  /** The names it mentions, as they were typed, whether anybody has them or not. */
  mentions: string[]
}

/** What a text names and the database knows: members by the keys of their names, pictures by their addresses. */
type Known = {
  members: ReadonlyMap<string, string>
  images: KnownImages
}
const NOTHING: Known = { members: new Map(), images: null }

const maker = unified().use(remarkRehype).freeze()
const checker = unified().use(rehypeSanitize, POST_SCHEMA).freeze()
const writer = unified().use(rehypeStringify).freeze()

/** A text that was read, and what is made of it once it is known whom and what it names. */
type Draft = { mentions: string[]; render: (known: Known) => Rendered }

/** Reads a text once, to be rendered when its names were looked up. Throws `invalid` for what would take too long. (security IV8) */
export function readPost(source: string): Draft {
  const text = readMarkdown(source)
  const mentions = mentionsIn(text)
  return { mentions, render: (known) => ({ ...render(text, known), mentions }) }
}

/**
 * The one way from Markdown to what is shown. What is allowed is listed in `POST_SCHEMA`, which the tree is checked against
 * last. Mentions become links where `known` has the member, pictures get their size; one that `known` lacks is left out.
 * Throws as `readPost`. (security XS1)
 */
export function renderPost(source: string, known: Known = NOTHING): Rendered {
  return readPost(source).render(known)
}

function render(text: Markdown, known: Known): Omit<Rendered, 'mentions'> {
  linkMentions(text, known.members)
  const tree = maker.runSync(text)
  const missing = decoratePost(tree, known.images)
  const shown = checker.runSync(tree)
  return { html: writer.stringify(shown), plain: toPlain(shown), missing, ...toCounts(shown) }
}

/** The names that a post mentions. Throws as `renderPost` does. */
export function getMentions(source: string): string[] {
  return readPost(source).mentions
}

/** Code points of a word at most. For the words of some longer ones PostgreSQL takes the square of the time. */
const LONGEST_WORD = 200

/** Its words, a block a line; without the signs that only arrange a page. What is too long to be a word is cut into pieces. */
function toPlain(tree: Root): string {
  return toText(tree)
    .replace(/[\t ]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .replace(/\S+/g, (word) => (word.length > LONGEST_WORD ? cut(word) : word))
}

function cut(word: string): string {
  const signs = [...word]
  const starts = Array.from({ length: Math.ceil(signs.length / LONGEST_WORD) }, (_, piece) => piece * LONGEST_WORD)
  return starts.map((start) => signs.slice(start, start + LONGEST_WORD).join('')).join(' ')
}

function toCounts(tree: Root): Pick<Rendered, 'links' | 'images'> {
  const found: Pick<Rendered, 'links' | 'images'> = { links: 0, images: [] }
  visit(tree, 'element', ({ tagName, properties }) => {
    if (tagName === 'a' && !String(properties.href ?? '/').startsWith('/')) found.links += 1
    if (tagName === 'img') found.images.push(String(properties.src))
  })
  return found
}
