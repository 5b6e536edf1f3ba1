/** The reports of the demo, all invented. Days count back from when the demo was made. */
export type ReportPlan = {
  /** The name other reports refer to it by. */
  key: string
  type: 'problem' | 'improvement'
  title: string
  description: string
  /** Of a member of the demo, or of a person without an account. */
  email: string
  status: 'unverified' | 'open' | 'in_progress' | 'resolved' | 'dismissed'
  sent: number
  answer?: string
  notes?: readonly string[]
  /** The report that says the same. */
  mergedInto?: string
  /** The wish it became. */
  wish?: string
  context?: { page: string; viewport: string; release: string }
}

/** Reports in every state, to try the admin area with. */
export const reports: readonly ReportPlan[] = [
  {
    key: 'form',
    type: 'problem',
    title: 'Registration link opens but the form stays blank',
    description:
      'I click Reserve My Seat for Kansas City, a new tab opens and the page stays white. Same on my phone. A colleague says it works at home, so it may be the firewall at the mill, but then it would help to know which address to ask IT to allow.',
    email: 'b.nowak@brightwater-mill.example',
    status: 'open',
    sent: 1,
    context: { page: '/event/kansas-city-2026', viewport: '1366x641', release: '2' },
  },
  {
    key: 'allergy',
    type: 'improvement',
    title: 'Ask about food allergies when we register',
    description:
      'At the pilot in Chattanooga I stood at the buffet asking the staff what has nuts in it. A box in the registration would have saved me half of lunch.',
    email: 'hollis.granger@tri-county-paper.example',
    status: 'in_progress',
    sent: 34,
    answer:
      'You are right, and it should not have needed a report. The caterer wants the list five days before the day.',
    notes: [
      'Spoke with the venue in Kansas City: a list five days ahead is enough for them.',
      'The registration site has a free field we could use until it has a real one.',
    ],
  },
  {
    key: 'allergy-again',
    type: 'improvement',
    title: 'Vegetarian lunch?',
    description: 'Is there a way to say beforehand that I do not eat meat? I could not find one anywhere on the page.',
    email: 'dana.whitlock@cedar-bend-water.example',
    status: 'in_progress',
    sent: 12,
    mergedInto: 'allergy',
  },
  {
    key: 'spanish',
    type: 'improvement',
    title: 'Handouts in Spanish for my crew',
    description:
      'Half of my lubrication crew reads Spanish far better than English. I translated two of your sheets for them and would be glad to send you what I have, if that gets us the rest.',
    email: 'rosa.ibarra@alder-creek-foods.example',
    status: 'resolved',
    sent: 23,
    answer: 'Yes, please send them. We have put it on our list and will ask you to read the rest before we print it.',
    wish: 'spanish-handouts',
  },
  {
    key: 'calendar',
    type: 'improvement',
    title: 'Only my workshop in my calendar',
    description: 'Subscribing puts every city into my calendar. I am going to one of them. Can I have just that one?',
    email: 'p.lindqvist@harbor-terminal.example',
    status: 'resolved',
    sent: 122,
    answer: 'There is a file for it on every event page now, under the register button.',
    wish: 'calendar',
  },
  {
    key: 'agenda-print',
    type: 'problem',
    title: 'Agenda prints over three pages',
    description:
      'I wanted to hang the agenda on the board in the shop. It prints on three pages with the dark banner on each of them, and the toner is ours.',
    email: 'b.nowak@brightwater-mill.example',
    status: 'resolved',
    sent: 75,
    answer: 'It prints on one page now, without the banner.',
    context: { page: '/event/wisconsin', viewport: '1920x937', release: '1' },
  },
  {
    key: 'recording',
    type: 'improvement',
    title: 'Please record the sessions',
    description:
      'Our plant runs four crews and only one of them can be away on any given day. A recording would help us.',
    email: 'g.mbeki@sawtooth-minerals.example',
    status: 'dismissed',
    sent: 72,
    answer:
      'We have thought about it and will not: people speak openly about their own plants because nobody records. Ask us about a day at your site instead.',
    notes: ['Came up three times this year. Same answer each time, so it stands on the wishlist as declined.'],
  },
  {
    key: 'wrong-state',
    type: 'problem',
    title: 'Appleton is in Wisconsin',
    description: 'Your list of past workshops shows the right city, but the reminder I got in spring said Minnesota.',
    email: 'old.packer@fox-river-board.example',
    status: 'open',
    sent: 4,
  },
  {
    key: 'unverified',
    type: 'problem',
    title: 'Could not find the room',
    description: 'The sign in the lobby pointed to the second floor and the workshop was on the third floor.',
    email: 'k.osei@granite-pass-rail.example',
    status: 'unverified',
    sent: 2,
  },
]
