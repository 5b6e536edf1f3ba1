import { randomUUID } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { contentBlocks, contentPages, contentSlots } from '#db/schema/content.ts'
import { storeDrawings } from '#db/seed/drawings.ts'
import { SLOT_NAMES } from '#src/contract/content-kinds.ts'
import { renderBlock } from '#src/domain/content/save-block.ts'
import { type BlockPlan, blockPlans, MAP, pagePlans, slotPlans } from './demo-blocks.ts'

/** Adds blocks to the demo, puts them into every slot of the landing pages, and makes three pages of them. */
export async function addDemoContent(tx: Db): Promise<void> {
  const maps = await storeDrawings(tx, 'maps')
  const plans = blockPlans.map((plan) => ({ id: randomUUID(), plan: withMap(plan, maps.get('river-hall') ?? '') }))
  await tx.insert(contentBlocks).values(plans.map(({ id, plan }) => ({ id, ...plan, html: renderBlock(plan) })))
  const ids = new Map(plans.map(({ id, plan }) => [plan.title, id]))
  const toRows = (titles: readonly string[]) =>
    titles.flatMap((title, at) => {
      const blockId = ids.get(title)
      return blockId === undefined ? [] : [{ blockId, position: at + 1 }]
    })
  const slots = SLOT_NAMES.flatMap((place) => toRows(slotPlans[place]).map((row) => ({ ...row, place })))
  await tx.insert(contentSlots).values(slots)
  for (const { blocks, ...page } of pagePlans) {
    const pageId = randomUUID()
    await tx.insert(contentPages).values({ id: pageId, ...page, isPublished: true })
    await tx.insert(contentSlots).values(toRows(blocks).map((row) => ({ ...row, place: 'page' as const, pageId })))
  }
}

function withMap(plan: BlockPlan, url: string): BlockPlan {
  return plan.kind === 'picture' && plan.title === MAP ? { ...plan, body: { ...plan.body, url } } : plan
}
