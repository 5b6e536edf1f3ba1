/** One size, edition or pack of a product in the demo. Without `onHand` it does not run out. */
export type VariantPlan = { sku: string; label: string; priceCents: number; onHand?: number; lowStockAt?: number }

/** A product of the demo; its pictures are the drawings of these names in `db/seed/products`. */
export type ProductPlan = {
  slug: string
  title: string
  kind: 'aid' | 'kit' | 'book' | 'voucher'
  summary: string
  description: string
  contents: string[]
  usage: string
  pictures: { drawing: string; alt: string }[]
  isTaxed?: boolean
  variants: VariantPlan[]
}

/** Eight products in the order of the catalog: one is sold out, one has few left. */
export const products: ProductPlan[] = [
  {
    slug: 'reliability-workbook',
    title: 'Reliability workbook',
    kind: 'book',
    summary:
      'The worksheets of the day on heavy paper: criticality, failure modes and a bad-actor list you fill in yourself.',
    description: `Every worksheet that Renata uses on the day, with an example filled in on the left page and an empty one on the right. You rank your own equipment, so what you take home is a plan and not a binder.

The cover wipes clean. The paper takes pencil, ball pen and greasy thumbs.`,
    contents: [
      '96 pages, 8.5 × 11 in, spiral bound so that it lies flat on a bench',
      'Criticality ranking for up to 60 machines',
      'Twelve failure-mode sheets with examples from pumps, conveyors and gearboxes',
      'A bad-actor list with the arithmetic printed in the margin',
      'Two fold-out charts for the planning office',
    ],
    usage: `Take one line, not the whole plant. Walk it with an operator and a technician, and fill in the **criticality** sheet standing up. It takes about forty minutes.

1. Start with the machine that stopped last week.
2. Write down what failed before you write down why.
3. Copy the three worst onto the bad-actor list, and bring it to the schedule meeting.`,
    pictures: [
      {
        drawing: 'reliability-workbook',
        alt: 'A yellow spiral-bound workbook with a bolt on its cover, and one of its worksheets behind it',
      },
    ],
    variants: [
      { sku: 'WB-REL-1', label: 'One copy', priceCents: 2_450, onHand: 140, lowStockAt: 20 },
      { sku: 'WB-REL-10', label: 'Pack of ten', priceCents: 19_500, onHand: 18, lowStockAt: 4 },
    ],
  },
  {
    slug: 'bearing-fit-card',
    title: 'Bearing fit card',
    kind: 'aid',
    summary: 'Shaft and housing fits, clearance classes and heating temperatures on one laminated card.',
    description: `The numbers that people look up with one hand on a bearing heater: fits for rotating and standing rings, what C3 means for the clearance that is left, and how hot is hot enough.

Laminated on both sides with rounded corners, so that it survives a shirt pocket.`,
    contents: [
      'Front: fits for shafts of 10 to 180 mm, in microns and in tenths',
      'Back: clearance after mounting, and how to measure it with a feeler gauge',
      'Heating table, with the temperature at which you have ruined it',
    ],
    usage: `Hang the wall sheet beside the bearing heater and keep the pocket card with the micrometer. **Measure the shaft before you open the box**: a bearing that was unpacked too early is the one that gets dirty.`,
    pictures: [
      { drawing: 'bearing-fit-card', alt: 'Two laminated cards; the front one shows a bearing and a table of fits' },
    ],
    variants: [
      { sku: 'JA-BRG-P', label: 'Pocket card, 4 × 6 in', priceCents: 950, onHand: 210, lowStockAt: 30 },
      { sku: 'JA-BRG-W', label: 'Wall sheet, 18 × 24 in', priceCents: 2_900, onHand: 3, lowStockAt: 5 },
    ],
  },
  {
    slug: 'grease-card',
    title: 'Grease quantity card',
    kind: 'aid',
    summary: 'How much, how often and with what: the end of “two pumps and see”.',
    description: `Strokes instead of grams. You measure once what a stroke of your own grease gun gives, write it on the card with the pen that comes with it, and read off the strokes for each bearing from then on.`,
    contents: [
      'Quantities and intervals for bearings of 20 to 120 mm',
      'Corrections for heat, dirt, vibration and vertical shafts',
      'A list of greases that must not meet',
      'One wipe-off pen',
    ],
    usage: `Weigh ten strokes on a kitchen scale and divide by ten. Put the result on the card **and** on the gun. When somebody buys another gun, do it again.`,
    pictures: [{ drawing: 'grease-card', alt: 'A laminated card with a table of grease quantities and a grease gun' }],
    variants: [
      { sku: 'JA-GRS-1', label: 'One card with pen', priceCents: 1_150, onHand: 95, lowStockAt: 15 },
      { sku: 'JA-GRS-25', label: 'Box of 25', priceCents: 24_000, onHand: 0, lowStockAt: 2 },
    ],
  },
  {
    slug: 'bearing-practice-kit',
    title: 'Bearing practice kit',
    kind: 'kit',
    summary: 'Two bearings, a stepped shaft with one bad seat, and a dial indicator to find out which.',
    description: `A kit to spoil on purpose. One seat of the shaft is right, one is eight tenths of a thousandth too large: nobody feels the difference, the indicator and the bearing do. Walt uses the same one on the day.

Everything has its place in the foam, so that you see at a glance what did not come back.`,
    contents: [
      'Deep-groove bearings 6206 and 6203, two of each',
      'Stepped shaft of hardened steel, one seat out of tolerance',
      'Dial indicator with a magnetic base',
      'Fitting sleeves and a soft-faced hammer',
      'Twelve exercises of twenty minutes each',
    ],
    usage: `One kit is enough for two people at a bench. Let them mount the bearing on the **wrong** seat first and turn it by hand, then measure. After a year, replace the bearings: the refill has the same numbers.`,
    pictures: [
      { drawing: 'bearing-kit', alt: 'An open case with two ball bearings, a stepped shaft and a dial indicator' },
      { drawing: 'bearing-kit-detail', alt: 'A deep-groove ball bearing on its shaft, seen from the front' },
    ],
    variants: [
      { sku: 'KIT-BRG', label: 'Complete kit', priceCents: 28_900, onHand: 12, lowStockAt: 3 },
      { sku: 'KIT-BRG-R', label: 'Refill: four bearings', priceCents: 5_400, onHand: 30, lowStockAt: 6 },
    ],
  },
  {
    slug: 'seal-practice-kit',
    title: 'Lip seal practice kit',
    kind: 'kit',
    summary: 'Six seals, three sleeves and a hook: learn what a scratched lip looks like before a gearbox tells you.',
    description: `Most lip seals are dead before the machine runs: pressed in crooked, pulled over a keyway, or mounted dry. The kit has a sleeve for each of these mistakes, and a tray that shows the leak within a minute.`,
    contents: [
      'Nitrile, silicone and fluoroelastomer seals, two of each',
      'Sleeves: polished, scratched, and with an open keyway',
      'Seal hook and two mounting cones',
      'Drip tray and a bottle of dyed oil',
    ],
    usage: `Put newspaper under the tray. Let each person mount one seal over the keyway without the cone and one with it, then look at both lips under a loupe.`,
    pictures: [{ drawing: 'seal-kit', alt: 'An open case with three lip seals, sleeves and a seal hook' }],
    variants: [{ sku: 'KIT-SEAL', label: '', priceCents: 17_900, onHand: 2, lowStockAt: 3 }],
  },
  {
    slug: 'coupling-practice-kit',
    title: 'Coupling practice kit',
    kind: 'kit',
    summary: 'A jaw coupling on a hand-cranked base that can be misaligned by as much as you dare.',
    description: `Turn the crank and feel what a few thousandths of an inch do. The base shifts sideways and at an angle, with a scale for both, and the spider shows the wear that a motor would never show you in time.`,
    contents: [
      'Two steel hubs and four spiders of different hardness',
      'Aluminum base with crank and two scales',
      'Straightedge, feeler gauges and a reverse-dial bracket',
      'Alignment form, a pad of fifty',
    ],
    usage: `Align it with the straightedge first, and write down the result. Then put the dials on. The gap between the two numbers is the lesson.`,
    pictures: [
      { drawing: 'coupling-kit', alt: 'An open case with the two hubs and the yellow spider of a jaw coupling' },
    ],
    variants: [{ sku: 'KIT-CPL', label: '', priceCents: 34_500, onHand: 0, lowStockAt: 2 }],
  },
  {
    slug: 'loose-bolts-first',
    title: 'Loose Bolts First',
    kind: 'book',
    summary: 'Forty-one years with a wrench in 212 pages, by our trainer Walt Kowalczyk.',
    description: `Walt wrote down what he tells apprentices in their first year, in the order in which they need it: tighten what is loose, clean what is dirty, align what was never straight. Then, if it still shakes, get the analyzer.

Each chapter ends with a job that you can do before the end of the shift.`,
    contents: [
      '212 pages with 140 drawings',
      '31 short chapters, each with one job to do',
      'A torque table inside the cover',
    ],
    usage: `It belongs in the crew room, not in the office. Read one chapter aloud at the toolbox talk on Monday and do its job by Friday.`,
    pictures: [
      { drawing: 'loose-bolts-first', alt: 'A book with a red bolt head and a yellow torque stripe on its cover' },
    ],
    variants: [
      { sku: 'BK-LBF-P', label: 'Paperback', priceCents: 2_800, onHand: 64, lowStockAt: 10 },
      { sku: 'BK-LBF-H', label: 'Hardcover, signed', priceCents: 4_600, onHand: 9, lowStockAt: 10 },
    ],
  },
  {
    slug: 'seat-voucher',
    title: 'Seat voucher',
    kind: 'voucher',
    summary: 'A seat at any workshop of the next twelve months. Buy it on this year’s budget, decide later who goes.',
    description: `The voucher has a code that you enter on the registration site in place of a payment. It is good for any workshop on our list for twelve months and can be given to a colleague.

We send the code by email, as soon as the order is paid.`,
    contents: [
      'One code for each seat',
      'Good for twelve months from the day of the order',
      'Can be passed on within your company',
    ],
    usage: '',
    pictures: [{ drawing: 'seat-voucher', alt: 'A voucher with a tear-off stub that shows a seat' }],
    isTaxed: false,
    variants: [
      { sku: 'SEAT-1', label: 'One seat', priceCents: 44_500 },
      { sku: 'SEAT-5', label: 'Five seats', priceCents: 199_500 },
    ],
  },
]
