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
  const byFolder = Map.groupBy(pages, ([page]) => folderOf(page))
  const tops = (byFolder.get('') ?? []).filter(([page]) => page !== NOT_FOUND).sort(byName)
  byFolder.delete('')
  const rules = [
    ['/*', policyOf(pages.values())],
    ...tops.map(([top, hashes]) => [top === 'index' ? '/' : `/${top}`, policyOf([hashes])]),
    ...[...byFolder].sort(byName).map(([folder, own]) => {
      const answer = pages.get(ANSWERS[folder] ?? NOT_FOUND)
      return [`/${folder}/:page`, policyOf([...own.map(([, hashes]) => hashes), ...(answer ? [answer] : [])])]
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

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)

/** The policy of several pages, of which thousands share what a build has kept of them. */
function policyOf(pages: Iterable<InlineHashes>): string {
  const distinct = [...new Set(pages)]
  const all = (kind: keyof InlineHashes) => [...new Set(distinct.flatMap((hashes) => [...hashes[kind]]))].sort()
  return headerPolicy({ scripts: all('scripts'), styles: all('styles') })
}
