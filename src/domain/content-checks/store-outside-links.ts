import { notInArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { linkChecks } from '#db/schema/content-checks.ts'
import { linksOf, toOutsideUrl } from './check-links.ts'
import { type Content, toSubjects } from './content.ts'

/** Names that can lead nowhere, as the demo has them, and addresses without a name, which are nobody's site. (RFC 2606) */
const RESERVED = /(?:^|\.)(?:example|invalid|test|localhost|local|internal)$|^[\d.]+$|^\[/

/** Stores the links of the content that lead to other sites, and forgets those that are gone from it. Resolves with how many are new. */
export async function storeOutsideLinks(db: Db, content: Content, siteUrl: string): Promise<number> {
  const own = new URL(siteUrl).host
  const found = toSubjects(content).flatMap((one) => linksOf(one).map(({ href }) => toOutsideUrl(href)))
  const urls = [...new Set(found)].filter((url) => url !== null && isAsked(new URL(url), own)) as string[]
  return db.transaction(async (tx) => {
    await tx.delete(linkChecks).where(urls.length > 0 ? notInArray(linkChecks.url, urls) : undefined)
    if (urls.length === 0) return 0
    const rows = urls.map((url) => ({ url }))
    return (await tx.insert(linkChecks).values(rows).onConflictDoNothing().returning({ url: linkChecks.url })).length
  })
}

function isAsked({ host, hostname }: URL, own: string): boolean {
  return host !== own && !RESERVED.test(hostname)
}
