import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { formatDay } from '#src/contract/event-dates.ts'
import { FULFILLMENTS } from '#src/contract/order-state.ts'
import type { PickupList } from '#src/contract/shop-order-admin.ts'
import '../logistics/print-sheet.css'

type PickupSheetProps = {
  list: PickupList
  sayLine: (line: PickupList['orders'][number]['lines'][number]) => string
  onDone: () => void
}

/** The pick-up list as it is printed, by buyer, with a place to sign. It is beside the app, of which paper shows nothing. */
export function PickupSheet({ list: { event, orders }, sayLine, onDone }: PickupSheetProps) {
  useEffect(() => {
    window.print()
    onDone()
  }, [onDone])
  const byBuyer = orders.toSorted((one, other) => one.buyerName.localeCompare(other.buyerName, 'en'))
  return createPortal(
    <div className="print-sheet">
      <table>
        <caption>Pick-up list</caption>
        <thead>
          <tr>
            <th colSpan={5} className="print-head">
              <b>{`Pick-up list: ${event.name}`}</b>
              <span>{formatDay(event.day)}</span>
            </th>
          </tr>
          <tr>
            <th scope="col">Buyer</th>
            <th scope="col">Order</th>
            <th scope="col">Products</th>
            <th scope="col">State</th>
            <th scope="col">Received</th>
          </tr>
        </thead>
        <tbody>
          {byBuyer.map(({ id, number, buyerName, company, phone, fulfillment, state, lines }) => (
            <tr key={id}>
              <td>
                {buyerName}
                <br />
                {[company, phone].filter(Boolean).join(', ')}
              </td>
              <td>{number}</td>
              <td>
                {lines.map((line) => (
                  <div key={sayLine(line)}>{sayLine(line)}</div>
                ))}
              </td>
              <td>{`${state === 'paid' ? 'Paid' : 'Not paid'}, ${FULFILLMENTS[fulfillment].toLowerCase()}`}</td>
              <td>____________________</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  )
}
