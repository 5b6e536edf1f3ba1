import type { TopicPlan } from './forum-plan.ts'

const complianceOnPaper: TopicPlan = {
  category: 'planning',
  title: 'Schedule compliance is 92 % and everything is late. What are we measuring?',
  by: 'dora.k',
  ago: 33 * 24,
  thanks: ['hollis', 'bearing_bea', 'kiln_watch', 'weldon_p'],
  text: `Our compliance has been above 90 % for two quarters and there is a plaque. Meanwhile PM completion slips, overtime grows and supervisors say the schedule is fiction.

I think I know why: jobs are added to the week on Wednesday and count as "scheduled and done" on Friday. How do you count so that it cannot be talked up?`,
  replies: [
    {
      by: 'hollis',
      after: 6,
      text: `Freeze it. The schedule is what was agreed on Thursday for the week after. Whatever comes in later is a *break-in*, however well it goes. We count two things from the same frozen list:

~~~
compliance = frozen jobs completed / frozen jobs
break-in   = hours on jobs not on the list / all hours worked
~~~

Our 91 became 58 in the first week. Nobody was happy. It is 76 now, and that 76 means something.`,
      thanks: ['dora.k', 'gearbox-gail', 'kiln_watch', 'yusuf.oils', 'bearing_bea'],
    },
    {
      by: 'weldon_p',
      after: 9,
      text: `From the other end of the wrench: if you score *us* by compliance we will do the easy ones first. Please score the list, not the crew. When I lose half a day because the crane is on another job, that is not my compliance.`,
      thanks: ['dora.k', 'hollis', 'lou-electric', 'bearing_bea'],
    },
    {
      by: 'dora.k',
      after: 27,
      answers: 2,
      text: `Froze last week's after the fact, from the Thursday mail. **54 %.** Break-in 31 %.

And of the break-ins, more than half were not emergencies. They were somebody's favourite.`,
      thanks: ['hollis', 'weldon_p'],
    },
    {
      by: 'kiln_watch',
      after: 31,
      answers: 4,
      text: `That last sentence is the figure to show. We list every break-in on one sheet with the name of who asked for it, no comment, and hang it next to the schedule. It halved in a month without a single meeting.`,
      thanks: ['dora.k', 'hollis', 'gearbox-gail'],
    },
    {
      by: 'bearing_bea',
      after: 52,
      text: `Add a reason code to everything that was *not* done: no parts, no people, no permit, machine not released. Four codes, not forty. "Machine not released" was two thirds of ours, and that is a talk with production, not with the crew.`,
      thanks: ['dora.k', 'weldon_p'],
    },
  ],
}

const readyBacklog: TopicPlan = {
  category: 'planning',
  title: 'How many weeks of ready backlog do you carry?',
  by: 'hollis',
  ago: 12 * 24,
  text: `Ready means: planned, parts on site, could start tomorrow. I was told "two to four weeks", and I would like to hear what real crews have. Ours, with eight people:

~~~
8 x 40 h                      = 320 h
less leave and training, 20 % = 256 h
less emergencies, 25 %        = 192 h for planned work
ready: 760 h / 192 h          = 4.0 weeks
~~~

Before I took the last two steps out I believed in 2.4 weeks.`,
  replies: [
    {
      by: 'dora.k',
      after: 7,
      text: `3.5 weeks ready, 9 weeks in all. What I watch is not the length but the **age**: the oldest tenth of our ready jobs is 200 days old. Either nobody needs them or nobody dares to close them.`,
      thanks: ['hollis', 'kiln_watch'],
    },
    {
      by: 'gearbox-gail',
      after: 11,
      text: `Below two weeks our scheduler cannot balance crafts and takes what is there. Above six, the parts on the kitting shelves get borrowed. So 2 to 4 is not folklore, it is shelf space.`,
      thanks: ['hollis', 'dora.k', 'weldon_p'],
    },
    {
      by: 'new_to_nights',
      after: 280,
      text: 'We have eleven weeks and I am one of two people on nights. Is there a trick to get the old ones closed without reading all four hundred?',
      state: 'review',
    },
  ],
}

export const planningTopics: readonly TopicPlan[] = [complianceOnPaper, readyBacklog]
