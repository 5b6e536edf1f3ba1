import { benchAdmin } from './admin.ts'
import { benchApi } from './api.ts'
import { benchBeacons } from './beacons.ts'
import { benchBuild } from './build.ts'
import { benchForum } from './forum.ts'
import { benchFunctions } from './functions.ts'
import { benchHostBuild } from './host-build.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchMailPlan } from './mail-plan.ts'
import { benchMemory } from './memory.ts'
import { benchPages } from './pages.ts'
import { type BenchProduct, openProduct } from './product.ts'
import { benchPublish } from './publish.ts'
import { benchSignIn } from './sign-in-load.ts'
import { benchStart } from './start.ts'
import type { Row } from './table.ts'
import { benchVisits } from './visits.ts'

type Choice = { isLarge: boolean }

/** One part of the bench: the heading of its table, and what measures it. */
type Part = { title: string; measure: (choice: Choice) => Promise<Row[]> }

/** Every part by the name that chooses it, in the order in which they run. */
export const parts = {
  start: { title: 'First start', measure: benchStart },
  memory: { title: 'Memory', measure: benchMemory },
  pages: { title: 'Pages', measure: () => onProduct(benchPages) },
  lighthouse: {
    title: 'Lighthouse, mobile: performance / accessibility / best practices / SEO',
    measure: () => onProduct(benchLighthouse),
  },
  functions: { title: 'Functions', measure: benchFunctions },
  api: { title: 'Public API', measure: benchApi },
  admin: { title: 'Admin area', measure: benchAdmin },
  forum: { title: 'Forum', measure: benchForum },
  'mail-plan': { title: 'Planning mails', measure: benchMailPlan },
  visits: { title: 'Counting visits', measure: benchVisits },
  beacons: { title: 'Taking in visits', measure: benchBeacons },
  'sign-in': { title: 'Signing in', measure: benchSignIn },
  publish: { title: 'Publishing', measure: benchPublish },
  'host-build': {
    title: 'Build command of the host',
    measure: ({ isLarge }) => benchHostBuild(isLarge ? 5000 : 1000),
  },
  build: { title: 'Full build', measure: ({ isLarge }) => benchBuild([10, 100, 1000, ...(isLarge ? [5000] : [])]) },
} satisfies Record<string, Part>

export type PartName = keyof typeof parts

export function isPartName(word: string): word is PartName {
  return Object.hasOwn(parts, word)
}

async function onProduct(measure: (product: BenchProduct) => Promise<Row[]>): Promise<Row[]> {
  const product = await openProduct()
  try {
    return await measure(product)
  } finally {
    await product.stop()
  }
}
