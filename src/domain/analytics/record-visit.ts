import { isBot } from 'isbot'
import type { Db } from '#db/client.ts'
import { type LeftOut, STATISTICS_ZONE } from '#src/contract/analytics.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { PageViewInput, ToldAct } from '#src/contract/page-view.ts'
import { dayIn } from '#src/contract/wall-clock.ts'
import { findPage, type KnownPage } from './known-page.ts'
import { findPartnerActs } from './partner-acts.ts'
import { readAgent } from './read-agent.ts'
import { readCampaign, readSource } from './read-origin.ts'
import { type Act, leaveOut, type Row, storeRows } from './store-rows.ts'
import { makeKeys } from './visitor-key.ts'

/** What the server knows of a beacon by itself. */
export type BeaconFacts = {
  siteUrl: string
  /** The canonical address of the caller. It is hashed, and kept nowhere. */
  address: string
  userAgent: string | undefined
  /** As the host knows it; not what the request says. */
  country: string | undefined
  /** From the session only, never from the page. */
  hasRole: boolean
  /** True where the browser sends `Sec-GPC: 1`. (https://w3c.github.io/gpc) */
  isOptedOut: boolean
  now: Instant
}

/**
 * Stores what a page tells of a visit, cleaned of queries, tokens and everything that names a person, or counts why it is left out.
 * (product 7, security P-31, decision 0061)
 */
export async function recordVisit(db: Db, input: PageViewInput, facts: BeaconFacts): Promise<void> {
  const { userAgent = '', siteUrl, address, now } = facts
  const day = dayIn(STATISTICS_ZONE, now)
  const url = URL.parse(input.pagePath, siteUrl)
  const reason = findReason(url, facts)
  if (reason !== null) return leaveOut(db, day, reason)
  const page = url && findPage(url.pathname)
  if (!page) return leaveOut(db, day, 'unknown_page')
  const eventSlug = slugOf(page, input)
  const acts = await findActs(db, input, eventSlug)
  if (acts === null) return leaveOut(db, day, 'unknown_page')
  if (acts.length === 0) return
  const { visitor, network } = await makeKeys(db, day, now, { siteUrl, address, userAgent })
  const row: Row = {
    ...{ day, createdAt: new Date(now), visitorKey: visitor, pagePath: page.path, eventSlug },
    ...{ source: readSource(input.referrer, siteUrl), ...readCampaign(url.searchParams) },
    ...{ country: toCountry(facts.country), ...readAgent(userAgent) },
  }
  await storeRows(db, { row, acts, network, productSlug: page.productSlug ?? null, pageSlug: page.pageSlug ?? null })
}

/** Why a beacon is left out, whatever page it is about; null if it is not. */
function findReason(url: URL | null, { userAgent, isOptedOut, hasRole }: BeaconFacts): LeftOut | null {
  if (!userAgent || isBot(userAgent)) return 'bot'
  if (isOptedOut) return 'opted_out'
  if (hasRole) return 'administrator'
  return url?.pathname === '/preview' ? 'preview' : null
}

/** The event that a page is about. The home page alone shows one that its address does not name. */
function slugOf(page: KnownPage, { eventSlug }: PageViewInput): string | null {
  return page.eventSlug ?? (page.path === '/' ? eventSlug : null) ?? null
}

/** What a beacon tells: a view, an act on a page, or an act for each partner it is about. Null for partners that no event has. */
async function findActs(db: Db, { act, links }: PageViewInput, eventSlug: string | null): Promise<Act[] | null> {
  if (links) return eventSlug === null ? null : findPartnerActs(db, eventSlug, links)
  return [act ? toAct(act) : { kind: 'view', place: '' }]
}

function toAct(act: ToldAct): Act {
  if (act === 'agenda') return { kind: act, place: '' }
  return { kind: act.startsWith('letter ') ? 'letter' : 'register', place: act.slice(act.indexOf(' ') + 1) }
}

/** Two capitals (ISO 3166-1); empty where the host does not know. */
function toCountry(code: string | undefined): string {
  return code !== undefined && /^[A-Z]{2}$/.test(code) ? code : ''
}
