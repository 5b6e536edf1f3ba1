import { CouldNotRun } from '#src/contract/checks.ts'
import { askEach, requireSite } from '../ask-each.ts'
import type { Check, CheckContext, Finding } from '../check.ts'
import { type PageParts, readPageParts } from './page-parts.ts'

/** How many pages are read, those that changed last, and how many links of them are followed. */
const MOST_PAGES = 12
const MOST_LINKS = 60
const MOST_EVIDENCE = 20
/** Longer titles come from no field of a form. */
const LONGEST_TITLE = 120

/** The pages that visitors get, once they are built: the same rules as before publishing, on the HTML itself. (decision 0065) */
export const PAGE_CHECKS: readonly Check[] = [
  {
    key: 'pages.links',
    group: 'pages',
    title: 'Links within the site',
    mend: '/admin/content-checks',
    every: 'round',
    retries: 1,
    time: 20_000,
    // The pages and the lists of two builds may meet in one run.
    blips: 1,
    run: followLinks,
  },
  {
    key: 'pages.markup',
    group: 'pages',
    title: 'Headings, pictures and titles of pages',
    mend: '/admin/content-checks',
    every: 'round',
    retries: 1,
    blips: 1,
    run: judgeMarkup,
  },
]

type Page = { path: string; parts: PageParts }

/** The pages of the sitemap that changed last, with the home page. */
async function readPages(context: CheckContext): Promise<Page[]> {
  const { probe } = context
  await requireSite(context)
  const sitemap = await probe.ask('/sitemap.xml')
  const paths = newestPaths(sitemap.status === 200 ? sitemap.body : '')
  if (paths.length === 0) throw new CouldNotRun(`The sitemap was answered with ${sitemap.status} and lists no page.`)
  const answers = await askEach(paths, (path) => probe.ask(path))
  const missing = answers.filter(({ answer }) => answer.status !== 200)
  if (missing.length === answers.length)
    throw new CouldNotRun(`${missing[0]?.item} was answered with ${missing[0]?.answer.status}, so no page is there.`)
  return answers
    .filter(({ answer }) => answer.status === 200)
    .map(({ item, answer }) => ({ path: item, parts: readPageParts(answer.body) }))
}

const ENTRY = /<loc>([^<]+)<\/loc>(?:\s*<lastmod>([^<]+)<\/lastmod>)?/g

function newestPaths(sitemap: string): string[] {
  const entries = [...sitemap.matchAll(ENTRY)].flatMap(([, address = '', at = '']) =>
    URL.canParse(address) ? [{ path: new URL(address).pathname, at }] : [],
  )
  const newest = entries.toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1)).map(({ path }) => path)
  return entries.length === 0 ? [] : [...new Set(['/', ...newest])].slice(0, MOST_PAGES)
}

/** Pages of people and calls are no pages of the build. */
const NOT_FOLLOWED = /^\/(?:admin|api|account|auth|media|logistics-form)(?:\/|$)/

/** Follows the links of the pages within the site; a redirect, such as from a former address, leads somewhere. */
async function followLinks(context: CheckContext): Promise<Finding> {
  const pages = await readPages(context)
  const links = pages.flatMap(({ path, parts }) => parts.links.map((href) => ({ path, href })))
  const inside = links.flatMap(({ path, href }) => {
    const url = URL.canParse(href, context.site.siteUrl + path) ? new URL(href, context.site.siteUrl + path) : null
    const isOurs = url?.origin === new URL(context.site.siteUrl).origin && !NOT_FOLLOWED.test(url.pathname)
    return url && isOurs ? [{ from: path, to: url.pathname, anchor: decodeURIComponent(url.hash.slice(1)) }] : []
  })
  const known = new Map(pages.map(({ path, parts }) => [path, parts]))
  const targets = [...new Set(inside.map(({ to }) => to))].filter((to) => !known.has(to)).slice(0, MOST_LINKS)
  const answers = await askEach(targets, (path) => context.probe.ask(path))
  const dead = new Map(
    answers.filter(({ answer }) => answer.status >= 400).map(({ item, answer }) => [item, answer.status]),
  )
  const wrong = inside.flatMap(({ from, to, anchor }) => {
    const status = dead.get(to)
    if (status !== undefined) return [`${from} links to ${to}, which is answered with ${status}`]
    const ids = known.get(to)?.ids
    return anchor === '' || !ids || ids.has(anchor) ? [] : [`${from} links to #${anchor}, which ${to} does not have`]
  })
  const said = `${targets.length + known.size} addresses that ${pages.length} pages link to are there.`
  return toFinding(pages, [...new Set(wrong)], said, 'fail')
}

/** Judges headings, descriptions of pictures, titles and descriptions. */
async function judgeMarkup(context: CheckContext): Promise<Finding> {
  const pages = await readPages(context)
  const broken = pages.flatMap(({ path, parts }) => findBroken(parts).map((fault) => `${path} ${fault}`))
  const untidy = pages.flatMap(({ path, parts }) => findUntidy(parts).map((fault) => `${path} ${fault}`))
  const said = `${pages.length} pages have a title, a heading and a description of each picture.`
  return toFinding(pages, [...broken, ...untidy], said, broken.length > 0 ? 'fail' : 'warn')
}

function findBroken({ title, headings, undescribed }: PageParts): string[] {
  return [
    ...(title ? [] : ['has no title']),
    ...(headings.includes(1) ? [] : ['has no heading of the first level']),
    ...undescribed.map((src) => `has a picture without a description: ${src}`),
  ]
}

function findUntidy({ title, description, headings }: PageParts): string[] {
  const leap = headings.findIndex((level, at) => level > (headings[at - 1] ?? level) + 1)
  return [
    ...(leap < 0 ? [] : [`leaves out a level between its headings ${leap} and ${leap + 1}`]),
    ...((title?.length ?? 0) > LONGEST_TITLE ? [`has a title of ${title?.length} characters`] : []),
    ...(description ? [] : ['has no description for search engines']),
  ]
}

function toFinding(pages: readonly Page[], wrong: readonly string[], good: string, bad: 'fail' | 'warn'): Finding {
  const evidence = { pages: pages.map(({ path }) => path), wrong: wrong.slice(0, MOST_EVIDENCE) }
  const [first] = wrong
  if (first === undefined) return { state: 'pass', said: good, evidence }
  const rest = wrong.length > 1 ? ` There are ${wrong.length - 1} more.` : ''
  return { state: bad, said: `${first}.${rest}`, evidence }
}
