import type { TopicPlan } from './forum-plan.ts'

const byUltrasound: TopicPlan = {
  category: 'lubrication',
  title: 'Greasing by ultrasound: when do you stop if it never comes down?',
  by: 'yusuf.oils',
  ago: 15 * 24,
  thanks: ['hollis', 'dora.k'],
  text: `We went from "four shots a month" to listening while we pump. On most motors it is a joy: the level drops, I stop. But on about one in ten it goes like this:

| Motor | Baseline, dB | Before, dB | After, dB | Shots |
|---|---:|---:|---:|---:|
| Fan 12 | 24 | 33 | 25 | 3 |
| Fan 14 | 25 | 35 | 26 | 4 |
| Pump 7 | 26 | 38 | 38 | 10 |
| Pump 9 | 24 | 31 | 36 | 6 |

Pump 7 never moves. Pump 9 gets *worse*. What do you do with these two?`,
  replies: [
    {
      by: 'bearing_bea',
      after: 2,
      text: `Two different stories.

- **Gets worse while you pump:** it was full already. Stop at the first rise, open the drain, let it run for an hour and listen again. The next visit brings no grease, only the gun.
- **Does not move at all:** grease is not its problem. More will not make the race smooth again. Take a spectrum, or at least listen for a rhythm.

We allow five shots without a change of 3 dB, then the job plan says *stop and write a notification*.`,
      thanks: ['yusuf.oils', 'kiln_watch', 'weldon_p', 'hollis'],
    },
    {
      by: 'weldon_p',
      after: 20,
      text: `Check that the grease arrives at all before you blame the bearing. I have opened a motor with twelve inches of new line packed solid with dried grease. The fitting took every shot. The bearing had not seen any in years.`,
      thanks: ['yusuf.oils', 'bearing_bea', 'gearbox-gail'],
    },
    {
      by: 'yusuf.oils',
      after: 49,
      answers: 3,
      text: `You both win something. Pump 9 was overfull: drain plug out, a cupful of grease followed, 25 dB the next morning.

Pump 7 has a clear line and a clear outer race pattern. It is planned for the next outage with the coupling.`,
      thanks: ['weldon_p', 'bearing_bea'],
    },
    {
      by: 'hollis',
      after: 60,
      text: `Stealing the "five shots without 3 dB" line for our route, thank you.`,
    },
  ],
}

const dirtyDrum: TopicPlan = {
  category: 'lubrication',
  title: 'New oil out of the drum fails our own cleanliness target',
  by: 'gearbox-gail',
  ago: 6 * 24 + 5,
  text: `Our target for the hydraulic unit is ISO 4406 **17/15/12**. On a hunch I sampled a drum nobody had opened: **21/19/16**. Each number up is twice the particles, so that is about sixteen times dirtier than what we ask of oil that has been working for a year.

The supplier says that is normal for drum oil. Is it? And what do you do with it?`,
  replies: [
    {
      by: 'yusuf.oils',
      after: 4,
      text: `It is normal. Clean when blended, then it meets a pump, a hose, a drum and a truck. Nobody promises a cleanliness code unless you order one, and then it has a price.

What we do:

1. Drum into quarantine, a sample from one of each delivery.
2. Every transfer goes through a 3 micron filter on a cart. Nothing is poured, ever.
3. Quick connects on the reservoir, so that the fill cap stays shut.
4. A desiccant breather instead of the mushroom.

First two cost us a filter cart. That was less than one valve.`,
      thanks: ['gearbox-gail', 'kiln_watch', 'hollis'],
    },
    {
      by: 'additive-al',
      after: 21,
      text: `All of this filtering is old thinking. One bottle of our ceramic treatment per drum and wear is history, guaranteed, ask me for the price list. First ten buyers get 20 percent off!!`,
      flags: [
        { by: 'gearbox-gail', reason: 'spam', note: 'Answers nothing and sells something.' },
        { by: 'yusuf.oils', reason: 'spam', note: '' },
      ],
    },
    {
      by: 'kiln_watch',
      after: 23,
      answers: 2,
      text: `One addition: how you sample decides what you find. Flush the valve and the bottle, same place, machine warm and running. We "improved" by two codes in a week by doing nothing but that.`,
      thanks: ['yusuf.oils'],
    },
  ],
}

export const lubricationTopics: readonly TopicPlan[] = [byUltrasound, dirtyDrum]
