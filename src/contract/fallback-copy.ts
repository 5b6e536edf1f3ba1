/** What a page shows if a field of the event is empty. (product 9) Admin marks these as "fallback shown". */
export const FALLBACK = {
  earlyBirdPrice: 395,
  courseValue: 750,
  timeStart: '08:30',
  timeEnd: '15:45',
  downtimeReductionClaim: '15-25%',
  conservativeRoiPercentage: 10,
  downtimeSource:
    'What we aim for on the assets that people bring. It is not a measurement in your plant: calculate with your own hours below.',
  roiSource:
    'A cautious assumption of ours of what comes back above the price of the day. It counts no production that was saved.',
  includedCourseName: 'Reliability Foundations online course',
  heroCtaText: 'Register Now',
  benefits: [
    'Work on your own asset list, not on a textbook plant',
    'Leave with a 90-day plan that fits on one page',
    'Meet people who fight the same failures in other plants',
  ],
  deliverables: [
    'Rank assets by criticality in an hour, not in a quarter',
    'Turn a work request into a job plan a technician trusts',
    'Find the cause behind a repeat failure and prove it is gone',
    'Choose between run-to-failure, time-based and condition-based maintenance',
    'Measure schedule compliance without gaming it',
  ],
} as const

/** One entry of the day when an event has no agenda of its own: nine slots from 8:30am to 3:30pm. (product 9) */
export const FALLBACK_AGENDA = [
  {
    timeSlot: '8:30am',
    title: 'Coffee and asset walk',
    description: 'Bring the one machine that keeps you up at night.',
  },
  {
    timeSlot: '9:00am',
    title: 'Where the hours go',
    description: 'Reading a week of work orders for what they do not say.',
  },
  {
    timeSlot: '9:45am',
    title: 'Criticality in an hour',
    description: 'Rank assets with operators, safety and production in one room.',
  },
  {
    timeSlot: '10:45am',
    title: 'Planning a job worth scheduling',
    description: 'Parts, permits, tools and steps, written for the person with the wrench.',
  },
  {
    timeSlot: '11:45am',
    title: 'Lunch with the partners',
    description: 'See instruments and tools at work; ask the blunt questions.',
  },
  {
    timeSlot: '12:45pm',
    title: 'Failure modes, not failure lists',
    description: 'From symptom to mechanism to the cheapest task that prevents it.',
  },
  {
    timeSlot: '1:45pm',
    title: 'Condition monitoring that pays',
    description: 'Vibration, heat, oil and sound: what each sees first.',
  },
  {
    timeSlot: '2:45pm',
    title: 'Build your 90-day plan',
    description: 'Three actions, three owners, three dates, checked by your table.',
  },
  {
    timeSlot: '3:30pm',
    title: 'Commitments and close',
    description: 'Say it aloud, take it home, and know who will ask you about it.',
  },
] as const
