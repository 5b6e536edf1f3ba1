export * from './events.ts'
export * from './libraries.ts'
export * from './site.ts'
