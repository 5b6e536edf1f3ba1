import type { TopicPlan } from './forum-plan.ts'

const operatorError: TopicPlan = {
  category: 'methods',
  title: 'Every root cause ends with "operator error". How do you get past it?',
  by: 'bearing_bea',
  ago: 27 * 24,
  thanks: ['dora.k', 'yusuf.oils'],
  slowSeconds: 300,
  text: `Eleven analyses this year, seven of them end with a person: *did not follow procedure, retrain*. The same pump has had three different persons.

I need one question that opens it again without the room feeling accused. What works for you?`,
  replies: [
    {
      by: 'gearbox-gail',
      after: 3,
      text: `"What made it the sensible thing to do, that night?" Nobody comes to work to wreck a pump. If the valve label is unreadable and the low-flow alarm has been standing for a year, starting it that way *was* sensible.`,
      thanks: ['bearing_bea', 'dora.k', 'weldon_p', 'kiln_watch', 'hollis'],
    },
    {
      by: 'weldon_p',
      after: 5,
      text: `The substitution test: put another trained person there, same shift, same light, same tools. Would it have gone the same way? If yes, then it is not about the person, and retraining is a way to do nothing and feel done.`,
      thanks: ['bearing_bea', 'gearbox-gail', 'yusuf.oils'],
    },
    {
      by: 'additive-al',
      after: 7,
      text: 'Sounds like you all just hire the wrong people and then sit in meetings about it. Some of you should not be let near a machine.',
      state: 'hidden',
      reason: 'Speak about machines and methods, not about whether other members belong here.',
      flags: [{ by: 'weldon_p', reason: 'rude', note: 'Not called for.' }],
    },
    {
      by: 'dora.k',
      after: 9,
      text: 'Replying to the post above was not worth it.',
      state: 'deleted',
    },
    {
      by: 'kiln_watch',
      after: 25,
      answers: 3,
      text: `We made it a rule of form. A cause may be a person's act only if the next line says **which condition made it likely**, and the action has to change that condition. "Retrain" is allowed as an action if there is a second one beside it.

| Instead of | We write |
|---|---|
| Did not open suction valve | Valve position cannot be seen from the start button |
| Used wrong grease | Two greases of the same color on one shelf |
| Ignored the alarm | The alarm stands 300 days a year |`,
      thanks: ['bearing_bea', 'dora.k', 'gearbox-gail', 'weldon_p', 'lou-electric', 'hollis'],
    },
    {
      by: 'bearing_bea',
      after: 72,
      answers: 6,
      text: `Took the table into Monday's meeting, on one page, without a word. The pump's "operator error" is now *minimum flow line is shut by default because it whistles*. We can do something about a whistle.`,
      thanks: ['kiln_watch', 'gearbox-gail'],
    },
  ],
}

const criticalityFirst: TopicPlan = {
  category: 'methods',
  title: 'FMEA for 1,400 assets, or criticality first?',
  by: 'yusuf.oils',
  ago: 4 * 24 + 7,
  thanks: ['dora.k'],
  text: `We have been given a year and one engineer. The consultant's offer says FMEA on everything. I say we will get to asset 200 and stop. What would you do first?`,
  replies: [
    {
      by: 'kiln_watch',
      after: 4,
      text: `Criticality, in four afternoons, with an operator, a planner and a mechanic in the room. Three questions an asset:

1. If it stops now, does anybody get hurt or anything leak?
2. If it stops now, when does the *plant* notice: hours, days, never?
3. Can we get the part this week?

One yes to the first, or "hours" and no to the third, and it is an A. You will end up near 10 % A. FMEA on those, half a page each.`,
      thanks: ['yusuf.oils', 'dora.k', 'bearing_bea'],
    },
    {
      by: 'hollis',
      after: 19,
      text: `And group before you count. We had 1,100 assets and about 60 kinds of them. A motor of 20 hp on a conveyor fails like the other 200. One FMEA, 200 PMs adjusted.`,
      thanks: ['yusuf.oils', 'kiln_watch'],
    },
  ],
}

export const methodTopics: readonly TopicPlan[] = [operatorError, criticalityFirst]
