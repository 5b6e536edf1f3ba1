import { THURSDAY, TUESDAY, WEDNESDAY } from '../calendar.ts'
import type { EventPlan } from './event-plan.ts'

const houston: EventPlan = {
  weeks: 13,
  weekday: WEDNESDAY,
  location: 'houston',
  agenda: 'reliability',
  team: 3,
  partners: 4,
  copy: {
    eventSlug: 'houston-gulf-coast',
    eventName: 'Gulf Coast Rotating Equipment Workshop',
    isPublished: true,
    status: 'cancelled',
    statusNote:
      'It falls into turnaround season, and too few plants could release people. Everybody who registered has been refunded in full and holds a first call on the next Gulf Coast date.',
    earlyBirdPrice: 425,
    standardPrice: 525,
    heroTitle: 'Pumps, compressors and the people who listen to them',
    heroSubtitle: 'A day on rotating equipment for refineries, terminals and chemical plants along the Ship Channel.',
    includedCourseName: 'Rotating Equipment Essentials online course',
    downtimeReductionClaim: '10-20%',
    conservativeRoiPercentage: 12,
    workshopBenefits: [
      'Seal and bearing failures from real pumps on the table',
      'Alignment to tolerance, by your own hand',
    ],
    workshopDeliverables: ['Read a seal failure from its faces', 'Set vibration alarms that people believe'],
  },
}

const tacoma: EventPlan = {
  weeks: 15,
  weekday: TUESDAY,
  location: 'tacoma',
  agenda: 'reliability',
  team: 4,
  partners: 6,
  movedByWeeks: 2,
  copy: {
    eventSlug: 'tacoma-puget-sound',
    eventName: 'Puget Sound Reliability Workshop',
    isPublished: true,
    status: 'moved',
    statusNote:
      'A burst main closed our first hall. Same program and same price, two weeks later, at the Tideflats Training Center. Your registration carries over; write to us if the new date does not suit you.',
    earlyBirdPrice: 425,
    standardPrice: 525,
    heroTitle: 'Keep it running between the tide and the deadline',
    heroSubtitle:
      'Reliability for mills, yards and terminals, where salt air gets into everything and ships do not wait.',
    heroCtaText: 'Save My Spot',
    metaDescription:
      'A one-day reliability workshop in Tacoma for mills, shipyards and terminals. Moved to a new date and hall.',
    includedCourseName: 'Reliability Foundations online course',
    downtimeReductionClaim: '12-20%',
    conservativeRoiPercentage: 9,
    workshopBenefits: [
      'Corrosion, wash-down and standby equipment treated as the main subject, not as a footnote',
      'Your own asset list on the wall by nine in the morning',
      'A skid with built-in faults, and a millwright who built them in',
    ],
    workshopDeliverables: [
      'Write a care plan for standby and seasonal equipment',
      'Choose lubricants and seals for wet and salty places',
      'Rank assets by criticality in an hour, not in a quarter',
      'Leave with a 90-day plan on one page',
    ],
  },
}

const denver: EventPlan = {
  weeks: 18,
  weekday: WEDNESDAY,
  location: 'denver',
  agenda: 'planning',
  team: 5,
  partners: 7,
  copy: {
    eventSlug: 'denver-front-range',
    eventName: 'Front Range Planning and Scheduling Workshop',
    isPublished: true,
    earlyBirdPrice: 395,
    standardPrice: 495,
    courseValue: 650,
    heroTitle: 'A schedule the shop floor believes',
    heroSubtitle: 'One day in Denver for planners, schedulers and the supervisors who live with their schedules.',
    heroDescription:
      'Forty jobs, thirty hands, one week: the schedule meeting is played for real, and you get the chair you do not have at home.',
    heroCtaText: 'Reserve My Seat',
    metaTitle: 'Front Range Planning and Scheduling Workshop, Denver',
    metaDescription:
      'Job scoping, kitting, the weekly meeting and honest measures: a one-day planning and scheduling workshop in Denver.',
    includedCourseName: "Planner's Toolbox online course",
    downtimeReductionClaim: '10-18%',
    conservativeRoiPercentage: 14,
    workshopBenefits: [
      'Planners, schedulers and supervisors settle their oldest argument at one table',
      'Templates you may take home and change',
      'A backlog you can state in crew-weeks by nine in the morning',
    ],
    workshopDeliverables: [
      'Turn a work request into a job plan a technician trusts',
      'Kit and stage parts so that the job starts when the machine stops',
      'Run the weekly meeting in forty-five minutes',
      'Guard the week from break-ins without a fight',
      'Measure schedule compliance without gaming it',
    ],
  },
}

/** Only what the database demands, and a place to register: the page fills the rest with its fallback copy. */
const greenville: EventPlan = {
  weeks: 22,
  weekday: THURSDAY,
  team: 2,
  partners: 0,
  copy: {
    eventSlug: 'greenville-upstate',
    eventName: 'Upstate Reliability Workshop',
    isPublished: true,
    eventTimezone: 'America/New_York',
    city: 'Greenville',
    state: 'South Carolina',
    courseValue: null,
  },
}

/** Published and later than Kansas City. */
export const upcomingEvents = [houston, tacoma, denver, greenville]
