import { openDb } from '#db/client.ts'
import { buildBare, openWorkshop, writeBareSite } from './build-run.ts'
import { openProduct } from './product.ts'
import { againstReference, inWords, median, type Row } from './table.ts'

const ROUNDS = 3
const MOST = 2

/** A first start of an installed clone, from the call to the first answer, beside a bare Astro build of the same pages. */
export async function benchStart(): Promise<Row[]> {
  const workshop = await openWorkshop()
  const ours: number[] = []
  const bare: number[] = []
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      const started = performance.now()
      const product = await openProduct()
      ours.push((performance.now() - started) / 1000)
      const { db, close } = openDb(product.server.databaseUrl, { max: 1 })
      await writeBareSite(db, workshop.folder, Date.now()).finally(close).finally(product.stop)
      bare.push((await buildBare(workshop.folder)).took / 1000)
    }
  } finally {
    await workshop.clear()
  }
  const [first = 0, ...later] = ours // the first round also compiles the product's own code
  return [
    againstReference('an empty folder to the demo served', median(later), median(bare.slice(1)), 's', MOST),
    inWords('the first of these starts', `${first.toFixed(1)} s`),
  ]
}
