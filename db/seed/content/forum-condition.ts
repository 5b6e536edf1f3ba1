import type { TopicPlan } from './forum-plan.ts'

const electricalOrFoot: TopicPlan = {
  category: 'condition-monitoring',
  title: 'High 2x on a rewound 200 hp motor: electrical, or soft foot?',
  by: 'hollis',
  ago: 21 * 24,
  thanks: ['lou-electric', 'kiln_watch'],
  text: `Two-pole motor on a boiler feed pump, back from the shop three weeks ago. It ran at 0.05 in/s before. Now:

| Point | Overall, in/s | At 2x, in/s | Remark |
|---|---:|---:|---|
| Motor outboard, vertical | 0.24 | 0.22 | |
| Motor outboard, horizontal | 0.11 | 0.08 | |
| Motor inboard, vertical | 0.17 | 0.14 | |
| Pump inboard, vertical | 0.06 | 0.02 | as always |

The shop says it left them at 0.04 on their plate. Running speed is 3,580 rpm, so twice running speed and twice line frequency sit nearly on top of each other and my route settings show one fat peak. How do I tell whether to send it back?`,
  replies: [
    {
      by: 'bearing_bea',
      after: 3,
      text: `Zoom in before anything else. 2 x 59.67 Hz is 119.33 Hz, line frequency doubled is 120.00 Hz, so you need to separate 0.67 Hz.

3,200 lines over 0 to 200 Hz gives you 0.0625 Hz a line. It takes 16 seconds of data for one average, and it will show two peaks instead of one.`,
      thanks: ['hollis', 'dora.k', 'kiln_watch'],
    },
    {
      by: 'hollis',
      after: 26,
      answers: 2,
      text: `Done. It is nearly all at 120.00 Hz, 0.21 in/s. A little at 119.3.

So it is electrical and goes back to the shop?`,
    },
    {
      by: 'lou-electric',
      after: 29,
      answers: 3,
      isSolution: true,
      text: `Not yet. 120 Hz says that the *magnetic pull* shakes the frame. It does that when the air gap is uneven, and the commonest reason for an uneven gap on a motor that was fine on the shop's plate is **the base you bolted it to**. A two-pole motor is the worst for it: long, and sensitive to a frame that is twisted by a few mils.

Before anybody calls the shop:

1. Put an indicator on each foot and loosen one bolt at a time, the others tight. More than 2 mils of movement is soft foot.
2. Lift the foot that moved and look under it before you add anything. Dirt and burrs are soft foot too.
3. Shim, check again, *then* align, then measure.

If it does not move by a mil anywhere and 120 Hz stays, then it is theirs.`,
      thanks: ['hollis', 'bearing_bea', 'kiln_watch', 'weldon_p', 'gearbox-gail', 'dora.k'],
    },
    {
      by: 'hollis',
      after: 51,
      answers: 4,
      text: `Outboard left: **9 mils**. Somebody had left half a corroded shim pack under that foot when the old motor came off, and nobody cleaned the pad.

Cleaned, shimmed with two shims instead of five, realigned. 0.05 in/s at 2x this morning, overall 0.07. The shop is owed an apology for what I said on the phone.`,
      thanks: ['lou-electric', 'bearing_bea', 'weldon_p'],
    },
    {
      by: 'weldon_p',
      after: 54,
      text: `"Clean the pads and mike the shims" is now line one of our motor change job plan for the same reason. Took two of these to get it there.`,
      thanks: ['hollis'],
    },
  ],
}

const slowRollers: TopicPlan = {
  category: 'condition-monitoring',
  title: 'Alarm limits for a roller at 42 rpm: velocity tells us nothing',
  by: 'kiln_watch',
  ago: 9 * 24,
  thanks: ['hollis'],
  text: `Kiln support rollers, spherical roller bearings with 19 rollers a row, 42 rpm. Our route collects velocity, 2 to 1,000 Hz, and it has said 0.02 in/s for four years. It also said 0.02 in/s the week before a cage came out in pieces.

What do you trend at this speed, and how did you set the limit?`,
  replies: [
    {
      by: 'gearbox-gail',
      after: 5,
      text: `At 42 rpm a 2 Hz high-pass throws away running speed altogether (0.7 Hz) and velocity makes small, slow knocks vanish. We stopped looking at overall velocity below 120 rpm.

The frequencies you want are low but not that low. The rule of thumb for an unknown bearing is good enough to find them:

~~~
outer race  ~ 0.4 x rollers x rpm = 0.4 x 19 x 42 = 319 cpm = 5.3 Hz
inner race  ~ 0.6 x rollers x rpm = 0.6 x 19 x 42 = 479 cpm = 8.0 Hz
~~~

You find those as the *spacing of knocks* in an enveloped or demodulated signal, not as a peak in velocity.`,
      thanks: ['kiln_watch', 'bearing_bea'],
    },
    {
      by: 'bearing_bea',
      after: 8,
      text: `What Gail said, and record long enough. You want at least ten turns of the shaft in one time waveform: at 0.7 Hz that is about 15 seconds, and our collector's default was 0.8. For the first year we were looking at half a revolution.

For the limit we did not use a chart. We took peak acceleration on all eight rollers, sorted them, and asked why the worst was worst.`,
      thanks: ['kiln_watch', 'gearbox-gail', 'hollis'],
    },
    {
      by: 'kiln_watch',
      after: 30,
      answers: 3,
      text: `> asked why the worst was worst

We did this yesterday. Roller 3 uphill is four times the median of the others, with knocks every 0.19 s, which is your 5.3 Hz. Grease sample is glittering. It comes out in the January stop instead of whenever it likes.

Keeping this open until I have seen the race.`,
      thanks: ['bearing_bea', 'gearbox-gail'],
    },
  ],
}

export const conditionTopics: readonly TopicPlan[] = [electricalOrFoot, slowRollers]
