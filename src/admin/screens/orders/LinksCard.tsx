import { useQuery } from '@tanstack/react-query'
import type { OrderLink } from '#src/contract/shop-order-admin.ts'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { formatMoment } from '../../blocks/moment.ts'
import { DetailCard } from '../../blocks/Panel.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { endOrderLink, newOrderLink, orderLinksQuery } from './order-calls.ts'

/** The links that open the page of the order. Each can be ended; a new one is emailed to the buyer. */
export function LinksCard({ orderId }: { orderId: string }) {
  const query = useQuery(orderLinksQuery(orderId))
  const stale = [['order', orderId, 'links']]
  const send = useSave({
    save: () => newOrderLink(orderId),
    done: 'A new link was emailed to the buyer',
    failed: 'Failed to send a link',
    stale,
  })
  const end = useSave({
    save: (link: OrderLink) => endOrderLink(orderId, link.id),
    done: 'Link ended',
    failed: 'Failed to end the link',
    stale,
  })
  const askFirst = (link: OrderLink) =>
    confirm({
      title: 'End this link?',
      message: `The link that was made for ${link.to} opens the order no longer.`,
      label: 'End link',
      busyLabel: 'Ending...',
      act: () => end.mutateAsync(link),
    })
  return (
    <DetailCard title="Links">
      <div className="w-full">
        <Shown query={query} what="the links">
          {(links) =>
            links.length === 0 ? (
              <p>No link opens this order.</p>
            ) : (
              <ul>
                {links.map((link) => (
                  <li key={link.id} className="flex flex-wrap items-center gap-3 border-line border-b py-2">
                    <span className="min-w-0 flex-1">
                      <b className="block font-semibold">{link.to}</b>
                      <span className="text-[.9375rem] text-soft">{`${link.as === 'buyer' ? 'Buyer' : 'Purchasing'}, until ${formatMoment(link.expiresAt)}`}</span>
                    </span>
                    <Button variant="outline" size="sm" onClick={() => askFirst(link)}>
                      End<span className="sr-only"> the link for {link.to}</span>
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </Shown>
      </div>
      <Button variant="outline" size="sm" isBusy={send.isPending} onClick={() => send.mutate()}>
        Email a new link
      </Button>
    </DetailCard>
  )
}
