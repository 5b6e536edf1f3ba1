import { expect, test } from 'vitest'
import { headersFile } from './headers-file.ts'

const page = (style: string, scripts: string[] = ['page']) => ({ scripts, styles: [style] })
const file = headersFile(
  new Map([
    ['index', page('home')],
    ['404', page('plain')],
    ['events', page('events')],
    ['events/past/2', page('events')],
    ['event/kansas-city-2026', page('landing')],
    ['event/denver-front-range', page('landing')],
    ['event-fallback', page('home', ['page', 'islands'])],
    ['admin', page('admin')],
  ]),
)
/** The policy of a path where the later of two rules wins, as the sources of scripts and of styles. */
const sourcesFor = (path: string) => {
  const rules = [...file.matchAll(/^(\/\S*)\n {2}Content-Security-Policy: (.*)$/gm)]
  const [, , policy = ''] = rules.findLast(([, rule = '']) => toPattern(rule).test(path)) ?? []
  return /script-src 'self' (.*); style-src 'self' (.*); frame-ancestors 'none'/.exec(policy)?.slice(1)
}
const toPattern = (rule: string) => new RegExp(`^${rule.replace('*', '.*').replace(':page', '[^/]+')}$`)

test.each([
  ['/', "'page'", "'home'"],
  ['/events', "'page'", "'events'"],
  ['/admin', "'page'", "'admin'"],
  ['/event-fallback', "'islands' 'page'", "'home'"],
])('%s is sent with the hashes of its page and no others', (path, scripts, styles) => {
  expect(sourcesFor(path)).toEqual([scripts, styles])
})

test.each([
  ['/event/kansas-city-2026', "'islands' 'page'", "'home' 'landing'"],
  ['/events/past/2', "'page'", "'events' 'plain'"],
])('%s is sent with those of its folder and of the page that answers for what the folder lacks', (path, ...sources) => {
  expect(sourcesFor(path)).toEqual(sources)
})

test.each(['/no-such-page', '/admin/users', '/events/past/2/3'])(
  '%s has no rule, and is sent with those of all pages',
  (path) => {
    expect(sourcesFor(path)).toEqual(["'islands' 'page'", "'admin' 'events' 'home' 'landing' 'plain'"])
  },
)
