import type { TopicPlan } from './forum-plan.ts'

const heater: TopicPlan = {
  category: 'repairs',
  title: 'Bearing heater: why 230 °F, and not simply until it drops on?',
  by: 'weldon_p',
  ago: 18 * 24,
  thanks: ['yusuf.oils'],
  text: `Apprentice asked me this and I had no better answer than "because it says so". Why 230 °F (110 °C)? Is 300 °F worse than having to push? And is the torch really as bad as everybody says, if you keep it moving?`,
  replies: [
    {
      by: 'gearbox-gail',
      after: 2,
      isSolution: true,
      text: `Give him the sum. It is short enough for the inside of the heater's lid.

~~~
bore growth = 0.000012 per °C x bore x rise
            = 0.000012 x 100 mm x 90 °C = 0.108 mm
~~~

A 100 mm shaft to m6 is at most 0.035 mm over, the bore at most 0.020 mm under: 0.055 mm of interference at worst. At 110 °C you have **twice** what you need, so it drops on with time to spare. Beyond that you gain nothing.

And you lose: ordinary bearing steel is stabilised for about 120 °C (250 °F). Hotter, and it can change size for good. Seals and grease give up even sooner.

The torch does not heat, it heats *here*: 80 °C on one side and straw color on the other, and nobody can see it afterwards.`,
      thanks: ['weldon_p', 'hollis', 'bearing_bea', 'yusuf.oils', 'kiln_watch'],
    },
    {
      by: 'lou-electric',
      after: 8,
      text: `Two more for the lid: the heater must **demagnetise** at the end of the cycle, check with a paper clip. And push the ring against the shoulder until it grips, or it walks off while it cools and you find a gap at coffee time.`,
      thanks: ['weldon_p', 'gearbox-gail', 'hollis'],
    },
    {
      by: 'weldon_p',
      after: 23,
      answers: 2,
      text: `The lid now has the sum and the paper clip. He did it for an 80 mm bore in his head and was right. Marked as solved.`,
      thanks: ['gearbox-gail'],
    },
  ],
}

const hotAlignment: TopicPlan = {
  category: 'repairs',
  title: 'Alignment is perfect cold and terrible hot',
  by: 'gearbox-gail',
  ago: 3 * 24 + 2,
  thanks: ['hollis'],
  text: `Hot water pump, 185 °F water, motor at the room's temperature. Laser says 0.001 in offset cold. After two hours of running the coupling is warm to the hand and 2x appears. How much do you set it off, and do you trust the pump maker's table?`,
  replies: [
    {
      by: 'lou-electric',
      after: 3,
      text: `First estimate, from the feet to the shaft:

~~~
growth = 0.0000065 per °F x height x rise
       = 0.0000065 x 14 in x 80 °F = 0.007 in
~~~

So set the **motor** about 7 mils *high* and let the pump come up to it. The table of the maker is the same sum with their guess of the casing's temperature. Yours is a thermometer away: measure the casing half way up between foot and shaft, hot.

*Corrected: I had the factor per °C in there, which made it 13 mils.*`,
      changed: {
        after: 1,
        from: `First estimate, from the feet to the shaft:

~~~
growth = 0.0000117 per °F x height x rise
       = 0.0000117 x 14 in x 80 °F = 0.013 in
~~~

So set the **motor** about 13 mils *high* and let the pump come up to it. The table of the maker is the same sum with their guess of the casing's temperature.`,
      },
      thanks: ['gearbox-gail', 'hollis', 'weldon_p'],
    },
    {
      by: 'weldon_p',
      after: 6,
      text: `And then check the guess once: run it for two hours, lock out, laser on within fifteen minutes, read it while it is hot. What you find is your target forever. Write it on the base with a paint pen, because the next one will not find your file.`,
      thanks: ['gearbox-gail', 'lou-electric', 'bearing_bea'],
    },
    {
      by: 'gearbox-gail',
      after: 49,
      answers: 3,
      text: `Set 7 high, hot check says 2 mils left over, so the target is 9. Pipe strain was the missing two, I think: it moved when we cracked the suction flange.

> Write it on the base with a paint pen

Written. In yellow.`,
      thanks: ['weldon_p'],
    },
  ],
}

const slurryPump: TopicPlan = {
  category: 'repairs',
  title: 'Packing or mechanical seal on a sump pump that is flooded twice a year?',
  by: 'kiln_watch',
  ago: 20,
  text: `Vertical sump pump, gritty water, drowned to above the motor stool each spring and once more whenever the level switch lies. Packing leaks and eats sleeves, two a year. The seal we tried lasted five months.

- 1,180 rpm, 60 ft head, 15 % solids by weight at worst
- clean flush water is there, but only 40 psi on a good day
- changing either takes half a shift and a crane

What would you fit, and what would you change first?`,
  replies: [],
}

export const repairTopics: readonly TopicPlan[] = [heater, hotAlignment, slurryPump]
