import { DEFAULT_LATE_HOURS, type MailRuleDefinition } from '#src/contract/mail-rule.ts'
import { FIGURE_RULES } from './figure-rules.ts'
import { TASK_REMINDERS } from './task-reminders.ts'

/** A rule of the starter set. The key says which one it is, whatever an editor makes of it. */
type StarterRule = { key: string; title: string; definition: MailRuleDefinition; isOn?: boolean }

const WHEN_AND_WHERE = `## When and where

- Day: {{event.date}}
- Time: {{event.start}} to {{event.end}} ({{event.zone}})
- Venue: {{event.venue}}
- Address: {{event.address}}
- City: {{event.city}}
- Team: {{event.team}}
- Contact: {{event.contact}}`

const standard = {
  conditions: [],
  lateHours: DEFAULT_LATE_HOURS,
  weekend: 'send',
} satisfies Partial<MailRuleDefinition>
const before = (days: number, at: string) =>
  ({ anchor: 'event-start', timing: { kind: 'day', days: -days, at } }) as const
const nextDay = { anchor: 'event-end', timing: { kind: 'day', days: 1, at: '10:00' }, weekend: 'after' } as const
const earlyBird = {
  anchor: 'early-bird-end',
  timing: { kind: 'day', days: -3, at: '09:00' },
  conditions: ['has-early-bird'],
} as const

const partnerBriefing = `{{vendor.name}} is a partner of {{event.name}}. Here is what you need to plan the day.

${WHEN_AND_WHERE}

## What we need from you

1. The names of the people who will attend.
2. What you need on site, such as a table, power or a screen.
3. What you will send ahead, and when it will arrive.

Please send this to your contact in the next few days. The event page has the agenda.

{{event.page}}`

const teamBriefing = `You are on the team of {{event.name}}. Please check the points below while there is still time to change something.

${WHEN_AND_WHERE}

## Please check

1. The agenda on the event page is correct, and your part has enough time.
2. Your slides, handouts and tools are ready, or you know when they will be.
3. Your travel is booked.
4. Open questions in the forum room have been answered.

If something is not right, write to the rest of the team today.

{{event.page}}

[Open the forum room]({{event.room}})`

const earlyBirdEndsForAdministrators = `The early bird price for {{event.name}} ends soon.

- Last day at this price: {{event.earlyBirdEnds}}
- Early bird price: {{event.earlyBirdPrice}}
- Standard price: {{event.standardPrice}}

The event page changes by itself when the day is over. If the deadline has to move, change it before then. You will then get this email again for the new deadline.

{{event.page}}`

const earlyBirdEndsForFollowers = `The early bird price for {{event.name}} is available until {{event.earlyBirdEnds}}.

- Early bird price: {{event.earlyBirdPrice}}
- Standard price: {{event.standardPrice}}
- Day: {{event.date}}
- City: {{event.city}}

If you would like to attend, you can register on the event page. If you have already registered, you do not need to do anything.

{{event.page}}`

const dayBeforeForFollowers = `Here are the details of {{event.name}} for everyone who is attending.

${WHEN_AND_WHERE}

## Before you leave

> {{event.announcement}}

- Check the event page for parking and for last-minute changes.
- Add the event to your calendar, so that you have the address at hand: [calendar entry]({{event.calendar}})
- If you have a question, ask it in the [forum room]({{event.room}}). The team reads it.

{{event.page}}`

const dayBeforeForTeam = `These are the details of {{event.name}} for the team.

${WHEN_AND_WHERE}

## Before you leave

> {{event.announcement}}

1. Check that the event page has the right address, entrance and parking.
2. Read the latest questions in the forum room.
3. Agree on who opens the room, and who people call if they cannot find it.

{{event.page}}

[Open the forum room]({{event.room}})`

const thankYou = `Thank you for your interest in {{event.name}}. If you were there, we hope that it was a good use of your day.

- If questions have come up since then, ask them in the [forum room]({{event.room}}). The team and other participants answer there.
- What was useful, and what should be different next time? A few sentences help us: [give feedback]({{feedback.page}})

{{event.room}}`

/** What a team asks itself after its event: in the mail, and in the task. */
export const RETROSPECTIVE_QUESTIONS = [
  'What went well and should stay the same?',
  'What took more time or effort than planned?',
  'Which questions did we have no good answer to?',
  'What is the one change that we should make for the next event?',
]

const retrospective = `{{event.name}} is over. Please take ten minutes for a retrospective while you remember the details.

${RETROSPECTIVE_QUESTIONS.map((question, at) => `${at + 1}. ${question}`).join('\n')}

Collect the answers of the whole team in one place, and agree on who does what by when. The forum room shows what participants are asking now.

[Open the forum room]({{event.room}})`

/** The rules that a new site has. They are drafts until an editor turns them on, except for those with `isOn`. (decision 0054) */
export const STARTER_RULES: readonly StarterRule[] = [
  {
    key: 'partner-briefing',
    title: 'Partner briefing',
    definition: {
      ...standard,
      ...before(14, '09:00'),
      audience: 'vendor-contacts',
      weekend: 'before',
      lateHours: 48,
      subject: 'Partner briefing: {{event.name}}, {{event.date}}',
      body: partnerBriefing,
    },
  },
  {
    key: 'team-briefing',
    title: 'Team briefing',
    definition: {
      ...standard,
      ...before(7, '09:00'),
      audience: 'event-team',
      weekend: 'before',
      lateHours: 48,
      subject: 'Team briefing: {{event.name}}, {{event.date}}',
      body: teamBriefing,
    },
  },
  {
    key: 'early-bird-ends-administrators',
    title: 'Early bird ends (administrators)',
    definition: {
      ...standard,
      ...earlyBird,
      conditions: [...earlyBird.conditions],
      audience: 'administrators',
      subject: 'Early bird price of {{event.name}} ends on {{event.earlyBirdEnds}}',
      body: earlyBirdEndsForAdministrators,
    },
  },
  {
    key: 'early-bird-ends-followers',
    title: 'Early bird ends (followers of the room)',
    definition: {
      ...standard,
      ...earlyBird,
      conditions: [...earlyBird.conditions],
      audience: 'room-followers',
      subject: 'Early bird price of {{event.name}} ends on {{event.earlyBirdEnds}}',
      body: earlyBirdEndsForFollowers,
    },
  },
  {
    key: 'day-before-followers',
    title: 'The day before (followers of the room)',
    definition: {
      ...standard,
      ...before(1, '12:00'),
      audience: 'room-followers',
      subject: '{{event.name}} on {{event.date}}: place, time and parking',
      body: dayBeforeForFollowers,
    },
  },
  {
    key: 'day-before-team',
    title: 'The day before (team)',
    definition: {
      ...standard,
      ...before(1, '12:00'),
      audience: 'event-team',
      subject: '{{event.name}} on {{event.date}}: details for the team',
      body: dayBeforeForTeam,
    },
  },
  {
    key: 'thank-you',
    title: 'Thank you (followers of the room)',
    definition: {
      ...standard,
      ...nextDay,
      audience: 'room-followers',
      subject: 'Thank you for your interest in {{event.name}}',
      body: thankYou,
    },
  },
  {
    key: 'retrospective',
    title: 'Retrospective (team)',
    definition: {
      ...standard,
      ...nextDay,
      audience: 'event-team',
      subject: 'Retrospective of {{event.name}}',
      body: retrospective,
    },
  },
  ...TASK_REMINDERS,
  ...FIGURE_RULES,
]
