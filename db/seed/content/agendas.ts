/** One slot of a day. */
type Slot = { timeSlot: string; title: string; description: string }

/** The general day: from the worst asset of each plant to a plan for it. */
const reliabilityDay: Slot[] = [
  {
    timeSlot: '8:30am',
    title: 'Coffee and the bad-actor board',
    description: 'Write the machine that cost you the most hours last month on the board.',
  },
  {
    timeSlot: '9:00am',
    title: 'Where the hours really go',
    description:
      'Read a month of work orders for emergencies, wrench time, and the repeat failures under "adjusted as required".',
  },
  {
    timeSlot: '9:45am',
    title: 'Criticality that survives Monday morning',
    description:
      'Score your assets for safety, throughput and cost of repair, and agree on the top tenth before lunch.',
  },
  {
    timeSlot: '10:45am',
    title: 'From failure mode to task',
    description:
      'Name the mode, estimate the time from first sign to failure, and pick the task that catches it in between.',
  },
  {
    timeSlot: '11:45am',
    title: 'Lunch at the instrument tables',
    description: 'Handle vibration pens, thermal cameras and ultrasound guns beside people who use them every week.',
  },
  {
    timeSlot: '12:45pm',
    title: 'Precision work on the training skid',
    description: 'Check for soft foot, align a coupling, and find out how little grease a bearing wants.',
  },
  {
    timeSlot: '1:45pm',
    title: 'Job plans a technician trusts',
    description: 'Rewrite one of your own work orders, then hand it to a table of technicians for marking.',
  },
  {
    timeSlot: '2:45pm',
    title: 'Root cause without blame',
    description: 'Take one failure from the board down to the habit or system that let it happen.',
  },
  {
    timeSlot: '3:30pm',
    title: 'Your 90-day plan',
    description:
      'Three actions, three owners, three dates on one page. Your table signs it and calls you in thirty days.',
  },
]

/** The day for planners, schedulers and the supervisors who live with their schedules. */
const planningDay: Slot[] = [
  {
    timeSlot: '8:30am',
    title: 'Coffee and the backlog weigh-in',
    description: 'Bring your backlog in crew-weeks. If you do not know it, we work it out at the table in ten minutes.',
  },
  {
    timeSlot: '9:00am',
    title: 'A gate for work requests',
    description:
      'What a request must say before it may become work, and how to send one back without losing the operator who wrote it.',
  },
  {
    timeSlot: '9:45am',
    title: 'Scoping at the machine',
    description:
      'Walk a job with camera, tape and parts list. See what the desk version missed, and what that costs at two in the morning.',
  },
  {
    timeSlot: '10:45am',
    title: 'Kits, stages and the storeroom truce',
    description:
      'Reserve, kit and stage parts so that a job starts when the machine stops, with rules the storeroom can keep.',
  },
  {
    timeSlot: '11:45am',
    title: 'Lunch with the partners',
    description: 'Planning boards, scanners and kitting carts to try out, with the people who build them.',
  },
  {
    timeSlot: '12:45pm',
    title: 'The weekly meeting, played for real',
    description:
      'Production, maintenance and stores sit down with one week, forty jobs and thirty hands. You get the chair you do not have at home.',
  },
  {
    timeSlot: '1:45pm',
    title: 'Guarding the schedule from break-ins',
    description:
      'A rule for what may break into the week, who says so, and what leaves the schedule when something else comes in.',
  },
  {
    timeSlot: '2:45pm',
    title: 'Measures that nobody games',
    description:
      'Schedule compliance, ready backlog and planned hours: what each one shows, how it gets bent, and how to keep it straight.',
  },
  {
    timeSlot: '3:30pm',
    title: 'Your 90-day plan',
    description:
      'Three actions, three owners, three dates on one page. Your table signs it and calls you in thirty days.',
  },
]

/** Template groups an editor may start a new event from. */
export const agendas = {
  reliability: { groupName: 'One-day reliability workshop', slots: reliabilityDay },
  planning: { groupName: 'One-day planning and scheduling workshop', slots: planningDay },
}
export type AgendaName = keyof typeof agendas
