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

const EMPTY_VALUE = /(?<= (?:data-[a-z-]+|hidden))=""/g

/** An opening tag in fewer characters. Most have nothing to leave out, which is seen faster than by replacing. */
export function leanTag(tag: string): string {
  const ended = tag.endsWith('/>') ? tag.replace(VOID_END, '$1>') : tag
  const given = ended.includes(' props="') ? ended.replace(PROPS, unquote) : ended
  const named = given.startsWith('<time') ? given.replace('<time dateTime=', '<time datetime=') : given
  return named.includes('=""') ? named.replaceAll(EMPTY_VALUE, '') : named
}

/**
 * The page in fewer characters that mean the same to a browser: attributes without an empty value, JSON in the quotes that it does not have, and tags without what others
 * imply. `changeTag` is asked for each opening tag. (decision 0067)
 */
export function leanMarkup(html: string, changeTag: (tag: string) => string = leanTag): string {
  return html
    .replaceAll(PARTS, (part, carried?: string) => (carried ? part : changeTag(part)))
    .replaceAll(/(<(?:circle|path)\b[^<>]*)><\/(?:circle|path)>/g, '$1/>')
    .replaceAll(PARAGRAPH_END, '')
    .replaceAll(DETAIL_END, '')
    .replaceAll(ENTRY_END, '')
}
