/** How many rows there are of what an admin lists. */
export type Amounts = {
  events: number
  /** Of the latest events so many have an agenda, a team and vendors. */
  withParts: number
  vendors: number
  team: number
  locations: number
  templates: number
  users: number
  audited: number
  mails: number
  /** So many of the latest events have mails of workflows, sent and to come. */
  withMails: number
  builds: number
  reports: number
  wishes: number
  topics: number
  replies: number
}

/** A product that went well for many years. */
export const MANY: Amounts = {
  events: 10_000,
  withParts: 1_000,
  vendors: 2_000,
  team: 2_000,
  locations: 1_000,
  templates: 1_000,
  users: 100_000,
  audited: 100_000,
  mails: 50_000,
  withMails: 5_000,
  builds: 5_000,
  reports: 60_000,
  wishes: 6_000,
  topics: 15_000,
  replies: 30_000,
}

/** Statements of a fill take longer than any of the product's may. */
export function withoutTimeouts(url: string): string {
  const changed = new URL(url)
  changed.searchParams.set('options', '-c statement_timeout=0')
  return changed.href
}
