const dollars = (fractionDigits: number) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  })

const whole = dollars(0)
const withCents = dollars(2)

/** US dollars as people write them: `$395`, `$1,145`, `$99.50`. (product 9) */
export function formatDollars(amount: number): string {
  return (Number.isInteger(amount) ? whole : withCents).format(amount)
}

/** What the early-bird package is worth: early bird price + course value. (product 9) */
export function totalValue(earlyBirdPrice: number, courseValue: number): number {
  return earlyBirdPrice + courseValue
}
