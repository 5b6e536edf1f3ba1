import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCents } from '#src/contract/money.ts'
import { DELIVERY_NAMES } from '#src/contract/order-state.ts'
import { PICKUP_NEWS } from '#src/contract/order-words.ts'
import type { ShippingAddress } from '#src/contract/shop-order.ts'
import type { OrderDetail } from '#src/contract/shop-order-admin.ts'
import { formatRate } from '#src/contract/shop-words.ts'
import { formatSiteTime } from '#src/contract/site-time.ts'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { formatMoment, getDay } from '../../blocks/moment.ts'
import { DetailCard, FactList } from '../../blocks/Panel.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { links } from '../../links.ts'
import { LinksCard } from './LinksCard.tsx'
import { MoneyCard } from './MoneyCard.tsx'
import { NextCard } from './NextCard.tsx'
import { NotesCard } from './NotesCard.tsx'
import { orderQuery } from './order-calls.ts'
import { OrderBadges } from './order-columns.tsx'
import { RemindersCard } from './RemindersCard.tsx'

/** Everything about one order, and everything that is done with it. (product 2: orders) */
export function OrderScreen() {
  const { orderId } = useParams({ from: '/admin/orders/$orderId' })
  const query = useQuery(orderQuery(orderId))
  return (
    <Screen
      title={query.data ? `Order ${query.data.number}` : 'Order'}
      lead={query.data && <OrderBadges {...query.data} />}
      actions={
        <Button asChild variant="outline" size="sm">
          <AdminLink to={links.orders()}>All orders</AdminLink>
        </Button>
      }
    >
      <Shown query={query} what="this order">
        {(order) => <Details order={order} />}
      </Shown>
    </Screen>
  )
}

const COLUMN = 'grid grid-cols-[minmax(0,1fr)] gap-5'

function Details({ order }: { order: OrderDetail }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
      <div className={COLUMN}>
        <NextCard order={order} />
        <LinesCard order={order} />
        <MoneyCard order={order} />
      </div>
      <div className={COLUMN}>
        <DeliveryCard order={order} />
        <BuyerCard order={order} />
        <RemindersCard order={order} />
        <NotesCard order={order} />
        <LinksCard orderId={order.id} />
      </div>
    </div>
  )
}

/** What was ordered, at the prices of the order. */
function LinesCard({ order }: { order: OrderDetail }) {
  const { lines, subtotalCents, shippingCents, taxCents, totalCents, taxBasisPoints } = order
  const sums = [
    ['Subtotal', subtotalCents],
    ...(shippingCents > 0 ? [['Shipping', shippingCents]] : []),
    [`Sales tax (${formatRate(taxBasisPoints)})`, taxCents],
    ['Total', totalCents],
  ] as [string, number][]
  return (
    <DetailCard title="Products">
      <table className="w-full text-left tabular-nums [overflow-wrap:normal]">
        <caption className="sr-only">Products of this order</caption>
        <thead className="text-[.875rem] text-soft">
          <tr>
            <th scope="col" className="py-1 pr-3 font-normal">
              Product
            </th>
            <th scope="col" className="py-1 pr-3 text-right font-normal">
              Pieces
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ id, sku, title, label, quantity, unitCents, codes }) => (
            <tr key={id} className="border-line border-t align-top">
              <td className="py-2 pr-3 wrap-anywhere">
                <b className="font-semibold">{title}</b>
                {label !== '' && `, ${label}`}
                <span className="block text-[.875rem] text-soft">{`${sku}, ${formatCents(unitCents)} each`}</span>
                {codes.length > 0 && <span className="block font-mono text-[.875rem]">{codes.join(', ')}</span>}
              </td>
              <td className="py-2 pr-3 text-right">{quantity}</td>
              <td className="whitespace-nowrap py-2 text-right">{formatCents(unitCents * quantity)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot className="border-ink border-t-2">
          {sums.map(([name, cents], at) => (
            <tr key={name} className={at === sums.length - 1 ? 'font-semibold' : ''}>
              <th
                scope="row"
                colSpan={2}
                className={`py-1 pr-3 text-left ${at === sums.length - 1 ? '' : 'font-normal'}`}
              >
                {name}
              </th>
              <td className="whitespace-nowrap py-1 text-right">{formatCents(cents)}</td>
            </tr>
          ))}
        </tfoot>
      </table>
    </DetailCard>
  )
}

type Fact = readonly [name: string, value: ReactNode]

/** Where the goods go, as the workshop is now. */
function DeliveryCard({ order }: { order: OrderDetail }) {
  const { delivery, pickup, shipTo, carrier, tracking, readyAt, fulfilledAt } = order
  const facts: Fact[] = [['How', DELIVERY_NAMES[delivery]]]
  if (delivery === 'pickup') facts.push(['Workshop', <Workshop key="workshop" pickup={pickup} />])
  if (shipTo) facts.push(['Address', sayAddress(shipTo)])
  if (carrier) facts.push(['Carrier', [carrier, tracking].filter(Boolean).join(', ')])
  if (readyAt !== null) facts.push(['Ready', formatMoment(readyAt)])
  if (fulfilledAt !== null) facts.push([delivery === 'ship' ? 'Shipped' : 'Handed over', formatMoment(fulfilledAt)])
  return (
    <DetailCard title="Delivery">
      {pickup && PICKUP_NEWS[pickup.status] && <p className="note">{PICKUP_NEWS[pickup.status]}</p>}
      <FactList facts={facts} />
    </DetailCard>
  )
}

function sayAddress({ name, line1, line2, city, state, postcode }: ShippingAddress): string {
  return [name, line1, line2, `${city}, ${state} ${postcode}`].filter(Boolean).join(', ')
}

/** The workshop where it is picked up; its link leads to everything that is handed over there. */
function Workshop({ pickup }: Pick<OrderDetail, 'pickup'>) {
  if (!pickup) return 'The workshop was deleted.'
  return (
    <AdminLink to={links.eventPickups(pickup.eventId)} className="font-semibold underline underline-offset-4">
      {`${pickup.eventName}, ${getDay(pickup.day)}`}
    </AdminLink>
  )
}

function BuyerCard({ order }: { order: OrderDetail }) {
  const { company, buyerName, email, phone, poNumber, poDueAt, dueOn, placedAt, buyerNote, endedAt, endReason } = order
  return (
    <DetailCard title="Buyer">
      <FactList
        facts={[
          ['Company', company],
          ['Name', buyerName],
          [
            'Email',
            <a key="email" href={`mailto:${email}`} className="underline underline-offset-4">
              {email}
            </a>,
          ],
          ['Phone', phone ?? 'Not given'],
          ['PO number', poNumber ?? (poDueAt === null ? 'None' : `Waited for until ${formatSiteTime(poDueAt)}`)],
          ...(dueOn === null ? [] : ([['Due', getDay(dueOn)]] as const)),
          ['Placed', formatMoment(placedAt)],
          ...(buyerNote === null
            ? []
            : ([
                [
                  'Note',
                  <p key="note" className="whitespace-pre-line">
                    {buyerNote}
                  </p>,
                ],
              ] as const)),
          ...(endedAt === null
            ? []
            : ([['Ended', `${formatMoment(endedAt)}${endReason ? `: ${endReason}` : ''}`]] as const)),
        ]}
      />
    </DetailCard>
  )
}
