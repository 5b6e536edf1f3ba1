/** Days from now at which something of an order happened or will; negative ones are over. */
type Days = number

/** An order of the demo. Its prices and texts are those of the catalog. */
export type OrderPlan = {
  number: string
  state: 'awaiting_payment' | 'awaiting_po' | 'invoiced' | 'paid' | 'short' | 'expired' | 'cancelled' | 'refunded'
  fulfillment?: 'ready' | 'handed_over' | 'shipped'
  payBy: 'invoice' | 'card'
  buyerName: string
  email: string
  company: string
  poNumber?: string
  /** The SKU and the number of pieces of each line. */
  lines: readonly (readonly [sku: string, quantity: number])[]
  /** The slug of the event where it is picked up, an address, or neither for what is sent by email. */
  to: { event: string } | { line1: string; city: string; state: string; postcode: string } | 'email'
  buyerNote?: string
  placed: Days
  poDue?: Days
  invoiced?: Days
  due?: Days
  paid?: Days
  ready?: Days
  fulfilled?: Days
  ended?: Days
  endReason?: string
  carrier?: string
  tracking?: string
  /** What an administrator wrote down of the payment: the number of a check. */
  paymentNote?: string
  /** What went back to the buyer: cents, or all of it. */
  refund?: { cents: number | 'all'; reason: string; days: Days }
  /** Until when its pieces are held. A payment that is under way holds them whatever the time. */
  heldUntil?: Days
  note?: string
}

