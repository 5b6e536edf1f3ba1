import { randomUUID } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { eventAgenda, eventConfig, eventSlugRedirects, eventTeam, eventVendors } from '#db/schema/events.ts'
import { teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import { appSettings, menuItems } from '#db/schema/site.ts'

type EventValues = typeof eventConfig.$inferInsert

/** Stores a published event; `changes` make it the one a test needs. */
export async function storeEvent(db: Db, changes: Partial<EventValues> = {}): Promise<string> {
  const id = changes.id ?? randomUUID()
  await db.insert(eventConfig).values({
    id,
    eventSlug: `event-${id.slice(0, 8)}`,
    eventName: 'Tulsa Reliability Workshop',
    eventDate: '2027-01-21',
    eventTimeStart: '08:30',
    eventTimeEnd: '15:45',
    isPublished: true,
    registrationUrl: 'https://register.uptime-workshops.example/tulsa',
    earlyBirdPrice: 395,
    earlyBirdDeadline: '2026-12-31',
    ...changes,
  })
  return id
}

/** A slug the event once had. */
export async function storeRedirect(db: Db, oldSlug: string, eventId: string): Promise<void> {
  await db.insert(eventSlugRedirects).values({ oldSlug, eventId })
}

/** Everything a visitor must never see, each text with `canary` in it: a draft with parts, inactive rows, private fields. */
export async function storeSecrets(db: Db, publishedId: string): Promise<void> {
  const draft = await storeEvent(db, {
    eventSlug: 'canary-draft',
    eventName: 'canary draft name',
    isPublished: false,
    heroTitle: 'canary draft hero',
    eventDate: '2026-11-21',
    earlyBirdDeadline: null,
  })
  const team = { fullName: 'canary person', title: 'canary title', bio: 'canary bio', email: 'canary@private.example' }
  const vendor = { vendorName: 'canary vendor', contactName: 'canary contact', contactEmail: 'canary@vendor.example' }
  const [person] = await db.insert(teamLibrary).values(team).returning()
  const [partner] = await db.insert(vendorLibrary).values(vendor).returning()
  const open = {
    fullName: 'Ada Quill',
    title: 'Trainer',
    bio: 'Ran a mill.',
    email: 'canary@ada.example',
    phone: 'canary',
  }
  const shown = { vendorName: 'Gauge & Co', contactName: 'canary', contactEmail: 'canary@g.example', tags: 'canary' }
  const [ada] = await db.insert(teamLibrary).values(open).returning()
  const [gauge] = await db.insert(vendorLibrary).values(shown).returning()
  if (!person || !partner || !ada || !gauge) throw new Error('nothing was stored')
  const slot = { timeSlot: '8:30am', title: 'canary slot', displayOrder: 1 }
  await db.insert(eventAgenda).values([
    { ...slot, eventId: draft },
    { ...slot, eventId: publishedId, isActive: false },
    { ...slot, eventId: publishedId, title: 'Asset walk' },
  ])
  await db.insert(eventTeam).values([
    { eventId: publishedId, teamLibraryId: person.id, isActive: false, displayOrder: 1 },
    { eventId: publishedId, teamLibraryId: ada.id, displayOrder: 2 },
    { eventId: draft, teamLibraryId: person.id, displayOrder: 1 },
  ])
  await db.insert(eventVendors).values([
    { eventId: publishedId, vendorLibraryId: partner.id, isActive: false, displayOrder: 1 },
    { eventId: publishedId, vendorLibraryId: gauge.id, displayOrder: 2 },
    { eventId: draft, vendorLibraryId: partner.id, displayOrder: 1 },
  ])
}

/** A bar that is on, with one item for each kind of viewer and a few that must stay hidden. */
export async function storeMenu(db: Db): Promise<void> {
  const nobody = { visibleToAnonymous: false, visibleToUser: false, visibleToAdmin: false }
  await db.insert(menuItems).values([
    { label: 'Events', href: '/events', displayOrder: 1 },
    { label: 'Members', href: '/forum', displayOrder: 2, ...nobody, visibleToUser: true },
    { label: 'canary admin', href: '/admin', displayOrder: 3, ...nobody, visibleToAdmin: true },
    { label: 'canary inactive', href: '/shop', displayOrder: 4, isActive: false },
    { label: 'Report', href: '#report-modal', displayOrder: 5 },
  ])
  await db.insert(appSettings).values({ settingKey: 'navigation_visibility', settingValue: { show_to_public: true } })
}
