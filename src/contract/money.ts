/** US dollars as people write them: `$395`, `$1,145`, `$99.50`. (spec 9) */
export function formatDollars(amount: number): string {
  const fractionDigits = Number.isInteger(amount) ? 0 : 2
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  }).format(amount)
}

/** What the early-bird package is worth: early bird price + course value. (spec 9) */
export function totalValue(earlyBirdPrice: number, courseValue: number): number {
  return earlyBirdPrice + courseValue
}
