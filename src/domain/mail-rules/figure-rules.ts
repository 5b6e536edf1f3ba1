import type { MailRuleDefinition } from '#src/contract/mail-rule.ts'

const week = `These are the figures of {{site.name}} for the week of {{week.period}}.

{{week.none}}

- Daily visitors: {{week.visitors}}
- Visits: {{week.visits}}
- Page views: {{week.views}}

The figures go up to {{week.upTo}}. A visitor is counted once a day, and visitors of several days are never added up.

{{figures.page}}

## Upcoming events

{{week.events}}

## Where visitors came from

{{week.sources}}

## Most viewed pages

{{week.pages}}

## Not counted

{{week.leftOut}}`

const outcome = `{{event.name}} took place on {{event.date}}. This is what happened on its page.

{{outcome.none}}

- Page views: {{outcome.views}}
- Most visitors on one day: {{outcome.peak}}

The figures go up to {{outcome.upTo}}. Pressing registration leads to the registration site, and is not a registration yet.

The averages are those of {{outcome.earlier}}, each up to two days after the event.

{{figures.page}}

## From visit to registration

{{outcome.funnel}}

## Where people who pressed registration came from

{{outcome.sources}}

## Partners

{{outcome.partners}}`

const forReaders = { audience: 'figure-readers', lateHours: 24, weekend: 'send' } as const

/** The mails with figures. They are on from the start, because nobody gets them without asking for them. (decision 0054) */
export const FIGURE_RULES = [
  {
    key: 'figures-week',
    title: 'Figures of the week',
    isOn: true,
    definition: {
      ...forReaders,
      conditions: [],
      anchor: 'week',
      timing: { kind: 'day', days: 0, at: '07:00' },
      subject: 'Figures of the week: {{week.period}}',
      body: week,
    } satisfies MailRuleDefinition,
  },
  {
    key: 'figures-event',
    title: 'How an event went',
    isOn: true,
    definition: {
      ...forReaders,
      conditions: [],
      anchor: 'event-end',
      timing: { kind: 'day', days: 2, at: '09:00' },
      subject: 'How it went: {{event.name}}',
      body: outcome,
    } satisfies MailRuleDefinition,
  },
]
