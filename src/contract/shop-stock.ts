/** What is left of a variant, as visitors read it. Numbers are said only where few are left. */
export type StockState = 'in' | 'low' | 'out'

/** `left` is the number of free pieces where few are left, else null. */
export type ShopStock = { stock: StockState; left: number | null }

/** What a page says of a variant's stock. */
export function stockSentence({ stock, left }: ShopStock): string {
  if (stock === 'out') return 'Sold out'
  if (stock === 'in') return 'In stock'
  if (left === null) return 'Few left'
  return `Only ${left} left`
}
