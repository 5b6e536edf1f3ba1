import type { ReactNode } from 'react'
import { formatDay as formatPlainDay } from '#src/contract/event-dates.ts'
import { formatCents } from '#src/contract/money.ts'
import { ORDER_STATES } from '#src/contract/order-state.ts'
import type { OrderLine, OrderView } from '#src/contract/shop-order-view.ts'
import { Button } from '#src/ui/Button.tsx'
import { Address, hasEnded } from './OrderFacts.tsx'
import { formatPlainDate, getSheetFacts, getSheetName } from './sheet-facts.ts'
import { TotalList } from './TotalList.tsx'

/** The order on paper. */
export function OrderSheet({ view }: { view: OrderView }) {
  const name = getSheetName(view)
  return (
    <div className="grid min-w-0 content-start gap-4">
      <article
        aria-labelledby="sheet"
        className="letter-sheet grid gap-8 rounded-md border border-line bg-paper px-5 py-7 text-on-paper leading-snug wrap-anywhere sm:px-9 sm:py-9 print:border-0 print:p-0"
      >
        <Head view={view} name={name} />
        <Parties view={view} />
        <Lines lines={view.lines} />
        <div className="ml-auto w-full max-w-sm">
          <TotalList totals={view} delivery={view.delivery} taxBasisPoints={view.taxBasisPoints} />
          {view.refundedCents > 0 && <p className="mt-2 text-right">Refunded: {formatCents(view.refundedCents)}</p>}
        </div>
        {name === 'Invoice' && <HowToPay view={view} />}
      </article>
      <div className="print:hidden">
        <Button variant="outline" onClick={() => window.print()}>
          Print {name.toLowerCase()}
        </Button>
      </div>
    </div>
  )
}

function Head({ view, name }: { view: OrderView; name: string }) {
  const isOver = view.state === 'cancelled' || view.state === 'expired'
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-10 gap-y-4">
      <h2 id="sheet" className="display text-[2.75rem] print:mt-0">
        {name}
        {isOver && <span className="label ml-3 align-middle text-[1.25rem]">{ORDER_STATES[view.state]}</span>}
      </h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 tabular-nums">
        {getSheetFacts(view).map(([term, fact]) => (
          <div key={term} className="contents">
            <dt>{term}</dt>
            <dd className="font-semibold">{fact}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Seller, who is billed, and where the goods go. */
function Parties({ view }: { view: OrderView }) {
  const { seller, company, buyerName, email, shipTo, pickup } = view
  return (
    <div className="grid gap-6 sm:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] print:grid-cols-3">
      {seller.name !== '' && (
        <Party title="From">
          <p>{seller.name}</p>
          <p className="whitespace-pre-line">{seller.address}</p>
          {seller.taxId && <p>Tax ID {seller.taxId}</p>}
        </Party>
      )}
      <Party title="Bill to">
        <p>{company}</p>
        <p>{buyerName}</p>
        <p>{email}</p>
      </Party>
      {shipTo && (
        <Party title="Ship to">
          <Address {...shipTo} />
        </Party>
      )}
      {pickup && !hasEnded(view.state) && (
        <Party title="Pick up at">
          <p>{pickup.eventName}</p>
          <p>{formatPlainDay(pickup.day)}</p>
        </Party>
      )}
    </div>
  )
}

function Party({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 font-semibold text-[.9375rem]">{title}</h3>
      {children}
    </section>
  )
}

function Lines({ lines }: { lines: readonly OrderLine[] }) {
  return (
    <table className="w-full text-left [overflow-wrap:normal]">
      <caption className="sr-only">What is ordered</caption>
      <thead className="text-[.9375rem]">
        <tr className="border-current border-b-2">
          <th scope="col" className="py-2 pr-3">
            Product
          </th>
          <th scope="col" className="py-2 pr-3 text-right">
            Pieces
          </th>
          <th scope="col" className="py-2 pr-3 text-right max-sm:hidden">
            Each
          </th>
          <th scope="col" className="py-2 text-right">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ id, sku, title, label, unitCents, quantity, codes }) => (
          <tr key={id} className="border-line border-b align-top tabular-nums">
            <td className="py-2.5 pr-3 wrap-anywhere">
              <span className="font-semibold">{title}</span>
              {label !== '' && <span className="block">{label}</span>}
              <span className="block text-[.9375rem]">{sku}</span>
              {codes.length > 0 && <Codes codes={codes} />}
            </td>
            <td className="whitespace-nowrap py-2.5 pr-3 text-right">{quantity}</td>
            <td className="whitespace-nowrap py-2.5 pr-3 text-right max-sm:hidden">{formatCents(unitCents)}</td>
            <td className="whitespace-nowrap py-2.5 text-right">{formatCents(unitCents * quantity)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The codes that register for the seats of a voucher. */
function Codes({ codes }: { codes: readonly string[] }) {
  return (
    <span className="mt-1.5 block">
      Codes for registration:
      <span className="mt-1 flex flex-wrap gap-1.5">
        {codes.map((code) => (
          <code key={code} className="rounded border border-current px-2 py-0.5 font-mono text-[.9375rem]">
            {code}
          </code>
        ))}
      </span>
    </span>
  )
}

function HowToPay({ view: { seller, dueOn, totalCents, number, paidAt, state } }: { view: OrderView }) {
  if (paidAt !== null || state !== 'invoiced') return null
  return (
    <section>
      <h3 className="mb-1 font-semibold">How to pay</h3>
      <p>
        {`Please pay ${formatCents(totalCents)}${dueOn === null ? '' : ` by ${formatPlainDate(dueOn)}`}. Quote invoice number `}
        <span className="whitespace-nowrap">{number}</span> with your payment.
      </p>
      {seller.payment !== '' && <p className="mt-2 whitespace-pre-line">{seller.payment}</p>}
    </section>
  )
}
