/** Whole cents of US dollars. Money is never a fraction of them. (decision 0060) */
export type Cents = number

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const wholeDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

/** 123450 is `$1,234.50`. */
export function formatCents(cents: Cents): string {
  return dollars.format(cents / 100)
}

/** `1234.5`, `$1,234.50` and `1,234.50` are 123450; undefined for what is no amount with at most two decimals. */
export function parseCents(typed: string): Cents | undefined {
  const plain = typed.trim().replace(/^\$\s*/, '')
  const read = /^(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{1,2}))?$/.exec(plain)
  if (!read) return undefined
  const [, whole = '', decimals = ''] = read
  return Number(whole.replaceAll(',', '')) * 100 + Number(decimals.padEnd(2, '0'))
}

/** The tax on an amount, rounded half up to a cent. `basisPoints` are hundredths of a percent. */
export function taxOn(cents: Cents, basisPoints: number): Cents {
  return Math.floor((cents * basisPoints + 5_000) / 10_000)
}

/** US dollars as people write them: `$395`, `$1,145`, `$99.50`. (product 9) */
export function formatDollars(amount: number): string {
  return (Number.isInteger(amount) ? wholeDollars : dollars).format(amount)
}
