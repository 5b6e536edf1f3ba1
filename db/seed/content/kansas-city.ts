import { THURSDAY } from '../calendar.ts'
import type { EventPlan } from './event-plan.ts'

/** The soonest event: everything filled in, early-bird price still open. */
export const kansasCity: EventPlan = {
  weeks: 9,
  weekday: THURSDAY,
  location: 'kansasCity',
  agenda: 'reliability',
  team: 6,
  partners: 9,
  copy: {
    eventSlug: 'kansas-city-2026',
    eventName: 'Kansas City Reliability Workshop',
    isPublished: true,
    showSeriesPromo: false,
    earlyBirdPrice: 395,
    standardPrice: 495,
    heroTitle: 'Stop fixing the same machine twice',
    heroSubtitle:
      'One day in Kansas City for the technicians, planners and engineers who keep plants running. Bring your worst asset. Leave with a plan for it.',
    heroDescription:
      'Thirty-six seats, six instructors, and a training skid you are allowed to break. Every exercise runs on the assets you bring, so the plan you leave with is for your plant.',
    heroCtaText: 'Reserve My Seat',
    metaTitle: 'Kansas City Reliability Workshop: one day on your own assets',
    metaDescription:
      'A one-day maintenance and reliability workshop in Kansas City: criticality, failure modes, precision work, job plans, and a 90-day plan for your worst asset.',
    announcementText:
      'Come as a crew: three or more from one plant get a table of their own and one shared 90-day plan.',
    includedCourseName: 'Reliability Foundations online course',
    downtimeReductionClaim: '15-25%',
    conservativeRoiPercentage: 10,
    downtimeSource:
      'Unplanned hours on 212 assets that crews brought in 2024 and 2025, in the twelve months before and after their day. The middle half of the crews came down by 15 to 25 percent.',
    roiSource:
      'What the cheapest third of the same crews got back within ninety days, in spare parts and overtime alone, above the price of the day. Hours of production are not in it.',
    venueRoom: 'Pattern Shop, second floor, next to the freight elevator',
    guestWifi: 'Network Foundry-Guest, password torque-42',
    forumPath: '/forum',
    workshopBenefits: [
      'Work on your own asset list, not on a textbook plant',
      'Hands on the skid: alignment, soft foot, torque and grease, with a millwright beside you',
      'Technicians, planners and engineers at one table, as it should be at home',
      'A call from your table after thirty days, to ask how the plan is going',
    ],
    workshopDeliverables: [
      'Rank assets by criticality in an hour, not in a quarter',
      'Tie each failure mode to the cheapest task that catches it in time',
      'Write a job plan that a technician can follow as written',
      'Run a root cause analysis that ends at a system, not at a person',
      'Choose between run-to-failure, time-based and condition-based maintenance',
      'Defend the plan in front of a plant manager with one page',
    ],
  },
}
