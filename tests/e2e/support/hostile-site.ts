import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig, eventVendors } from '#db/schema/events.ts'
import { adminWishes } from '#db/schema/feedback.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { appSettings, menuItems } from '#db/schema/site.ts'
import { hostileEvent, storeHostileEvent } from './hostile-event.ts'
import { CORPUS } from './xss-corpus.ts'

/** The site's own name, in every head and calendar. */
export const SITE_NAME = '</title><svg onload=xss=1>"\'--></Script ><b>&amp;'

/** One published event for each text of the corpus, and one more that no page is built for. */
export const HOSTILE = CORPUS.map((text, at) => ({
  text,
  slug: `hostile-${at}`,
  unbuilt: `unbuilt-${at}`,
  date: new Date(Date.UTC(2090, 1, 1 + at)).toISOString().slice(0, 10),
}))
/** The same event with a harmless text, to compare with. */
export const PLAIN = { slug: 'plain', unbuilt: 'unbuilt-plain', text: 'A plain text of this event' }
/** One event whose lists hold the whole corpus. */
export const CROWDED = { slug: 'crowded', unbuilt: 'unbuilt-crowded' }
/** One event whose partners have scripts for addresses. */
export const SCRIPT_LINKS = 'script-links'
export const SCRIPT_ADDRESSES = [
  'javascript:xss=1',
  'JaVaScRiPt:xss=1',
  'java\nscript:xss=1',
  ' javascript:xss=1',
  'data:text/html,<script>opener.xss=1</script>',
  'vbscript:xss=1',
]

/** What the pages of the site are built from. */
export async function storePublished(tx: Db): Promise<void> {
  // Past the database's own guard, to see what the page itself makes of such an address.
  await tx.execute(sql`alter table vendor_library drop constraint vendor_website_url_web`)
  await storeHostileEvent(tx, hostileEvent(PLAIN.slug, PLAIN.text, '2090-01-02'), [PLAIN.text])
  for (const { slug, text, date } of HOSTILE) await storeHostileEvent(tx, hostileEvent(slug, text, date), [text])
  await storeHostileEvent(tx, hostileEvent(SCRIPT_LINKS, PLAIN.text, '2090-01-03'), [])
  await storeScriptLinks(tx)
  await storeHostileEvent(tx, hostileEvent(CROWDED.slug, CORPUS.join(' ').slice(0, 200), '2090-12-31'), CORPUS)
  const links = CORPUS.map((text, displayOrder) => ({
    label: [...text].slice(0, 50).join(''),
    href: `https://menu.example/${text}`,
    displayOrder,
  }))
  await tx.insert(menuItems).values(links)
  await tx.insert(appSettings).values({ settingKey: 'navigation_visibility', settingValue: { show_to_public: true } })
  await tx.insert(adminWishes).values(hostileWishes())
}

/** Wishes whose public words are the whole corpus, as many as the feedback page tells of or fewer. */
function hostileWishes() {
  const half = Math.ceil(CORPUS.length / 2)
  return CORPUS.slice(0, half).map((text, at) => ({
    title: 'Inner',
    status: 'shipped' as const,
    isPublic: true,
    publicTitle: [...text].slice(0, 200).join(''),
    publicText: CORPUS[half + at] ?? text,
    shippedAt: new Date(Date.UTC(2026, 0, 1 + at)),
    createdBy: 'test',
  }))
}

async function storeScriptLinks(tx: Db): Promise<void> {
  const [event] = await tx.select().from(eventConfig).where(eq(eventConfig.eventSlug, SCRIPT_LINKS))
  for (const [at, websiteUrl] of SCRIPT_ADDRESSES.entries()) {
    const partner = { vendorName: `Partner ${at}`, websiteUrl }
    const [stored] = await tx.insert(vendorLibrary).values(partner).returning()
    if (!event || !stored) throw new Error('nothing was stored')
    await tx.insert(eventVendors).values({ eventId: event.id, vendorLibraryId: stored.id, displayOrder: at })
  }
}

/** Published, but no page is built for them: the live fallback shows them. */
export async function storeUnbuilt(db: Db): Promise<void> {
  await storeHostileEvent(db, hostileEvent(PLAIN.unbuilt, PLAIN.text, '2091-01-01'), [PLAIN.text])
  await storeHostileEvent(db, hostileEvent(CROWDED.unbuilt, PLAIN.text, '2091-01-02'), CORPUS)
  for (const { unbuilt, text, date } of HOSTILE) {
    await storeHostileEvent(db, hostileEvent(unbuilt, text, date.replace('2090', '2091')), [text])
  }
}
