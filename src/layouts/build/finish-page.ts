import { remembered } from '#src/contract/remembered.ts'
import { toHash } from './content-security-policy.ts'
import { leanMarkup, leanTag } from './lean-markup.ts'
import { plainApostrophes } from './paste-later.ts'
import { contentAt, hasEarlyIsland, type Sheet, shortenSheet } from './short-names.ts'

/** What a page needs of the site around it: the hashes in its policy, and the islands' runtime it leaves to a file. */
export type Finish = { scripts: string[]; styles: string[]; runtime: string | undefined }
/** A page as it is served. */
type FinishedPage = Finish & { html: string }

const POLICY_META = /<meta http-equiv="content-security-policy" content="([^"]*)">/

/**
 * The file of the islands' runtime. Its name has no hash, so that a page that was opened before a deploy still finds it: what it
 * starts then notices that the page's own files are gone, and reloads it. Browsers ask each time whether it has changed.
 */
export const RUNTIME_FILE = 'islands.js'

/** An island, and what of it nothing reads: its number, and options that the one directive has none of. */
const ISLAND = /<astro-island [^>]*>/g
const plainIsland = (tag: string) =>
  tag.startsWith('<astro-island ') && tag.includes(' client="interaction"')
    ? tag.replaceAll(/ (uid|opts)="[^"]*"/g, '')
    : tag

/** Astro's style for islands, in every page that has one. Pages have it in their style sheet, where it costs no hash. */
const ISLAND_STYLE = '<style>astro-island'
const OWN_ISLAND_STYLE = 'astro-island,astro-slot{display:contents}'

/**
 * The last hand on a page that Astro built. Its policy names every script of the whole site; here it is cut down to what the
 * page itself carries, and leaves the page for the header that the page is sent with. Where islands only wait for an interaction, their runtime leaves the page for a file that the page's
 * script fetches at that interaction. Nothing is ever allowed that Astro had not allowed.
 */
export function finishPage(built: string): FinishedPage {
  const policy = POLICY_META.exec(built)
  if (!policy) return { html: built, scripts: [], styles: [], runtime: undefined }
  const runtime = deferrableRuntime(built)
  const islandStyle = built.includes(OWN_ISLAND_STYLE) && contentAt(built, built.indexOf(ISLAND_STYLE), 'style')
  const styled = islandStyle ? built.replace(`<style>${islandStyle}</style>`, '') : built
  const whole = runtime.reduce((page, script) => page.replace(`<script>${script}</script>`, ''), styled)
  const allowed = policy[1]?.replaceAll('&#39;', "'") ?? ''
  const scripts = carried(whole, 'script', allowed)
  const { html, sheet } = shortenSheet(whole)
  const styles = carried(whole, 'style', allowed).map((hash) =>
    sheet && hash === toHash(sheet.from) ? toHash(sheet.to) : hash,
  )
  const code = runtime.length > 0 ? runtime.join('\n') : undefined
  const meta = code === undefined ? '' : `<meta name="islands" content="/${RUNTIME_FILE}">`
  const plain = plainApostrophes(html.replace(POLICY_META, meta))
  return {
    html: sheet ? leanMarkup(plain, tagChanger(sheet)) : plain.replaceAll(ISLAND, plainIsland),
    scripts,
    styles,
    runtime: code,
  }
}

/** What becomes of the tags of pages with this sheet. They have the same few hundred. */
function tagChanger(sheet: Sheet): (tag: string) => string {
  const known = changers.get(sheet)
  if (known) return known
  const change = remembered((tag: string) => leanTag(plainIsland(sheet.shortTag(tag))))
  changers.set(sheet, change)
  return change
}

const changers = new WeakMap<Sheet, (tag: string) => string>()

/** The scripts that define and start islands, when every island of the page waits for an interaction. */
function deferrableRuntime(html: string): string[] {
  if (!html.includes(' client="interaction"') || hasEarlyIsland(html)) return []
  return getContents(html, 'script').filter(
    (script) => script.includes('(self.Astro={})') || script.includes('define("astro-island"'),
  )
}

/** Hashes of the inline elements a page carries, out of those its policy allows. */
function carried(html: string, tag: 'script' | 'style', allowed: string): string[] {
  return [...new Set(getContents(html, tag).map(toHash))].filter((hash) => allowed.includes(hash))
}

/**
 * The content between each opening tag and the next closing one. Text in an attribute may look like a tag: it then yields
 * content that is not allowed, and hides none of the real content.
 */
function getContents(html: string, tag: 'script' | 'style'): string[] {
  const contents: string[] = []
  for (let at = html.indexOf(`<${tag}`); at !== -1; at = html.indexOf(`<${tag}`, at + 1)) {
    const isOurs = [`<${tag}>`, `<${tag} type="module">`].some((opening) => html.startsWith(opening, at))
    const content = isOurs ? contentAt(html, at, tag) : undefined
    if (content !== undefined) contents.push(content)
  }
  return contents
}
