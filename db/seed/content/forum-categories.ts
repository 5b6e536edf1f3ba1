/** Where topics are sorted into; with the address of its event, the room of one. */
type CategoryPlan = { slug: string; name: string; description: string; event?: string }

/** In their order on the page. */
export const forumCategories: readonly CategoryPlan[] = [
  {
    slug: 'condition-monitoring',
    name: 'Vibration & condition monitoring',
    description: 'Spectra, trends, alarm limits: what the machine tried to tell you.',
  },
  {
    slug: 'lubrication',
    name: 'Lubrication',
    description: 'Grease and oil: choosing, storing, sampling, and how much is too much.',
  },
  {
    slug: 'planning',
    name: 'Planning & scheduling',
    description: 'Backlog, kitting, and schedules that survive Monday morning.',
  },
  {
    slug: 'methods',
    name: 'Reliability methods',
    description: 'Criticality, FMEA, root cause, and the figures that go to the meeting.',
  },
  {
    slug: 'repairs',
    name: 'Hands-on repairs',
    description: 'Alignment, bearings, seals and couplings. Photos welcome.',
  },
  {
    slug: 'workshops',
    name: 'Workshops',
    description: 'What to bring, what you took home, what you would change.',
  },
  {
    slug: 'kansas-city',
    name: 'Kansas City room',
    description: 'For everybody who comes to Kansas City, or thinks about it.',
    event: 'kansas-city-2026',
  },
]
