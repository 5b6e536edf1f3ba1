import { headerPolicy, type InlineHashes } from './content-security-policy.ts'

/** The hashes of every page, by its file without `.html`. */
type Pages = ReadonlyMap<string, InlineHashes>

/** The page that answers for an address of a folder that has no page, where `netlify.toml` does not name another. */
const NOT_FOUND = '404'
const ANSWERS: Record<string, string> = { event: 'event-fallback' }

/**
 * The policies of a site as `_headers`: one for each page of the root and one for all pages of a folder, so that a page is sent with
 * its own hashes and not with those of the whole site. Any other address has the policy of all pages, which is the first rule: of two
 * for one address the later wins, and a host that sends both allows what both allow. (security HD2)
 */
export function headersFile(pages: Pages): string {
  const names = [...pages.keys()].sort()
  const tops = names.filter((page) => folderOf(page) === '' && page !== NOT_FOUND)
  const folders = [...new Set(names.map(folderOf))].filter(Boolean)
  const rules = [
    ['/*', policyOf(pages, () => true)],
    ...tops.map((top) => [top === 'index' ? '/' : `/${top}`, policyOf(pages, (page) => page === top)]),
    ...folders.map((folder) => {
      const answer = ANSWERS[folder] ?? NOT_FOUND
      return [`/${folder}/:page`, policyOf(pages, (page) => page === answer || folderOf(page) === folder)]
    }),
  ]
  return `${rules.map(([path, policy]) => `${path}\n  Content-Security-Policy: ${policy}\n`).join('')}${FONTS}`
}

/** A font's name carries its version, so that a second visit shows it at once. */
const FONTS = `/fonts/*
  Cache-Control: public, max-age=31536000, immutable
`

/** The folder of a page; empty for a page of the root. */
function folderOf(page: string): string {
  return page.slice(0, Math.max(0, page.lastIndexOf('/')))
}

function policyOf(pages: Pages, isMeant: (page: string) => boolean): string {
  const meant = [...pages].flatMap(([page, hashes]) => (isMeant(page) ? [hashes] : []))
  const all = (kind: keyof InlineHashes) => [...new Set(meant.flatMap((hashes) => [...hashes[kind]]))].sort()
  return headerPolicy({ scripts: all('scripts'), styles: all('styles') })
}
