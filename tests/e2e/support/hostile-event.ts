import { randomUUID } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { eventAgenda, eventConfig, eventTeam, eventVendors } from '#db/schema/events.ts'
import { teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'

type Event = typeof eventConfig.$inferInsert

/** An id that every process of a run knows: one of them stores, another looks. */
export const fixedId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Cuts to a number of code points, as the database counts. A name or label is at least five long. */
function cutTo(text: string, most: number): string {
  return [...text].slice(0, most).join('').padEnd(5, '.')
}

/** In an address: browsers refuse to load one that holds a line break and a `<`, so that nothing would be left to see. */
function inAddress(text: string): string {
  return text.replace(/[\r\n\t]/g, '')
}

/** An event that carries `text` in every field that takes one, on a day of its own. */
export function hostileEvent(slug: string, text: string, eventDate: string): Event {
  return {
    id: randomUUID(),
    eventSlug: slug,
    eventName: cutTo(text, 200),
    eventDate,
    eventTimeStart: '08:30',
    eventTimeEnd: '15:45',
    isPublished: true,
    status: 'moved',
    statusNote: text,
    previousEventDate: '2027-01-04',
    city: cutTo(text, 100),
    state: cutTo(text, 50),
    venueName: text,
    venueAddress: text,
    registrationUrl: `https://register.uptime-workshops.example/${inAddress(text)}`,
    earlyBirdPrice: 395,
    standardPrice: 495,
    heroTitle: text,
    heroSubtitle: text,
    heroDescription: text,
    heroCtaText: cutTo(text, 50),
    metaTitle: cutTo(text, 100),
    metaDescription: text,
    announcementText: text,
    includedCourseName: text,
    downtimeReductionClaim: text,
    downtimeSource: text,
    roiSource: text,
    venueRoom: cutTo(text, 100),
    guestWifi: cutTo(text, 200),
    workshopBenefits: [text],
    workshopDeliverables: [text],
  }
}

/** Stores the event, with an agenda slot, a person and a partner for each of `texts`. */
export async function storeHostileEvent(tx: Db, event: Event, texts: readonly string[]): Promise<void> {
  const eventId = event.id ?? randomUUID()
  await tx.insert(eventConfig).values({ ...event, id: eventId })
  const people = texts.map((text) => ({
    id: randomUUID(),
    fullName: cutTo(text, 100),
    title: cutTo(text, 100),
    bio: text,
    credentials: text,
    photoUrl: `https://photos.example/${inAddress(text)}`,
  }))
  const partners = texts.map((text) => ({
    id: randomUUID(),
    vendorName: cutTo(text, 100),
    description: text,
    logoUrl: `https://logos.example/${inAddress(text)}`,
    websiteUrl: `https://partner.example/${inAddress(text)}`,
  }))
  if (texts.length === 0) return
  await tx.insert(teamLibrary).values(people)
  await tx.insert(vendorLibrary).values(partners)
  const inOrder = <T extends object>(rows: T[]) => rows.map((row, at) => ({ ...row, eventId, displayOrder: at + 1 }))
  const slots = texts.map((text) => ({ timeSlot: cutTo(text, 50), title: text, description: text }))
  await tx.insert(eventAgenda).values(inOrder(slots))
  await tx.insert(eventTeam).values(inOrder(people.map(({ id }) => ({ teamLibraryId: id }))))
  await tx.insert(eventVendors).values(inOrder(partners.map(({ id }) => ({ vendorLibraryId: id }))))
}
