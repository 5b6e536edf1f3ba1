import { type ShopVariant, stockSentence } from '#src/contract/shop-product.ts'

type StockMarkProps = Pick<ShopVariant, 'stock' | 'left'> & {
  /** The variant that is meant; absent where it is said of a whole product. */
  variantId?: string
}

/** What is left, in words; the lamp beside them only helps. */
export function StockMark({ stock, left, variantId }: StockMarkProps) {
  return (
    <span data-shop-stock={variantId} data-stock={stock} className="stock-mark">
      {stockSentence({ stock, left })}
    </span>
  )
}