/** Twelve orders: one in each state, and in each way in which goods leave the house. */
export const orders: OrderPlan[] = [
  {
    number: 'W-70717355',
    state: 'awaiting_payment',
    payBy: 'card',
    buyerName: 'Tomasz Brandt',
    email: 'tomasz.brandt@cedar-ridge-foods.example',
    company: 'Cedar Ridge Foods',
    lines: [['JA-GRS-1', 4]],
    to: { line1: '88 Packer Lane', city: 'Appleton', state: 'WI', postcode: '54911' },
    placed: -0.01,
    heldUntil: 1,
  },
  {
    number: 'W-85131377',
    state: 'awaiting_po',
    payBy: 'invoice',
    buyerName: 'Denise Okafor',
    email: 'denise.okafor@blackwater-paper.example',
    company: 'Blackwater Paper, Mill 2',
    lines: [
      ['KIT-SEAL', 1],
      ['WB-REL-1', 6],
    ],
    to: { event: 'kansas-city-2026' },
    buyerNote: 'Purchasing sends the PO on Thursday, they meet once a week.',
    placed: -2,
    poDue: 8,
    heldUntil: 8,
  },
  {
    number: 'W-72498494',
    state: 'invoiced',
    payBy: 'invoice',
    buyerName: 'Rolf Haugen',
    email: 'rolf.haugen@northlake-cement.example',
    company: 'Northlake Cement',
    poNumber: '4500118273',
    lines: [
      ['WB-REL-10', 2],
      ['JA-BRG-P', 20],
    ],
    to: { line1: 'Dock 4, 1200 Quarry Road', city: 'Duluth', state: 'MN', postcode: '55802' },
    placed: -8,
    invoiced: -8,
    due: 22,
  },
  {
    number: 'W-70643907',
    state: 'invoiced',
    payBy: 'invoice',
    buyerName: 'Carla Whitmore',
    email: 'carla.whitmore@tri-county-water.example',
    company: 'Tri-County Water District',
    poNumber: 'TCW-26-0914',
    lines: [['KIT-BRG', 1]],
    to: { line1: '7 Pump House Road', city: 'Topeka', state: 'KS', postcode: '66603' },
    placed: -41,
    invoiced: -39,
    due: -9,
    note: 'Called on Monday: the invoice is with accounts payable.',
  },
  {
    number: 'W-78161301',
    state: 'paid',
    payBy: 'card',
    buyerName: 'Miguel Santos',
    email: 'miguel.santos@harbor-grain.example',
    company: 'Harbor Grain Terminal',
    lines: [
      ['JA-BRG-P', 5],
      ['JA-GRS-1', 5],
    ],
    to: { event: 'kansas-city-2026' },
    placed: -3,
    paid: -3,
  },
  {
    number: 'W-88837457',
    state: 'paid',
    fulfillment: 'ready',
    payBy: 'invoice',
    buyerName: 'Annika Lindqvist',
    email: 'annika.lindqvist@sawtooth-lumber.example',
    company: 'Sawtooth Lumber',
    poNumber: 'SL-20418',
    lines: [
      ['KIT-BRG', 1],
      ['BK-LBF-P', 3],
    ],
    to: { event: 'kansas-city-2026' },
    placed: -24,
    invoiced: -24,
    due: 6,
    paid: -6,
    ready: -1,
    paymentNote: 'Check 10442',
  },
  {
    number: 'W-35488219',
    state: 'paid',
    fulfillment: 'handed_over',
    payBy: 'card',
    buyerName: 'Gerald Pruitt',
    email: 'gerald.pruitt@fox-valley-plastics.example',
    company: 'Fox Valley Plastics',
    lines: [['BK-LBF-H', 1]],
    to: { event: 'wisconsin' },
    placed: -60,
    paid: -60,
    ready: -58,
    fulfilled: -50,
  },
  {
    number: 'W-34784691',
    state: 'paid',
    fulfillment: 'shipped',
    payBy: 'card',
    buyerName: 'Priscilla Vance',
    email: 'priscilla.vance@red-mesa-mining.example',
    company: 'Red Mesa Mining',
    lines: [
      ['WB-REL-1', 12],
      ['JA-BRG-W', 1],
    ],
    to: { line1: 'Warehouse 2, 450 Mine Road', city: 'Globe', state: 'AZ', postcode: '85501' },
    placed: -19,
    paid: -19,
    ready: -18,
    fulfilled: -17,
    carrier: 'UPS',
    tracking: '1Z999AA10123456784',
    refund: { cents: 2_900, reason: 'The wall sheet arrived with a crease.', days: -10 },
  },
  {
    number: 'W-78707214',
    state: 'short',
    payBy: 'card',
    buyerName: 'Howard Ellison',
    email: 'howard.ellison@millrace-dairy.example',
    company: 'Millrace Dairy Cooperative',
    lines: [['KIT-CPL', 1]],
    to: { line1: '31 Creamery Street', city: 'Salina', state: 'KS', postcode: '67401' },
    placed: -1,
    paid: -1,
    note: 'He also asked whether an open kit would do. It would not.',
  },
  {
    number: 'W-73855860',
    state: 'expired',
    payBy: 'invoice',
    buyerName: 'Lena Fischer',
    email: 'lena.fischer@great-bend-packaging.example',
    company: 'Great Bend Packaging',
    lines: [['KIT-BRG-R', 4]],
    to: { line1: '900 Industrial Avenue', city: 'Great Bend', state: 'KS', postcode: '67530' },
    placed: -30,
    ended: -20,
    endReason: 'No PO number arrived within 10 days.',
  },
  {
    number: 'W-94541427',
    state: 'cancelled',
    payBy: 'invoice',
    buyerName: 'Samuel Adebayo',
    email: 'samuel.adebayo@ironwood-steel.example',
    company: 'Ironwood Steel',
    poNumber: 'IW-77120',
    lines: [['SEAT-5', 1]],
    to: 'email',
    placed: -12,
    invoiced: -12,
    due: 18,
    ended: -11,
    endReason: 'We book the five seats one by one instead.',
  },
  {
    number: 'W-92404159',
    state: 'refunded',
    payBy: 'card',
    buyerName: 'Beatriz Moreno',
    email: 'beatriz.moreno@delta-glassworks.example',
    company: 'Delta Glassworks',
    lines: [['SEAT-1', 2]],
    to: 'email',
    placed: -16,
    paid: -16,
    ended: -14,
    endReason: 'Both colleagues were moved to another plant.',
    refund: { cents: 'all', reason: 'Both colleagues were moved to another plant.', days: -14 },
  },
]
