import { eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { shopProducts, shopVariants } from '#db/schema/shop.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type Cents, taxOn } from '#src/contract/money.ts'
import {
  type CartLine,
  type Delivery,
  type LineProblem,
  MOST_PIECES,
  type Quote,
  type QuotedLine,
  type StockNow,
  type Totals,
} from '#src/contract/shop-order.ts'
import { getStock } from '#src/contract/shop-product.ts'
import type { ShopSetting } from '#src/contract/shop-setting.ts'
import { readShopSetting } from '../settings/settings.ts'
import { heldPieces } from './stock.ts'

/** A line of a cart with what an order copies of it. */
type PricedLine = QuotedLine & { isTaxed: boolean }
export type PricedCart = Totals & { lines: PricedLine[]; setting: ShopSetting }

type Asked = { lines: readonly CartLine[]; delivery: Delivery }

/** What a cart costs now, from the catalog alone. Whatever cannot be ordered says why, and changes nothing. (security SH2) */
export async function quoteCart(
  db: Db,
  asked: Asked,
  { now, isCardOn }: { now: Instant; isCardOn: boolean },
): Promise<Quote> {
  const { setting, lines, ...totals } = await priceCart(db, asked, now)
  const shown = lines.map(({ isTaxed: _isTaxed, ...line }) => line)
  const { is_open: isOpen, tax_basis_points: taxBasisPoints } = setting
  return { ...totals, lines: shown, isOpen, canPayByCard: isCardOn, taxBasisPoints }
}

/** The lines of a cart with the prices of the catalog, and their totals by the setting. A line that is not sold counts in none. */
export async function priceCart(db: Db, { lines, delivery }: Asked, now: Instant): Promise<PricedCart> {
  const setting = await readShopSetting(db)
  const ids = lines.map(({ variantId }) => variantId)
  const sold = new Map((await readVariants(db, ids, now)).map((variant) => [variant.id, variant]))
  const priced = lines.map((line) => priceLine(line, sold.get(line.variantId), delivery))
  return { setting, lines: priced, ...toTotals(priced, delivery, setting) }
}

/** The price and stock of variants that are sold now. */
export async function readStockNow(db: Db, ids: readonly string[], now: Instant): Promise<StockNow> {
  const { is_open: isOpen } = await readShopSetting(db)
  const variants = await readVariants(db, ids, now)
  const items = variants.map((variant) => ({
    id: variant.id,
    priceCents: variant.priceCents,
    ...getStock({ ...variant, free: freeOf(variant) }),
    available: availableOf(variant),
  }))
  return { isOpen, items }
}

type Variant = Awaited<ReturnType<typeof readVariants>>[number]

/** Variants that are sold: active ones of active products. */
async function readVariants(db: Db, ids: readonly string[], now: Instant) {
  const { id, sku, label, priceCents, tracksStock, onHand, lowStockAt } = shopVariants
  const { title, kind, isTaxed } = shopProducts
  const rows = await db
    .select({
      variant: { id, sku, label, priceCents, tracksStock, onHand, lowStockAt },
      product: { title, kind, isTaxed },
      isSold: { variant: shopVariants.isActive, product: shopProducts.isActive },
      held: heldPieces(now),
    })
    .from(shopVariants)
    .innerJoin(shopProducts, eq(shopProducts.id, shopVariants.productId))
    .where(inArray(id, [...ids]))
  return rows.flatMap(({ variant, product, isSold, held }) =>
    isSold.variant && isSold.product ? [{ ...variant, ...product, held }] : [],
  )
}

const freeOf = ({ onHand, held }: Pick<Variant, 'onHand' | 'held'>) => Math.max(0, onHand - held)

function availableOf(variant: Variant): number | null {
  return variant.tracksStock ? Math.min(MOST_PIECES, freeOf(variant)) : null
}

function priceLine({ variantId, quantity }: CartLine, variant: Variant | undefined, delivery: Delivery): PricedLine {
  if (!variant) {
    const nothing = { sku: '', title: '', label: '', kind: 'aid', unitCents: 0, isTaxed: false } as const
    return { variantId, quantity, ...nothing, problem: 'gone', available: 0 }
  }
  const { sku, title, label, kind, isTaxed, priceCents: unitCents } = variant
  const available = availableOf(variant)
  const problem = findProblem({ kind, available, quantity }, delivery)
  return { variantId, sku, title, label, kind, unitCents, quantity, isTaxed, problem, available }
}

function findProblem(
  { kind, available, quantity }: Pick<QuotedLine, 'kind' | 'available' | 'quantity'>,
  delivery: Delivery,
): LineProblem | null {
  if (delivery === 'email' && kind !== 'voucher') return 'wrong_delivery'
  if (available === null || available >= quantity) return null
  return available === 0 ? 'sold_out' : 'not_enough'
}

function toTotals(lines: readonly PricedLine[], delivery: Delivery, setting: ShopSetting): Totals {
  const sumOf = (some: readonly PricedLine[]): Cents =>
    some.reduce((sum, { unitCents, quantity }) => sum + unitCents * quantity, 0)
  const subtotalCents = sumOf(lines)
  const isShipped = delivery === 'ship' && lines.some(({ kind, problem }) => kind !== 'voucher' && problem !== 'gone')
  const free = setting.free_shipping_from_cents
  const shippingCents = isShipped && (free === null || subtotalCents < free) ? setting.shipping_cents : 0
  const taxCents = taxOn(sumOf(lines.filter(({ isTaxed }) => isTaxed)), setting.tax_basis_points)
  return { subtotalCents, shippingCents, taxCents, totalCents: subtotalCents + shippingCents + taxCents }
}
