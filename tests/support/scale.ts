/**
 * How often or how many: `few` in `npm test`, `many` in `npm run test:scale`, which also runs every `*.scale.test.ts`.
 */
export function atScale(few: number, many: number): number {
  return process.env.SCALE === '1' ? many : few
}
