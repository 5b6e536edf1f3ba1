/** A part of a built page that is bound to time: its span and whether it is hidden without scripts. */
type TimedPart = { tag: string; from: number; until: number; isHidden: boolean }

/** Every element with `data-from` or `data-until`, in the page's order. */
export function timedParts(html: string): TimedPart[] {
  const tags = html.match(/<[a-z][^<>]*\sdata-(?:from|until)="\d+"[^<>]*>/g) ?? []
  return tags.map((tag) => ({
    tag,
    from: Number(/\sdata-from="(\d+)"/.exec(tag)?.[1] ?? 0),
    until: Number(/\sdata-until="(\d+)"/.exec(tag)?.[1] ?? Number.POSITIVE_INFINITY),
    isHidden: /\shidden(?:=""|(?=[\s>]))/.test(tag),
  }))
}

/** True when a part must not show at `now`. */
export function isHiddenAt({ from, until }: TimedPart, now: number): boolean {
  return now < from || now >= until
}

/** The structured data of a built page. */
export function jsonLdOf(html: string) {
  const text = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1]
  if (text === undefined) throw new Error('The page has no JSON-LD')
  return JSON.parse(text)
}

/** What a `<meta>` of this name or property says, entities resolved. */
export function getMeta(html: string, name: string): string | undefined {
  const pattern = new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`)
  const content = pattern.exec(html)?.[1]
  return content === undefined ? undefined : resolveEntities(content)
}

const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
const SILENT = new Set(['head', 'script', 'style', 'noscript', 'template'])

/** What a page built by us shows where no script runs: its text without hidden elements, entities resolved. */
export function visibleText(html: string): string {
  const open: { name: string; isSilent: boolean }[] = []
  let text = ''
  for (const [token, slash, tag, attributes = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9-]*)([^<>]*)>|[^<]+|</gi)) {
    const name = tag?.toLowerCase()
    const isSilent = open.at(-1)?.isSilent ?? false
    if (name === undefined) text += isSilent ? '' : token
    else if (slash) open.splice(open.findLastIndex((element) => element.name === name))
    else if (!VOID.has(name) && !attributes.endsWith('/')) {
      open.push({ name, isSilent: isSilent || SILENT.has(name) || /\shidden(?:=""|(?=\s)|$)/.test(attributes) })
    }
  }
  return resolveEntities(text)
}

function resolveEntities(text: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (entity, decimal, hex, name) => {
    if (name) return named[name] ?? entity
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16))
  })
}
