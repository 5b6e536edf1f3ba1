import type { BlockContent, DefinitionContent, Link, ListItem, PhrasingContent, RootContent } from 'mdast'
import { visit } from 'unist-util-visit'
import { Failure } from '#src/contract/failure.ts'
import {
  isList,
  isPlaceholder,
  linkWords,
  type MailPlaceholder,
  splitPlaceholders,
} from '#src/contract/mail-placeholder.ts'
import { isWebAddress } from '#src/contract/url.ts'
import { readMarkdown } from '../forum/markdown.ts'
import { type LetterPart, oneLine, type Run } from '../outbox/letter.ts'

/** What each placeholder of one mail becomes; null for one without a value. */
export type MailValues = Readonly<Record<MailPlaceholder, string | null>>

const BAD_LINK =
  'A link can lead to a web address, to mailto: and an email address, or to one placeholder such as {{event.page}}'
const TOO_MUCH_FORMATTING = 'This text has more formatting than one email can hold.'
const MAILTO = /^mailto:[^\s@<>?&]+@[^\s@<>?&]+$/
const ONLY_A_PLACEHOLDER = /^\{\{([^{}]*)\}\}$/

/** What is wrong with the links of a mail's text, and with the amount of its formatting; undefined for a text that can be sent. */
export function findBodyFault(body: string): string | undefined {
  let fault: string | undefined
  try {
    visit(readMarkdown(body), (node) => {
      if ((node.type === 'link' || node.type === 'definition') && !isLinkTarget(node.url)) fault = BAD_LINK
    })
    return fault
  } catch (error) {
    if (error instanceof Failure) return TOO_MUCH_FORMATTING
    throw error
  }
}

function isLinkTarget(url: string): boolean {
  const name = ONLY_A_PLACEHOLDER.exec(url)?.[1]
  if (name !== undefined) return isPlaceholder(name) && linkWords(name) !== undefined
  return !url.includes('{{') && (isWebAddress(url) || MAILTO.test(url))
}

/** A block that has a placeholder without a value is left out; this ends its conversion. */
class EmptyValue extends Error {}

/**
 * The parts of a mail. Markdown is read before the values are put in, so that no value becomes markup. A paragraph, heading or
 * list item with a placeholder that has no value is left out. (security MR1)
 */
export function readMailBody(body: string, values: MailValues, siteUrl: string): LetterPart[] {
  return toParts(readMarkdown(body).children, { values, siteUrl })
}

type Filling = { values: MailValues; siteUrl: string }
type Block = RootContent | BlockContent | DefinitionContent

/** A heading below which everything is left out goes with it. */
function toParts(blocks: readonly Block[], filling: Filling): LetterPart[] {
  const made = blocks.map((block) => ({ isHeading: block.type === 'heading', parts: toPartsOf(block, filling) }))
  return made.flatMap(({ isHeading, parts }, at) => {
    if (!isHeading) return parts
    const next = made.findIndex((one, place) => place > at && one.isHeading)
    const below = made.slice(at + 1, next < 0 ? undefined : next)
    return below.length > 0 && below.every((one) => one.parts.length === 0) ? [] : parts
  })
}

function toPartsOf(block: Block, filling: Filling): LetterPart[] {
  try {
    return toPart(block, filling)
  } catch (error) {
    if (error instanceof EmptyValue) return []
    throw error
  }
}

function toPart(block: Block, filling: Filling): LetterPart[] {
  switch (block.type) {
    case 'paragraph':
      return toParagraph(block.children, filling)
    case 'heading':
      return [{ heading: oneLine(toPlain(toRuns(block.children, filling))) }]
    case 'blockquote': {
      const quoted = toParts(block.children, filling)
      return quoted.length > 0 ? [{ quoted }] : []
    }
    case 'list': {
      const items = block.children.flatMap((item) => toItem(item, filling))
      return items.length > 0 ? [{ items, isNumbered: block.ordered === true }] : []
    }
    case 'code':
      return [
        {
          quote: fillText(block.value, filling)
            .map(({ text }) => text)
            .join(''),
        },
      ]
    case 'table':
      return block.children.map((row) => ({
        runs: row.children.flatMap((cell, at) => [
          ...(at > 0 ? [{ text: ' | ' }] : []),
          ...toRuns(cell.children, filling),
        ]),
      }))
    default:
      return []
  }
}

