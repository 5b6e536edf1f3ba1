/** What the page only carries, where anything may look like markup, and the opening tag of an element. */
const PARTS = /<(script|style)\b[\s\S]*?<\/\1>|<[a-z][^<>]*>/g

/** The end of a list's entry that the next one, or that of the list, implies. (https://html.spec.whatwg.org/#optional-tags) */
const ENTRY_END = /<\/li>(?=<li[ >]|<\/[ou]l>)/g

/** The same for a paragraph, and for what a list says of a term. */
const PARAGRAPH_END = /<\/p>(?=<(?:div|dl|h\d|ol|p|section|ul)[ >]|<\/(?:div|dd|li|section)>)/g
const DETAIL_END = /<\/d[dt]>(?=<d[dt][ >]|<\/(?:div|dl)>)/g

/** Elements that have no end tag, whose slash means nothing. */
const VOID_END = /^(<(?:br|img|input|link|meta)\b[^<>]*?)\s*\/>$/

/** What an island is given, which is JSON. */
const PROPS = / props="([^"']*)"/
const unquote = (_: string, json: string) => ` props='${json.replaceAll('&quot;', '"')}'`

const leanTag = (tag: string) =>
  tag
    .replace(VOID_END, '$1>')
    .replace(PROPS, unquote)
    .replace('<time dateTime=', '<time datetime=')
    .replaceAll(/(?<= (?:data-[a-z-]+|hidden))=""/g, '')

/**
 * The page in fewer characters that mean the same to a browser: attributes without an empty value, JSON in the quotes that it does not have, and tags without what others
 * imply. (decision 0067)
 */
export function leanMarkup(html: string): string {
  return html
    .replaceAll(PARTS, (part, carried?: string) => (carried ? part : leanTag(part)))
    .replaceAll(/(<(?:circle|path)\b[^<>]*)><\/(?:circle|path)>/g, '$1/>')
    .replaceAll(PARAGRAPH_END, '')
    .replaceAll(DETAIL_END, '')
    .replaceAll(ENTRY_END, '')
}
