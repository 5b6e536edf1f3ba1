import type { EventConfig, EventRows } from '#src/contract/event.ts'

/** A published event with every field filled; `changes` make it the one a test needs. */
export function anEvent(changes: Partial<EventConfig> = {}): EventConfig {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    eventSlug: 'tulsa-2027',
    eventName: 'Tulsa Reliability Workshop',
    eventDate: '2027-01-21',
    eventTimeStart: '08:30:00',
    eventTimeEnd: '15:45:00',
    eventTimezone: 'America/Chicago',
    isPublished: true,
    publishedAt: Date.parse('2026-10-05T14:00:00Z'),
    status: 'scheduled',
    statusNote: null,
    previousEventDate: null,
    city: 'Tulsa',
    state: 'Oklahoma',
    venueName: 'Foundry Hall',
    venueAddress: '12 Mill Street',
    registrationUrl: 'https://register.uptime-workshops.example/tulsa-2027',
    earlyBirdPrice: 395,
    earlyBirdDeadline: '2026-12-31',
    standardPrice: 495,
    courseValue: 750,
    heroTitle: 'Stop the next breakdown',
    heroSubtitle: 'A day on your own assets',
    heroDescription: null,
    heroCtaText: 'Save my seat',
    metaTitle: null,
    metaDescription: null,
    announcementText: null,
    includedCourseName: 'Failure Analysis Basics',
    downtimeReductionClaim: '20%',
    conservativeRoiPercentage: 12,
    downtimeSource: null,
    roiSource: null,
    venueRoom: null,
    guestWifi: null,
    forumPath: null,
    workshopBenefits: ['Meet planners from six plants'],
    workshopDeliverables: ['A ranked asset list', 'One job plan', 'A 90-day plan', 'A fourth thing'],
    showSeriesPromo: true,
    version: 1,
    updatedAt: 0,
    ...changes,
  }
}

/** The same with an agenda of two, one trainer and one partner. */
export function someRows(changes: Partial<EventConfig> = {}, parts: Partial<EventRows> = {}): EventRows {
  return {
    event: anEvent(changes),
    agenda: [
      { timeSlot: '8:30am', title: 'Asset walk', description: 'Bring a photo.' },
      { timeSlot: '9:30am', title: 'Criticality', description: null },
    ],
    team: [
      { id: 't1', fullName: 'Ada Quill', title: 'Trainer', bio: 'Ran a mill.', photoUrl: null, credentials: 'CMRP' },
    ],
    vendors: [
      { id: 'v1', vendorName: 'Gauge & Co', logoUrl: '/demo/logos/gauge.svg', websiteUrl: null, description: null },
    ],
    ...parts,
  }
}

/** Nothing but what the database demands: every other field shows its fallback. */
export const emptyFields = {
  eventTimeStart: null,
  eventTimeEnd: null,
  city: null,
  state: null,
  venueName: null,
  venueAddress: null,
  registrationUrl: null,
  earlyBirdPrice: null,
  earlyBirdDeadline: null,
  standardPrice: null,
  courseValue: null,
  heroTitle: null,
  heroSubtitle: null,
  heroCtaText: null,
  includedCourseName: null,
  downtimeReductionClaim: null,
  conservativeRoiPercentage: null,
  workshopBenefits: [],
  workshopDeliverables: [],
} satisfies Partial<EventConfig>