/** An item whose first paragraph is left out goes as a whole. */
function toItem({ children }: ListItem, filling: Filling): LetterPart[][] {
  const [first, ...rest] = children
  if (first === undefined) return []
  const [head, ...parts] = [toParts([first], filling), toParts(rest, filling)]
  return head.length > 0 ? [[...head, ...parts.flat()]] : []
}

function toParagraph(children: PhrasingContent[], filling: Filling): LetterPart[] {
  const name = findOnly(children)
  if (name !== undefined && isList(name)) {
    const items = requireValue(name, filling).split('\n')
    return [{ items: items.map((text) => [{ runs: [{ text }] }]), isNumbered: false }]
  }
  const runs = toRuns(children, filling)
  const seen = runs.filter(({ text }) => text.trim() !== '')
  const [only] = seen
  if (only === undefined) return []
  if (seen.length > 1 || only.href === undefined) return [{ runs }]
  const path = toOwnPath(only.href, filling.siteUrl)
  const words = only.text === only.href ? (ownWords(children, filling) ?? only.text) : only.text
  return path === undefined ? [{ runs: [{ ...only, text: words }] }] : [{ button: words, path }]
}

/** The words of an address that is alone, and was written as a placeholder. */
function ownWords(children: PhrasingContent[], { values }: Filling): string | undefined {
  const name = findOnly(children)
  return name !== undefined && values[name] !== null ? linkWords(name) : undefined
}

/** The placeholder that is alone in a paragraph. */
function findOnly(children: readonly PhrasingContent[]): MailPlaceholder | undefined {
  const written = children
    .map((child) => (child.type === 'text' ? child.value : ''))
    .join('')
    .trim()
  const name = ONLY_A_PLACEHOLDER.exec(written)?.[1]
  return name !== undefined && isPlaceholder(name) ? name : undefined
}

/** The path of an address on our own site. One that begins with two slashes would name another site. */
function toOwnPath(href: string, siteUrl: string): string | undefined {
  if (!URL.canParse(href)) return undefined
  const { origin, pathname, search, hash } = new URL(href)
  const isOwn = origin === new URL(siteUrl).origin && !pathname.startsWith('//')
  return isOwn ? `${pathname}${search}${hash}` : undefined
}

type Style = Omit<Run, 'text'>

function toRuns(children: readonly PhrasingContent[], filling: Filling, style: Style = {}): Run[] {
  return children.flatMap((child): Run[] => {
    switch (child.type) {
      case 'text':
      case 'inlineCode':
      case 'html':
        return fillText(child.value, filling).map((run) => ({ ...run, ...style }))
      case 'break':
        return [{ text: '\n', ...style }]
      case 'strong':
        return toRuns(child.children, filling, { ...style, isBold: true })
      case 'emphasis':
        return toRuns(child.children, filling, { ...style, isItalic: true })
      case 'link':
        return toLink(child, filling, style)
      case 'image':
        return [{ text: child.alt ?? '', ...style }]
      default:
        return 'children' in child ? toRuns(child.children, filling, style) : []
    }
  })
}

function toLink({ url, children }: Link, filling: Filling, style: Style): Run[] {
  if (!isLinkTarget(url)) return toRuns(children, filling, style)
  const name = ONLY_A_PLACEHOLDER.exec(url)?.[1]
  const href = name !== undefined && isPlaceholder(name) ? requireValue(name, filling) : url
  const words = toPlain(toRuns(children, filling, style))
  return [{ ...style, text: words === '' ? href : words, href }]
}

/** The text with its values; an address becomes a link. */
function fillText(text: string, filling: Filling): Run[] {
  const runs = splitPlaceholders(text).map((piece, at): Run => {
    if (at % 2 === 0) return { text: piece }
    if (!isPlaceholder(piece)) return { text: `{{${piece}}}` }
    const value = requireValue(piece, filling).replaceAll('\n', '; ')
    return linkWords(piece) === undefined ? { text: value } : { text: value, href: value }
  })
  return runs.filter((run) => run.text !== '')
}

function requireValue(name: MailPlaceholder, { values }: Filling): string {
  const value = values[name]
  if (value === null) throw new EmptyValue(name)
  return value
}

function toPlain(runs: readonly Run[]): string {
  return runs.map(({ text }) => text).join('')
}
