import type { Nodes } from 'mdast'
import { visit } from 'unist-util-visit'
import { readMarkdown } from '../forum/markdown.ts'

/** What a text in Markdown consists of, as far as checks look at it. */
export type MarkdownParts = {
  links: { href: string; words: string }[]
  pictures: { src: string; alt: string }[]
  /** The levels of its headings in order, each with its words. */
  headings: { depth: number; words: string }[]
  /** Its paragraphs and list items as plain text. */
  paragraphs: string[]
}

const NOTHING: MarkdownParts = { links: [], pictures: [], headings: [], paragraphs: [] }

/** The parts of a text; none of one that is too much work to read, which no form accepts. */
export function readMarkdownParts(source: string): MarkdownParts {
  const parts = structuredClone(NOTHING)
  const tree = readOrNothing(source)
  if (tree === null) return parts
  visit(tree, (node) => {
    if (node.type === 'link') parts.links.push({ href: node.url, words: toWords(node) })
    if (node.type === 'definition') parts.links.push({ href: node.url, words: node.label ?? '' })
    if (node.type === 'image') parts.pictures.push({ src: node.url, alt: node.alt ?? '' })
    if (node.type === 'heading') parts.headings.push({ depth: node.depth, words: toWords(node) })
    if (node.type === 'paragraph') parts.paragraphs.push(toWords(node))
  })
  return parts
}

/** Where a text has addresses of links and pictures, with their titles. An address that is its own words counts too. */
export function findAddresses(source: string): { start: number; end: number }[] {
  const tree = readOrNothing(source)
  if (tree === null) return []
  const found: { start: number; end: number }[] = []
  visit(tree, ['link', 'image', 'definition'], (node) => {
    const { start, end } = node.position ?? {}
    if (start?.offset === undefined || end?.offset === undefined) return
    const own = source.slice(start.offset, end.offset)
    const words =
      own.startsWith('[') || own.startsWith('![') ? own.lastIndexOf(node.type === 'definition' ? ']:' : '](') : 0
    found.push({ start: start.offset + Math.max(words, 0), end: end.offset })
  })
  return found
}

function readOrNothing(source: string) {
  try {
    return readMarkdown(source)
  } catch {
    return null
  }
}

/** The words of a node without its signs. Code is left out: it is no prose. */
function toWords(node: Nodes): string {
  if (node.type === 'text') return node.value
  if (node.type === 'image') return node.alt ?? ''
  if (node.type === 'break') return ' '
  return 'children' in node ? node.children.map(toWords).join('') : ''
}
