/** What a built page consists of, as far as checks look at it. */
export type PageParts = {
  title: string | null
  description: string | null
  /** The levels of its headings in order. */
  headings: number[]
  /** Sources of pictures without the attribute that describes them. */
  undescribed: string[]
  /** Links as they are written. */
  links: string[]
  ids: Set<string>
}

/** What is no part of the page that is shown. */
const HIDDEN = /<!--.*?-->|<(script|style|template|noscript|svg)\b.*?<\/\1>/gis
const TAG = /<([a-z][a-z0-9]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi

/** The parts of a page that our own build has written. */
export function readPageParts(html: string): PageParts {
  const title = /<title\b[^>]*>(.*?)<\/title>/is.exec(html)?.[1]?.trim() ?? null
  const parts: PageParts = { title, description: null, headings: [], undescribed: [], links: [], ids: new Set() }
  for (const [, name = '', attributes = ''] of html.replace(HIDDEN, '').matchAll(TAG)) {
    const tag = name.toLowerCase()
    const id = attribute(attributes, 'id')
    if (id !== null) parts.ids.add(id)
    if (/^h[1-6]$/.test(tag)) parts.headings.push(Number(tag[1]))
    if (tag === 'meta' && attribute(attributes, 'name') === 'description')
      parts.description = attribute(attributes, 'content')
    if (tag === 'img' && attribute(attributes, 'alt') === null)
      parts.undescribed.push(attribute(attributes, 'src') ?? 'a picture')
    if (tag === 'a') parts.links.push(...[attribute(attributes, 'href') ?? []].flat())
  }
  return parts
}

/** The value of an attribute; empty for one without a value, and null where it is missing. */
function attribute(attributes: string, name: string): string | null {
  const pattern = new RegExp(`(?:^|\\s)${name}(?:=(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+)))?(?=[\\s/]|$)`, 'i')
  const found = pattern.exec(attributes)
  if (!found) return null
  const value = found[1] ?? found[2] ?? found[3] ?? ''
  return value.replaceAll('&amp;', '&').replaceAll('&#38;', '&')
}
