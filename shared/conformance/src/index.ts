export { runConformance } from './conformance.ts'
export type { ConformanceOptions, Result } from './conformance.ts'
export { checks } from './checks/checks.ts'
export { DOORS, type Door } from './door.ts'
