import type { Element, ElementContent, Root, Text } from 'hast'
import { SKIP, visit } from 'unist-util-visit'

/** Pictures by their addresses; null if they were not looked up. */
export type KnownImages = ReadonlyMap<string, { width: number; height: number }> | null

const HEADING = /^h[1-6]$/

/**
 * Gives links, pictures, headings and tables the form they have in posts. Links tell search engines that they are a visitor's;
 * a table can be reached by key, for a narrow screen scrolls a wide one by itself. Gives the addresses of pictures that are
 * not there.
 */
export function decoratePost(tree: Root, images: KnownImages): string[] {
  const missing: string[] = []
  let largest: string | undefined
  visit(tree, 'element', (node, index, parent) => {
    if (HEADING.test(node.tagName)) {
      // The page around a post has headings already: those of the post come below them, and begin with the first one's
      // rank.
      largest ??= node.tagName
      node.tagName = node.tagName <= largest ? 'h3' : 'h4'
    }
    if (node.tagName === 'table') node.properties.tabIndex = 0
    if (!parent || index === undefined) return
    if (node.tagName === 'img') {
      if (isMissing(node, images)) missing.push(String(node.properties.src))
      parent.children.splice(index, 1, findPicture(node, images))
      return [SKIP, index + 1]
    }
    if (node.tagName !== 'a') return
    const parts = renderLink(node)
    parent.children.splice(index, 1, ...parts)
    return [SKIP, index + parts.length]
  })
  return missing
}

function isMissing({ properties }: Element, images: KnownImages): boolean {
  const src = String(properties.src ?? '')
  return images !== null && isOwnImage(src) && !images.has(src)
}

/** A picture of ours; any other is a link to it: loading it would tell its host who reads. */
function findPicture(node: Element, images: KnownImages): ElementContent {
  const src = String(node.properties.src ?? '')
  const alt = String(node.properties.alt ?? '')
  if (isOwnImage(src)) {
    if (isMissing(node, images)) return text(alt)
    return {
      type: 'element',
      tagName: 'img',
      properties: { src, alt, ...images?.get(src), loading: 'lazy' },
      children: [],
    }
  }
  const href = linkAddress(src)
  return href === null ? text(alt) : link(href, [text(alt || href)])
}

/** The link, or its words alone where it leads nowhere we lead. Nothing in it is another link. */
function renderLink(node: Element): ElementContent[] {
  visit(node, 'element', (inner, index, parent) => {
    if (inner.tagName !== 'img' || !parent || index === undefined) return
    parent.children[index] = text(String(inner.properties.alt ?? ''))
  })
  const href = linkAddress(String(node.properties.href ?? ''))
  return href === null ? node.children : [link(href, node.children)]
}

function link(href: string, children: ElementContent[]): Element {
  return { type: 'element', tagName: 'a', properties: { href, rel: ['nofollow', 'ugc', 'noopener'] }, children }
}

function text(value: string): Text {
  return { type: 'text', value }
}

/** The base for parsing an address: nothing is ever requested from it. */
const HERE = 'https://here.invalid'
/** Ours, as an upload answers them. (contract/medium.ts) */
const IMAGE = /^\/media\/[0-9a-f]{64}$/

/**
 * Where a link of a post leads: a web address, or a path of this site; null for everything else. Read as a browser would, so
 * that no spelling makes a path of what leads away.
 */
function linkAddress(written: string): string | null {
  const isPath = written.startsWith('/')
  // Not `canParse`, which says yes to the name of a host of 20,000 characters that no URL is then made of.
  const url = URL.parse(written, isPath ? HERE : undefined)
  if (url === null || url.username !== '' || url.password !== '') return null
  if (isPath) return url.origin === HERE ? `${url.pathname}${url.search}${url.hash}` : null
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
}

/** True for a picture that was uploaded here. No other is ever loaded: its host would learn who reads. */
function isOwnImage(written: string): boolean {
  return IMAGE.test(written)
}
