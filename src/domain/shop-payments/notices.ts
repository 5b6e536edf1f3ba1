import { lt } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { shopProviderEvents } from '#db/schema/shop-payments.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { ProviderNotice } from '#src/contract/payment-provider.ts'
import type { PaymentContext } from './payment.ts'
import { syncRefunds } from './refunds.ts'
import { noteNotice, settlePayment } from './settle-payment.ts'

/**
 * Does what a verified notice of the provider is about. What it says itself is not believed, since notices come late and in any order:
 * the provider is asked how things are now. Throws if it cannot be asked, so that the notice comes again.
 */
export async function handleNotice(db: Db, context: PaymentContext, notice: ProviderNotice): Promise<void> {
  if (notice.about === 'session') {
    const session = await context.provider.readSession(notice.sessionId)
    await settlePayment(db, context, { session, notice })
  } else if (notice.about === 'refund') {
    const refunds = await context.provider.listRefunds(notice.intentId)
    await syncRefunds(db, context, { intentId: notice.intentId, refunds, notice })
  } else await noteNotice(db, notice)
}

const KEPT = 30 * 24 * 3_600_000

/** Forgets notices of more than 30 days ago, which do not come again. */
export async function pruneProviderNotices(db: Db, now: Instant): Promise<void> {
  await db.delete(shopProviderEvents).where(lt(shopProviderEvents.handledAt, new Date(now - KEPT)))
}
