import type { PublicConfig } from '@atalaia/contracts'

/** Without a backend, and only when the configuration allows it, nothing is called (spec.md section 6). */
export const isDemo = ({ demo, apiUrl }: PublicConfig): boolean => demo && apiUrl === null
