import { toHash } from './content-security-policy.ts'
import { leanMarkup } from './lean-markup.ts'
import { shortenNames } from './short-names.ts'

/** What a page needs of the site around it: the hashes in its policy, and the islands' runtime it leaves to a file. */
export type Finish = { scripts: string[]; styles: string[]; runtime: string | undefined }
/** A page as it is served. */
type FinishedPage = Finish & { html: string }

const POLICY_META = /<meta http-equiv="content-security-policy" content="([^"]*)">/
const OTHER_DIRECTIVES = /\sclient="(?!interaction")\w+"/

/**
 * The file of the islands' runtime. Its name has no hash, so that a page that was opened before a deploy still finds it: what it
 * starts then notices that the page's own files are gone, and reloads it. Browsers ask each time whether it has changed.
 */
export const RUNTIME_FILE = 'islands.js'

/** An island, and what of it nothing reads: its number, and options that the one directive has none of. */
const ISLAND = /<astro-island [^>]*>/g
const plainIsland = (island: string) =>
  island.includes(' client="interaction"') ? island.replaceAll(/ (uid|opts)="[^"]*"/g, '') : island

/** Astro's style for islands, in every page that has one. Pages have it in their style sheet, where it costs no hash. */
const ISLAND_STYLE = /<style>astro-island[^<]*<\/style>/
const OWN_ISLAND_STYLE = /astro-island,astro-slot\{display:contents\}/

/**
 * The last hand on a page that Astro built. Its policy names every script of the whole site; here it is cut down to what the
 * page itself carries, and leaves the page for the header that the page is sent with. Where islands only wait for an interaction, their runtime leaves the page for a file that the page's
 * script fetches at that interaction. Nothing is ever allowed that Astro had not allowed.
 */
export function finishPage(built: string): FinishedPage {
  const policy = POLICY_META.exec(built)
  if (!policy) return { html: built, scripts: [], styles: [], runtime: undefined }
  const runtime = deferrableRuntime(built)
  const styled = OWN_ISLAND_STYLE.test(built) ? built.replace(ISLAND_STYLE, '') : built
  const whole = runtime.reduce((page, script) => page.replace(`<script>${script}</script>`, ''), styled)
  const allowed = policy[1]?.replaceAll('&#39;', "'") ?? ''
  const scripts = carried(whole, 'script', allowed)
  const { html, sheet } = shortenNames(whole)
  const styles = carried(whole, 'style', allowed).map((hash) =>
    sheet && hash === toHash(sheet.from) ? toHash(sheet.to) : hash,
  )
  const code = runtime.length > 0 ? runtime.join('\n') : undefined
  const meta = code === undefined ? '' : `<meta name="islands" content="/${RUNTIME_FILE}">`
  // React escapes apostrophes, which mean nothing outside single quotes. Neither it nor Astro writes those.
  const plain = html.replace(POLICY_META, meta).replaceAll('&#x27;', "'").replaceAll(ISLAND, plainIsland)
  return {
    html: sheet ? leanMarkup(plain) : plain,
    scripts,
    styles,
    runtime: code,
  }
}

/** The scripts that define and start islands, when every island of the page waits for an interaction. */
function deferrableRuntime(html: string): string[] {
  if (!html.includes(' client="interaction"') || OTHER_DIRECTIVES.test(html)) return []
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
  for (const opening of html.matchAll(new RegExp(`<${tag}(?: type="module")?>`, 'g'))) {
    const start = opening.index + opening[0].length
    const end = html.indexOf(`</${tag}>`, start)
    if (end !== -1) contents.push(html.slice(start, end))
  }
  return contents
}
