import type { Db } from './client.ts'

type Preparable<Statement> = { prepare: (name: string) => Statement }

/** Without a name, PostgreSQL plans for the values of each call, and keeps nothing: poolers need not know of it. */
const UNNAMED = ''

/**
 * A statement that is put into words once for each database and asked with other values every time, as `sql.placeholder`s. Where
 * there are several of a kind, `shape` says which; `build` may depend on nothing else.
 */
export function prepared<Shape extends readonly string[], Statement>(
  build: (db: Db, ...shape: Shape) => Preparable<Statement>,
): (db: Db, ...shape: Shape) => Statement {
  const kept = new WeakMap<Db, Map<string, Statement>>()
  return (db, ...shape) => {
    const statements = kept.get(db) ?? new Map<string, Statement>()
    const key = shape.join(' ')
    const statement = statements.get(key) ?? build(db, ...shape).prepare(UNNAMED)
    kept.set(db, statements.set(key, statement))
    return statement
  }
}
