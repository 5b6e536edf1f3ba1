/** Who we are, in our own words: the same on every event's page. */
export const MISSION =
  'Maintenance gets better on the shop floor, a machine at a time. We run one-day workshops where the people who plan, fix and run equipment work on their own failures, with someone beside them who has fixed that kind before.'

export const VALUES = [
  {
    title: 'Bring your own machine',
    text: 'Every exercise runs on the asset list you carry in. If a method does not fit your line, we want to find out in the room.',
  },
  {
    title: 'Show the working',
    text: 'Each figure comes with where it was measured and what would prove it wrong. When your plant asks, you will have the answer.',
  },
  {
    title: 'One table, every trade',
    text: 'Technicians, planners, engineers and managers write the same job plan. Someone at the table usually knows what is missing from it.',
  },
  {
    title: 'Leave with a due date',
    text: 'Three actions, three owners, three dates. The day counts when the first one is done.',
  },
] as const
