import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import * as schema from '#db/schema/index.ts'

/** A statement as the database gets it. */
export type Asked = { query: string; params: unknown[] }

const plan = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().default(0),
  'Rows Removed by Index Recheck': z.number().default(0),
  get Plans() {
    return z.array(plan).default([])
  },
})
const explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: plan })]) })])

/** One step of a plan, as it went. */
export type Step = {
  /** Such as `Index Scan`. */
  kind: string
  table: string | undefined
  index: string | undefined
  /** Rows it looked at, those it then left out among them, over all its turns. */
  rows: number
}

/** How PostgreSQL went about one question. */
type Explained = { query: string; steps: Step[] }

export type ExplainingDb = ReturnType<typeof explainingDb>

/**
 * A database that remembers what it is asked, and can say how it went about it. Every question is planned for its own
 * values, as the product's are.
 */
export function explainingDb(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  const asked: Asked[] = []
  const logger = { logQuery: (query: string, params: unknown[]) => void asked.push({ query, params }) }
  const db: Db = drizzle(pool, { schema, casing: 'snake_case', logger })
  /** Every statement that `work` asks, in order. */
  const record = async (work: () => Promise<unknown>): Promise<readonly Asked[]> => {
    asked.length = 0
    await work()
    return [...asked]
  }
  /**
   * What `work` asks, each question explained. Those that change something are left out. A transaction is one again, so that
   * what it set holds for its next questions.
   */
  const explain = async (work: () => Promise<unknown>): Promise<Explained[]> => {
    const questions = (await record(work)).filter(({ query }) =>
      /^\s*(select|with|\(|begin|commit|rollback$)/i.test(query),
    )
    const client = await pool.connect()
    try {
      return await explainEach(client, questions)
    } finally {
      client.release(true)
    }
  }
  return { db, pool, explain, record, close: () => pool.end() }
}

async function explainEach(client: pg.PoolClient, questions: readonly Asked[]): Promise<Explained[]> {
  const all: Explained[] = []
  for (const one of questions) {
    if (/^(begin|commit|rollback)/i.test(one.query)) await client.query(one.query)
    else all.push({ query: one.query, steps: await getSteps(client, one) })
  }
  return all
}

async function getSteps(client: pg.PoolClient, { query, params }: Asked): Promise<Step[]> {
  const { rows } = await client.query(`explain (analyze, timing off, format json) ${query}`, params)
  return flatten(explained.parse(rows)[0]['QUERY PLAN'][0].Plan)
}

/** What is kept in memory was read once, below; what an index merely points at is read above, if it is. */
const COUNTED_ELSEWHERE = new Set(['Materialize', 'Memoize', 'Bitmap Index Scan', 'BitmapAnd', 'BitmapOr'])

function flatten(node: z.output<typeof plan>): Step[] {
  const each = node['Actual Rows'] + node['Rows Removed by Filter'] + node['Rows Removed by Index Recheck']
  const step: Step = {
    kind: node['Node Type'],
    table: node['Relation Name'],
    index: node['Index Name'],
    rows: each * node['Actual Loops'],
  }
  const below = node.Plans.flatMap(flatten)
  return COUNTED_ELSEWHERE.has(step.kind) ? below : [step, ...below]
}
