import { THURSDAY, TUESDAY, WEDNESDAY } from '../calendar.ts'
import { CANARY } from './canary.ts'
import type { EventPlan } from './event-plan.ts'

const wisconsin: EventPlan = {
  weeks: -10,
  weekday: THURSDAY,
  location: 'appleton',
  agenda: 'reliability',
  team: 6,
  partners: 5,
  copy: {
    eventSlug: 'wisconsin',
    eventName: 'Wisconsin Reliability Workshop',
    isPublished: true,
    showSeriesPromo: false,
    earlyBirdPrice: 345,
    standardPrice: 445,
    heroTitle: 'Where this series began: paper, ice and long night shifts',
    heroSubtitle: 'Our first one-day workshop, in a former machine works on the Fox River.',
    metaDescription:
      'The first workshop of the series, held in Appleton, Wisconsin, for paper, food and foundry plants.',
    includedCourseName: 'Reliability Foundations online course',
    downtimeReductionClaim: '15-25%',
    conservativeRoiPercentage: 10,
    workshopBenefits: [
      'Thirty-four people from eleven plants at six tables',
      'Every table left with a signed 90-day plan',
    ],
    workshopDeliverables: [
      'Rank assets by criticality in an hour',
      'Find the cause behind a repeat failure and prove it is gone',
    ],
  },
}

const chattanooga: EventPlan = {
  weeks: -27,
  weekday: TUESDAY,
  location: 'chattanooga',
  agenda: 'planning',
  team: 3,
  partners: 3,
  copy: {
    eventSlug: 'chattanooga-pilot',
    eventName: 'Chattanooga Planning Workshop',
    isPublished: true,
    earlyBirdPrice: 295,
    standardPrice: null,
    heroTitle: 'Plan the work before the work plans you',
    heroSubtitle: 'The pilot day for planners, with twenty seats and one very patient storeroom.',
    workshopBenefits: ['A small room, so that every job plan got marked'],
    workshopDeliverables: ['Scope a job at the machine', 'Kit and stage parts'],
  },
}

const draft: EventPlan = {
  weeks: 26,
  weekday: WEDNESDAY,
  agenda: 'planning',
  team: 2,
  partners: 2,
  copy: {
    eventSlug: `phoenix-${CANARY}`,
    eventName: `Phoenix Workshop (${CANARY} draft)`,
    isPublished: false,
    eventTimezone: 'America/Phoenix',
    city: 'Phoenix',
    state: 'Arizona',
    venueName: `To be found (${CANARY})`,
    earlyBirdPrice: 395,
    standardPrice: 495,
    heroTitle: `Heat, dust and ${CANARY}`,
    heroSubtitle: `Not announced yet: ${CANARY}`,
    workshopBenefits: [`${CANARY} benefit`],
    workshopDeliverables: [`${CANARY} outcome`],
  },
}

/** Past ones, and one that is not published. */
export const otherEvents = [wisconsin, chattanooga, draft]
